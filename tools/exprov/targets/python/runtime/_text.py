"""What all who read or point into JSON share: the limits, the value that stands for none, reference tokens, depth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple


@dataclass(frozen=True)
class Limits:
    """How much the reader takes: `max_bytes` of UTF-8 text, and `max_depth` arrays and objects within one another."""

    max_bytes: int = 1 << 20
    max_depth: int = 512


DEFAULT_LIMITS = Limits()


class Origin(NamedTuple):
    """Where a text begins in its input: line and column count from 1, in code points; the offset from 0, in bytes."""

    line: int = 1
    column: int = 1
    offset: int = 0


START = Origin()


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final[Any] = _Absent()
"""Stands for the value where there is none; no JSON value is identical to it."""

BOM = "\ufeff"
SURROGATES = re.compile("[\ud800-\udfff]")
# Parsers in C call themselves once per level, within the interpreter's recursion limit of 1,000, of which callers use some.
DEPTH_FOR_C = 400
# A string, closed or not: the optional end keeps this linear on any text.
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^][{}]++")


def escape(name: str) -> str:
    """`name` as a reference token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def is_text(text: str) -> bool:
    """Whether `text` is Unicode text: it has no surrogate (a `str` holds no pairs)."""
    return text.isascii() or SURROGATES.search(text) is None


def is_for_c(text: str, max_depth: int) -> bool:
    """Whether no part of `text` that is in order is nested deeper than `max_depth`, or than parsers in C can follow."""
    allowed = max_depth if max_depth < DEPTH_FOR_C else DEPTH_FOR_C
    if text.count("[") + text.count("{") <= allowed:
        return True
    depth = 0
    for bracket in _NO_BRACKETS.sub("", _QUOTED.sub("", text)):
        if bracket in "[{":
            depth += 1
            if depth > allowed:
                return False
        else:
            depth -= 1
    return True
