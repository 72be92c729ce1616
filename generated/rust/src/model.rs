// Generated from tools/exprov/targets/rust/runtime/src/model.rs by `exprov generate`; edit that and run it again.
//! What the types of the contract are made of: how each value is read and written.

use std::collections::HashSet;

use crate::document::Value;
use crate::finding::{InvalidRecord, Level};
use crate::json::{JsonText, Members};
use crate::leaks::is_nameable;
use crate::number::ExactNumber;
use crate::reader::Limits;
use crate::report::Report;
use crate::tables::{Check, Object, Root};
use crate::validator::{MAX_FINDINGS, check_schema};
use crate::write::{WriteError, parse, quote_onto};

/// A value that can be a member.
pub(crate) trait Json: Sized {
    /// The value of a document that passed the schema phase.
    fn read(value: Value<'_, '_>) -> Self;

    fn write(&self, writer: &mut Writer);

    /// Whether there is nothing to write, not even the name of the member.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Writes one JSON text, compact.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) out: String,
    error: Option<WriteError>,
}

impl Writer {
    pub(crate) fn string(&mut self, text: &str) {
        quote_onto(&mut self.out, text);
    }

    /// An object by its table: `write` writes the member at a slot, unless it is a constant; `extra` are the others.
    pub(crate) fn object(&mut self, table: &Object, extra: &Members, write: impl Fn(&mut Self, usize, &str)) {
        self.out.push('{');
        for (slot, (name, member)) in table.names.iter().zip(table.members).enumerate() {
            match member.check {
                Check::Constant(text) | Check::Version(text) if member.is_required => {
                    self.name(name);
                    self.string(text);
                }
                _ => write(self, slot, name),
            }
        }
        self.extra(table.names, extra);
        self.out.push('}');
    }

    fn extra(&mut self, names: &[&str], extra: &Members) {
        let mut taken: HashSet<&str> = if extra.is_empty() { HashSet::new() } else { names.iter().copied().collect() };
        for (name, value) in extra {
            if !taken.insert(name) {
                let shown = if is_nameable(name) { name.clone() } else { String::new() };
                self.error.get_or_insert(WriteError::Collision(shown));
            }
            self.member(name, value);
        }
    }

    pub(crate) fn member(&mut self, name: &str, value: &impl Json) {
        if !value.is_absent() {
            self.name(name);
            value.write(self);
        }
    }

    fn name(&mut self, name: &str) {
        // Only the first member follows a brace: no value ends with one that opens.
        if !self.out.ends_with('{') {
            self.out.push(',');
        }
        self.string(name);
        self.out.push(':');
    }
}

/// The JSON text of a value.
pub(crate) fn to_json(value: &impl Json) -> Result<String, WriteError> {
    let mut writer = Writer { out: String::with_capacity(512), error: None };
    value.write(&mut writer);
    writer.error.map_or(Ok(writer.out), Err)
}

/// Read a text as the type whose tables are `root`.
pub(crate) fn from_json<T: Json>(data: &[u8], limits: Limits, root: &'static Root) -> Result<T, InvalidRecord> {
    let mut document = parse(data, limits)?;
    let mut report = Report::new(Level::Reader, false, MAX_FINDINGS);
    check_schema(root, &mut document, &mut report, false);
    if report.is_empty() {
        Ok(T::read(document.root()))
    } else {
        let omitted = report.omitted;
        Err(InvalidRecord { findings: report.into_findings(), omitted })
    }
}

/// Values that are written as one token.
macro_rules! tokens {
    ($($type:ty: $read:expr, $write:expr;)*) => {$(
        impl $crate::model::Json for $type {
            fn read(value: $crate::document::Value<'_, '_>) -> Self {
                $read(value)
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                $write(writer, self);
            }
        }
    )*};
}

tokens! {
    String: |value: Value| value.text().to_owned(), |writer: &mut Writer, text: &str| writer.string(text);
    bool: Value::is_true, |writer: &mut Writer, is_true: &bool| writer.out.push_str(&is_true.to_string());
    i64: Value::integer, |writer: &mut Writer, count: &i64| writer.out.push_str(&count.to_string());
    // Its bounds were checked.
    u64: |value: Value| u64::try_from(value.integer()).unwrap_or_default(),
        |writer: &mut Writer, count: &u64| writer.out.push_str(&count.to_string());
    ExactNumber: |value: Value| ExactNumber::read(value.raw_number()),
        |writer: &mut Writer, number: &ExactNumber| writer.out.push_str(number.as_str());
    JsonText: JsonText::read, |writer: &mut Writer, text: &JsonText| writer.out.push_str(text.as_str());
}

impl Json for Members {
    fn read(value: Value<'_, '_>) -> Self {
        Self::read(value)
    }

    fn write(&self, writer: &mut Writer) {
        writer.out.push('{');
        writer.extra(&[], self);
        writer.out.push('}');
    }
}

impl<T: Json> Json for Vec<T> {
    fn read(value: Value<'_, '_>) -> Self {
        value.children().map(T::read).collect()
    }

    fn write(&self, writer: &mut Writer) {
        writer.out.push('[');
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                writer.out.push(',');
            }
            item.write(writer);
        }
        writer.out.push(']');
    }
}

impl<T: Json> Json for Option<T> {
    fn read(value: Value<'_, '_>) -> Self {
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
}

/// The methods and traits of an enum of a closed set.
macro_rules! closed_set {
    ($name:ident { $($variant:ident = $text:literal),* }) => {
        $crate::text_enum::text_enum!($name { $($variant = $text),* });

        $crate::model::tokens! {
            // The schema phase found it to be one of them.
            $name: |value: $crate::document::Value| value.text().parse().unwrap_or(Self::ALL[0]),
                |writer: &mut $crate::model::Writer, one: &Self| writer.string(one.as_str());
        }
    };
}

/// The methods and traits of a type of an open set.
macro_rules! open_set {
    ($name:ident { $($constant:ident = $text:literal),* }) => {
        impl $name {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $constant: Self = Self(::std::borrow::Cow::Borrowed($text));
            )*

            /// Every value that this version knows.
            pub const KNOWN: &'static [Self] = &[$(Self::$constant),*];

            /// A value, known or not.
            pub fn new(text: impl Into<::std::borrow::Cow<'static, str>>) -> Self {
                Self(text.into())
            }

            /// The text in a record.
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

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        $crate::model::tokens! {
            $name: |value: $crate::document::Value| match value.text() {
                $($text => Self::$constant,)*
                other => Self::new(other.to_owned()),
            }, |writer: &mut $crate::model::Writer, one: &Self| writer.string(&one.0);
        }
    };
}

/// How a struct is read and written, by the slots of its fields.
macro_rules! object_type {
    ($name:ident, $table:expr, $root:expr, { $($field:ident = $slot:literal),* }) => {
        impl $crate::model::Json for $name {
            fn read(value: $crate::document::Value<'_, '_>) -> Self {
                Self { $($field: $crate::model::Json::read(value.get($slot)),)* extra: Members::read(value) }
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                writer.object(&$table, &self.extra, |writer, slot, name| match slot {
                    $($slot => writer.member(name, &self.$field),)*
                    _ => {}
                });
            }
        }

        $crate::model::document_type!($name, $root);
    };
}

/// How an enum of several objects is read and written, by the value of the member `$tag`.
macro_rules! union_type {
    ($name:ident, $tag:literal, $root:expr, { $($variant:ident = $value:literal),* }) => {
        impl $crate::model::Json for $name {
            fn read(value: $crate::document::Value<'_, '_>) -> Self {
                match value.member($tag).text() {
                    $($value => Self::$variant($crate::model::Json::read(value)),)*
                    // The schema phase found it to be one of them.
                    other => unreachable!("{other}"),
                }
            }

            fn write(&self, writer: &mut $crate::model::Writer) {
                match self {
                    $(Self::$variant(one) => one.write(writer),)*
                }
            }
        }

        $crate::model::document_type!($name, $root);
    };
}

/// The methods of a type of the contract.
macro_rules! document_type {
    ($name:ident, $root:expr) => {
        impl $name {
            /// Read JSON text, strictly, within the default limits. This does not evaluate rules: see [`crate::check`].
            ///
            /// # Errors
            ///
            /// `InvalidRecord` if the parse or the schema phase has a reader finding.
            pub fn from_json(data: &(impl AsRef<[u8]> + ?Sized)) -> ::std::result::Result<Self, $crate::InvalidRecord> {
                Self::from_json_within(data, $crate::contract::DEFAULT_LIMITS)
            }

            /// As `from_json`, within other limits.
            ///
            /// # Errors
            ///
            /// As `from_json`.
            pub fn from_json_within(
                data: &(impl AsRef<[u8]> + ?Sized),
                limits: $crate::Limits,
            ) -> ::std::result::Result<Self, $crate::InvalidRecord> {
                $crate::model::from_json(data.as_ref(), limits, &$root)
            }

            /// Compact JSON: known members in the order of the contract, then the others.
            ///
            /// # Errors
            ///
            /// `WriteError::Collision` if a member of `extra` has the name of a known one.
            pub fn to_json(&self) -> ::std::result::Result<::std::string::String, $crate::WriteError> {
                $crate::model::to_json(self)
            }

            /// The canonical form (RFC 8785).
            ///
            /// # Errors
            ///
            /// As `to_json`, and for a number beyond the range of binary64.
            pub fn canonical(&self) -> ::std::result::Result<::std::string::String, $crate::WriteError> {
                $crate::canonical(&self.to_json()?)
            }

            /// The SHA-256 of the canonical form, in lower-case hexadecimal.
            ///
            /// # Errors
            ///
            /// As `canonical`.
            pub fn digest(&self) -> ::std::result::Result<::std::string::String, $crate::WriteError> {
                $crate::digest(&self.to_json()?)
            }
        }

        #[cfg(feature = "serde")]
        $crate::with_serde::document_type!($name);
    };
}

pub(crate) use {closed_set, document_type, object_type, open_set, tokens, union_type};
