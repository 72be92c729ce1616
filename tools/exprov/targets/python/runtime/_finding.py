"""What a check reports: one finding per defect, and the exception that carries them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Self

from msgspec import Struct

Level = Literal["reader", "writer"]


# As a dataclass, which has __slots__ and is frozen, it would take ten times as long to build.
class Finding(Struct, frozen=True):
    """One defect of a record; immutable, hashable, equal to another one with the same fields.

    `rule` is the stable id, `path` a JSON Pointer (the root is the empty string), `level` who must reject the record,
    `message` what is wrong and what to do. Parse findings also say where in the text as it was given: `line` and
    `column` count from 1, the column in code points; `offset` counts bytes from 0, of the UTF-8 form if the text was a
    `str`. A byte order mark counts like any other character. Findings of `validate_lines` all have a `line`.
    """

    rule: str
    path: str
    level: Level
    message: str
    line: int | None = None
    column: int | None = None
    offset: int | None = None

    def to_dict(self) -> dict[str, str | int]:
        """The fields that have a value, as JSON-ready data."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}

    def __str__(self) -> str:
        place = self.path or "(root)"
        if self.line is not None:
            place += f", line {self.line}"
        if self.column is not None:
            place += f", column {self.column}"
        return f"{self.rule} at {place}: {self.message}"


MOST_FINDINGS = 1000
"""How many findings of one record are kept if the caller does not say."""


class Findings(list[Finding]):
    """The findings of one record. It may have more than are kept: `omitted` says how many."""

    # No constructor, which each valid record would pay for.
    omitted: int = 0

    def and_omitted(self, count: int) -> Self:
        """The same list, which does not have `count` more findings."""
        self.omitted = count
        return self


class InvalidRecord(ValueError):
    """A record has findings: `findings`, in document order, and `omitted` more that were not kept."""

    findings: tuple[Finding, ...]
    omitted: int

    def __init__(self, findings: Iterable[Finding], omitted: int = 0) -> None:
        self.findings = tuple(findings)
        self.omitted = findings.omitted if isinstance(findings, Findings) else omitted
        # These are the arguments, so that the exception survives pickling between processes.
        super().__init__(self.findings, self.omitted)

    def __str__(self) -> str:
        count = len(self.findings) + self.omitted
        lines = [f"{count} finding{'' if count == 1 else 's'}", *(f"  {finding}" for finding in self.findings)]
        return "\n".join([*lines, f"  and {self.omitted} more"] if self.omitted else lines)
