"""Results into text: one class per format. A report returns what to print and prints nothing itself."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from exprov.checking.check import UNREADABLE, Result
from exprov.errors import UsageError


class Summary:
    """How many results there were of each kind; `records` is their sum. What is found `beside` records is not in it."""

    __slots__ = ("beside", "invalid", "unreadable", "valid")

    def __init__(self) -> None:
        self.valid = self.invalid = self.unreadable = self.beside = 0

    @property
    def records(self) -> int:
        return self.valid + self.invalid + self.unreadable

    def add(self, result: Result) -> None:
        if result.error is not None:
            self.unreadable += 1
        elif not result.record.is_counted:
            self.beside += 1
        elif result.findings:
            self.invalid += 1
        else:
            self.valid += 1


class Problem(Struct, frozen=True):
    """A finding and its place in the input, or why the input cannot be read; None for what is not known."""

    file: str
    line: int | None
    index: int | None
    rule: str
    path: str
    level: str
    message: str
    column: int | None = None
    offset: int | None = None


def problems(result: Result) -> Iterator[Problem]:
    """What is wrong with one record or input."""
    file, line, index = result.record.file, result.record.line, result.record.index
    for one in result.findings:
        at = line if one.line is None else one.line
        yield Problem(file, at, index, one.rule, one.path, one.level, one.message, one.column, one.offset)
    if result.error is not None:
        message = f"{result.error.reason}; {result.error.remedy}"
        yield Problem(file, line, index, UNREADABLE, "", "reader", message)


class Report:
    """One run's report: the concatenation of what `begin`, then `add` for each result, then `end` return.

    level: the level that was asked for. limit: how many problems are shown; the rest is counted in `omitted`.
    """

    def __init__(self, level: str, limit: int | None) -> None:
        self.level = level
        self.limit = limit
        self.shown = 0
        self.omitted = 0

    def begin(self) -> str:
        return ""

    def add(self, result: Result) -> str:
        shown = []
        for problem in problems(result):
            if self.limit is not None and self.shown >= self.limit:
                self.omitted += 1
            else:
                shown.append(self.problem(problem))
                self.shown += 1
        self.omitted += result.findings.omitted
        return "".join(shown)

    def problem(self, problem: Problem) -> str:
        raise NotImplementedError

    def end(self, summary: Summary) -> str:
        raise NotImplementedError


FORMATS = ("text", "json")


def create(format: str, level: str, limit: int | None) -> Report:
    """The report of this format; raise UsageError if there is none."""
    from exprov.report.validate import as_json, text

    reports: dict[str, type[Report]] = {"text": text.TextReport, "json": as_json.JsonReport}
    if format not in reports:
        raise UsageError(f"there is no report format {format!r}", f"choose one of {', '.join(FORMATS)}")
    return reports[format](level, limit)
