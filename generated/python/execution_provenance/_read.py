# Generated from tools/exprov/targets/python/runtime/_read.py by `exprov generate`; edit that and run it again.
"""The parse phase, quickly: a parser in C for text that is in order. `_parser` reads whatever this route leaves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import DecodeError
from msgspec.json import Decoder, Encoder

from ._number import exact
from ._text import ABSENT, DEPTH_FOR_C, Limits, is_for_c

_COLON = ord(":")
# Of such a zero an int would lose the sign. In a string it is taken for one, which costs time alone.
_MINUS_ZERO = re.compile(rb"-0(?![.eE0-9])(?<![^\s:,\[]-0)")


@cache
def _codec() -> tuple[Callable[[bytes], Any], Callable[[Any], bytes]]:
    # Made at first need: an interrupt while a decoder is made at import would end the process. What the encoder writes is
    # only compared by its colons.
    return Decoder(float_hook=exact).decode, Encoder(enc_hook=lambda _: None).encode


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
        decode, encode = _codec()
        value = decode(data)
        # If a member is repeated, the parser drops one with its colon. An escaped colon would make up for it.
        if b"\\" in data and (b"\\u003a" in data or b"\\u003A" in data):
            return ABSENT
        return value if encode(value).count(_COLON) == data.count(_COLON) else ABSENT
    except (DecodeError, UnicodeError, RecursionError):
        return ABSENT
