"""What a fault is: what goes wrong, in which cases, and what a run must show of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from exprov.conformance.faults import rewrites
from exprov.conformance.faults.injectors import Injector
from exprov.conformance.faults.wire import output_text

if TYPE_CHECKING:
    from exprov.conformance.results import CaseResult

HARMLESS = ("as without",)
"""What to expect where nothing is harmed: the outcome that each case has without the fault."""

Choice = Callable[["Sequence[CaseResult]"], "Iterable[CaseResult]"]


def every(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    return answered


def nothing(declared: Mapping[str, Any]) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that the proxy does wrong.

    does: what, in a few words. make: the injector. expect: the outcomes of the cases that are hit, in the order of the plan; the
    last one stands for all that follow. Of a fault in the whole run, the outcomes that its cases may have. All other cases must have
    the outcome that they have without the fault.
    tell: a regular expression. What the result of each case that is hit says (its reason, differences and standard error) must match
    it, so that the case fails for this reason and for no other; without cases, a trouble of the run or some case must.
    choose: the cases to try it on, out of those that are answered rightly without it, in the order of the plan. most: how many of
    them are hit; 0 for a fault in the whole run, which hits all. missing: what the engine would have to declare, "" if it does.
    window: how many cases must be outstanding at once. repeats: it shows only if cases are asked again.
    """

    name: str
    does: str
    make: Callable[[], Injector]
    expect: tuple[str, ...]
    tell: str = ""
    choose: Choice = every
    most: int = 3
    missing: Callable[[Mapping[str, Any]], str] = nothing
    window: int = 1
    repeats: bool = False

    def explains(self, evidence: str) -> bool:
        """Whether what a result says points to this fault."""
        return re.search(self.tell, evidence, re.MULTILINE) is not None


def each(fits: Callable[[CaseResult], bool]) -> Choice:
    return lambda answered: filter(fits, answered)


def operation(op: str) -> Choice:
    return each(lambda result: result.op == op)


def judged(verdict: str) -> Choice:
    return each(lambda result: result.expected.get("verdict") == verdict)


def record(result: CaseResult, ops: Collection[str] = ("roundtrip",)) -> Any:
    """The record that the engine wrote, None without one."""
    text = output_text(result.got or {}) if result.op in ops else None
    return None if text is None else json.loads(text)


def changed_by(edit: Callable[[Any], Any]) -> Choice:
    return each(lambda result: bool(edit(record(result)) != record(result)))


def has_counts(result: CaseResult) -> bool:
    """Whether the engine wrote a bare record of this version that counts attempts, and only numbers that a float holds."""
    written = record(result, ("roundtrip", "emit"))
    if result.carrier or not isinstance(written, dict) or written.get("schemaVersion") != "1.0":
        return False
    numbers: list[int | float] = []
    rewrites.leaves(lambda one: numbers.append(one) if isinstance(one, int | float) else None)(written)
    return all(isinstance(one, int) and abs(one) <= 2**53 for one in numbers) and written.get("attemptCount", 0) > 0


def after_accepted(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """What is rejected, after something was accepted."""
    verdicts = [result.expected.get("verdict") for result in answered]
    start = verdicts.index("valid") if "valid" in verdicts else len(verdicts)
    return REJECTED(answered[start:])


def neighbours(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """The first two cases in a row with different verdicts."""
    for one, other in pairwise(answered):
        if {one.expected.get("verdict"), other.expected.get("verdict")} == {"valid", "invalid"}:
            return (one, other)
    return ()


REJECTED = judged("invalid")
ACCEPTED = judged("valid")
SEVERAL = each(lambda result: len(result.expected.get("findings", ())) > 1)
UNKNOWN = changed_by(rewrites.known_only)
COUNTED = each(has_counts)
FRACTIONS = changed_by(rewrites.rounded)


def all_findings(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine does not report every finding."""
    return "" if declared.get("findings") == "all" else "the engine reports only the first finding"


def other_operations(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine has no second operation to go on with."""
    return "" if len(declared.get("ops", ())) > 1 else "the engine declares only one operation"
