// Generated from tools/exprov/targets/rust/runtime/src/validator.rs by `exprov generate`; edit that and run it again.
//! The four phases in order, and the two verdicts: what `validate`, `is_valid` and `check` do.

use std::vec::IntoIter;

use crate::carrier::{self, Subject};
use crate::checks::Checker;
use crate::contract::{Carrier, DEFAULT_LIMITS, RECORD};
use crate::document::{ABSENT, Document, ROOT, Value};
use crate::finding::{Finding, InvalidRecord, Level, Position};
use crate::leaks;
use crate::reader::{Found, Limits, Reading, read};
use crate::report::{Place, Report};
use crate::tables::{self, Object, Root};

/// So many findings are kept by default.
pub(crate) const MAX_FINDINGS: usize = 1_000;

/// Validates texts. By default, a text is the record itself, the level is writer, and the default limits apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validator {
    level: Level,
    subject: Subject,
    limits: Limits,
    max_findings: usize,
}

impl Default for Validator {
    fn default() -> Self {
        Self::new()
    }
}

impl Validator {
    /// The default settings.
    #[must_use]
    pub const fn new() -> Self {
        Self { level: Level::Writer, subject: Subject::Record, limits: DEFAULT_LIMITS, max_findings: MAX_FINDINGS }
    }

    /// Which findings count: at `Level::Reader`, only those for which every consumer must reject a record.
    #[must_use]
    pub const fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The text is not the record itself but this payload that carries it.
    #[must_use]
    pub const fn carrier(mut self, carrier: Carrier) -> Self {
        self.subject = Subject::Carrier(carrier);
        self
    }

    /// The text is the record or a payload that carries it, recognised by its members.
    #[must_use]
    pub const fn recognise(mut self) -> Self {
        self.subject = Subject::Recognised;
        self
    }

    /// How much the reader takes.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How many findings are kept, at least one; 1,000 by default. Others are counted: see [`Findings::omitted`].
    #[must_use]
    pub const fn max_findings(mut self, most: usize) -> Self {
        self.max_findings = if most == 0 { 1 } else { most };
        self
    }

    /// Every finding of one text: those of the parse phase in the order of the text, then the others in that of the
    /// document. Later phases run when they are asked for.
    #[must_use]
    pub fn validate<'a>(&self, data: &'a (impl AsRef<[u8]> + ?Sized)) -> Findings<'a> {
        // A byte order mark may be one more, which does not count for readers.
        let reading = read(data.as_ref(), self.limits, self.max_findings.saturating_add(1));
        let mut ready = located(&reading);
        ready.retain(|finding| finding.level <= self.level);
        let omitted = reading.omitted + ready.len().saturating_sub(self.max_findings);
        ready.truncate(self.max_findings);
        let room = self.max_findings - ready.len();
        Findings { ready: ready.into_iter(), omitted, rest: Some((*self, room, reading)) }
    }

    /// Whether `validate` would find nothing. Stops at the first finding.
    #[must_use]
    pub fn is_valid(&self, data: &(impl AsRef<[u8]> + ?Sized)) -> bool {
        let Reading { mut document, is_complete, found, .. } = read(data.as_ref(), self.limits, 0);
        if !is_complete || found.iter().any(|one| one.rule.level() <= self.level) {
            return false;
        }
        let mut report = Report::new(self.level, true, 1);
        self.judge(&mut document, &mut report);
        report.is_empty()
    }

    /// Reject a text that has findings.
    ///
    /// # Errors
    ///
    /// `InvalidRecord`, which carries all findings.
    pub fn check(&self, data: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), InvalidRecord> {
        let mut all = self.validate(data);
        let findings: Vec<_> = all.by_ref().collect();
        if findings.is_empty() { Ok(()) } else { Err(InvalidRecord { findings, omitted: all.omitted }) }
    }

    /// The phases after the parse phase: schema, then rules if there is no finding at reader level, and leaks.
    fn judge(&self, document: &mut Document<'_>, report: &mut Report) {
        let table = carrier::table(self.subject, document.root());
        check_schema(table.root, document, report, true);
        let root = document.root();
        if report.of_readers == 0 {
            if let Some(object) = object_of(table.root, root) {
                judge_rules(object, root, report);
            }
        }
        self.find_leaks(table, root, report);
    }

    fn find_leaks(&self, table: &tables::Document, root: Value<'_, '_>, report: &mut Report) {
        if self.level == Level::Reader || report.is_done() {
            return;
        }
        let start = report.len();
        if std::ptr::eq(table, &raw const RECORD) {
            leaks::scan(root, report);
        }
        for steps in table.records {
            let mut places = vec![root];
            for step in *steps {
                places = places.into_iter().flat_map(|place| place.members(step)).collect();
            }
            for record in places {
                leaks::scan(record, report);
            }
        }
        report.unify(start);
    }
}

/// Check a document by the tables of the schema phase, and note where its known members are.
pub(crate) fn check_schema(root: &'static Root, document: &mut Document<'_>, report: &mut Report, is_sent: bool) {
    let mut checker = Checker::new(report);
    checker.root(root, document.root(), is_sent);
    document.slots = checker.slots;
}

/// The type of a document that passed the schema phase.
fn object_of(root: &'static Root, value: Value<'_, '_>) -> Option<&'static Object> {
    match root {
        Root::Object(object) => Some(object),
        Root::Union { tag, values, branches } => {
            let tagged = value.member(tag).text();
            values.iter().position(|known| *known == tagged).map(|index| branches[index])
        }
    }
}

/// An object's own rules, then those of the objects that are its members.
fn judge_rules(object: &'static Object, value: Value<'_, '_>, report: &mut Report) {
    for tables::Rule { id, path, message, holds } in object.rules {
        if report.is_done() {
            return;
        }
        if !holds(value) {
            let mut place = Place { value, missing: path };
            while let [step, rest @ ..] = place.missing {
                let member = place.value.member(step);
                if member.at == ABSENT {
                    break;
                }
                place = Place { value: member, missing: rest };
            }
            report.add(place, *id, message, &[]);
        }
    }
    for (slot, member) in object.members.iter().enumerate() {
        if let tables::Check::Object(inner) = &member.check {
            let inside = value.get(slot);
            if inside.at != ABSENT {
                judge_rules(inner, inside, report);
            }
        }
    }
}

/// The findings of one text.
#[derive(Debug)]
pub struct Findings<'a> {
    ready: IntoIter<Finding>,
    omitted: usize,
    rest: Option<(Validator, usize, Reading<'a>)>,
}

impl Findings<'_> {
    /// How many findings were not kept, since there are more than `max_findings`. It is known when the iterator has ended.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl Iterator for Findings<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        if let Some(finding) = self.ready.next() {
            return Some(finding);
        }
        let (validator, room, Reading { mut document, is_complete, found, .. }) = self.rest.take()?;
        if !is_complete {
            return None;
        }
        let mut report = Report::new(validator.level, false, room);
        if found.iter().any(|one| one.rule.level() == Level::Reader) {
            // What was read is not one value to all readers, but no secret in it stays hidden.
            let table = carrier::table(validator.subject, document.root());
            validator.find_leaks(table, document.root(), &mut report);
        } else {
            validator.judge(&mut document, &mut report);
        }
        self.omitted += report.omitted;
        self.ready = report.into_findings().into_iter();
        self.ready.next()
    }
}

impl std::iter::FusedIterator for Findings<'_> {}

/// The findings of the parse phase, in the order of the text.
pub(crate) fn located(reading: &Reading<'_>) -> Vec<Finding> {
    let Reading { document, found, .. } = reading;
    let mut path_text = 0;
    let mut placed: Vec<(&Found, String)> = Vec::new();
    for one in found {
        let is_named = one.node > ROOT && path_text <= leaks::MAX_PATH_TEXT;
        let path = if is_named { document.at(one.node).visible(leaks::is_nameable).pointer() } else { String::new() };
        path_text += path.len();
        // The first finding decides the verdict. Beyond the bound the list ends: a small input must not fill the memory.
        if path_text <= leaks::MAX_PATH_TEXT || placed.is_empty() {
            placed.push((one, path));
        }
    }
    placed.sort_by_key(|(one, _)| one.offset);
    let (mut offset, mut line, mut column) = (0, 1, 1);
    let place = |(one, path): (&Found, String)| {
        for character in document.text.get(offset..one.offset).unwrap_or_default().chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        offset = one.offset;
        let position = Some(Position { line, column, offset });
        Finding { rule: one.rule, path, level: one.rule.level(), message: one.message.clone(), position }
    };
    placed.into_iter().map(place).collect()
}
