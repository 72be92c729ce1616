"""Records into results: what the contract says of each. Prints nothing and knows no format."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from execution_provenance import Carrier, Limits
from execution_provenance._finding import MOST_FINDINGS, Findings, Level
from execution_provenance._place import Wanted
from execution_provenance._text import ABSENT, DEFAULT_LIMITS, Origin
from execution_provenance._validator import validate_at, validator
from msgspec import Struct
from msgspec.structs import replace

from exprov.errors import InputError, UsageError
from exprov.inputs.record import Record

# The rule id under which reports list an input that could not be read. It is not in the contract.
UNREADABLE = "input/unreadable"

_INDEX = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_BAD_ESCAPE = re.compile(r"~(?![01])")


class CheckOptions(Struct):
    """What is asked of a record.

    level: the findings that count. carrier: what the record travels on, None for the bare record. at: the JSON Pointer
    of the record inside each document, which `steps` are made of. allow: ids of writer-level rules whose findings do not
    count. limits: those of the parse phase. max_findings: how many findings of one record are kept.
    Raises UsageError if `at` is not a JSON Pointer.
    """

    level: Level = "writer"
    carrier: Carrier | None = None
    at: str = ""
    allow: Collection[str] = ()
    limits: Limits = DEFAULT_LIMITS
    max_findings: int = MOST_FINDINGS
    steps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.steps = parse_pointer(self.at)

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.level, self.allow, self.max_findings)


class Result(Struct):
    """What came of one record: its findings at the level asked for, or the error that kept it from being read."""

    record: Record
    findings: Findings
    error: InputError | None = None

    @property
    def valid(self) -> bool:
        return not self.findings and self.error is None


def check_records(records: Iterable[Record], options: CheckOptions) -> Iterator[Result]:
    """The result of each record, in order.

    What is in the place of a record (a blank line, say) has a result only if it counts at this level.
    """
    wanted, carrier, limits = options.wanted, options.carrier, options.limits
    for record in records:
        if record.data is not None and not options.steps:
            yield Result(record, validate_at(record.data, wanted, carrier, limits, _origin(record)))
        elif record.data is not None:
            yield _check_inside(record, record.data, options)
        elif record.error is not None:
            yield Result(record, Findings(), record.error)
        elif record.finding is not None:
            found = record.finding
            if wanted.counts(found.level, found.rule):
                place = _origin(record)
                found = replace(found, line=place.line, column=place.column, offset=place.offset)
                yield Result(record, Findings([found]))
        else:
            raise ValueError("a record without data, finding or error")


def parse_pointer(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a JSON Pointer (RFC 6901); raise UsageError if it is not one."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise UsageError(f"not a JSON Pointer: {pointer!r}", f"it starts with a slash, as in '/{pointer}'")
    if _BAD_ESCAPE.search(pointer):
        raise UsageError(f"not a JSON Pointer: {pointer!r}", "write ~ as ~0 and / inside a name as ~1")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def _check_inside(record: Record, data: bytes, options: CheckOptions) -> Result:
    """Check the record that is inside the document `data`."""
    wanted, judged = options.wanted, Findings()
    document, read, parsed = validator().read(data, options.limits, _origin(record), wanted.most)
    # A text that can be read in two ways may not leak either, so what was parsed of it is looked at.
    inner, steps = _follow(parsed if document is ABSENT else document, options.steps)
    error: InputError | None = None
    if document is ABSENT:
        if steps == len(options.steps):
            judged = validator().leaks_of(inner, options.carrier, wanted)
    elif steps == len(options.steps):
        # Not `validate`, which would take a string for JSON text.
        judged = validator().judge(inner, options.carrier, wanted)
    else:
        error = _nothing_there(record.file, options.at, inner, steps)
    below = [replace(one, path=options.at + one.path) for one in judged]
    return Result(record, wanted.joined(read, Findings(below).and_omitted(judged.omitted)), error)


def _follow(value: Any, steps: tuple[str, ...]) -> tuple[Any, int]:
    """The value at the end of the way, or the last one on it, and how many of its steps lead there."""
    for count, step in enumerate(steps):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _INDEX.fullmatch(step) and len(step) < 20 and int(step) < len(value):
            value = value[int(step)]
        else:
            return value, count
    return value, len(steps)


def _nothing_there(file: str, pointer: str, last: Any, steps: int) -> InputError:
    """The error of a document that has nothing at `pointer`: its first `steps` steps lead to `last`."""
    way = pointer.split("/")[1:]
    reached = "/".join(["", *way[:steps]]) if steps else "its root"
    kind = "object" if isinstance(last, dict) else "array" if isinstance(last, list) else ""
    what = f"an {kind} without {way[steps]!r}" if kind else "neither an object nor an array"
    reason = f"there is nothing at {pointer} in this document: {reached} is {what}"
    return InputError(file, reason, "correct the pointer of --at, or leave this document out")


def _origin(record: Record) -> Origin:
    """Where the text of a record begins in its input."""
    return Origin(record.row, record.column, record.offset)
