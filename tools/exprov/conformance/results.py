"""The results of a run: plain data between the driver, which fills it in, and the reports, which show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from exprov import exit_codes
from exprov.conformance.outcomes import GOOD, OUTCOMES
from exprov.conformance.plan import PlannedCase


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the answer differs.

    path: a JSON Pointer into the output, or the name of a member of the answer. want, got: JSON text; "" for nothing.
    """

    path: str
    want: str
    got: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult(PlannedCase):
    """A planned case and what became of it.

    got: the members of the answer, None without one. reason: why the outcome is not "pass", in one sentence. stderr: the end
    of what the engine wrote to standard error while it had the case. milliseconds: from the question to the answer.
    """

    outcome: str
    got: Mapping[str, Any] | None = None
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    stderr: str = ""
    milliseconds: float = 0.0

    @classmethod
    def of(cls, planned: PlannedCase, outcome: str, reason: str = "", **members: Any) -> CaseResult:
        """The result of a planned case."""
        case = {one.name: getattr(planned, one.name) for one in _PLANNED}
        return cls(**case, outcome=outcome, reason=reason, **members)


_PLANNED = fields(PlannedCase)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A disagreement between a run and its baseline.

    kind: one of these. "unexpected": a bad outcome without an entry. "fixed": an entry whose case passes. "dropped": an entry whose
    case the engine no longer declares. "different": an entry whose case fails in another way. "stale": an entry for a case that the
    suite does not have. "expired": an entry past its last day. "declared-less": the engine declares less than is required; the id
    says what.
    """

    kind: str
    id: str
    message: str


@dataclass(frozen=True, slots=True)
class Run:
    """One conformance run.

    engine: the `engine` object of the hello, empty without a hello. command: how the engine was started, empty for a batch;
    left_out: how many of its arguments are not shown.
    suite: `version` and `sha256`. planned: the number of cases in the plan; `results` has as many, in the same order.
    excused: id -> reason, for bad outcomes that the baseline expects. troubles: what went wrong beside the cases, in sentences.
    """

    engine: Mapping[str, Any]
    command: tuple[str, ...]
    suite: Mapping[str, str]
    nonce: str
    planned: int
    results: tuple[CaseResult, ...]
    declared: Mapping[str, Any] = field(default_factory=dict)
    excused: Mapping[str, str] = field(default_factory=dict)
    mismatches: tuple[Mismatch, ...] = ()
    troubles: tuple[str, ...] = ()
    seed: int | None = None
    left_out: int = 0
    milliseconds: float = 0.0

    def without_arguments(self) -> Run:
        """The same run, showing no argument of the engine, which may hold a secret."""
        return replace(self, command=self.command[:1], left_out=len(self.command[1:]))

    def counts(self) -> dict[str, int]:
        """The number of cases with each outcome, zeros included."""
        found = Counter(result.outcome for result in self.results)
        return {outcome: found[outcome] for outcome in OUTCOMES}

    @property
    def adds_up(self) -> bool:
        """Whether every planned case has exactly one known outcome."""
        ids = {result.id for result in self.results}
        return len(ids) == len(self.results) == self.planned == sum(self.counts().values())

    @property
    def unexpected(self) -> tuple[CaseResult, ...]:
        """The results with a bad outcome that no baseline excuses."""
        return tuple(one for one in self.results if one.outcome not in GOOD and one.id not in self.excused)

    @property
    def exit_code(self) -> int:
        """VALID if all is as expected, else the code of the worst that happened."""
        return _exit_code(self.adds_up, bool(self.troubles), bool(self.unexpected or self.mismatches))


def _exit_code(adds_up: bool, has_troubles: bool, has_findings: bool) -> int:
    if not adds_up:
        return exit_codes.DRIFT
    if has_troubles:
        return exit_codes.UNREADABLE
    return exit_codes.FINDINGS if has_findings else exit_codes.VALID


@dataclass(frozen=True, slots=True)
class Cell:
    """What one engine kept and lost of the records that another one wrote.

    examples: some of the losses, one line each. skipped: records that the writer or the reader does not declare.
    """

    kept: int
    lost: int
    examples: tuple[str, ...] = ()
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Matrix:
    """Records relayed between engines.

    cells: (writer, reader) -> what `reader` kept of the records of `writer`; a missing pair was not tried. notes: why records were
    not relayed. troubles: what went wrong beside the records. Both are sentences. adds_up: whether every run of an engine does.
    """

    engines: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]
    notes: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    adds_up: bool = True

    @property
    def lost(self) -> int:
        """How many records were lost, of all pairs."""
        return sum(cell.lost for cell in self.cells.values())

    @property
    def exit_code(self) -> int:
        """VALID if nothing was lost, else the code of the worst that happened."""
        return _exit_code(self.adds_up, bool(self.troubles), bool(self.lost))
