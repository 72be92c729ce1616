//! What compiled rules call.

use std::collections::HashSet;

pub(crate) use crate::number::compare;

/// Up to so many elements, comparing each with each costs less than a set.
const FEW: usize = 16;

/// How many elements a list has.
pub(crate) fn size(list: impl Iterator) -> i64 {
    i64::try_from(list.count()).unwrap_or(i64::MAX)
}

/// How many characters a text has.
#[allow(dead_code, reason = "not every contract has such a rule")]
pub(crate) fn characters(text: &str) -> i64 {
    size(text.chars())
}

/// The element at `index`, counted from the last one if `from_end`.
pub(crate) fn element<I: Iterator>(list: I, index: usize, from_end: bool) -> Option<I::Item> {
    let mut list = list;
    match (from_end, index) {
        (false, _) => list.nth(index),
        (true, 0) => list.last(),
        (true, _) => list.collect::<Vec<_>>().into_iter().rev().nth(index),
    }
}

/// Whether no text comes twice.
pub(crate) fn distinct<'d, I: Iterator<Item = &'d str>>(texts: impl Fn() -> I) -> bool {
    if texts().nth(FEW).is_none() {
        return texts().enumerate().all(|(at, one)| texts().take(at).all(|other| other != one));
    }
    let mut seen = HashSet::new();
    texts().all(|one| seen.insert(one))
}

/// Whether no text of one list is in the other.
pub(crate) fn disjoint<'d, L, R>(left: impl Fn() -> L, right: impl Fn() -> R) -> bool
where
    L: Iterator<Item = &'d str>,
    R: Iterator<Item = &'d str>,
{
    if left().nth(FEW).is_none() {
        return !right().any(|text| left().any(|other| other == text));
    }
    let known: HashSet<&str> = left().collect();
    !right().any(|text| known.contains(text))
}
