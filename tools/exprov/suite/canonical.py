"""The canonical form (RFC 8785) of an input, by a library of others; None if a number has no form."""

from __future__ import annotations

import json
import math
from typing import Any

import rfc8785

_SAFE = 2**53 - 1


class _NoForm(Exception):
    """A number beyond the range of binary64."""


def canonical_of(data: bytes) -> bytes | None:
    """The canonical bytes of a JSON text; None if a number is beyond the range of binary64."""
    try:
        value: Any = json.loads(data.decode("utf-8-sig"), parse_int=_number, parse_float=_number)
    except _NoForm:
        return None
    return rfc8785.dumps(value)


def _number(text: str) -> int | float:
    # The library rejects integers beyond 2^53-1: those go as floats.
    if text.removeprefix("-").isdigit() and len(text) < 17 and abs(int(text)) <= _SAFE:
        return int(text)
    nearest = float(text)
    if not math.isfinite(nearest):
        raise _NoForm
    return nearest
