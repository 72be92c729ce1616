"""The values of a result as text: JSON, bytes, and texts of any length and content."""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from exprov.printable import printable, unlike_commands

_BEYOND_LATIN = re.compile("[^\x00-\xff]")
# What GitHub takes for a command at the start of a line.
_COMMAND = re.compile(r"^(\s*):(?=:)")


def harmless(text: str) -> str:
    """`text` on one line that no CI system takes for a command."""
    return _COMMAND.sub(r"\1\\x3a", printable(text))


def visible(text: str) -> str:
    """`text` on one line; invisible characters look different from their escapes in JSON: U+2028 is <U+2028>."""
    return printable(_BEYOND_LATIN.sub(_by_number, text))


def _by_number(match: re.Match[str]) -> str:
    character = match.group()
    if character.isprintable() and not unicodedata.combining(character):
        return character
    return f"<U+{ord(character):04X}>"


def json_text(value: Any, indent: int | None = None) -> str:
    """`value` as JSON text for people, compact unless indented, with characters beyond ASCII unescaped."""
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, separators=separators, indent=indent, default=str)


def ascii_json(value: Any) -> str:
    """`value` as compact ASCII JSON that every parser accepts: NaN and infinities are strings."""
    try:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False, default=_members)
    except ValueError:
        return ascii_json(_finite(value))
    return unlike_commands(text)


def _members(value: Any) -> Any:
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) and not isinstance(value, type) else str(value)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): _finite(inner) for name, inner in value.items()}
    return [_finite(inner) for inner in value] if isinstance(value, list | tuple) else value


def payload(value: Any) -> str:
    """An input or output of the protocol: its text; bytes that are not UTF-8 as `\\xff`; anything else as JSON."""
    if isinstance(value, Mapping):
        text, b64 = value.get("text"), value.get("b64")
        if isinstance(text, str):
            return text
        if isinstance(b64, str):
            data = octets(b64)
            return f"(not base64) {b64}" if data is None else data.decode("utf-8", "backslashreplace")
        if "facts" in value:
            return json_text(value["facts"])
    return json_text(value)


def octets(b64: str) -> bytes | None:
    """The bytes of a base64 text, None if it is not base64."""
    try:
        return base64.b64decode(b64, validate=True)
    except (binascii.Error, ValueError):
        return None


def hex_dump(data: bytes, limit: int = 4096) -> str:
    """The first `limit` bytes, 8 to a line: offset, hexadecimal digits, ASCII characters."""
    lines = []
    for start in range(0, min(len(data), limit), 8):
        part = data[start : start + 8]
        shown = "".join(chr(octet) if 0x20 <= octet < 0x7F else "." for octet in part)
        lines.append(f"{start:04x}  {part.hex(' '):23}  {shown}")
    if len(data) > limit:
        lines.append(f"... {len(data):,} bytes in all")
    return "\n".join(lines)


def lines_of(text: str) -> list[str]:
    """The lines of a text, ended by a line feed or a carriage return and a line feed."""
    return text.removesuffix("\n").replace("\r\n", "\n").split("\n")


def shortened(text: str, limit: int) -> str:
    """The first `limit` characters, and the number of all if there are more."""
    return text if len(text) <= limit else f"{text[:limit]} ... ({len(text):,} characters in all)"


def aligned(rows: Sequence[Sequence[str]], between: str = "  ") -> list[str]:
    """The rows of a table as lines with columns of the same width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [between.join(map(str.ljust, row, widths)).rstrip() for row in rows]
