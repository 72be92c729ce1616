// Generated from tools/exprov/targets/rust/runtime/src/finding.rs by `exprov generate`; edit that and run it again.
//! What a check reports: one finding per defect, and the error that carries them.

use std::borrow::Cow;
use std::fmt;

use crate::catalogue::Rule;
use crate::text_enum::text_enum;

/// Who must reject a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Every consumer.
    Reader,
    /// Whoever emits it.
    Writer,
}

text_enum!(Level { Reader = "reader", Writer = "writer" });

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in code points.
    pub column: usize,
    /// From 0, in bytes.
    pub offset: usize,
}

/// One defect of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Which rule is broken.
    pub rule: Rule,
    /// A JSON Pointer to the place; empty for the whole text.
    pub path: String,
    /// Who must reject the record.
    pub level: Level,
    /// What is wrong and what to do. Its words are free to change.
    pub message: Cow<'static, str>,
    /// Where in the text, for a finding of the parse phase.
    pub position: Option<Position>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "(root)" } else { &self.path };
        write!(f, "{} at {path}", self.rule)?;
        if let Some(Position { line, column, .. }) = self.position {
            write!(f, ", line {line}, column {column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A record has findings: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRecord {
    pub(crate) findings: Vec<Finding>,
    pub(crate) omitted: usize,
}

impl InvalidRecord {
    /// The findings: those of the parse phase in the order of the text, then the others in that of the document.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How many more there are than were kept.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// The findings.
    #[must_use]
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

impl fmt::Display for InvalidRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.findings.len() + self.omitted;
        write!(f, "{count} finding{}", if count == 1 { "" } else { "s" })?;
        self.findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))?;
        if self.omitted > 0 { write!(f, "\n  and {} more", self.omitted) } else { Ok(()) }
    }
}

impl std::error::Error for InvalidRecord {}

/// What is filled into a template, by its names.
pub(crate) type Parts<'p> = &'p [(&'p str, &'p dyn fmt::Display)];

/// `template` with each `{name}` replaced by its part.
pub(crate) fn fill(template: &'static str, parts: Parts) -> Cow<'static, str> {
    if parts.is_empty() {
        return template.into();
    }
    let mut filled = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(one, two)| Some((one, two.split_once('}')?)))
    {
        filled.push_str(before);
        if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
            filled.push_str(&part.to_string());
        }
        rest = after;
    }
    filled.push_str(rest);
    filled.into()
}

/// A text as a quoted name in a message.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.0.contains('\'') && !self.0.contains('"') { "\"" } else { "'" };
        let escaped = self.0.replace('\\', "\\\\").replace(mark, &format!("\\{mark}"));
        write!(f, "{mark}{escaped}{mark}")
    }
}

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleInfo {
    /// Who must reject a record that breaks it. `schema/required` has both levels: only a writer must send some members.
    pub level: Level,
    /// The rule, in a phrase.
    pub title: &'static str,
    /// Why there is such a rule.
    pub why: &'static str,
    /// What to do about a finding.
    pub remedy: &'static str,
}

/// The rules of a contract: their ids and what they mean.
macro_rules! rules {
    ($($variant:ident = $id:literal, $level:ident, $title:literal, $why:literal, $remedy:literal;)*) => {
        $crate::text_enum::text_enum!(Rule { $($variant = $id),* });

        impl Rule {
            /// What the rule says.
            #[must_use]
            pub const fn info(self) -> $crate::RuleInfo {
                let (level, title, why, remedy) = match self {
                    $(Self::$variant => ($crate::Level::$level, $title, $why, $remedy),)*
                };
                $crate::RuleInfo { level, title, why, remedy }
            }

            /// Who must reject a record that breaks the rule.
            #[must_use]
            pub const fn level(self) -> $crate::Level {
                self.info().level
            }
        }
    };
}
pub(crate) use rules;
