//! JSON whose shape the contract does not say: members that a version does not know, and objects of any kind.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::document::Value;
use crate::finding::InvalidRecord;
use crate::reader::Limits;
use crate::write::{compact, parse};

/// One JSON value as text, without white space between its tokens; numbers and strings are as they were written.
///
/// Any JSON library reads it on. Two are equal if their texts are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText<'a>(Cow<'a, str>);

impl<'a> JsonText<'a> {
    /// Read one JSON value, strictly.
    ///
    /// # Errors
    ///
    /// `InvalidRecord` if the parse phase has a reader finding.
    pub fn new(text: &'a str) -> Result<Self, InvalidRecord> {
        Ok(Self::read(parse(text.as_bytes(), Limits::NONE)?.root()))
    }

    pub(crate) fn read(value: Value<'_, 'a>) -> Self {
        Self(compact(value))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A copy that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> JsonText<'static> {
        JsonText(Cow::Owned(self.0.into_owned()))
    }
}

impl FromStr for JsonText<'static> {
    type Err = InvalidRecord;

    fn from_str(text: &str) -> Result<Self, InvalidRecord> {
        JsonText::new(text).map(JsonText::into_owned)
    }
}

impl fmt::Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Members of a JSON object in their order, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Members<'a>(Vec<(Cow<'a, str>, JsonText<'a>)>);

impl<'a> Members<'a> {
    /// No members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn read(members: impl Iterator<Item = (Cow<'a, str>, JsonText<'a>)>) -> Self {
        Self(members.collect())
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
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &JsonText<'a>)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// The value of a member.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&JsonText<'a>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Set a member, at its place or as the last one; the value that it had.
    pub fn insert(&mut self, name: impl Into<Cow<'a, str>>, value: JsonText<'a>) -> Option<JsonText<'a>> {
        let name = name.into();
        if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| *known == name) {
            return Some(std::mem::replace(old, value));
        }
        self.0.push((name, value));
        None
    }

    /// Take a member away; the value that it had.
    pub fn remove(&mut self, name: &str) -> Option<JsonText<'a>> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// A copy that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Members<'static> {
        let owned = |(name, value): (Cow<'a, str>, JsonText<'a>)| (Cow::Owned(name.into_owned()), value.into_owned());
        Members(self.0.into_iter().map(owned).collect())
    }
}
