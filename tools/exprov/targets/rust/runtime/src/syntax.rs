//! What is wrong with a text that is not JSON, and what to do. No message repeats text: it may be a secret.

use std::borrow::Cow;

use crate::catalogue::Rule;
use crate::finding::{Parts, fill};
use crate::messages as m;
use crate::reader::{Found, Frame};

/// What ends the reading of a text.
pub(crate) struct Stop(pub(crate) Box<Found>);

fn stop(offset: usize, message: impl Into<Cow<'static, str>>) -> Stop {
    Stop(Box::new(Found::at(Rule::JsonSyntax, offset, message)))
}

const LITERALS: [&str; 3] = ["true", "false", "null"];
const TYPOGRAPHIC: &str = "\u{2018}\u{2019}\u{201c}\u{201d}\u{ab}\u{bb}";

/// Whether a number or literal that ends at `end` goes on: with a letter, a digit or one of `others`.
pub(crate) fn goes_on(text: &str, end: usize, others: &str) -> bool {
    match text.as_bytes().get(end) {
        None | Some(b',' | b'}' | b']' | ..=b' ') => false,
        Some(_) => text[end..].chars().next().is_some_and(|one| others.contains(one) || one.is_alphanumeric()),
    }
}

/// Explains what is wrong at an offset of `text`, where `stack` holds what is open there: a method for each kind of
/// place.
pub(crate) struct Diagnosis<'r> {
    pub(crate) text: &'r str,
    pub(crate) stack: &'r [Frame],
}

impl Diagnosis<'_> {
    fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    fn character(&self, at: usize) -> char {
        self.rest(at).chars().next().unwrap_or_default()
    }

    fn is_end(&self, at: usize) -> bool {
        at >= self.text.len()
    }

    /// The string that opens at `start` is in order up to `end` only.
    pub(crate) fn bad_string(&self, start: usize, end: usize) -> Stop {
        if self.is_end(end) {
            return stop(end, fill(m::JSON_SYNTAX_CUT_STRING, &[("where", &self.place(start, end))]));
        }
        let character = self.character(end);
        if character != '\\' {
            let escape = match character {
                '\u{8}' => "\\b".into(),
                '\t' => "\\t".into(),
                '\n' => "\\n".into(),
                '\u{c}' => "\\f".into(),
                '\r' => "\\r".into(),
                other => format!("\\u{:04x}", u32::from(other)),
            };
            let message = fill(m::JSON_SYNTAX_RAW_CHARACTER, &[("character", &named(character)), ("escape", &escape)]);
            return stop(end, message);
        }
        let digits = self.rest(end + 2);
        match self.rest(end + 1).as_bytes().first() {
            None => stop(self.text.len(), m::JSON_SYNTAX_CUT_ESCAPE),
            Some(b'u') if digits.len() < 4 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                stop(self.text.len(), m::JSON_SYNTAX_CUT_ESCAPE)
            }
            Some(b'u') => stop(end, m::JSON_SYNTAX_SHORT_UNICODE_ESCAPE),
            Some(b'\'') => stop(end, m::JSON_SYNTAX_ESCAPED_QUOTE),
            Some(_) => stop(end, m::JSON_SYNTAX_UNKNOWN_ESCAPE),
        }
    }

    /// Where `at` is, for a finding at `now`: the line is named only if it is another one than the finding's.
    fn place(&self, at: usize, now: usize) -> Cow<'static, str> {
        let before = &self.text[..at];
        let column = before.chars().rev().take_while(|one| *one != '\n').count() + 1;
        if !self.text[at..now].contains('\n') {
            return fill(m::WORD_HERE, &[("column", &column)]);
        }
        let line = before.matches('\n').count() + 1;
        fill(m::WORD_LINE_AND_COLUMN, &[("line", &line), ("column", &column)])
    }

    /// The number from `start` to `end` goes on with something that no number has.
    pub(crate) fn bad_number(&self, start: usize, end: usize) -> Stop {
        let lexeme = &self.text[start..end];
        let is_zero = lexeme == "0" || lexeme == "-0";
        let has_exponent = lexeme.contains(['e', 'E']);
        match self.character(end) {
            '0'..='9' if is_zero => stop(start, m::JSON_SYNTAX_LEADING_ZERO),
            'x' | 'X' | 'o' | 'O' | 'b' | 'B' if is_zero => stop(start, m::JSON_SYNTAX_NUMBER_BASE),
            '.' if has_exponent || lexeme.contains('.') => stop(end, m::JSON_SYNTAX_SECOND_POINT),
            '.' if self.is_end(end + 1) => stop(self.text.len(), m::JSON_SYNTAX_CUT_NUMBER),
            '.' => stop(end, m::JSON_SYNTAX_BARE_POINT),
            'e' | 'E' if !has_exponent => match self.rest(end + 1) {
                "" | "+" | "-" => stop(self.text.len(), m::JSON_SYNTAX_CUT_NUMBER),
                _ => stop(end, m::JSON_SYNTAX_BARE_EXPONENT),
            },
            '_' => stop(end, m::JSON_SYNTAX_UNDERSCORE),
            _ => stop(end, m::JSON_SYNTAX_NUMBER_GOES_ON),
        }
    }

    /// No value begins at `at`.
    pub(crate) fn no_value(&self, at: usize) -> Stop {
        if self.is_end(at) {
            let is_empty = self.text.trim_start_matches([' ', '\t', '\n', '\r', '\u{feff}']).is_empty();
            return match (self.stack, is_empty) {
                ([_, ..], _) => self.cut_off(at),
                ([], true) => stop(at, m::JSON_SYNTAX_EMPTY),
                ([], false) => stop(at, m::JSON_SYNTAX_NO_VALUE),
            };
        }
        let rest = self.rest(at);
        let is_in_object = self.stack.last().is_some_and(|frame| !frame.is_array);
        match self.character(at) {
            '-' if rest.starts_with("-Infinity") => stop(at, m::JSON_SYNTAX_NOT_FINITE),
            '-' if rest == "-" => stop(self.text.len(), m::JSON_SYNTAX_CUT_NUMBER),
            '-' if rest.starts_with("-.") => stop(at, m::JSON_SYNTAX_LEADING_POINT),
            '-' => stop(at, m::JSON_SYNTAX_BARE_MINUS),
            '.' if self.character(at + 1).is_numeric() => stop(at, m::JSON_SYNTAX_LEADING_POINT),
            '+' => stop(at, m::JSON_SYNTAX_PLUS),
            ',' => stop(at, m::JSON_SYNTAX_COMMA_FOR_VALUE),
            ']' | '}' if is_in_object => stop(at, m::JSON_SYNTAX_MEMBER_WITHOUT_VALUE),
            ']' | '}' => stop(at, m::JSON_SYNTAX_BRACKET_FOR_VALUE),
            ':' => stop(at, m::JSON_SYNTAX_COLON_FOR_VALUE),
            _ => self.stray(at, m::WORD_VALUE_DUE),
        }
    }

    /// No member's name begins at `at`, in an object, after the comma at `comma` if there is one.
    pub(crate) fn no_name(&self, at: usize, comma: Option<usize>) -> Stop {
        if self.is_end(at) {
            return self.cut_off(at);
        }
        match (self.character(at), comma) {
            ('}', Some(comma)) => trailing_comma(comma),
            (',', _) => stop(at, m::JSON_SYNTAX_COMMA_FOR_MEMBER),
            (':', _) => stop(at, m::JSON_SYNTAX_COLON_FOR_NAME),
            (']', _) => self.wrong_bracket(at, ']'),
            ('{' | '[', _) => stop(at, m::JSON_SYNTAX_BRACKET_FOR_NAME),
            (one, _) if one.is_numeric() || "-$".contains(one) || !self.word(at).is_empty() => {
                stop(at, m::JSON_SYNTAX_UNQUOTED_NAME)
            }
            _ => self.stray(at, m::WORD_NAME_DUE),
        }
    }

    /// No colon follows a member's name.
    pub(crate) fn no_colon(&self, at: usize) -> Stop {
        if self.is_end(at) {
            return self.cut_off(at);
        }
        match self.character(at) {
            '=' => stop(at, m::JSON_SYNTAX_EQUALS),
            ',' | '}' => stop(at, m::JSON_SYNTAX_NO_COLON_NO_VALUE),
            odd if is_odd(odd) => self.stray(at, m::WORD_AFTER_NAME),
            _ => stop(at, m::JSON_SYNTAX_NO_COLON),
        }
    }

    /// Neither a comma nor the bracket that closes what is open follows a value.
    pub(crate) fn no_comma(&self, at: usize) -> Stop {
        if self.is_end(at) {
            return self.cut_off(at);
        }
        let (is_array, open, close) = self.innermost();
        match self.character(at) {
            bracket @ (']' | '}') => self.wrong_bracket(at, bracket),
            ':' if is_array => stop(at, m::JSON_SYNTAX_COLON_IN_ARRAY),
            ':' => stop(at, m::JSON_SYNTAX_SECOND_COLON),
            ';' => stop(at, m::JSON_SYNTAX_SEMICOLON),
            odd if is_odd(odd) => self.stray(at, m::WORD_AFTER_VALUE),
            _ => stop(at, fill(m::JSON_SYNTAX_NO_COMMA, &[("open", &open), ("close", &close)])),
        }
    }

    /// Something follows the end of the one value.
    pub(crate) fn after_end(&self, at: usize) -> Stop {
        let rest = self.rest(at);
        match self.character(at) {
            '{' | '[' | '"' | '-' => stop(at, m::JSON_SYNTAX_SECOND_VALUE),
            digit if digit.is_numeric() => stop(at, m::JSON_SYNTAX_SECOND_VALUE),
            _ if LITERALS.iter().any(|literal| rest.starts_with(literal)) => stop(at, m::JSON_SYNTAX_SECOND_VALUE),
            ']' | '}' => stop(at, m::JSON_SYNTAX_UNOPENED_BRACKET),
            ',' => stop(at, m::JSON_SYNTAX_COMMA_AFTER_END),
            odd if is_odd(odd) => self.stray(at, m::WORD_AFTER_END),
            _ => stop(at, m::JSON_SYNTAX_AFTER_END),
        }
    }

    /// What is open: whether it is an array, what that is called, and what closes it.
    fn innermost(&self) -> (bool, &'static str, char) {
        match self.stack.last() {
            Some(frame) if frame.is_array => (true, m::WORD_ARRAY, ']'),
            _ => (false, m::WORD_OBJECT, '}'),
        }
    }

    fn opened(&self, now: usize) -> Cow<'static, str> {
        self.place(self.stack.last().map_or(0, |frame| frame.opened), now)
    }

    fn wrong_bracket(&self, at: usize, found: char) -> Stop {
        let (_, open, close) = self.innermost();
        let parts: Parts = &[("found", &found), ("open", &open), ("where", &self.opened(at)), ("close", &close)];
        stop(at, fill(m::JSON_SYNTAX_WRONG_BRACKET, parts))
    }

    /// The text ends while arrays or objects are open.
    fn cut_off(&self, at: usize) -> Stop {
        let count = self.stack.len();
        let template = if count == 1 { m::JSON_SYNTAX_CUT_CONTAINER } else { m::JSON_SYNTAX_CUT_CONTAINERS };
        let (_, open, _) = self.innermost();
        stop(at, fill(template, &[("open", &open), ("where", &self.opened(at)), ("count", &count)]))
    }

    /// A character that begins nothing in JSON, named by what its writer will have meant.
    fn stray(&self, at: usize, place: &'static str) -> Stop {
        let rest = self.rest(at);
        let character = self.character(at);
        let template = match character {
            '\'' => m::JSON_SYNTAX_SINGLE_QUOTE,
            '`' => m::JSON_SYNTAX_TYPOGRAPHIC_QUOTE,
            quote if TYPOGRAPHIC.contains(quote) => m::JSON_SYNTAX_TYPOGRAPHIC_QUOTE,
            '#' => m::JSON_SYNTAX_COMMENT,
            '/' if rest.starts_with("//") || rest.starts_with("/*") => m::JSON_SYNTAX_COMMENT,
            '\0' => m::JSON_SYNTAX_NUL,
            '\u{feff}' => m::JSON_SYNTAX_BYTE_ORDER_MARK,
            blank if is_blank(blank) => m::JSON_SYNTAX_WHITE_SPACE,
            control if control.is_control() => m::JSON_SYNTAX_CONTROL,
            _ => return self.about_word(at, place),
        };
        stop(at, fill(template, &[("where", &place), ("character", &named(character))]))
    }

    fn about_word(&self, at: usize, place: &'static str) -> Stop {
        let word = self.word(at);
        if word.is_empty() {
            return stop(at, fill(m::JSON_SYNTAX_STRAY, &[("where", &place)]));
        }
        if word.len() == self.rest(at).len() && LITERALS.iter().any(|literal| literal.starts_with(word)) {
            return stop(self.text.len(), m::JSON_SYNTAX_CUT_LITERAL);
        }
        let lower = if word.chars().nth(16).is_none() { word.to_lowercase() } else { String::new() };
        match lower.as_str() {
            "nan" | "infinity" | "inf" => stop(at, m::JSON_SYNTAX_NOT_FINITE),
            "true" | "false" | "null" => stop(at, fill(m::JSON_SYNTAX_LITERAL_SPELLING, &[("literal", &lower)])),
            "none" | "undefined" | "nil" => stop(at, m::JSON_SYNTAX_OTHER_NULL),
            _ => stop(at, fill(m::JSON_SYNTAX_WORD, &[("where", &place)])),
        }
    }

    fn word(&self, at: usize) -> &str {
        let rest = self.rest(at);
        if !rest.starts_with(|one: char| one.is_alphabetic() || one == '_') {
            return "";
        }
        let end = rest.find(|one: char| !(one.is_alphanumeric() || one == '_' || one == '$'));
        &rest[..end.unwrap_or(rest.len())]
    }
}

pub(crate) fn trailing_comma(comma: usize) -> Stop {
    stop(comma, m::JSON_SYNTAX_TRAILING_COMMA)
}

/// White space, of JSON or not, as some language counts it, and what looks like none.
fn is_blank(one: char) -> bool {
    one.is_whitespace() || matches!(one, '\u{1c}'..='\u{1f}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

fn named(character: char) -> String {
    let name = match character {
        '\0' => m::WORD_NUL,
        '\t' => m::WORD_TAB,
        '\n' => m::WORD_LINE_FEED,
        '\u{b}' => m::WORD_VERTICAL_TAB,
        '\u{c}' => m::WORD_FORM_FEED,
        '\r' => m::WORD_CARRIAGE_RETURN,
        '\u{a0}' => m::WORD_NO_BREAK_SPACE,
        _ => m::WORD_CHARACTER,
    };
    format!("{name} (U+{:04X})", u32::from(character))
}

/// Whether a character is best explained by itself: a quote, a comment, white space or a control character.
fn is_odd(one: char) -> bool {
    // The escaped form is another one for whatever cannot be printed; after a letter, accents are printed.
    let is_printable = || format!("x{one}").escape_debug().count() == 2 || matches!(one, '"' | '\\');
    "'`#/ ".contains(one) || TYPOGRAPHIC.contains(one) || is_blank(one) || !is_printable()
}
