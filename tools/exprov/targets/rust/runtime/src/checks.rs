//! The schema phase: one generic walk over the tables of a contract.
//!
//! A value of the wrong type has `schema/type` alone, since the other keywords do not apply to it. No message repeats a
//! value of the record: a value at the wrong place may be a secret.

use crate::catalogue::Rule;
use crate::contract::IDENTIFIERS;
use crate::document::{ABSENT, Kind, Value, mark};
use crate::equality::same;
use crate::finding::{Level, Parts, Quoted, fill};
use crate::leaks;
use crate::logic::distinct;
use crate::messages as m;
use crate::near::near;
use crate::number;
use crate::report::{Place, Report};
use crate::tables::{Check, Condition, Object, Ranges, Root};

/// Elements of a wrong type are findings already. Only so many of them are compared with each other, so that a hostile
/// list does not take quadratic time.
const MOST_COMPARED: usize = 64;

/// Checks a document; afterwards `slots` has the places of its known members.
pub(crate) struct Checker<'r> {
    pub(crate) report: &'r mut Report,
    pub(crate) slots: Vec<u32>,
}

impl<'r> Checker<'r> {
    pub(crate) fn new(report: &'r mut Report) -> Self {
        // No object's slots begin at zero: that stands for one that was not checked.
        let mut slots = Vec::with_capacity(64);
        slots.push(0);
        Self { report, slots }
    }

    /// Check a whole document. `is_sent`: whether to ask for the members that a writer must send.
    pub(crate) fn root(&mut self, root: &'static Root, value: Value<'_, '_>, is_sent: bool) {
        if value.kind() != Kind::Object {
            return self.wrong_type(m::WORD_OBJECT, value, m::SCHEMA_TYPE);
        }
        match root {
            Root::Object(object) => self.object(object, value, is_sent),
            Root::Union { tag, values, branches } => {
                let of_unknown_version = |checker: &mut Self| checker.is_of_unknown_version(branches[0], value);
                if branches.is_empty() || of_unknown_version(self) {
                    return;
                }
                let tagged = value.member(tag);
                if let Some(at) = values.iter().position(|known| *known == tagged.text() && tagged.is_present()) {
                    return self.object(branches[at], value, is_sent);
                }
                if tagged.is_present() {
                    self.value(&Check::Choice(values), tagged, m::SCHEMA_TYPE);
                } else {
                    self.missing(value, tag, m::SCHEMA_REQUIRED, "");
                }
                if is_sent {
                    let by_all = |name: &&'static &'static str| branches.iter().all(|object| object.asks(name));
                    self.asked(branches[0].asked().filter(by_all), value);
                }
            }
        }
    }

    fn object(&mut self, object: &'static Object, value: Value<'_, '_>, is_sent: bool) {
        if self.is_of_unknown_version(object, value) {
            return;
        }
        let base = self.place_members(object, value);
        for (slot, member) in object.members.iter().enumerate() {
            if member.is_required && self.slots[base + slot] == ABSENT {
                self.missing(value, &object.names[slot], m::SCHEMA_REQUIRED, "");
            }
        }
        for child in value.children() {
            if self.report.is_done() {
                return;
            }
            if !child.has_mark(mark::KNOWN) {
                self.unknown_member(object, base, child);
                continue;
            }
            let slot = usize::from(child.node().slot.get());
            let member = &object.members[slot];
            let is_wanted = || {
                member.is_required
                    || member.is_asked
                    || object
                        .conditions
                        .iter()
                        .any(|one| one.required.contains(&slot) && self.applies(one, base, value))
            };
            let is_null = child.kind() == Kind::Null;
            let template = if is_null && !is_wanted() { m::SCHEMA_TYPE_NULL_OPTIONAL } else { m::SCHEMA_TYPE };
            self.value(&member.check, child, template);
        }
        self.conditions(object, base, value);
        if is_sent {
            self.asked(object.asked(), value);
        }
    }

    /// Whether the object names a version other than the known one: that is all there is to find in it, then.
    fn is_of_unknown_version(&mut self, object: &'static Object, value: Value<'_, '_>) -> bool {
        let Some((name, known)) = object.version else { return false };
        let version = value.member(name);
        let is_unknown = version.kind() == Kind::String && version.text() != known;
        if is_unknown {
            self.version(known, version);
        }
        is_unknown
    }

    /// Find the known members of an object: the place of the first one in `slots`.
    fn place_members(&mut self, object: &'static Object, value: Value<'_, '_>) -> usize {
        let base = self.slots.len();
        self.slots.resize(base + object.names.len(), ABSENT);
        let mut next = 0;
        for child in value.children() {
            let slot = match object.names.get(next) {
                Some(expected) if child.is_named(expected) => Some(next),
                _ => object.names.iter().position(|known| child.is_named(known)),
            };
            if let Some(slot) = slot {
                child.set_mark(mark::KNOWN);
                child.node().slot.set(u16::try_from(slot).unwrap_or(u16::MAX));
                self.slots[base + slot] = child.at;
                next = slot + 1;
            }
        }
        value.node().detail.set(u32::try_from(base).unwrap_or(u32::MAX));
        base
    }

    fn applies(&self, condition: &Condition, base: usize, value: Value<'_, '_>) -> bool {
        let tested = value.other(self.slots[base + condition.slot]);
        tested.kind() == Kind::String && condition.values.contains(&tested.text())
    }

    fn conditions(&mut self, object: &'static Object, base: usize, value: Value<'_, '_>) {
        for condition in object.conditions {
            if !self.applies(condition, base, value) {
                continue;
            }
            for slot in condition.required {
                if self.slots[base + slot] == ABSENT {
                    self.missing(value, &object.names[*slot], m::SCHEMA_REQUIRED_CONDITION, condition.words);
                }
            }
            for slot in condition.forbidden {
                let member = value.other(self.slots[base + slot]);
                if member.is_present() {
                    let parts: Parts = &[("name", &Quoted(object.names[*slot])), ("condition", &condition.words)];
                    self.add(member, Rule::SchemaForbidden, m::SCHEMA_FORBIDDEN, parts);
                }
            }
        }
    }

    fn asked(&mut self, names: impl Iterator<Item = &'static &'static str>, value: Value<'_, '_>) {
        for name in names.filter(|name| !value.member(name).is_present()) {
            let missing = Place { value, missing: std::slice::from_ref(name) };
            let parts: Parts = &[("name", &Quoted(name))];
            self.report.add_at(Level::Writer, missing, Rule::SchemaRequired, m::SCHEMA_REQUIRED_WRITER, parts);
        }
    }

    fn missing(&mut self, value: Value<'_, '_>, name: &'static &'static str, template: &'static str, condition: &str) {
        let missing = Place { value, missing: std::slice::from_ref(name) };
        let parts: Parts = &[("name", &Quoted(name)), ("condition", &condition)];
        self.report.add(missing, Rule::SchemaRequired, template, parts);
    }

    fn unknown_member(&mut self, object: &'static Object, base: usize, child: Value<'_, '_>) {
        let slots = &self.slots[base..base + object.names.len()];
        let is_there = |name: &str| object.names.iter().zip(slots).any(|(known, at)| *known == name && *at != ABSENT);
        let near = self.near(child.name(), object.names, Level::Writer).filter(|name| !is_there(name));
        // A name that has the shape of a credential is not repeated: its object stands for it, as in the leak phase.
        let shown = child.visible(leaks::is_nameable);
        match near {
            Some(near) => {
                self.add(shown, Rule::SchemaUnknownMember, m::SCHEMA_UNKNOWN_MEMBER_NEAR, &[("near", &Quoted(near))]);
            }
            None => self.add(shown, Rule::SchemaUnknownMember, m::SCHEMA_UNKNOWN_MEMBER, &[]),
        }
    }

    /// What `token` most likely meant, if anybody will read it.
    fn near<'k>(&self, token: &str, known: &[&'k str], level: Level) -> Option<&'k str> {
        if self.report.is_read(level) { near(token, known, self.report.total) } else { None }
    }

    /// Check one value; `template` words a wrong type.
    fn value(&mut self, check: &Check, value: Value<'_, '_>, template: &'static str) {
        let kind = value.kind();
        let (expected, is_expected) = match check {
            Check::Version(_) | Check::Text { .. } | Check::Constant(_) | Check::Choice(_) | Check::Token { .. } => {
                (m::WORD_STRING, kind == Kind::String)
            }
            Check::Boolean => (m::WORD_TRUE_OR_FALSE, matches!(kind, Kind::True | Kind::False)),
            Check::Number { is_integer: true, .. } => (m::WORD_INTEGER, kind == Kind::Number),
            Check::Number { .. } => (m::WORD_NUMBER, kind == Kind::Number),
            Check::Array { .. } => (m::WORD_ARRAY, kind == Kind::Array),
            Check::Object(_) | Check::Free => (m::WORD_OBJECT, kind == Kind::Object),
        };
        if !is_expected {
            let is_empty_array = matches!(check, Check::Array { least: 0, .. }) && kind == Kind::Null;
            let is_reworded = is_empty_array && template == m::SCHEMA_TYPE;
            let template = if is_reworded { m::SCHEMA_TYPE_NULL_ARRAY } else { template };
            return match check {
                Check::Version(known) => {
                    self.wrong_type(&fill(m::WORD_VERSION, &[("version", &Quoted(known))]), value, template);
                }
                _ => self.wrong_type(expected, value, template),
            };
        }
        match check {
            Check::Text { least, is_identifier } => self.text(*least, *is_identifier, value),
            Check::Constant(expected) => self.constant(expected, value),
            Check::Version(known) => self.version(known, value),
            Check::Choice(values) => self.choice(values, value),
            Check::Token { pattern, known } => self.token(pattern, known, value),
            Check::Number { is_integer, minimum, maximum } => self.number(*is_integer, *minimum, *maximum, value),
            Check::Array { items, least, is_unique } => self.array(items, *least, *is_unique, value),
            Check::Object(object) => self.object(object, value, false),
            Check::Boolean | Check::Free => {}
        }
    }

    fn wrong_type(&mut self, expected: &str, value: Value<'_, '_>, template: &'static str) {
        let found = match value.kind() {
            Kind::Null | Kind::Absent => m::WORD_NULL,
            Kind::False | Kind::True => m::WORD_BOOLEAN,
            Kind::Number => m::WORD_NUMBER,
            Kind::String => m::WORD_STRING,
            Kind::Array => m::WORD_ARRAY,
            Kind::Object => m::WORD_OBJECT,
        };
        self.add(value, Rule::SchemaType, template, &[("expected", &expected), ("found", &found)]);
    }

    fn text(&mut self, least: usize, is_identifier: bool, value: Value<'_, '_>) {
        let text = value.text();
        let length = || text.chars().count();
        if text.len() < least * 4 && length() < least {
            let words = if is_identifier { m::SCHEMA_MIN_LENGTH_IDENTIFIER } else { m::SCHEMA_MIN_LENGTH };
            self.add(value, Rule::SchemaMinLength, words, &[("least", &least), ("length", &length())]);
        } else if let Some(words) = fault_of_identifier(text).filter(|_| is_identifier) {
            self.add(value, Rule::SchemaIdentifierText, words, &[]);
        }
    }

    fn constant(&mut self, expected: &str, value: Value<'_, '_>) {
        if value.text() == expected {
            return value.set_mark(mark::KNOWN_VALUE);
        }
        self.add(value, Rule::SchemaConst, m::SCHEMA_CONST, &[("value", &Quoted(expected))]);
    }

    fn version(&mut self, known: &str, value: Value<'_, '_>) {
        let text = value.text();
        if text == known {
            return value.set_mark(mark::KNOWN_VALUE);
        }
        let shown = shown_version(text);
        let words = match shown {
            None => m::SCHEMA_UNKNOWN_VERSION_OTHER,
            Some(shown) if shown.len() == text.len() => m::SCHEMA_UNKNOWN_VERSION,
            Some(_) => m::SCHEMA_UNKNOWN_VERSION_BEGINS,
        };
        let parts: Parts = &[("version", &Quoted(shown.unwrap_or_default())), ("known", &known)];
        self.add(value, Rule::SchemaUnknownVersion, words, parts);
    }

    fn choice(&mut self, values: &[&str], value: Value<'_, '_>) {
        let text = value.text();
        if values.contains(&text) {
            return value.set_mark(mark::KNOWN_VALUE);
        }
        match self.near(text, values, Level::Reader) {
            Some(near) => self.add(value, Rule::SchemaEnum, m::SCHEMA_ENUM_NEAR, &[("near", &Quoted(near))]),
            None => self.add(value, Rule::SchemaEnum, m::SCHEMA_ENUM, &[("values", &values.join(", "))]),
        }
    }

    fn token(&mut self, pattern: &'static str, known: &[&str], value: Value<'_, '_>) {
        let text = value.text();
        if known.contains(&text) {
            return value.set_mark(mark::KNOWN_VALUE);
        }
        let (rule, words, words_near) = if leaks::is_match(pattern, text) {
            (Rule::SchemaUnknownToken, m::SCHEMA_UNKNOWN_TOKEN, m::SCHEMA_UNKNOWN_TOKEN_NEAR)
        } else {
            (Rule::SchemaPattern, m::SCHEMA_PATTERN, m::SCHEMA_PATTERN_NEAR)
        };
        match self.near(text, known, rule.level()) {
            Some(near) => self.add(value, rule, words_near, &[("pattern", &pattern), ("near", &Quoted(near))]),
            None => self.add(value, rule, words, &[("pattern", &pattern), ("values", &known.join(", "))]),
        }
    }

    fn number(&mut self, is_integer: bool, minimum: Option<i64>, maximum: Option<i64>, value: Value<'_, '_>) {
        let text = value.raw();
        let is_plain = number::is_plain(text);
        if is_integer && !number::is_integer(text) {
            return self.add(value, Rule::SchemaType, m::SCHEMA_TYPE_FRACTION, &[]);
        }
        let small: Option<i64> = if is_plain { text.parse().ok() } else { None };
        let compared = |bound: i64| match small {
            Some(small) => small.cmp(&bound),
            None => number::compare(text, &bound.to_string()),
        };
        if let Some(least) = minimum.filter(|bound| compared(*bound).is_lt()) {
            self.add(value, Rule::SchemaMinimum, m::SCHEMA_MINIMUM, &[("minimum", &least)]);
        }
        if let Some(most) = maximum.filter(|bound| compared(*bound).is_gt()) {
            self.add(value, Rule::SchemaMaximum, m::SCHEMA_MAXIMUM, &[("maximum", &most)]);
        }
        if is_integer && !is_plain {
            self.add(value, Rule::SchemaIntegerForm, m::SCHEMA_INTEGER_FORM, &[]);
        }
    }

    fn array(&mut self, items: &Check, least: usize, is_unique: bool, value: Value<'_, '_>) {
        let length = value.len();
        if length < least {
            self.add(value, Rule::SchemaMinItems, m::SCHEMA_MIN_ITEMS, &[("least", &least), ("length", &length)]);
        }
        if is_unique && !all_differ(value) {
            self.add(value, Rule::SchemaUniqueItems, m::SCHEMA_UNIQUE_ITEMS, &[]);
        }
        for item in value.children() {
            if self.report.is_done() {
                return;
            }
            self.value(items, item, m::SCHEMA_TYPE);
        }
    }

    fn add(&mut self, value: Value<'_, '_>, rule: Rule, template: &'static str, parts: Parts) {
        self.report.add(Place::of(value), rule, template, parts);
    }
}

impl Object {
    /// The members that a writer must send, where the object is a whole document.
    fn asked(&'static self) -> impl Iterator<Item = &'static &'static str> {
        self.names.iter().zip(self.members).filter(|(_, member)| member.is_asked).map(|(name, _)| name)
    }

    fn asks(&'static self, name: &str) -> bool {
        self.asked().any(|asked| *asked == name)
    }
}

fn fault_of_identifier(text: &str) -> Option<&'static str> {
    if IDENTIFIERS.missing.contains(&text) {
        Some(m::SCHEMA_IDENTIFIER_TEXT_MISSING)
    } else if text.chars().all(|one| is_in(IDENTIFIERS.blank, one)) {
        Some(m::SCHEMA_IDENTIFIER_TEXT_BLANK)
    } else {
        let has_control = text.chars().any(|one| is_in(IDENTIFIERS.forbidden, one));
        has_control.then_some(m::SCHEMA_IDENTIFIER_TEXT_CONTROL)
    }
}

fn is_in(ranges: Ranges, one: char) -> bool {
    ranges.iter().take_while(|(first, _)| *first <= one).any(|(_, last)| one <= *last)
}

/// What looks like a version is not a secret; it is shown up to this length.
const LONGEST_VERSION: usize = 16;

/// The beginning of `text`, if it looks like a version.
fn shown_version(text: &str) -> Option<&str> {
    let end = text.char_indices().nth(LONGEST_VERSION).map_or(text.len(), |(end, _)| end);
    let mut rest = text[..end].strip_prefix('v').unwrap_or(&text[..end]).bytes();
    let is_version = rest.next().is_some_and(|first| first.is_ascii_digit())
        && rest.all(|byte| byte.is_ascii_alphanumeric() || b".+-".contains(&byte));
    (is_version && leaks::credential_in(text).is_none()).then_some(&text[..end])
}

fn all_differ(array: Value<'_, '_>) -> bool {
    let strings = || array.children().filter(|item| item.kind() == Kind::String).map(Value::text);
    let others: Vec<_> = array.children().filter(|item| item.kind() != Kind::String).take(MOST_COMPARED).collect();
    distinct(strings) && (1..others.len()).all(|at| !others[..at].iter().any(|one| same(*one, others[at])))
}
