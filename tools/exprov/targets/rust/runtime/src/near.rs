//! What a misspelt name most likely meant.

/// After so many findings of a record, names are no longer searched for by likeness: it costs more than all the rest.
const MOST_SEARCHES: usize = 64;
const LONGEST: usize = 64;
const LEAST_LIKENESS: f64 = 0.8;

/// The known token that `token` most likely meant, compared without case and separators.
///
/// After `MOST_SEARCHES` findings, which `before` counts, only a token that differs in nothing else has one.
pub(crate) fn near<'k>(token: &str, known: &[&'k str], before: usize) -> Option<&'k str> {
    if token.chars().nth(LONGEST).is_some() {
        return None;
    }
    let key = key(token);
    let keyed = known.iter().map(|candidate| (self::key(candidate), *candidate));
    if before >= MOST_SEARCHES {
        return keyed.rev().find(|(candidate, _)| *candidate == key).map(|(_, candidate)| candidate);
    }
    // Of candidates that are equally alike, the one whose key is the last in the alphabet.
    let (_, found) = keyed
        .filter(|(candidate, _)| likeness(candidate.len().min(key.len()), candidate, &key) >= LEAST_LIKENESS)
        .map(|(candidate, spelling)| ((likeness(common(&candidate, &key), &candidate, &key), candidate), spelling))
        .filter(|((likeness, _), _)| *likeness >= LEAST_LIKENESS)
        .max_by(|((left, one), _), ((right, other), _)| left.total_cmp(right).then_with(|| one.cmp(other)))?;
    Some(found)
}

fn key(token: &str) -> Vec<u8> {
    let lower = token.to_lowercase().into_bytes();
    lower.into_iter().filter(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()).collect()
}

/// How alike two keys are that have so many characters in common blocks, by Ratcliff and Obershelp.
#[expect(clippy::cast_precision_loss, reason = "keys are short")]
fn likeness(common: usize, left: &[u8], right: &[u8]) -> f64 {
    let total = left.len() + right.len();
    if total == 0 { 1.0 } else { 2.0 * common as f64 / total as f64 }
}

fn common(left: &[u8], right: &[u8]) -> usize {
    let (mut size, mut left_at, mut right_at) = (0, 0, 0);
    let (mut lengths, mut next) = (vec![0; right.len() + 1], vec![0; right.len() + 1]);
    for (row, one) in left.iter().enumerate() {
        for (column, other) in right.iter().enumerate() {
            next[column + 1] = if one == other { lengths[column] + 1 } else { 0 };
            if next[column + 1] > size {
                (size, left_at, right_at) = (next[column + 1], row + 1, column + 1);
            }
        }
        std::mem::swap(&mut lengths, &mut next);
    }
    if size == 0 {
        return 0;
    }
    let before = common(&left[..left_at - size], &right[..right_at - size]);
    size + before + common(&left[left_at..], &right[right_at..])
}
