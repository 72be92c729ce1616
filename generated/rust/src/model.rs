// Generated from tools/exprov/targets/rust/runtime/src/model.rs by `exprov generate`; edit that and run it again.
//! What the types of the contract are made of: how each value is read, written and freed of what it borrows.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::document::{Document, Value, mark};
use crate::finding::{InvalidRecord, Level};
use crate::json::{JsonText, Members};
use crate::leaks::is_nameable;
use crate::number::ExactNumber;
use crate::reader::Limits;
use crate::report::Report;
use crate::tables::{Check, Object, Root};
use crate::validator::check_schema;
use crate::write::{WriteError, parse, quote_onto};

/// A value that can be a member.
pub(crate) trait Json<'a>: Sized {
    /// The same type, borrowing nothing.
    type Owned;

    /// The value as it was read; it passed the schema phase.
    fn read(value: Value<'_, 'a>) -> Self;

    fn write(&self, writer: &mut Writer);

    /// Whether there is nothing to write, not even the name of the member.
    fn is_absent(&self) -> bool {
        false
    }

    fn into_owned(self) -> Self::Owned;
}

/// Writes one JSON text, compact.
pub(crate) struct Writer {
    out: String,
    is_first: bool,
    error: Option<WriteError>,
}

impl Writer {
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(crate) fn string(&mut self, text: &str) {
        quote_onto(&mut self.out, text);
    }

    /// An object by its table: `write` writes the member at a slot, unless it is a constant; `extra` are the others.
    pub(crate) fn object(&mut self, table: &Object, extra: &Members<'_>, write: impl Fn(&mut Self, usize, &str)) {
        self.raw("{");
        self.is_first = true;
        for (slot, (name, member)) in table.names.iter().zip(table.members).enumerate() {
            match member.check {
                Check::Constant(text) | Check::Version(text) if member.is_required => {
                    self.member(name, &Cow::Borrowed(text));
                }
                _ => write(self, slot, name),
            }
        }
        self.extra(table.names, extra);
        self.raw("}");
    }

    fn extra(&mut self, names: &[&str], extra: &Members<'_>) {
        let mut taken: HashSet<&str> = if extra.is_empty() { HashSet::new() } else { names.iter().copied().collect() };
        for (name, value) in extra.iter() {
            if !taken.insert(name) {
                let shown = if is_nameable(name) { name.to_owned() } else { String::new() };
                self.error.get_or_insert(WriteError::Collision(shown));
            }
            self.member(name, value);
        }
        self.is_first = false;
    }

    pub(crate) fn member<'a>(&mut self, name: &str, value: &impl Json<'a>) {
        if value.is_absent() {
            return;
        }
        if !self.is_first {
            self.raw(",");
        }
        self.is_first = false;
        self.string(name);
        self.raw(":");
        value.write(self);
    }
}

/// The JSON text of a value.
pub(crate) fn to_json<'a>(value: &impl Json<'a>) -> Result<String, WriteError> {
    let mut writer = Writer { out: String::with_capacity(512), is_first: true, error: None };
    value.write(&mut writer);
    writer.error.map_or(Ok(writer.out), Err)
}

/// Read a text as the type whose tables are `root`.
pub(crate) fn from_json<'a, T: Json<'a>>(
    data: &'a [u8],
    limits: Limits,
    root: &'static Root,
) -> Result<T, InvalidRecord> {
    let mut document: Document<'a> = parse(data, limits)?;
    let mut report = Report::new(Level::Reader, false);
    check_schema(root, &mut document, &mut report, false);
    if report.is_empty() {
        Ok(T::read(document.root()))
    } else {
        Err(InvalidRecord { findings: report.into_findings() })
    }
}

impl<'a> Value<'_, 'a> {
    /// The members of an object that its table does not name.
    pub(crate) fn extra(self) -> Members<'a> {
        let unknown = self.children().filter(|child| !child.has_mark(mark::KNOWN));
        Members::read(unknown.map(|child| (child.name_cow(), JsonText::read(child))))
    }
}

/// A value that is written as one token.
macro_rules! token {
    ($type:ty => $owned:ty, $read:expr, $write:expr, $into_owned:expr) => {
        impl<'a> $crate::model::Json<'a> for $type {
            type Owned = $owned;

            fn read(value: $crate::document::Value<'_, 'a>) -> Self {
                $read(value)
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                $write(writer, self);
            }

            fn into_owned(self) -> $owned {
                $into_owned(self)
            }
        }
    };
}

token!(Cow<'a, str> => Cow<'static, str>, Value::text_cow, Writer::string, |text: Self| Cow::Owned(text.into_owned()));
token!(bool => bool, Value::is_true, |writer: &mut Writer, is_true: &Self| writer.raw(&is_true.to_string()), |is_true| is_true);
token!(i64 => i64, Value::integer, |writer: &mut Writer, count: &Self| writer.raw(&count.to_string()), |count| count);
token!(
    u64 => u64,
    // Its bounds were checked.
    |value: Value<'_, 'a>| u64::try_from(value.integer()).unwrap_or_default(),
    |writer: &mut Writer, count: &Self| writer.raw(&count.to_string()),
    |count| count
);
token!(
    ExactNumber<'a> => ExactNumber<'static>,
    |value: Value<'_, 'a>| ExactNumber::read(value.raw_number()),
    |writer: &mut Writer, number: &Self| writer.raw(number.as_str()),
    ExactNumber::into_owned
);
token!(
    JsonText<'a> => JsonText<'static>,
    JsonText::read,
    |writer: &mut Writer, text: &Self| writer.raw(text.as_str()),
    JsonText::into_owned
);

impl<'a> Json<'a> for Members<'a> {
    type Owned = Members<'static>;

    fn read(value: Value<'_, 'a>) -> Self {
        value.extra()
    }

    fn write(&self, writer: &mut Writer) {
        writer.raw("{");
        writer.is_first = true;
        writer.extra(&[], self);
        writer.raw("}");
    }

    fn into_owned(self) -> Members<'static> {
        self.into_owned()
    }
}

impl<'a, T: Json<'a>> Json<'a> for Vec<T> {
    type Owned = Vec<T::Owned>;

    fn read(value: Value<'_, 'a>) -> Self {
        value.children().map(T::read).collect()
    }

    fn write(&self, writer: &mut Writer) {
        writer.raw("[");
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                writer.raw(",");
            }
            item.write(writer);
        }
        writer.raw("]");
    }

    fn into_owned(self) -> Vec<T::Owned> {
        self.into_iter().map(T::into_owned).collect()
    }
}

impl<'a, T: Json<'a>> Json<'a> for Option<T> {
    type Owned = Option<T::Owned>;

    fn read(value: Value<'_, 'a>) -> Self {
        value.is_present().then(|| T::read(value))
    }

    fn write(&self, writer: &mut Writer) {
        if let Some(value) = self {
            value.write(writer);
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn into_owned(self) -> Option<T::Owned> {
        self.map(T::into_owned)
    }
}

/// What an enum of a closed set can do.
macro_rules! closed_set {
    ($name:ident { $($variant:ident = $text:literal),* }) => {
        $crate::text_enum::text_enum!($name { $($variant = $text),* });

        $crate::model::token!(
            $name => $name,
            // It was checked to be one of them.
            |value: $crate::document::Value<'_, 'a>| value.text().parse().unwrap_or(Self::ALL[0]),
            |writer: &mut $crate::model::Writer, one: &Self| writer.string(one.as_str()),
            |one| one
        );
    };
}

/// What a type of an open set can do.
macro_rules! open_set {
    ($name:ident { $($constant:ident = $text:literal),* }) => {
        impl $name<'static> {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $constant: Self = Self(::std::borrow::Cow::Borrowed($text));
            )*

            /// Every value that this version knows.
            pub const KNOWN: &'static [Self] = &[$(Self::$constant),*];
        }

        impl<'a> $name<'a> {
            /// A value, known or not.
            pub fn new(text: impl Into<::std::borrow::Cow<'a, str>>) -> Self {
                Self(text.into())
            }

            /// The text that stands in a record.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Whether this version knows the value.
            #[must_use]
            pub fn is_known(&self) -> bool {
                matches!(self.as_str(), $($text)|*)
            }
        }

        impl ::std::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        $crate::model::token!(
            $name<'a> => $name<'static>,
            |value: $crate::document::Value<'_, 'a>| Self(value.text_cow()),
            |writer: &mut $crate::model::Writer, one: &Self| writer.string(&one.0),
            |one: Self| $name(::std::borrow::Cow::Owned(one.0.into_owned()))
        );
    };
}

/// How a struct is read and written, by the slots of its fields.
macro_rules! object_type {
    ($name:ident, $table:expr, $root:expr, { $($field:ident = $slot:literal),* }) => {
        impl<'a> $crate::model::Json<'a> for $name<'a> {
            type Owned = $name<'static>;

            fn read(value: $crate::document::Value<'_, 'a>) -> Self {
                Self { $($field: $crate::model::Json::read(value.get($slot)),)* extra: value.extra() }
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                writer.object(&$table, &self.extra, |writer, slot, name| match slot {
                    $($slot => writer.member(name, &self.$field),)*
                    _ => {}
                });
            }

            fn into_owned(self) -> $name<'static> {
                $name { $($field: $crate::model::Json::into_owned(self.$field),)* extra: self.extra.into_owned() }
            }
        }

        $crate::model::document_type!($name, $root);
    };
}

/// How an enum of several objects is read and written, by the value of the member that says which it is.
macro_rules! union_type {
    ($name:ident, $tag:literal, $root:expr, { $($variant:ident = $value:literal),* }) => {
        impl<'a> $crate::model::Json<'a> for $name<'a> {
            type Owned = $name<'static>;

            fn read(value: $crate::document::Value<'_, 'a>) -> Self {
                match value.member($tag).text() {
                    $($value => Self::$variant($crate::model::Json::read(value)),)*
                    // It was checked to be one of them.
                    other => unreachable!("{other}"),
                }
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                match self {
                    $(Self::$variant(one) => one.write(writer),)*
                }
            }

            fn into_owned(self) -> $name<'static> {
                match self {
                    $(Self::$variant(one) => $name::$variant(one.into_owned()),)*
                }
            }
        }

        $crate::model::document_type!($name, $root);
    };
}

/// The methods of a type of the contract.
macro_rules! document_type {
    ($name:ident, $root:expr) => {
        impl<'a> $name<'a> {
            /// Read JSON text, strictly, within the default limits. Rules are not judged here: see [`crate::check`].
            ///
            /// # Errors
            ///
            /// `InvalidRecord` if the parse or the schema phase has a reader finding.
            pub fn from_json(data: &'a [u8]) -> ::std::result::Result<Self, $crate::InvalidRecord> {
                Self::from_json_within(data, $crate::contract::DEFAULT_LIMITS)
            }

            /// As `from_json`, within other limits.
            ///
            /// # Errors
            ///
            /// As `from_json`.
            pub fn from_json_within(
                data: &'a [u8],
                limits: $crate::Limits,
            ) -> ::std::result::Result<Self, $crate::InvalidRecord> {
                $crate::model::from_json(data, limits, &$root)
            }

            /// Compact JSON: known members in the order of the contract, then the others.
            ///
            /// # Errors
            ///
            /// `WriteError::Collision` if a member of `extra` has the name of a known one.
            pub fn to_json(&self) -> ::std::result::Result<String, $crate::WriteError> {
                $crate::model::to_json(self)
            }

            /// The canonical form (RFC 8785).
            ///
            /// # Errors
            ///
            /// As `to_json`, and for a number that binary64 does not hold.
            pub fn canonical(&self) -> ::std::result::Result<String, $crate::WriteError> {
                $crate::canonical(self.to_json()?.as_bytes())
            }

            /// The SHA-256 of the canonical form, in lower-case hexadecimal.
            ///
            /// # Errors
            ///
            /// As `canonical`.
            pub fn digest(&self) -> ::std::result::Result<String, $crate::WriteError> {
                $crate::digest(self.to_json()?.as_bytes())
            }

            /// A copy that borrows nothing.
            #[must_use]
            pub fn into_owned(self) -> $name<'static> {
                $crate::model::Json::into_owned(self)
            }
        }

        #[cfg(feature = "serde")]
        impl ::serde::Serialize for $name<'_> {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                let text = self.to_json().map_err(::serde::ser::Error::custom)?;
                $crate::with_serde::serialize(&text, serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> ::serde::Deserialize<'de> for $name<'static> {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let text = $crate::with_serde::deserialize(deserializer)?;
                let read = $name::from_json(text.as_bytes()).map_err(::serde::de::Error::custom)?;
                Ok(read.into_owned())
            }
        }
    };
}

pub(crate) use {closed_set, document_type, object_type, open_set, token, union_type};
