"""The canonical form (RFC 8785) of an input, by a library of others; None if a number has no form."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import Any

import rfc8785

_SAFE = 2**53 - 1
# Beyond this many characters no binary64 number is written, and the arithmetic would take long.
_LONG = 400


class _NoForm(Exception):
    """Neither a binary64 number nor the shortest form of one."""


def canonical_of(data: bytes) -> bytes | None:
    """The canonical bytes of a JSON text; None if it has a number that binary64 does not hold."""
    try:
        value: Any = json.loads(data.decode("utf-8-sig"), parse_int=_number, parse_float=_number)
    except _NoForm:
        return None
    return rfc8785.dumps(value)


def _number(text: str) -> int | float:
    # The library rejects integers beyond 2^53-1, which binary64 may have: those are passed as floats.
    if text.removeprefix("-").isdigit() and len(text) < 17 and abs(int(text)) <= _SAFE:
        return int(text)
    nearest = float(text)
    if not math.isfinite(nearest) or len(text) > _LONG:
        raise _NoForm
    exact = Decimal(text)
    if exact != Decimal(nearest) and exact != Decimal(repr(nearest)):
        raise _NoForm
    return nearest
