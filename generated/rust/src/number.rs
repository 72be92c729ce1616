// Generated from tools/exprov/targets/rust/runtime/src/number.rs by `exprov generate`; edit that and run it again.
//! JSON numbers by their exact value, whatever their size: nothing here expands an exponent or overflows.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A JSON number, kept as it was written.
///
/// Two numbers are equal if their exact values are: `1.0` equals `1`, and `9007199254740993` does not equal
/// `9007199254740992`. The conversions return `None` where they would lose something.
#[derive(Clone, Debug)]
pub struct ExactNumber(String);

/// The text is not a JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a JSON number; write one as RFC 8259 defines it")
    }
}

impl std::error::Error for NotANumber {}

impl ExactNumber {
    /// The number that `text` writes.
    ///
    /// # Errors
    ///
    /// `NotANumber` if the text is not exactly one JSON number.
    pub fn new(text: impl Into<String>) -> Result<Self, NotANumber> {
        let text = text.into();
        let is_number = end_of_number(text.as_bytes(), 0) == Some(text.len());
        is_number.then_some(Self(text)).ok_or(NotANumber)
    }

    /// The number that `text`, which the reader found to be one, writes.
    pub(crate) fn read(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the exact value is an integer, however it is written.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        is_integer(&self.0)
    }

    /// The value, if it is an integer that an `i64` holds.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        integer(&self.0)
    }

    /// The value, if it is an integer that a `u64` holds.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        integer(&self.0)
    }

    /// The value, if an `f64` holds it exactly.
    #[must_use]
    pub fn to_f64(&self) -> Option<f64> {
        nearest(&self.0).filter(|nearest| compare(&self.0, &exact(*nearest)).is_eq())
    }

    /// The nearest `f64`; an infinity beyond its range.
    #[must_use]
    pub fn to_f64_lossy(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

impl FromStr for ExactNumber {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        Self::new(text)
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for ExactNumber {
            fn from(value: $type) -> Self {
                Self(value.to_string())
            }
        }
    )*};
}
from_integers!(u8, u16, u32, u64, i8, i16, i32, i64);

/// The shortest text that reads as the same `f64`.
impl TryFrom<f64> for ExactNumber {
    type Error = NotANumber;

    fn try_from(value: f64) -> Result<Self, NotANumber> {
        value.is_finite().then(|| Self(ecmascript(value))).ok_or(NotANumber)
    }
}

impl fmt::Display for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq for ExactNumber {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || compare(&self.0, &other.0).is_eq()
    }
}

impl Eq for ExactNumber {}

impl PartialOrd for ExactNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ExactNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&self.0, &other.0)
    }
}

impl Hash for ExactNumber {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let normal = Normal::of(&self.0);
        normal.digits().for_each(|digit| state.write_u8(digit));
        (normal.sign, normal.scale).hash(state);
    }
}

/// Below, equal to or above: of two JSON numbers, by their exact values.
pub(crate) fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (Normal::of(left), Normal::of(right));
    let magnitudes = || left.scale.cmp(&right.scale).then_with(|| left.digits().cmp(right.digits()));
    left.sign.cmp(&right.sign).then_with(|| if left.sign < 0 { magnitudes().reverse() } else { magnitudes() })
}

/// Whether a JSON number is written as an integer: only digits and a sign, and not `-0`.
pub(crate) fn is_plain(text: &str) -> bool {
    text != "-0" && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Whether the exact value of a JSON number is an integer, however it is written.
pub(crate) fn is_integer(text: &str) -> bool {
    is_plain(text) || Normal::of(text).is_integer()
}

/// The value of a JSON number, if it is an integer of this type.
pub(crate) fn integer<T: FromStr>(text: &str) -> Option<T> {
    if is_plain(text) {
        return text.parse().ok();
    }
    let normal = Normal::of(text);
    match normal.scale {
        _ if normal.sign == 0 => "0".parse().ok(),
        // No type of integers has as many digits as this.
        Scale::Small(scale @ 1..40) if normal.is_integer() => {
            let digits: String = normal.digits().map(char::from).collect();
            let width = usize::try_from(scale).ok()?;
            format!("{}{digits:0<width$}", if normal.sign < 0 { "-" } else { "" }).parse().ok()
        }
        _ => None,
    }
}

/// `sign * 0.DIGITS * 10^scale`, the digits without zeros at either end; zero has none.
struct Normal<'t> {
    sign: i8,
    /// The digits, with the point if it is among them.
    digits: &'t str,
    scale: Scale,
}

/// A power of ten, ordered by its value, also where that is too long for a machine integer: its digits, then.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scale {
    Below(Reverse<(usize, Vec<u8>)>),
    Small(i128),
    Above((usize, Vec<u8>)),
}

impl<'t> Normal<'t> {
    fn of(text: &'t str) -> Self {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        let unsigned = mantissa.trim_start_matches('-');
        let begun = unsigned.trim_start_matches(['0', '.']);
        let digits =
            if unsigned.contains('.') { begun.trim_end_matches(['0', '.']) } else { begun.trim_end_matches('0') };
        if digits.is_empty() {
            return Self { sign: 0, digits, scale: Scale::Small(0) };
        }
        // The place of the first digit, counted from the point: 0 for 0.1, 1 for 1, -1 for 0.01.
        let skipped = (unsigned.len() - begun.len()) as i128;
        let point = unsigned.find('.').unwrap_or(unsigned.len()) as i128;
        let place = point - skipped + i128::from(skipped > point);
        Self { sign: if mantissa.starts_with('-') { -1 } else { 1 }, digits, scale: Scale::of(place, exponent) }
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 't {
        self.digits.bytes().filter(|digit| *digit != b'.')
    }

    fn is_integer(&self) -> bool {
        self.sign == 0 || Scale::Small(self.digits().count() as i128) <= self.scale
    }
}

impl Scale {
    /// `place + exponent`.
    fn of(place: i128, exponent: &str) -> Self {
        let is_negative = exponent.starts_with('-');
        let digits = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
        if digits.len() <= MOST_EXPONENT_DIGITS {
            let size = digits.parse().unwrap_or(0);
            return Self::Small(if is_negative { place - size } else { place + size });
        }
        // The exponent is by far the greater of the two: the place is added to it digit by digit.
        let mut carry = if is_negative { -place } else { place };
        let mut sum = Vec::new();
        for digit in digits.bytes().rev() {
            carry += i128::from(digit - b'0');
            sum.extend(u8::try_from(carry.rem_euclid(10)));
            carry = carry.div_euclid(10);
        }
        sum.extend(u8::try_from(carry));
        sum.truncate(sum.iter().rposition(|digit| *digit > 0).map_or(0, |last| last + 1));
        sum.reverse();
        let by_size = (sum.len(), sum);
        if is_negative { Self::Below(Reverse(by_size)) } else { Self::Above(by_size) }
    }
}

const MOST_EXPONENT_DIGITS: usize = 36;

/// The end of the JSON number that begins at `at`, if one does. It may go on with what no number has.
pub(crate) fn end_of_number(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let start = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut at = if bytes.get(start) == Some(&b'0') { start + 1 } else { digits(start) };
    if at == start {
        return None;
    }
    if bytes.get(at) == Some(&b'.') && digits(at + 1) > at + 1 {
        at = digits(at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let start = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        if digits(start) > start {
            at = digits(start);
        }
    }
    Some(at)
}

/// Every digit of the exact value of a finite number.
fn exact(value: f64) -> String {
    // No binary64 number has more significant digits than this.
    format!("{value:.766e}")
}

/// The binary64 number nearest to a JSON number, unless that is beyond its range.
pub(crate) fn nearest(text: &str) -> Option<f64> {
    text.parse().ok().filter(|nearest: &f64| nearest.is_finite())
}

/// The binary64 number that is a JSON number exactly, or of which it is the shortest decimal.
#[cfg(feature = "serde")]
pub(crate) fn binary64(text: &str) -> Option<f64> {
    nearest(text).filter(|one| compare(text, &ecmascript(*one)).is_eq() || compare(text, &exact(*one)).is_eq())
}

/// The canonical form of a JSON number (RFC 8785): its nearest binary64 number as ECMAScript writes it.
pub(crate) fn canonical(text: &str) -> Option<Cow<'_, str>> {
    if text.len() <= 15 && is_plain(text) {
        return Some(Cow::Borrowed(text));
    }
    nearest(text).map(|nearest| Cow::Owned(ecmascript(nearest)))
}

/// A finite number as ECMAScript writes it (`Number::toString`), which RFC 8785 demands.
fn ecmascript(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    // Rust has as many digits and another layout; of two decimals that are equally close, ECMAScript takes the even one, as
    // rounding to so many digits does. That may be another number only beside a power of two.
    let shortest = format!("{:e}", value.abs());
    let rounded = format!("{:.*e}", shortest.find('e').unwrap_or(0).saturating_sub(2), value.abs());
    let text = if rounded.parse() == Ok(value.abs()) { rounded } else { shortest };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "-" } else { "" };
    let count = digits.len();
    match usize::try_from(exponent + 1) {
        Ok(point) if (count..=21).contains(&point) => format!("{sign}{digits:0<point$}"),
        Ok(point) if (1..=21).contains(&point) => format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        _ if (-6..0).contains(&exponent) => {
            format!("{sign}0.{}{digits}", "0".repeat(exponent.unsigned_abs() as usize - 1))
        }
        _ if count == 1 => format!("{sign}{digits}e{exponent:+}"),
        _ => format!("{sign}{}.{}e{exponent:+}", &digits[..1], &digits[1..]),
    }
}
