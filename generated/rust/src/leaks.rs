// Generated from tools/exprov/targets/rust/runtime/src/leaks.rs by `exprov generate`; edit that and run it again.
//! The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.
//!
//! All findings are writer level. None repeats a value, and a path that would repeat a secret, because a member's *name*
//! has the shape of one, is cut at the object of that member.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use regex_lite::{Captures, Regex};

use crate::catalogue::Rule;
use crate::contract::LEAKS;
use crate::document::{Kind, Value, mark};
use crate::messages as m;
use crate::report::{Place, Report};
use crate::tables::Redacted;

/// Paths can be as long as a record, and findings as many as its members: what they hold together is bounded. Beyond it,
/// a finding's path is that of the whole record.
pub(crate) const MAX_PATH_TEXT: usize = 1 << 24;

/// The id of the first pattern of a credential that `text` matches anywhere. Takes time linear in its length.
pub(crate) fn credential_in(text: &str) -> Option<&'static str> {
    let mut candidates = Keywords::shared().in_text(text);
    candidates.sort_unstable();
    let found = candidates.into_iter().find(|index| is_match(LEAKS.values[*index].pattern, text))?;
    Some(LEAKS.values[found].id)
}

/// Whether a pattern of the contract matches anywhere in `text`, with a secret part, if it has one, that is not redacted.
/// A thread compiles a pattern when it first needs it.
pub(crate) fn is_match(pattern: &'static str, text: &str) -> bool {
    thread_local!(static COMPILED: RefCell<HashMap<&'static str, Regex>> = RefCell::default());
    let compile = || Regex::new(pattern).expect("the generator accepts only patterns of the portable subset");
    COMPILED.with_borrow_mut(|compiled| {
        let regex = compiled.entry(pattern).or_insert_with(compile);
        if regex.captures_len() == 1 {
            return regex.is_match(text);
        }
        // Of the groups, at most one takes part in a match.
        let secret = |captures: Captures| captures.iter().skip(1).flatten().next().map(|group| group.range());
        regex.captures_iter(text).map(secret).any(|range| range.is_none_or(|range| !is_redacted(&text[range])))
    })
}

/// Whether the secret part of a text says only that it was taken out.
fn is_redacted(secret: &str) -> bool {
    let Redacted { words, fill, brackets } = LEAKS.redacted;
    let inner = secret.trim_matches(|one| brackets.contains(one));
    let is_filled = !inner.is_empty() && inner.chars().all(|one| fill.contains(one));
    is_filled || words.iter().any(|word| word.eq_ignore_ascii_case(inner))
}

/// Whether a pointer may run through `name`.
pub(crate) fn is_nameable(name: &str) -> bool {
    credential_in(name).is_none()
}

/// The keywords of all patterns: most texts hold none of them, which is found out quickly.
struct Keywords {
    /// For each pair of bytes, whether a keyword begins with it, whatever the case.
    pairs: Box<[u64; 1 << 10]>,
    /// By their first byte: the keywords, and the index of the pattern.
    by_first: Vec<Vec<(&'static [u8], usize)>>,
}

impl Keywords {
    fn shared() -> &'static Self {
        static SHARED: OnceLock<Keywords> = OnceLock::new();
        SHARED.get_or_init(|| {
            let mut keywords = Self { pairs: Box::new([0; 1 << 10]), by_first: vec![Vec::new(); 256] };
            for (index, value) in LEAKS.values.iter().enumerate() {
                for keyword in value.keywords.iter().map(|keyword| keyword.as_bytes()) {
                    let Some((first, rest)) = keyword.split_first() else { continue };
                    keywords.by_first[usize::from(*first)].push((keyword, index));
                    for second in 0..=u8::MAX {
                        // Whatever follows a keyword of one byte.
                        if rest.first().is_none_or(|one| one.eq_ignore_ascii_case(&second)) {
                            keywords.note(first.to_ascii_lowercase(), second);
                            keywords.note(first.to_ascii_uppercase(), second);
                        }
                    }
                }
            }
            keywords
        })
    }

    fn note(&mut self, first: u8, second: u8) {
        let (word, bit) = pair(first, second);
        self.pairs[word] |= bit;
    }

    /// The indexes of the patterns that have a keyword in `text`.
    fn in_text(&self, text: &str) -> Vec<usize> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        for at in 0..bytes.len() {
            let (word, bit) = pair(bytes[at], *bytes.get(at + 1).unwrap_or(&0));
            if self.pairs[word] & bit != 0 {
                self.begin_at(&bytes[at..], &mut found);
            }
        }
        found
    }

    /// The patterns of which a keyword begins `bytes`.
    #[cold]
    fn begin_at(&self, bytes: &[u8], found: &mut Vec<usize>) {
        for (keyword, index) in &self.by_first[usize::from(bytes[0].to_ascii_lowercase())] {
            let begins = bytes.get(1).map(u8::to_ascii_lowercase) == keyword.get(1).copied() || keyword.len() == 1;
            let is_here = || bytes.get(..keyword.len()).is_some_and(|here| here.eq_ignore_ascii_case(keyword));
            if begins && is_here() && !found.contains(index) {
                found.push(*index);
            }
        }
    }
}

fn pair(first: u8, second: u8) -> (usize, u64) {
    let index = usize::from(first) << 8 | usize::from(second);
    (index >> 6, 1 << (index & 63))
}

/// The form in which names are compared: letters folded, separators removed. Beside ASCII letters, only those of the
/// contract are folded, so that every language normalises alike.
fn normal(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for one in name.chars().filter(|one| !LEAKS.separators.contains(*one)) {
        match LEAKS.folded.iter().find(|(folded, _)| folded.starts_with(one)) {
            Some((_, letter)) => normal.push_str(letter),
            None => normal.push(one.to_ascii_lowercase()),
        }
    }
    normal
}

/// The forms in which a name is compared: itself, and the tails of its segments without those of digits alone.
fn forms(name: &str) -> Vec<String> {
    let mut forms = vec![normal(name)];
    if name.contains('.') {
        let mut tail = String::new();
        for segment in name.rsplit('.').filter(|one| !one.bytes().all(|byte| byte.is_ascii_digit())) {
            // A longer tail than any name of the contract ends as this one does.
            if tail.len() > LEAKS.longest {
                break;
            }
            let before = normal(segment);
            if !before.is_empty() {
                tail.insert_str(0, &before);
                forms.push(tail.clone());
            }
        }
    }
    forms
}

/// What a member's name says, anywhere or, `below` the members that hold no text, there.
fn judge(name: &str, is_below: bool) -> Option<(Rule, &'static str)> {
    let forms = forms(name);
    let is_in = |names: &[&str]| forms.iter().any(|form| names.binary_search(&form.as_str()).is_ok());
    let ends_in = |suffix: &&str| forms.iter().any(|form| form.ends_with(suffix));
    if is_in(LEAKS.credential_members) || LEAKS.credential_suffixes.iter().any(ends_in) {
        Some((Rule::LeakCredentialMember, m::LEAK_CREDENTIAL_MEMBER))
    } else if is_in(LEAKS.content_members) {
        Some((Rule::LeakContentMember, m::LEAK_CONTENT_MEMBER))
    } else {
        (is_below && is_in(LEAKS.message_members)).then_some((Rule::LeakMessage, m::LEAK_MESSAGE))
    }
}

/// Every leak of a record, of which `root` is the whole.
pub(crate) fn scan(root: Value<'_, '_>, report: &mut Report) {
    let mut found = Found { root, most_path_text: report.path_text + MAX_PATH_TEXT, report };
    let mut end_of_textless = root.at;
    for value in (root.at..root.node().next).map(|at| root.other(at)) {
        let is_member = value.at != root.at && value.parent().kind() == Kind::Object;
        if is_member && !value.has_mark(mark::KNOWN) {
            found.name(value, value.at < end_of_textless);
        }
        if value.kind() == Kind::String && !value.has_mark(mark::KNOWN_VALUE) {
            if let Some(id) = credential_in(value.text()) {
                found.add(value, Rule::LeakCredentialValue, m::LEAK_CREDENTIAL_VALUE, id);
            }
        }
        if value.kind() > Kind::String
            && value.node().parent == root.at
            && is_member
            && LEAKS.textless_members.contains(&value.name())
        {
            end_of_textless = value.node().next;
        }
        if found.report.is_done() {
            return;
        }
    }
}

struct Found<'r, 'd, 'a> {
    root: Value<'d, 'a>,
    report: &'r mut Report,
    most_path_text: usize,
}

impl<'d, 'a> Found<'_, 'd, 'a> {
    fn name(&mut self, value: Value<'d, 'a>, is_below: bool) {
        let name = value.name();
        if LEAKS.known_members.binary_search(&name).is_ok() {
            return;
        }
        if let Some((rule, message)) = judge(name, is_below) {
            self.add(value, rule, message, "");
        }
        if let Some(id) = credential_in(name) {
            self.add(value, Rule::LeakCredentialValue, m::LEAK_CREDENTIAL_VALUE_NAME, id);
        }
    }

    /// `id` is that of a credential.
    fn add(&mut self, value: Value<'d, 'a>, rule: Rule, template: &'static str, id: &str) {
        let has_room = self.report.path_text < self.most_path_text;
        let shown = if has_room { value.visible(is_nameable) } else { self.root };
        self.report.add(Place::of(shown), rule, template, &[("id", &id)]);
    }
}
