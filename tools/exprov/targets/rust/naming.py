"""How Rust writes names, literals and comments."""

from __future__ import annotations

import re
from textwrap import wrap

from exprov.targets.common.naming import Names, constant, pascal, snake

_WORDS = (
    "abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let "
    "loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use "
    "virtual where while yield"
).split()
# Words that r#word cannot be written for.
_PATH_WORDS = ("self", "super", "crate")
# The prelude, what types.rs calls by a plain name, and what else the crate exports.
_TYPES = (
    "Self Box Option Some None Ok Err Result String Vec ToOwned ToString Into From TryInto TryFrom AsRef AsMut Default Iterator "
    "Extend IntoIterator DoubleEndedIterator ExactSizeIterator Clone Copy Send Sync Sized Unpin Drop Fn FnMut FnOnce Debug Eq "
    "Ord Hash PartialEq PartialOrd Cow Json Value Writer Carrier ExactNumber Finding Findings InvalidRecord JsonText Level "
    "Limits Members NotANumber Position Rule RuleInfo UnknownValue Validator WriteError"
).split()

type_name = Names(str, reserved=_TYPES)
field = Names(
    snake, reserved={*_WORDS, *_PATH_WORDS, "extra"}, escape=lambda name: f"r#{name}" if name in _WORDS else f"{name}_"
)
module = Names(snake, reserved={*_WORDS, *_PATH_WORDS})
variable = Names(lambda name: f"{snake(name)}_")
variant = Names(pascal, reserved={"Self"})
static = Names(constant)


def literal(text: str) -> str:
    """A string literal."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
    return '"' + "".join(escapes.get(c, c if " " <= c <= "~" else f"\\u{{{ord(c):x}}}") for c in text) + '"'


def texts(values: tuple[str, ...] | list[str]) -> str:
    """A slice of string literals."""
    return f"&[{', '.join(map(literal, values))}]"


def doc(text: str, indent: str = "") -> str:
    """A documentation comment: `text` as it is, whatever Markdown or rustdoc would make of it outside of code."""
    visible = "".join(one if one.isprintable() else f"U+{ord(one):04X}" for one in " ".join(text.split()))
    # Every other piece is code, if its marks come in pairs.
    pieces = visible.split("`")
    for index in range(0, len(pieces), 2 if len(pieces) % 2 else 1):
        pieces[index] = re.sub(r"[][<>\\]", r"\\\g<0>", pieces[index])
    lines = wrap("`".join(pieces), 110 - len(indent), break_long_words=False, break_on_hyphens=False)
    return "".join(f"{indent}/// {line}\n" for line in lines or [""])
