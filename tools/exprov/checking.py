"""Records into results: what the contract says of each. Prints nothing and knows no format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from execution_provenance import Finding, Limits, validate
from execution_provenance._leaks import scan
from execution_provenance._read import ABSENT, read_whole
from execution_provenance._validator import explain
from msgspec import Struct

from exprov.errors import InputError, UsageError
from exprov.inputs import Record

Level = Literal["reader", "writer"]
CheckedCarrier = Literal["auto", "task-result", "stream-terminal-outcome", "inderun-error"]

# The rule id under which reports list an input that could not be read. It is none of the contract's.
UNREADABLE = "input/unreadable"

_INDEX = re.compile(r"0|[1-9][0-9]*", re.ASCII)
# Places that messages of the parse phase name.
_PLACE = re.compile(r"at line ([0-9]+), column ([0-9]+)|at column ([0-9]+) of this line")
_BAD_ESCAPE = re.compile(r"~(?![01])")


class CheckOptions:
    """What is asked of a record.

    level: the findings that count. carrier: what the record travels on, None for the bare record. at: the JSON Pointer
    of the record inside each document. allow: ids of writer-level rules whose findings do not count.
    max_bytes, max_depth: the limits of the parse phase.
    Raises UsageError if `at` is no JSON Pointer.
    """

    __slots__ = ("allow", "at", "carrier", "level", "limits", "steps")

    def __init__(
        self,
        level: Level = "writer",
        carrier: CheckedCarrier | None = None,
        at: str = "",
        allow: Iterable[str] = (),
        max_bytes: int = 1 << 20,
        max_depth: int = 512,
    ) -> None:
        self.level: Level = level
        self.carrier: CheckedCarrier | None = carrier
        self.at = at
        self.steps = parse_pointer(at)
        self.allow = frozenset(allow)
        self.limits = Limits(max_bytes, max_depth)


class Result(Struct):
    """What came of one record: its findings at the level asked for, or the error that kept it from being read."""

    record: Record
    findings: list[Finding]
    error: InputError | None = None

    @property
    def valid(self) -> bool:
        return not self.findings and self.error is None


def check_records(records: Iterable[Record], options: CheckOptions) -> Iterator[Result]:
    """The result of each record, in order.

    What stands in the place of a record (a blank line, say) has a result only if it counts at this level.
    """
    level, carrier, limits = options.level, options.carrier, options.limits
    for record in records:
        if record.data is not None and not options.steps:
            findings = validate(record.data, level=level, carrier=carrier, limits=limits)
            yield Result(record, _counted(findings, record, options) if findings else [])
        elif record.data is not None:
            yield _check_inside(record, record.data, options)
        elif record.error is not None:
            yield Result(record, [], record.error)
        elif record.finding is not None:
            found = _counted([record.finding], record, options)
            if found:
                yield Result(record, found)
        else:
            raise ValueError("a record without data, finding or error")


def parse_pointer(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a JSON Pointer (RFC 6901); raise UsageError if it is none."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise UsageError(f"not a JSON Pointer: {pointer!r}", f"it starts with a slash, as in '/{pointer}'")
    if _BAD_ESCAPE.search(pointer):
        raise UsageError(f"not a JSON Pointer: {pointer!r}", "write ~ as ~0 and / inside a name as ~1")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def _check_inside(record: Record, data: bytes, options: CheckOptions) -> Result:
    """Judge the record that stands inside the document `data`."""
    document, parsed, whole = read_whole(data, options.limits)
    found = _counted(parsed, record, options)
    if document is ABSENT:
        # What cannot be read in one way still may not leak.
        leaks = [] if whole is ABSENT else scan(whole)
        return Result(record, [*found, *_counted(leaks, record, options)])
    value = document
    for depth, step in enumerate(options.steps):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and _INDEX.fullmatch(step) and len(step) < 20 and int(step) < len(value):
            value = value[int(step)]
        else:
            way = options.at.split("/")[1:]
            reached = "/".join(["", *way[:depth]]) if depth else "its root"
            kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else ""
            what = f"an {kind} without {way[depth]!r}" if kind else "neither an object nor an array"
            reason = f"nothing stands at {options.at} in this document: {reached} is {what}"
            error = InputError(record.file, reason, "correct the pointer of --at, or leave this document out")
            return Result(record, found, error)
    # Not `validate`, which would take a string that stands here for JSON text.
    inner = explain(value, options.carrier)
    moved = [Finding(f.rule, options.at + f.path, f.level, f.message) for f in inner]
    return Result(record, found + _counted(moved, record, options))


def _counted(findings: Iterable[Finding], record: Record, options: CheckOptions) -> list[Finding]:
    """The findings that count, with their places in the input instead of the record."""
    result = []
    for finding in findings:
        if finding.level == "writer" and (options.level == "reader" or finding.rule in options.allow):
            continue
        if finding.offset is not None:
            line, column = finding.line or 1, finding.column or 1
            finding = Finding(
                finding.rule,
                finding.path,
                finding.level,
                finding.message if record.index is None else _moved_places(finding.message, line, record),
                # Whatever a reader takes for line ends inside it, a record of JSON Lines stands on one line.
                record.line or record.row + line - 1,
                column + record.column - 1 if line == 1 else column,
                record.offset + finding.offset,
            )
        result.append(finding)
    return result


def _moved_places(message: str, line: int, record: Record) -> str:
    """`message`, of a finding on this line of the record, with the places that it names in the input instead."""

    def moved(match: re.Match[str]) -> str:
        named = int(match[1] or line)
        column = int(match[2] or match[3]) + (record.column - 1 if named == 1 else 0)
        return f"at line {named + record.row - 1}, column {column}" if match[1] else f"at column {column} of this line"

    return _PLACE.sub(moved, message)
