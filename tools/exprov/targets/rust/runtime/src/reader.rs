//! The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would otherwise read different things).

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

use crate::catalogue::Rule;
use crate::document::{ABSENT, DECODED, Document, Kind, Node, ROOT, Text, mark};
use crate::encoding;
use crate::finding::fill;
use crate::messages as m;
use crate::number::end_of_number;
use crate::syntax::{Diagnosis, Stop, goes_on, trailing_comma};

/// How much the reader takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a text.
    pub max_bytes: u32,
    /// Arrays and objects within one another.
    pub max_depth: u32,
}

impl Limits {
    /// For what was checked or written before.
    pub(crate) const NONE: Self = Self { max_bytes: u32::MAX, max_depth: u32::MAX };
}

/// Something that is wrong with a text: where in it, and at which node.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) rule: Rule,
    pub(crate) offset: usize,
    pub(crate) node: u32,
    pub(crate) message: Cow<'static, str>,
}

impl Found {
    /// Something wrong that has no node.
    pub(crate) fn at(rule: Rule, offset: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self { rule, offset, node: ABSENT, message: message.into() }
    }
}

/// What became of a text.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    /// What was read; where `is_complete`, it is one value to the end.
    pub(crate) document: Document<'a>,
    pub(crate) is_complete: bool,
    /// In the order in which they were met, and how many more there are.
    pub(crate) found: Vec<Found>,
    pub(crate) omitted: usize,
}

/// Read one JSON text. Syntax, encoding and limits end the search; repeated members and lone surrogates do not, unless
/// `most`, the number of findings to keep, is 0.
pub(crate) fn read(data: &[u8], limits: Limits, most: usize) -> Reading<'_> {
    let refused = |text, found| {
        let document = Document { text, nodes: Vec::new(), decoded: Vec::new(), slots: Vec::new() };
        Reading { document, is_complete: false, found, omitted: 0 }
    };
    if data.len() > limits.max_bytes as usize {
        let (bytes, limit) = (grouped(data.len()), grouped(limits.max_bytes as usize));
        let message = fill(m::JSON_LIMIT_SIZE, &[("bytes", &bytes), ("limit", &limit)]);
        return refused("", vec![Found::at(Rule::JsonLimit, 0, message)]);
    }
    let (text, bad) = match std::str::from_utf8(data) {
        Ok(text) => (text, None),
        Err(error) => {
            let (good, _) = data.split_at(error.valid_up_to());
            (std::str::from_utf8(good).unwrap_or_default(), Some(good.len()))
        }
    };
    let mut found = Vec::new();
    let has_mark = text.starts_with('\u{feff}');
    if has_mark {
        found.push(Found::at(Rule::JsonByteOrderMark, 0, m::JSON_BYTE_ORDER_MARK));
    }
    if let Some(offset) = bad {
        found.push(Found::at(Rule::JsonEncoding, offset, encoding::message(data, offset)));
        return refused(text, found);
    }
    let mut reader = Reader::new(text, limits.max_depth as usize, found, most);
    let outcome = reader.read(if has_mark { 3 } else { 0 });
    let is_complete = outcome.is_ok();
    if let Err(Stop(last)) = outcome {
        reader.most = most.max(1);
        let _ = reader.find(*last);
    }
    let Reader { document, found, omitted, .. } = reader;
    Reading { document, is_complete, found, omitted }
}

/// A count with a comma between each three digits.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// An array or object that is being read.
pub(crate) struct Frame {
    pub(crate) node: u32,
    pub(crate) is_array: bool,
    pub(crate) opened: usize,
    count: u32,
    /// One bit for each name so far. A name whose bit is not set is not repeated.
    seen: u64,
    names: Option<Box<Names>>,
}

/// All names so far, where there are many, and those that hold halves of surrogate pairs, with these.
#[derive(Default)]
struct Names {
    all: HashSet<String>,
    broken: HashSet<(String, Vec<(usize, u32)>)>,
}

/// Half of a surrogate pair: where its escape is in the text, its place in the string, and which half it is.
type Lone = (usize, usize, u32);

/// In an object of at most so many members, names are compared one by one.
const FEW: u32 = 32;

struct Reader<'a> {
    document: Document<'a>,
    bytes: &'a [u8],
    at: usize,
    max_depth: usize,
    stack: Vec<Frame>,
    most: usize,
    found: Vec<Found>,
    omitted: usize,
    /// The halves of surrogate pairs in the string that was just read.
    lone: Vec<Lone>,
}

#[expect(clippy::cast_possible_truncation, reason = "a text has at most u32::MAX bytes, and no more nodes than bytes")]
impl<'a> Reader<'a> {
    fn new(text: &'a str, max_depth: usize, found: Vec<Found>, most: usize) -> Self {
        let nodes = Vec::with_capacity(text.len() / 12 + 4);
        let document = Document { text, nodes, decoded: Vec::new(), slots: Vec::new() };
        let mut reader = Self {
            document,
            bytes: text.as_bytes(),
            at: 0,
            max_depth,
            stack: Vec::with_capacity(8),
            most,
            found,
            omitted: 0,
            lone: Vec::new(),
        };
        reader.push(ABSENT, Text(0, 0), 0);
        reader
    }

    /// Read the one value of the text from `at` on.
    fn read(&mut self, at: usize) -> Result<(), Stop> {
        self.skip(at);
        self.push(ABSENT, Text(0, 0), 0);
        let mut node = ROOT;
        loop {
            // Here the value of `node` begins.
            let mut is_first = self.value(node)?;
            // Here a value or an opening bracket has ended: close what a value was the last of.
            let comma = loop {
                let Some(frame) = self.stack.last() else {
                    return if self.at == self.bytes.len() { Ok(()) } else { Err(self.diagnosis().after_end(self.at)) };
                };
                match self.bytes.get(self.at) {
                    Some(b']') if frame.is_array => self.close(),
                    Some(b'}') if !frame.is_array => self.close(),
                    _ if is_first => break None,
                    Some(b',') => {
                        let comma = self.at;
                        self.skip(comma + 1);
                        break Some(comma);
                    }
                    _ => return Err(self.diagnosis().no_comma(self.at)),
                }
                is_first = false;
            };
            // Here the next element or member begins.
            node = self.next_child(comma)?;
        }
    }

    fn skip(&mut self, mut at: usize) {
        while matches!(self.bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            at += 1;
        }
        self.at = at;
    }

    fn push(&mut self, parent: u32, name: Text, marks: u8) -> u32 {
        let at = self.document.nodes.len() as u32;
        self.document.nodes.push(Node {
            kind: Kind::Absent,
            marks: Cell::new(marks),
            start: self.at as u32,
            end: self.at as u32,
            name,
            slot: Cell::new(0),
            parent,
            next: at + 1,
            detail: Cell::new(0),
        });
        at
    }

    /// Read the value of `node` and the white space after it, of an array or object the opening bracket alone: then the
    /// answer is true.
    fn value(&mut self, node: u32) -> Result<bool, Stop> {
        let start = self.at;
        let mut detail = 0;
        let kind = match self.bytes.get(start) {
            Some(b'"') => {
                if let Text(decoded, DECODED) = self.string()? {
                    detail = decoded + 1;
                    self.report_lone(node)?;
                }
                Kind::String
            }
            Some(b'{') => self.open(node, false)?,
            Some(b'[') => self.open(node, true)?,
            _ => self.scalar()?,
        };
        let read = &mut self.document.nodes[node as usize];
        (read.kind, read.start, read.end) = (kind, start as u32, self.at as u32);
        read.detail.set(detail);
        self.skip(self.at);
        Ok(matches!(kind, Kind::Array | Kind::Object))
    }

    fn open(&mut self, node: u32, is_array: bool) -> Result<Kind, Stop> {
        if self.stack.len() >= self.max_depth {
            let message = fill(m::JSON_LIMIT_DEPTH, &[("limit", &self.max_depth)]);
            return Err(Stop(Box::new(Found::at(Rule::JsonLimit, self.at, message))));
        }
        let opened = self.at;
        self.stack.push(Frame { node, is_array, opened, count: 0, seen: 0, names: None });
        self.at += 1;
        Ok(if is_array { Kind::Array } else { Kind::Object })
    }

    fn close(&mut self) {
        let next = self.document.nodes.len() as u32;
        if let Some(frame) = self.stack.pop() {
            let node = &mut self.document.nodes[frame.node as usize];
            node.end = self.at as u32 + 1;
            node.next = next;
            node.detail.set(if frame.is_array { frame.count } else { 0 });
        }
        self.skip(self.at + 1);
    }

    /// The node of the next element, or of the next member, whose name and colon are read.
    fn next_child(&mut self, comma: Option<usize>) -> Result<u32, Stop> {
        let Some(frame) = self.stack.last_mut() else { return Ok(ROOT) };
        let (parent, is_array, index) = (frame.node, frame.is_array, frame.count);
        frame.count += 1;
        if is_array {
            return match (comma, self.bytes.get(self.at)) {
                (Some(comma), Some(b']')) => Err(trailing_comma(comma)),
                _ => Ok(self.push(parent, Text(index, 0), 0)),
            };
        }
        let start = self.at;
        if self.bytes.get(start) != Some(&b'"') {
            return Err(self.diagnosis().no_name(start, comma));
        }
        let name = self.string()?;
        let is_repeated = self.is_repeated(name);
        let is_broken = self.report_lone(parent)?;
        let node = self.push(parent, name, if is_broken { mark::BROKEN_NAME } else { 0 });
        if is_repeated {
            let message = m::JSON_DUPLICATE_MEMBER.into();
            self.find(Found { rule: Rule::JsonDuplicateMember, offset: start, node, message })?;
        }
        self.skip(self.at);
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(self.diagnosis().no_colon(self.at));
        }
        self.skip(self.at + 1);
        Ok(node)
    }

    /// Whether the name that was just read was read in the same object before.
    fn is_repeated(&mut self, text: Text) -> bool {
        let Some(frame) = self.stack.last_mut() else { return false };
        let document = &self.document;
        let name = document.spelt(text);
        if !self.lone.is_empty() {
            let halves = self.lone.iter().map(|(_, place, code)| (*place, *code)).collect();
            return !frame.names.get_or_insert_default().broken.insert((name.to_owned(), halves));
        }
        let bytes = name.as_bytes();
        let ends = u32::from(*bytes.first().unwrap_or(&0)) * 7 + u32::from(*bytes.last().unwrap_or(&0)) * 31;
        let bit = 1_u64 << ((ends + bytes.len() as u32) & 63);
        let is_new = frame.seen & bit == 0;
        frame.seen |= bit;
        if is_new && frame.count <= FEW {
            return false;
        }
        let siblings = std::iter::successors(document.nodes.get(frame.node as usize + 1), |node| {
            document.nodes.get(node.next as usize)
        });
        let mut names = siblings.filter(|node| node.marks.get() & mark::BROKEN_NAME == 0).map(|node| node.name);
        if frame.count <= FEW {
            return names.any(|other| document.spelt(other) == name);
        }
        let all = &mut frame.names.get_or_insert_default().all;
        if all.is_empty() {
            all.extend(names.map(|other| document.spelt(other).to_owned()));
        }
        !all.insert(name.to_owned())
    }

    /// Report the halves of surrogate pairs in the string that was just read; whether there are any.
    fn report_lone(&mut self, node: u32) -> Result<bool, Stop> {
        let lone = std::mem::take(&mut self.lone);
        for (offset, ..) in &lone {
            let message = m::JSON_LONE_SURROGATE_ESCAPE.into();
            self.find(Found { rule: Rule::JsonLoneSurrogate, offset: *offset, node, message })?;
        }
        Ok(!lone.is_empty())
    }

    /// Note something that is wrong; it ends the search if the first finding is enough.
    fn find(&mut self, one: Found) -> Result<(), Stop> {
        match self.most {
            0 => return Err(Stop(Box::new(one))),
            most if self.found.len() < most => self.found.push(one),
            _ => self.omitted += 1,
        }
        Ok(())
    }

    /// The string that opens here.
    fn string(&mut self) -> Result<Text, Stop> {
        let start = self.at + 1;
        let mut end = start;
        while let Some(bytes) = self.bytes.get(end..end + 8) {
            let ahead = bytes_to_heed(u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
            end += ahead.trailing_zeros() as usize / 8;
            if ahead != 0 {
                break;
            }
        }
        while self.bytes.get(end).is_some_and(|byte| *byte >= b' ' && *byte != b'"' && *byte != b'\\') {
            end += 1;
        }
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Text(start as u32, end as u32));
        }
        let decoded = self.escaped(start, end)?;
        self.document.decoded.push(decoded);
        Ok(Text(self.document.decoded.len() as u32 - 1, DECODED))
    }

    /// The string that begins at `start` and whose first escape, or whatever else ends plain text, is at `end`.
    fn escaped(&mut self, start: usize, mut end: usize) -> Result<String, Stop> {
        let text = self.document.text;
        let mut decoded = String::new();
        let mut plain = start;
        loop {
            match self.bytes.get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    decoded.push_str(&text[plain..end]);
                    let Some((escape, length)) = escape_at(self.bytes, end) else {
                        return Err(self.diagnosis().bad_string(start - 1, end));
                    };
                    if let Err(half) = escape {
                        self.lone.push((end, decoded.len(), half));
                    }
                    decoded.push(escape.unwrap_or(char::REPLACEMENT_CHARACTER));
                    end += length;
                    plain = end;
                }
                Some(byte) if *byte >= b' ' => end += 1,
                _ => return Err(self.diagnosis().bad_string(start - 1, end)),
            }
        }
        decoded.push_str(&text[plain..end]);
        self.at = end + 1;
        Ok(decoded)
    }

    /// A number or a literal.
    fn scalar(&mut self) -> Result<Kind, Stop> {
        let start = self.at;
        if let Some(end) = end_of_number(self.bytes, start) {
            if goes_on(self.document.text, end, ".+-$_") {
                return Err(self.diagnosis().bad_number(start, end));
            }
            self.at = end;
            return Ok(Kind::Number);
        }
        for (literal, kind) in [("true", Kind::True), ("false", Kind::False), ("null", Kind::Null)] {
            let end = start + literal.len();
            if self.bytes[start..].starts_with(literal.as_bytes()) && !goes_on(self.document.text, end, "_$") {
                self.at = end;
                return Ok(kind);
            }
        }
        Err(self.diagnosis().no_value(start))
    }

    fn diagnosis(&self) -> Diagnosis<'_> {
        Diagnosis { text: self.document.text, stack: &self.stack }
    }
}

/// The high bit of each byte that ends plain text: a quote, a backslash or a control character. Behind the first one, others
/// may have it, too.
fn bytes_to_heed(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 255;
    let zero_in = |bytes: u64| bytes.wrapping_sub(EACH) & !bytes;
    let is_control = bytes.wrapping_sub(EACH * 0x20) & !bytes;
    (is_control | zero_in(bytes ^ (EACH * 0x22)) | zero_in(bytes ^ (EACH * 0x5c))) & (EACH << 7)
}

/// What the escape at `at` writes, a character or half of a surrogate pair, and its length.
fn escape_at(bytes: &[u8], at: usize) -> Option<(Result<char, u32>, usize)> {
    let plain = match bytes.get(at + 1)? {
        b'u' => {
            let code = hexadecimal(bytes, at + 2)?;
            let low = if bytes.get(at + 6..at + 8) == Some(b"\\u") { hexadecimal(bytes, at + 8) } else { None };
            let pair = match (code, low) {
                (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00),
                _ => return Some((char::from_u32(code).ok_or(code), 6)),
            };
            return Some((char::from_u32(pair).ok_or(code), 12));
        }
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        byte @ (b'"' | b'\\' | b'/') => char::from(*byte),
        _ => return None,
    };
    Some((Ok(plain), 2))
}

fn hexadecimal(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.iter().try_fold(0, |code, byte| Some(code * 16 + char::from(*byte).to_digit(16)?))
}
