//! The findings of one text while they are being collected.

use std::collections::HashSet;

use crate::catalogue::Rule;
use crate::document::Value;
use crate::finding::{Finding, Level, Parts, fill};

/// Where a finding points: at a value, or at a member of it that is missing.
#[derive(Clone, Copy)]
pub(crate) struct Place<'d, 'a> {
    pub(crate) value: Value<'d, 'a>,
    pub(crate) missing: &'d [&'static str],
}

impl<'d, 'a> Place<'d, 'a> {
    pub(crate) fn of(value: Value<'d, 'a>) -> Self {
        Self { value, missing: &[] }
    }

    /// Places in document order: what is missing in an object comes before what is there.
    fn order(self) -> u64 {
        u64::from(self.value.at) * 2 + u64::from(!self.missing.is_empty())
    }

    fn pointer(self) -> String {
        let mut pointer = self.value.pointer();
        for name in self.missing {
            pointer.push('/');
            pointer.push_str(name);
        }
        pointer
    }
}

/// `level`: which findings count. `is_brief`: one finding, whichever, is enough, and nobody will read it. `most`: so many
/// are kept; `omitted` counts the others.
pub(crate) struct Report {
    level: Level,
    is_brief: bool,
    most: usize,
    found: Vec<(u64, Finding)>,
    pub(crate) omitted: usize,
    /// How many there are, whether they count or not, and how many at reader level.
    pub(crate) total: usize,
    pub(crate) of_readers: usize,
    /// How much text their paths hold.
    pub(crate) path_text: usize,
}

impl Report {
    pub(crate) fn new(level: Level, is_brief: bool, most: usize) -> Self {
        Self { level, is_brief, most, found: Vec::new(), omitted: 0, total: 0, of_readers: 0, path_text: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether nothing more needs to be found.
    pub(crate) fn is_done(&self) -> bool {
        self.is_brief && !self.found.is_empty()
    }

    /// Whether somebody will read the message of a finding of this level.
    pub(crate) fn is_read(&self, level: Level) -> bool {
        level <= self.level && !self.is_brief
    }

    /// Add a finding, at the level of its rule; its message is the template with what is filled in.
    pub(crate) fn add(&mut self, place: Place, rule: Rule, template: &'static str, parts: Parts) {
        self.add_at(rule.level(), place, rule, template, parts);
    }

    pub(crate) fn add_at(&mut self, level: Level, place: Place, rule: Rule, template: &'static str, parts: Parts) {
        self.total += 1;
        self.of_readers += usize::from(level == Level::Reader);
        if level > self.level {
            return;
        }
        if self.found.len() >= self.most {
            self.omitted += 1;
            return;
        }
        let (path, message) = if self.is_brief { Default::default() } else { (place.pointer(), fill(template, parts)) };
        self.path_text += path.len();
        self.found.push((place.order(), Finding { rule, path, level, message, position: None }));
    }

    /// Keep one of each of the findings from the index `start` on that say the same of one place.
    pub(crate) fn unify(&mut self, start: usize) {
        if self.found.len() > start + 1 {
            let mut seen = HashSet::new();
            let mut found = self.found.split_off(start);
            found.retain(|(_, one)| seen.insert((one.rule, one.path.clone(), one.message.clone())));
            self.found.append(&mut found);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// All findings, in document order.
    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        self.found.sort_by_key(|(order, _)| *order);
        self.found.into_iter().map(|(_, finding)| finding).collect()
    }
}
