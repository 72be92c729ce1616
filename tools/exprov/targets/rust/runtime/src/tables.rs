//! The shapes of the tables that a contract is made of. The generator writes the tables themselves.

use crate::catalogue::Rule as RuleId;
use crate::document::Value;

/// What one value must be.
pub(crate) enum Check {
    /// A string of at least `least` code points; an identifier must be a name, too.
    Text { least: usize, is_identifier: bool },
    /// One fixed string.
    Constant(&'static str),
    /// The version of the contract.
    Version(&'static str),
    /// One of a closed set of strings.
    Choice(&'static [&'static str]),
    /// A token of an open set: a string of the shape `pattern`; a writer may emit only a known one.
    Token { pattern: &'static str, known: &'static [&'static str] },
    /// `true` or `false`.
    Boolean,
    /// A number whose exact value is between inclusive bounds.
    Number { is_integer: bool, minimum: Option<i64>, maximum: Option<i64> },
    /// An array of at least `least` elements that all pass `items`.
    Array { items: &'static Check, least: usize, is_unique: bool },
    /// An object of a known type.
    Object(&'static Object),
    /// Any object.
    Free,
}

/// An object, its members in wire order; open to unknown ones.
pub(crate) struct Object {
    pub(crate) names: &'static [&'static str],
    pub(crate) members: &'static [Member],
    pub(crate) conditions: &'static [Condition],
    pub(crate) rules: &'static [Rule],
    /// The member that names the version of the contract, and the version.
    pub(crate) version: Option<(&'static str, &'static str)>,
}

pub(crate) struct Member {
    pub(crate) check: Check,
    pub(crate) is_required: bool,
    /// Whether a writer must send it, where the object is a whole document.
    pub(crate) is_asked: bool,
}

/// Where the member at `slot` has one of `values`, `required` members must be there and `forbidden` ones must not.
pub(crate) struct Condition {
    pub(crate) slot: usize,
    pub(crate) values: &'static [&'static str],
    pub(crate) required: &'static [usize],
    pub(crate) forbidden: &'static [usize],
    pub(crate) words: &'static str,
}

/// A rule of an object that passed the schema phase; its finding points at `path` inside the object.
pub(crate) struct Rule {
    pub(crate) id: RuleId,
    pub(crate) path: &'static [&'static str],
    pub(crate) message: &'static str,
    pub(crate) holds: fn(Value<'_, '_>) -> bool,
}

/// What the whole of a text must be.
pub(crate) enum Root {
    Object(&'static Object),
    /// One of several objects: the value of the member `tag` says which.
    Union {
        tag: &'static &'static str,
        values: &'static [&'static str],
        branches: &'static [&'static Object],
    },
}

/// A kind of document: the record, or a carrier of it.
pub(crate) struct Document {
    pub(crate) root: &'static Root,
    /// Members by any of which the carrier is recognised.
    pub(crate) recognised_by: &'static [&'static str],
    /// The places of records inside the carrier.
    pub(crate) records: &'static [&'static [&'static str]],
}

/// How a carrier is recognised: a document with a member of `record_only` and none of `record_members` is a record, any
/// other the first carrier that it has a member of.
pub(crate) struct Recognition {
    pub(crate) record_only: &'static [&'static str],
    pub(crate) record_members: &'static [&'static str],
}

/// Ranges of code points, both ends included, in their order.
pub(crate) type Ranges = &'static [(char, char)];

/// What no identifier may contain, what it may not consist of alone, and what it may not be.
pub(crate) struct Identifiers {
    pub(crate) forbidden: Ranges,
    pub(crate) blank: Ranges,
    pub(crate) missing: &'static [&'static str],
}

/// The tables of the leak phase. Names are in the form in which they are compared, and sorted.
pub(crate) struct Leaks {
    pub(crate) separators: &'static str,
    /// Characters, beside ASCII letters, and what they become in names that are compared.
    pub(crate) folded: &'static [(&'static str, &'static str)],
    pub(crate) redacted: Redacted,
    /// How many bytes the longest name has.
    pub(crate) longest: usize,
    pub(crate) credential_members: &'static [&'static str],
    pub(crate) credential_suffixes: &'static [&'static str],
    pub(crate) content_members: &'static [&'static str],
    pub(crate) message_members: &'static [&'static str],
    pub(crate) textless_members: &'static [&'static str],
    pub(crate) known_members: &'static [&'static str],
    pub(crate) values: &'static [ValuePattern],
}

/// A secret part that was redacted: one of `words` in any case, after `brackets` at its ends, or `fill` alone.
pub(crate) struct Redacted {
    pub(crate) words: &'static [&'static str],
    pub(crate) fill: &'static str,
    pub(crate) brackets: &'static str,
}

/// A shape of credentials. A text can match only if it contains one of `keywords`, whatever the case. The group that takes
/// part in a match is the secret part.
pub(crate) struct ValuePattern {
    pub(crate) id: &'static str,
    pub(crate) pattern: &'static str,
    pub(crate) keywords: &'static [&'static str],
}
