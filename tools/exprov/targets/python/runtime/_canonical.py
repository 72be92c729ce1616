"""Write JSON values: compact text that keeps what was read, and the canonical form of RFC 8785.

Both walk with a stack of their own, so that no nesting that can be read is too deep to write.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from json import JSONEncoder

from ._number import Number, decimal_text

# For a str it is the C function that escapes what JSON demands and nothing else, which is what RFC 8785 wants too.
_quote: Callable[[str], str] = JSONEncoder(ensure_ascii=False).encode
# Up to here every integer is a binary64 number and written the same by everyone.
_EXACT = 2**53


def canonical(value: object) -> bytes:
    """The canonical form of `value` by RFC 8785, as UTF-8 without a newline at the end.

    Raises ValueError, which names the JSON Pointer, for a number that would change: one that is neither a binary64
    number exactly nor the shortest decimal of one (so 0.1 and 1e23 are fine, 9007199254740993 is not), NaN, an infinity,
    or text with a lone surrogate. Raises TypeError for what JSON has no form for.
    """
    return _write(value, _canonical_number, _canonical_order)


def dumps(value: object) -> bytes:
    """`value` as compact UTF-8 JSON: members in their order, numbers as they were written.

    Raises ValueError, which names the JSON Pointer, for NaN, an infinity and text with a lone surrogate, and TypeError
    for what JSON has no form for.
    """
    return _write(value, _plain_number, lambda members: members.items())


class _Frame:
    """An array or object that is being written: what is left of it, and the place reached, for messages."""

    __slots__ = ("end", "items", "key", "members", "started")

    def __init__(self, items: Iterator[object] | None, members: Iterator[tuple[object, object]] | None) -> None:
        self.items = items
        self.members = members
        self.end = "]" if members is None else "}"
        self.key: object = -1
        self.started = False


_Writer = Callable[["int | float | Number"], str]
_Order = Callable[["dict[object, object]"], "Iterator[tuple[object, object]] | object"]
