// Generated from tools/exprov/targets/rust/runtime/src/write.rs by `exprov generate`; edit that and run it again.
//! Write JSON text: what a typed record holds, and the canonical form of any text (RFC 8785).

use std::fmt::{self, Write as _};

use crate::document::{Document, Kind, Value};
use crate::finding::{Finding, InvalidRecord, Level};
use crate::leaks::is_nameable;
use crate::number;
use crate::reader::{Limits, read};
use crate::sha256;
use crate::validator::{MAX_FINDINGS, located};

/// Why a value cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The text to be written in canonical form is not JSON.
    Invalid(InvalidRecord),
    /// The number at this JSON Pointer is beyond the range of binary64, so that it has no canonical form.
    NoCanonicalNumber(String),
    /// The extra member of this name has the name of a known one, or comes twice. A name that has the shape of a credential
    /// is not repeated.
    Collision(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::NoCanonicalNumber(path) => {
                let path = if path.is_empty() { "(root)" } else { path };
                write!(
                    f,
                    "the number at {path} is beyond the range of binary64 and has no canonical form; write a string"
                )
            }
            Self::Collision(name) => {
                write!(f, "the extra member {name:?} is a known member or comes twice; rename or remove it")
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

/// The canonical form of one JSON text (RFC 8785): UTF-8 without a newline at the end.
///
/// # Errors
///
/// `WriteError` if the parse phase has a reader finding, or for a number beyond the range of binary64.
pub fn canonical(data: &(impl AsRef<[u8]> + ?Sized)) -> Result<String, WriteError> {
    let data = data.as_ref();
    let document = parse(data, Limits::NONE).map_err(WriteError::Invalid)?;
    let mut out = String::with_capacity(data.len());
    write_canonical(document.root(), &mut out)?;
    Ok(out)
}

/// The SHA-256 of the canonical form of one JSON text, in lower-case hexadecimal.
///
/// # Errors
///
/// As `canonical`.
pub fn digest(data: &(impl AsRef<[u8]> + ?Sized)) -> Result<String, WriteError> {
    Ok(sha256::hexadecimal(canonical(data)?.as_bytes()))
}

/// What the parse phase makes of a text in which it has no reader finding.
pub(crate) fn parse(data: &[u8], limits: Limits) -> Result<Document<'_>, InvalidRecord> {
    let reading = read(data, limits, MAX_FINDINGS);
    let is_bad = |one: &Finding| one.level == Level::Reader;
    let findings: Vec<_> = located(&reading).into_iter().filter(is_bad).collect();
    if findings.is_empty() { Ok(reading.document) } else { Err(InvalidRecord { findings, omitted: reading.omitted }) }
}

/// What is still to be written.
enum Task<'d, 'a> {
    Value(Value<'d, 'a>),
    Member(Value<'d, 'a>),
    Text(&'static str),
}

/// Without recursion, so that nothing that can be read is nested too deep to be written.
fn write_canonical(value: Value<'_, '_>, out: &mut String) -> Result<(), WriteError> {
    let mut tasks = vec![Task::Value(value)];
    while let Some(task) = tasks.pop() {
        let value = match task {
            Task::Text(text) => {
                out.push_str(text);
                continue;
            }
            Task::Member(member) => {
                quote_onto(out, member.name());
                out.push(':');
                member
            }
            Task::Value(value) => value,
        };
        let (open, children) = match value.kind() {
            Kind::String => {
                quote_onto(out, value.text());
                continue;
            }
            Kind::Number => {
                let written = number::canonical(value.raw());
                out.push_str(
                    &written.ok_or_else(|| WriteError::NoCanonicalNumber(value.visible(is_nameable).pointer()))?,
                );
                continue;
            }
            Kind::Array => ('[', value.children().map(Task::Value).collect()),
            Kind::Object => ('{', in_canonical_order(value)),
            _ => {
                out.push_str(value.raw());
                continue;
            }
        };
        out.push(open);
        tasks.push(Task::Text(if open == '[' { "]" } else { "}" }));
        for (index, child) in children.into_iter().enumerate().rev() {
            tasks.push(child);
            if index > 0 {
                tasks.push(Task::Text(","));
            }
        }
    }
    Ok(())
}

/// Members in the order of their names' UTF-16 code units, which for ASCII is that of bytes.
fn in_canonical_order<'d, 'a>(object: Value<'d, 'a>) -> Vec<Task<'d, 'a>> {
    let mut members: Vec<_> = object.children().collect();
    members.sort_by(|left, right| left.name().encode_utf16().cmp(right.name().encode_utf16()));
    members.into_iter().map(Task::Member).collect()
}

/// Append `text` as a JSON string: it escapes what JSON demands and nothing else, which is what RFC 8785 wants too.
pub(crate) fn quote_onto(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'"' | b'\\' | ..=0x1f)) {
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            0x0c => out.push_str("\\f"),
            b'\r' => out.push_str("\\r"),
            control => {
                let _ = write!(out, "\\u{control:04x}");
            }
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// The text of a JSON value without white space between its tokens.
pub(crate) fn compact(raw: &str) -> String {
    let (mut compact, mut plain, mut is_string, mut is_escaped) = (String::new(), 0, false, false);
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_string = !is_string,
            b' ' | b'\t' | b'\n' | b'\r' if !is_string => {
                compact.push_str(&raw[plain..at]);
                plain = at + 1;
            }
            _ => {}
        }
    }
    compact.push_str(&raw[plain..]);
    compact
}
