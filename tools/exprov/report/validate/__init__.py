"""Results into text: one class per format. A report returns what to print and prints nothing itself."""

from __future__ import annotations

from exprov.checking.check import Result
from exprov.errors import UsageError


class Summary:
    """How many results there were of each kind; `records` is their sum."""

    __slots__ = ("invalid", "unreadable", "valid")

    def __init__(self) -> None:
        self.valid = 0
        self.invalid = 0
        self.unreadable = 0

    @property
    def records(self) -> int:
        return self.valid + self.invalid + self.unreadable

    def add(self, result: Result) -> None:
        if result.error is not None:
            self.unreadable += 1
        elif result.findings:
            self.invalid += 1
        else:
            self.valid += 1


class Report:
    """One run's report: the concatenation of what `begin`, then `add` for each result, then `end` return.

    level: the level that was asked for. limit: how many findings are shown; the rest is counted in `omitted`.
    """

    def __init__(self, level: str, limit: int | None) -> None:
        self.level = level
        self.limit = limit
        self.shown = 0
        self.omitted = 0

    def begin(self) -> str:
        return ""

    def add(self, result: Result) -> str:
        raise NotImplementedError

    def end(self, summary: Summary) -> str:
        raise NotImplementedError

    def take(self) -> bool:
        """Whether one more finding may be shown; counts it either way."""
        if self.limit is not None and self.shown >= self.limit:
            self.omitted += 1
            return False
        self.shown += 1
        return True


FORMATS = ("text", "json")


def create(format: str, level: str, limit: int | None) -> Report:
    """The report of this format; raise UsageError if there is none."""
    if format == "text":
        from exprov.report.validate.text import TextReport

        return TextReport(level, limit)
    if format == "json":
        from exprov.report.validate.as_json import JsonReport

        return JsonReport(level, limit)
    raise UsageError(f"there is no report format {format!r}", f"choose one of {', '.join(FORMATS)}")
