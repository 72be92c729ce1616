//! What is wrong with bytes that are not UTF-8.

use std::borrow::Cow;

use crate::finding::fill;
use crate::messages as m;

const MARKS: [(&[u8], &str); 4] =
    [(b"\xff\xfe\0\0", "UTF-32"), (b"\0\0\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")];
const COMPRESSED: [(&[u8], &str, &str); 2] = [(b"\x1f\x8b", "gzip", ".gz"), (b"\x28\xb5\x2f\xfd", "Zstandard", ".zst")];

/// What is wrong with the bytes at `start`, and what to do.
pub(crate) fn message(data: &[u8], start: usize) -> Cow<'static, str> {
    for (mark, format, ending) in COMPRESSED {
        if data.starts_with(mark) {
            return fill(m::JSON_ENCODING_COMPRESSED, &[("format", &format), ("ending", &ending)]);
        }
    }
    for (mark, encoding) in MARKS {
        if data.starts_with(mark) {
            return fill(m::JSON_ENCODING_MARK, &[("encoding", &encoding)]);
        }
    }
    let lead = data[start];
    let rest = &data[start + 1..];
    let template = match (lead, rest.first()) {
        (0xc0 | 0xc1, _) | (0xe0, Some(0x80..=0x9f)) | (0xf0, Some(0x80..=0x8f)) => m::JSON_ENCODING_OVERLONG,
        (0xed, Some(0xa0..=0xbf)) => m::JSON_ENCODING_SURROGATE,
        (0xf4, Some(0x90..=0xbf)) | (0xf5.., _) => m::JSON_ENCODING_NO_CHARACTER,
        (..=0xbf, _) => m::JSON_ENCODING_CONTINUATION,
        _ => {
            let length = if lead < 0xe0 {
                2
            } else if lead < 0xf0 {
                3
            } else {
                4
            };
            let is_cut = rest.len() + 1 < length && rest.iter().all(|byte| byte & 0xc0 == 0x80);
            if is_cut { m::JSON_ENCODING_CUT } else { m::JSON_ENCODING_LATIN }
        }
    };
    fill(template, &[("byte", &format!("{lead:02X}"))])
}
