"""Text that is safe on a terminal and in the log of a CI system, and stays on one line, whatever is in a file name or a record."""

from __future__ import annotations

import re

# Control characters, line separators, marks that change the direction of text, characters without width, halves of
# surrogate pairs, and noncharacters that XML cannot hold. The same ones as in report/conformance/page.js.
_UNPRINTABLE = (
    "[\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff"
    "\\ufffe\\uffff\\ud800-\\udfff]"
)
# The second number sign of what CI systems take for a command anywhere in a line: ##[name] GitHub, ##vso[name] Azure,
# ##teamcity[name] TeamCity. What GitHub takes for one at the start of a line, ::name::, is for whoever makes the line.
_COMMAND = r"(?<=#)#(?=[A-Za-z]{0,40}\[)"
_ACTIVE = re.compile(f"{_UNPRINTABLE}|{_COMMAND}")


def printable(text: str) -> str:
    """`text` with all characters escaped that could move the cursor, reorder or end the line, be invisible or form a command."""
    return _ACTIVE.sub(_escape, text)


def unlike_commands(document: str) -> str:
    """JSON that says the same as `document`, without what CI systems take for a command: `##` occurs only inside its strings."""
    return document.replace("##", "#\\u0023")


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
