//! A parsed text as a flat list of nodes in document order: the index of a node is its place among the findings.

use std::cell::Cell;

use crate::number;

/// The index of the node that stands for what is not there.
pub(crate) const ABSENT: u32 = 0;
/// The index of the node of the whole value.
pub(crate) const ROOT: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Kind {
    Absent,
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

/// A string: a range of the text, or, if it has escapes, an index into `Document::decoded` and `DECODED`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text(pub(crate) u32, pub(crate) u32);

pub(crate) const DECODED: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) marks: Cell<u8>,
    /// Of a known member, its slot in the table of its object.
    pub(crate) slot: Cell<u16>,
    /// Where the value's text begins and ends.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The name of a member; of an element of an array, its index.
    pub(crate) name: Text,
    pub(crate) parent: u32,
    /// The node after this one and all that is in it.
    pub(crate) next: u32,
    /// Of a string with escapes, its index in `Document::decoded` plus 1; of an array, the number of its elements; of an
    /// object that was checked, the index of its first member in `Document::slots`.
    pub(crate) detail: Cell<u32>,
}

/// Marks of a node.
pub(crate) mod mark {
    /// The member's name or the string holds half of a surrogate pair.
    pub(crate) const BROKEN_NAME: u8 = 1;
    /// The member is one of its object's known ones.
    pub(crate) const KNOWN: u8 = 2;
    /// The string is one that the contract spells out.
    pub(crate) const KNOWN_VALUE: u8 = 4;
    /// The member's name was looked at: a pointer may run through it, or it may not.
    pub(crate) const NAMEABLE: u8 = 8;
    pub(crate) const HIDDEN: u8 = 16;
}

#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub(crate) text: &'a str,
    pub(crate) nodes: Vec<Node>,
    pub(crate) decoded: Vec<String>,
    /// For each object that was checked, the nodes of its known members, in the order of its table.
    pub(crate) slots: Vec<u32>,
}

impl<'a> Document<'a> {
    pub(crate) fn root(&self) -> Value<'_, 'a> {
        self.at(ROOT)
    }

    pub(crate) fn at(&self, at: u32) -> Value<'_, 'a> {
        Value { document: self, at }
    }

    #[inline]
    pub(crate) fn spelt(&self, text: Text) -> &str {
        match text {
            Text(index, DECODED) => &self.decoded[index as usize],
            Text(start, end) => &self.text[start as usize..end as usize],
        }
    }
}

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'d, 'a> {
    pub(crate) document: &'d Document<'a>,
    pub(crate) at: u32,
}

impl<'d, 'a> Value<'d, 'a> {
    #[inline]
    pub(crate) fn node(self) -> &'d Node {
        &self.document.nodes[self.at as usize]
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        self.node().kind
    }

    #[inline]
    pub(crate) fn has_mark(self, mark: u8) -> bool {
        self.node().marks.get() & mark != 0
    }

    #[inline]
    pub(crate) fn set_mark(self, mark: u8) {
        let marks = &self.node().marks;
        marks.set(marks.get() | mark);
    }

    #[inline]
    pub(crate) fn other(self, at: u32) -> Self {
        Self { at, ..self }
    }

    pub(crate) fn parent(self) -> Self {
        self.other(self.node().parent)
    }

    /// The name of a member.
    #[inline]
    pub(crate) fn name(self) -> &'d str {
        self.document.spelt(self.node().name)
    }

    #[inline]
    pub(crate) fn is_named(self, name: &str) -> bool {
        match self.node().name {
            Text(start, end) if end != DECODED => {
                self.document.text.as_bytes()[start as usize..end as usize] == *name.as_bytes()
            }
            decoded => self.document.spelt(decoded) == name,
        }
    }

    /// The text of a string; empty for other values.
    #[inline]
    pub(crate) fn text(self) -> &'d str {
        let node = self.node();
        match (node.kind, node.detail.get()) {
            (Kind::String, 0) => self.document.spelt(Text(node.start + 1, node.end - 1)),
            (Kind::String, decoded) => self.document.spelt(Text(decoded - 1, DECODED)),
            _ => "",
        }
    }

    /// The value as it is written.
    pub(crate) fn raw(self) -> &'a str {
        &self.document.text[self.node().start as usize..self.node().end as usize]
    }

    /// Members of an object and elements of an array; repeated members, too.
    #[inline]
    pub(crate) fn children(self) -> Children<'d, 'a> {
        let node = self.node();
        let is_container = matches!(node.kind, Kind::Array | Kind::Object);
        Children { value: self.other(self.at + 1), end: if is_container { node.next } else { 0 } }
    }

    /// The members named `name`: more than one where it is repeated.
    pub(crate) fn members(self, name: &str) -> impl Iterator<Item = Self> {
        let is_object = self.kind() == Kind::Object;
        self.children().filter(move |child| is_object && child.is_named(name))
    }

    pub(crate) fn member(self, name: &str) -> Self {
        self.members(name).next().unwrap_or(self.absent())
    }

    /// The known member at `slot` of the table that this object was checked by.
    #[inline]
    pub(crate) fn get(self, slot: usize) -> Self {
        let slots = self.node().detail.get() as usize;
        let is_checked = self.kind() == Kind::Object && slots > 0;
        self.other(if is_checked { self.document.slots[slots + slot] } else { ABSENT })
    }

    /// What is not there.
    pub(crate) fn absent(self) -> Self {
        self.other(ABSENT)
    }

    pub(crate) fn is_present(self) -> bool {
        self.at != ABSENT
    }

    pub(crate) fn is_true(self) -> bool {
        self.kind() == Kind::True
    }

    /// The value of an integer; zero for what is none, or beyond the type.
    pub(crate) fn integer(self) -> i64 {
        number::integer(self.raw_number()).unwrap_or_default()
    }

    /// The text of a number.
    pub(crate) fn raw_number(self) -> &'a str {
        if self.kind() == Kind::Number { self.raw() } else { "0" }
    }

    /// The number of elements of an array.
    pub(crate) fn len(self) -> usize {
        if self.kind() == Kind::Array { self.node().detail.get() as usize } else { 0 }
    }

    /// A JSON Pointer to the value.
    pub(crate) fn pointer(self) -> String {
        let steps: Vec<Self> = self.ancestry().collect();
        let mut pointer = String::new();
        for step in steps.iter().rev() {
            pointer.push('/');
            if step.parent().kind() == Kind::Array {
                pointer.push_str(&step.node().name.0.to_string());
            } else {
                pointer.push_str(&step.name().replace('~', "~0").replace('/', "~1"));
            }
        }
        pointer
    }

    /// The value itself, or, where a name on the way to it must not be repeated, what the first such name is in.
    pub(crate) fn visible(self, is_nameable: impl Fn(&str) -> bool) -> Self {
        let hidden = self.ancestry().filter(|value| !value.is_nameable(&is_nameable)).last();
        hidden.map_or(self, Self::parent)
    }

    /// The value and what it is in, without the root.
    fn ancestry(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |value| Some(value.parent())).take_while(|value| value.at > ROOT)
    }

    /// Whether a pointer may run through the member's name; the answer is remembered.
    fn is_nameable(self, judge: impl Fn(&str) -> bool) -> bool {
        if !self.has_mark(mark::NAMEABLE | mark::HIDDEN) {
            let is_free = self.has_mark(mark::KNOWN) || self.parent().kind() == Kind::Array;
            let is_nameable = is_free || (!self.has_mark(mark::BROKEN_NAME) && judge(self.name()));
            self.set_mark(if is_nameable { mark::NAMEABLE } else { mark::HIDDEN });
        }
        self.has_mark(mark::NAMEABLE)
    }
}

pub(crate) struct Children<'d, 'a> {
    value: Value<'d, 'a>,
    end: u32,
}

impl<'d, 'a> Iterator for Children<'d, 'a> {
    type Item = Value<'d, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.value.at >= self.end {
            return None;
        }
        let value = self.value;
        self.value.at = value.node().next;
        Some(value)
    }
}
