//! JSON whose shape the contract does not say: members that a version does not know, and objects of any kind.

use std::fmt;
use std::str::FromStr;

use crate::document::{Value, mark};
use crate::finding::InvalidRecord;
use crate::reader::Limits;
use crate::write::{compact, parse};

/// One JSON value as text, without white space between its tokens; numbers and strings are as they were written.
///
/// Any JSON library reads it on. Two are equal if their texts are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(String);

impl JsonText {
    pub(crate) fn read(value: Value<'_, '_>) -> Self {
        Self(compact(value.raw()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads one JSON value, strictly. `InvalidRecord` if the parse phase has a reader finding.
impl FromStr for JsonText {
    type Err = InvalidRecord;

    fn from_str(text: &str) -> Result<Self, InvalidRecord> {
        Ok(Self::read(parse(text.as_bytes(), Limits::NONE)?.root()))
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Members of a JSON object in their order, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Members(Vec<(String, JsonText)>);

impl Members {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The members of an object that its table does not name.
    pub(crate) fn read(object: Value<'_, '_>) -> Self {
        let unknown = object.children().filter(|child| !child.has_mark(mark::KNOWN));
        Self(unknown.map(|child| (child.name().to_owned(), JsonText::read(child))).collect())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Names and values, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, JsonText)> {
        self.0.iter()
    }

    /// The value of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&JsonText> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Set a member, at its place or as the last one; the value that it had.
    pub fn insert(&mut self, name: impl Into<String>, value: JsonText) -> Option<JsonText> {
        let name = name.into();
        if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| *known == name) {
            return Some(std::mem::replace(old, value));
        }
        self.0.push((name, value));
        None
    }

    /// Take a member away; the value that it had.
    pub fn remove(&mut self, name: &str) -> Option<JsonText> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }
}

impl<'m> IntoIterator for &'m Members {
    type Item = &'m (String, JsonText);
    type IntoIter = std::slice::Iter<'m, (String, JsonText)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
