# Generated from tools/exprov/targets/python/runtime/_lines.py by `exprov generate`; edit that and run it again.
"""Validate a log: JSON Lines, one record on each line."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ._finding import MOST_FINDINGS, Finding, Level
from ._place import Wanted
from ._text import BOM, DEFAULT_LIMITS, Limits, Origin
from ._validator import check_arguments, validate_at, validator

if TYPE_CHECKING:
    from ._carrier import Carrier

_MARK = BOM.encode()
_BLANKS = b" \t\r\n"


def validate_lines(
    file: str | os.PathLike[str] | Iterable[bytes | str],
    *,
    level: Level = "writer",
    carrier: Carrier | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow: Collection[str] = (),
    max_findings: int = MOST_FINDINGS,
) -> Iterator[Finding]:
    """The findings of JSON Lines, in the order of the lines; each has the number of its line, from 1.

    `file` is a path, an open file (best in binary mode), or any iterable of lines. It is read as a stream. A wrong line
    does not affect the others. Blank lines are findings at writer level; a file without a record has one at reader level.
    The other arguments, and the errors, are those of `validate`, and so `max_findings` counts for each line; offsets
    count from the start of the file.
    """
    check_arguments(level, carrier, allow, max_findings)
    if isinstance(file, (bytes, bytearray, memoryview)):
        raise TypeError("validate_lines takes a path, an open file or lines; make lines of a text with splitlines()")
    wanted = Wanted(level, allow, max_findings)
    return (one for one in _findings(file, wanted, carrier, limits) if wanted.counts(one.level, one.rule))


def _as_bytes(line: object, number: int) -> bytes | bytearray | memoryview:
    if not isinstance(line, (bytes, bytearray, memoryview)):
        raise TypeError(f"line {number} is a {type(line).__name__}, not text; validate parsed values with validate")
    return line


def _findings(file: Any, wanted: Wanted, carrier: str | None, limits: Limits) -> Iterator[Finding]:
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            yield from _findings(opened, wanted, carrier, limits)
        return
    say = validator().say
    offset, is_empty = 0, True
    for number, given in enumerate(file, 1):
        line = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else bytes(_as_bytes(given, number))
        text = line.removesuffix(b"\n")
        if number == 1 and text.startswith(_MARK) and not text[len(_MARK) :].strip(_BLANKS):
            yield Finding("json/byte-order-mark", "", "writer", say("json/byte-order-mark"), 1, 1, 0)
            text = b""
        if not text.strip(_BLANKS):
            if line != _MARK:
                yield Finding("jsonl/blank-line", "", "writer", say("jsonl/blank-line"), number, 1, offset)
        elif number > 1 and text.startswith(_MARK):
            is_empty = False
            message = say("json/syntax:byte-order-mark", where=say("word/here", column=1))
            yield Finding("json/syntax", "", "reader", message, number, 1, offset)
        else:
            is_empty = False
            for found in validate_at(text, wanted, carrier, limits, Origin(number, 1, offset)):
                yield found if found.line is not None else replace(found, line=number)
        offset += len(line)
    if is_empty:
        yield Finding("jsonl/empty-input", "", "reader", say("jsonl/empty-input"), 1, 1, 0)
