"""The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would read different things).

Two routes that agree: a quick one over a parser in C, for text that is in order, and the explaining one (`_parser`),
which says where and why text is not, and reads whatever the quick one leaves.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import DecodeError
from msgspec.json import Decoder, Encoder

from ._finding import Finding
from ._number import Number
from ._parser import read_explaining
from ._text import ABSENT as ABSENT
from ._text import DEFAULT_LIMITS, DEPTH_FOR_C, is_for_c
from ._text import Limits as Limits

_decode = Decoder(float_hook=Number).decode
# What it writes is only compared by its colons.
_encode = Encoder(enc_hook=lambda _: None).encode
_COLON = ord(":")
# Of such a zero an int would lose the sign. In a string it is taken for one, which costs time alone.
_MINUS_ZERO = re.compile(rb"-0(?![.eE0-9])(?<![^\s:,\[]-0)")


def read(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[Finding]]:
    """Parse one JSON text: the value and no finding, or ABSENT and what is wrong, in the order of the text.

    A finding at writer level only (a byte order mark) leaves the value standing. Values are dict, list, str, int, bool,
    None and Number. Syntax, encoding and limits end the search; repeated members and lone surrogates do not.
    """
    value, findings, _ = read_whole(data, limits)
    return value, findings


def read_whole(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[Finding], Any]:
    """As `read`, and third what the text says where its grammar holds, be a member repeated or a surrogate alone.

    Objects there yield every member from `items()`, the repeated ones too: no repetition hides what stands in a text.
    """
    value = read_quickly(data, limits)
    if value is not ABSENT:
        return value, [], value
    return read_explaining(data, limits)


def read_quickly(data: bytes | str, limits: Limits) -> Any:
    """The value of text that is in order, else ABSENT; also for some that the explaining route must read."""
    try:
        if len(data) > limits.max_bytes:
            return ABSENT
        if isinstance(data, str):
            data = data.encode()
            if len(data) > limits.max_bytes:
                return ABSENT
        # A level takes two brackets, so that a short text cannot be too deep and in order.
        if len(data) > 2 * min(limits.max_depth, DEPTH_FOR_C) and not is_for_c(data.decode(), limits.max_depth):
            return ABSENT
        if b"-0" in data and _MINUS_ZERO.search(data):
            return ABSENT
        value = _decode(data)
        # Of a member that is repeated the parser drops one with its colon. No escape must stand in for that.
        if b"\\" in data and (b"\\u003a" in data or b"\\u003A" in data):
            return ABSENT
        return value if _encode(value).count(_COLON) == data.count(_COLON) else ABSENT
    except (DecodeError, UnicodeError, RecursionError):
        return ABSENT
