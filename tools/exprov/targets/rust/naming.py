"""How Rust writes names, literals and comments."""

from __future__ import annotations

from textwrap import wrap

from exprov.targets.common.naming import Names, constant, pascal, snake

_RAW = (
    "abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let "
    "loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use "
    "virtual where while yield"
).split()
# Words that cannot be written as r#word.
_PATH_WORDS = ("self", "super", "crate", "union", "macro_rules", "static")
# What types.rs calls by a plain name, and what else the crate exports.
_TYPES = (
    "Self Box Cow Option Some None Ok Err Result String Vec Json Value Writer Carrier ExactNumber Finding Findings "
    "InvalidRecord JsonText Level Limits Members NotANumber Position Rule UnknownValue Validator WriteError"
).split()

type_name = Names(str, reserved=_TYPES)
field = Names(snake, reserved={*_RAW, *_PATH_WORDS, "extra"}, escape=lambda name: name if name in () else _escape(name))
module = Names(snake, reserved={*_RAW, *_PATH_WORDS})
variable = Names(lambda name: f"{snake(name)}_")
variant = Names(pascal, reserved={"Self"})
static = Names(constant)


def _escape(name: str) -> str:
    return f"r#{name}" if name in _RAW and name not in _PATH_WORDS else f"{name}_"


def literal(text: str) -> str:
    """A string literal."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
    return '"' + "".join(escapes.get(c, c if " " <= c <= "~" else f"\\u{{{ord(c):x}}}") for c in text) + '"'


def texts(values: tuple[str, ...] | list[str]) -> str:
    """A slice of string literals."""
    return f"&[{', '.join(map(literal, values))}]"


def doc(text: str, indent: str = "") -> str:
    """A documentation comment."""
    return "".join(f"{indent}/// {line}\n" for line in wrap(text, 110 - len(indent), break_long_words=False))
