"""What a sabotage is: what is done wrong, on which cases, and what a run must show of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from exprov.conformance.results import CaseResult
from exprov.conformance.sabotages import contents
from exprov.conformance.sabotages.base import Saboteur, output_text

GREEN = ("as without",)
"""What is to be seen where nothing is harmed: the outcome that each case has without a sabotage."""

Choice = Callable[[Sequence[CaseResult]], Iterable[CaseResult]]


def every(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    return answered


def nothing(declared: Mapping[str, Any]) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One thing that a proxy does wrong, and how a run must show it.

    does: what, in a few words. make: the saboteur. expect: the outcomes of the cases that are hit, in the order of
    the plan, the last one standing for all that follow; of a run that is sabotaged, those that its cases may have.
    All others must be as without. tell: a regular expression; the evidence of each case that is hit (its reason,
    differences and standard error) must match it, so that the case is red for its own reason and not for another;
    without cases, a trouble of the run or some case must. choose: the cases that it can be tried on, out of those
    answered rightly without it, in the order of the plan. most: how many of them are hit; 0 means that it is the run
    that is sabotaged, and all cases are hit. missing: says what the engine would have to declare, or "" if it does.
    window: how many cases must be outstanding at once. repeats: it shows only where cases are asked again.
    """

    name: str
    does: str
    make: Callable[[], Saboteur]
    expect: tuple[str, ...]
    tell: str = ""
    choose: Choice = every
    most: int = 3
    missing: Callable[[Mapping[str, Any]], str] = nothing
    window: int = 1
    repeats: bool = False

    def tells(self, evidence: str) -> bool:
        """Whether the evidence says that it was this."""
        return re.search(self.tell, evidence, re.MULTILINE) is not None


def each(fits: Callable[[CaseResult], bool]) -> Choice:
    return lambda answered: filter(fits, answered)


def operation(op: str) -> Choice:
    return each(lambda result: result.op == op)


def judged(verdict: str) -> Choice:
    return each(lambda result: result.expected.get("verdict") == verdict)


def record(result: CaseResult, ops: Collection[str] = ("roundtrip",)) -> Any:
    """The record that the engine wrote back, or None."""
    text = output_text(result.got or {}) if result.op in ops else None
    return None if text is None else json.loads(text)


def has_counts(result: CaseResult) -> bool:
    """Whether the engine wrote a bare record of this version that counts attempts, and no number that a float would not hold."""
    written = record(result, ("roundtrip", "emit"))
    if result.carrier or not isinstance(written, dict) or written.get("schemaVersion") != "1.0":
        return False
    numbers = [one for one in contents.numbers(written) if not isinstance(one, int) or abs(one) > 2**53]
    return not numbers and written.get("attemptCount", 0) > 0


def after_accepted(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """What is refused, once something was accepted."""
    verdicts = [result.expected.get("verdict") for result in answered]
    start = verdicts.index("valid") if "valid" in verdicts else len(verdicts)
    return REFUSED(answered[start:])


def neighbours(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """The first two after one another with different verdicts."""
    for one, other in pairwise(answered):
        if {one.expected.get("verdict"), other.expected.get("verdict")} == {"valid", "invalid"}:
            return (one, other)
    return ()


REFUSED = judged("invalid")
ACCEPTED = judged("valid")
SEVERAL = each(lambda result: len(result.expected.get("findings", ())) > 1)
UNKNOWN = each(lambda result: bool(contents.known_only(record(result)) != record(result)))
COUNTED = each(has_counts)
FRACTIONS = each(lambda result: bool(contents.rounded(record(result)) != record(result)))


def all_findings(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine does not report every finding."""
    return "" if declared.get("findings") == "all" else "the engine reports only the first finding"


def other_operations(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine has no second operation to go on with."""
    return "" if len(declared.get("ops", ())) > 1 else "the engine declares only one operation"
