//! When two JSON values are the same: `true` is not 1, 1 is 1.0, and the order of members does not count.

use std::collections::HashMap;

use crate::document::{Kind, Value};
use crate::number;

pub(crate) fn same(left: Value<'_, '_>, right: Value<'_, '_>) -> bool {
    let mut pending = vec![(left, right)];
    while let Some((one, other)) = pending.pop() {
        let are_same = one.kind() == other.kind()
            && match one.kind() {
                Kind::Number => number::compare(one.raw(), other.raw()).is_eq(),
                Kind::String => one.text() == other.text(),
                Kind::Array => {
                    pending.extend(one.children().zip(other.children()));
                    one.len() == other.len()
                }
                Kind::Object => {
                    let named: HashMap<_, _> = other.children().map(|member| (member.name(), member)).collect();
                    let before = pending.len();
                    pending.extend(one.children().filter_map(|member| Some((member, *named.get(member.name())?))));
                    let (found, count) = (pending.len() - before, one.children().count());
                    found == count && named.len() == count
                }
                Kind::Absent | Kind::Null | Kind::False | Kind::True => true,
            };
        if !are_same {
            return false;
        }
    }
    true
}
