"""Text that is safe on a terminal and stays on its line, whatever a file name or a record put into it."""

from __future__ import annotations

import re

# Control characters, line separators, marks that change the direction of what follows, and halves of surrogate pairs.
_UNPRINTABLE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ud800-\\udfff]"
)


def printable(text: str) -> str:
    """`text` with everything escaped that could move the cursor, reorder the line or start another one."""
    return _UNPRINTABLE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
