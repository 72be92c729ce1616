"""What a fault is: what goes wrong, in which cases, and what a run must show of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from exprov.conformance.faults import kinds
from exprov.conformance.faults.wire import Message, Wire

if TYPE_CHECKING:
    from exprov.conformance.results import CaseResult

HARMLESS = ("as without",)
"""What to expect where nothing is harmed: the outcome that each case has without the fault."""

Hook = Callable[[Wire, bytes, Message, Message], None]
"""(wire, line, message, case) -> None: what is done instead of passing the line of the message on; `case` as it was asked."""
Choice = Callable[["Sequence[CaseResult]"], "Iterable[CaseResult]"]


def every(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    return answered


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that the proxy does wrong.

    does: what, in a few words. expect: the outcomes of the cases that are hit, in the order of the plan; the last one stands for all
    that follow. Of a fault in the whole run, the outcomes that its cases may have. All other cases must have the outcome that they
    have without the fault.
    tell: a regular expression. What the result of each case that is hit says (its reason, differences and standard error) must match
    it, so that the case fails for this reason and for no other; without cases, a trouble of the run or some case must.
    choose: the cases to try it on, out of those that are answered rightly without it, in the order of the plan. most: how many of
    them are hit; 0 for a fault in the whole run, which hits all.
    hello, case, result, bye: what is done with these messages; by default they are passed on, as are those of cases that are not hit.
    missing: what the engine would have to declare, "" if it does. window: how many cases must be outstanding at once; the proxy
    still gives the engine no more at a time than it takes. repeats: it shows only if cases are asked again.
    """

    name: str
    does: str
    expect: tuple[str, ...]
    tell: str = ""
    choose: Choice = every
    most: int = 3
    hello: Hook | None = None
    case: Hook | None = None
    result: Hook | None = None
    bye: Hook | None = None
    missing: Callable[[Mapping[str, Any]], str] = lambda declared: ""
    window: int = 1
    repeats: bool = False

    def explains(self, evidence: str) -> bool:
        """Whether what a result says points to this fault."""
        return re.search(self.tell, evidence, re.MULTILINE) is not None


def each(kind: kinds.Kind) -> Choice:
    return lambda answered: filter(kind, answered)


def after_accepted(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """What is rejected, after something was accepted."""
    start = next((place for place, result in enumerate(answered) if kinds.accepted(result)), len(answered))
    return filter(kinds.rejected, answered[start:])


def neighbours(answered: Sequence[CaseResult]) -> Iterable[CaseResult]:
    """The first two cases in a row with different verdicts."""
    return next((pair for pair in pairwise(answered) if sorted(map(_verdict, pair)) == ["invalid", "valid"]), ())


def _verdict(result: CaseResult) -> str:
    return str(result.expected.get("verdict", ""))


def all_findings(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine does not report every finding."""
    return "" if declared.get("findings") == "all" else "the engine reports only the first finding"


def other_operations(declared: Mapping[str, Any]) -> str:
    """What is missing if the engine has no second operation to go on with."""
    return "" if len(declared.get("ops", ())) > 1 else "the engine declares only one operation"
