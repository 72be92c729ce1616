"""What became of every planned case: plain data between the driver, which fills it in, and the reports, which show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PASS = "pass"
FAIL = "fail"
WRONG_REASON = "wrong-reason"
UNSUPPORTED = "unsupported"
UNDECLARED = "unsupported-undeclared"
ERROR = "error"
CRASH = "crash"
TIMEOUT = "timeout"
PROTOCOL = "protocol"
FLAKY = "flaky"
NOT_RUN = "not-run"

OUTCOMES: Mapping[str, str] = {
    PASS: "the answer is the expected one",
    FAIL: "another verdict, output or digest than expected",
    WRONG_REASON: "the right verdict with other findings than the expected ones",
    UNSUPPORTED: "the engine declared at the start that it does not do this",
    UNDECLARED: "the engine declined a case that its declaration covers",
    ERROR: "the engine answered that it failed",
    CRASH: "the engine ended instead of answering",
    TIMEOUT: "no answer in time",
    PROTOCOL: "what came is no answer of the protocol, or not one to this case",
    FLAKY: "the same case was answered differently when it was asked again",
    NOT_RUN: "the run ended before this case",
}
"""Every outcome, with what it means; the order is that of all reports."""

GOOD = frozenset({PASS, UNSUPPORTED})
"""Outcomes that need no entry in a baseline."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the answer differs.

    path: a JSON Pointer into the output, or a word such as "verdict", "digest", "findings". want, got: JSON text, or ""
    where there is nothing on that side.
    """

    path: str
    want: str
    got: str


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One planned case and what became of it.

    id: unique in the plan, "<golden id>:<op>:<level>". case: the id of the golden case. input: `text`, `b64` or `facts`.
    expected, got: what should have been answered and what was, as the protocol's members of a result (`verdict`, `findings`,
    `output`, `digest`), `got` being None without an answer. reason: one sentence that says why the outcome is not "pass".
    base, change: the valid case that a negative one comes from, and the one change. stderr: the end of what the engine
    wrote there while it had the case. milliseconds: from the question to the answer.
    """

    id: str
    case: str
    title: str
    topic: str
    op: str
    level: str
    outcome: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any]
    got: Mapping[str, Any] | None = None
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    tags: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    carrier: str = ""
    base: str = ""
    change: Mapping[str, Any] | None = None
    stderr: str = ""
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a run and its baseline disagree.

    kind: "unexpected" (a bad outcome without an entry), "fixed" (an entry for a case that passes now), "dropped" (an entry for
    a case that the engine does not declare any more), "different" (it fails otherwise than the entry says), "stale" (an entry
    for a case that is not in the suite), "expired" (an entry whose last day is over), or "declared-less" (the engine declares
    less than is asked of it; the id is no case's, but says what).
    """

    kind: str
    id: str
    message: str


@dataclass(frozen=True, slots=True)
class Run:
    """One conformance run.

    engine: the `engine` object of its hello, empty if it never said one. command: how it was started, empty for a batch.
    suite: `version` and `sha256`. planned: how many cases the plan has; `results` has as many, in the plan's order.
    excused: id -> reason of the baseline, for bad outcomes that the baseline expects. troubles: what went wrong beside the
    cases (the engine did not start, broke the protocol between cases, ...), each one sentence.
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
    milliseconds: float = 0.0

    def counts(self) -> dict[str, int]:
        """How many cases have each outcome, every one of OUTCOMES included."""
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


@dataclass(frozen=True, slots=True)
class Cell:
    """What one engine lost of the records that another wrote.

    kept, lost: how many records came back with the same value, and how many did not. examples: some of the losses, each
    one line. skipped: how many were not relayed, for the writer or the reader does not declare what they take.
    """

    kept: int
    lost: int
    examples: tuple[str, ...] = ()
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Matrix:
    """Records relayed between engines.

    cells: (writer, reader) -> what became of the records that `writer` wrote when `reader` read them and wrote them
    back. A pair that is not there was not tried. notes: why records were not relayed, each one sentence. troubles: what went
    wrong beside the records.
    """

    engines: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]
    notes: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
