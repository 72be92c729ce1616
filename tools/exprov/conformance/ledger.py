"""The books of a run: what is still to be asked, what became of what was, and who is to blame when an engine fails.

Every planned case ends with exactly one result, whatever engines do.
"""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import msgspec

from exprov.conformance import differences, judge, protocol, results
from exprov.conformance.plan import EXACT, Plan, PlannedCase, uncovered
from exprov.conformance.results import CaseResult

# After so many answers that say that the engine failed, no more cases are asked again to see whether that left a trace.
_AFTER_ERRORS = 25
NOTHING_ASKED = "no case was asked: the engine declares nothing of what these cases are about"
"""The trouble of a run that proves nothing."""

_ANSWERED = frozenset({results.PASS, results.FAIL, results.WRONG_REASON, results.ERROR, results.UNDECLARED})


@dataclass(eq=False)
class Group:
    """Cases that were outstanding together when something went wrong, and are asked again, one at a time, to find the one.

    suspect: the oldest, which is blamed if it happens to none of them alone.
    """

    suspect: Ask
    outcome: str
    reason: str
    stderr: str
    pending: int
    found: bool = False


@dataclass(eq=False)
class Ask:
    """A case that is to be asked: for the first time, or `again`, to see whether it is answered as before; after `why`."""

    planned: PlannedCase
    again: bool = False
    why: str = ""
    group: Group | None = None
    sent: float = 0.0
    mark: int = 0


@dataclass
class Ledger:
    """The books; `seed` shuffles the order, and `repeats` says how many cases are asked again in the course of the run."""

    plan: Plan
    seed: int | None = None
    repeats: int = 0
    found: dict[str, CaseResult] = field(default_factory=dict)
    _first: dict[str, bytes] = field(default_factory=dict)
    _queue: deque[Ask] = field(default_factory=deque)
    _alone: deque[Ask] = field(default_factory=deque)
    _after_errors: int = 0

    def declare(self, hello: protocol.EngineHello) -> None:
        """Set down what the engine does not do, and line up the rest."""
        asks = []
        for case in self.plan.cases:
            reason = uncovered(case, hello)
            if reason:
                self.found[case.id] = judge.unanswered(case, results.UNSUPPORTED, reason)
            else:
                asks.append(Ask(case))
        chance = random.Random(0 if self.seed is None else self.seed)
        if self.seed is not None:
            chance.shuffle(asks)
        chosen = sorted(chance.sample(range(len(asks)), min(self.repeats, len(asks))))
        again = [(place, Ask(asks[place].planned, again=True)) for place in chosen]
        if self.seed is None:
            # At the end the engine has seen everything that could leave a trace in it.
            self._queue.extend(asks + [ask for _, ask in again])
            return
        places = {place: chance.randint(place + 1, len(asks)) for place in chosen}
        for place, ask in sorted(again, key=lambda one: places[one[0]], reverse=True):
            asks.insert(places[place], ask)
        self._queue.extend(asks)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to ask."""
        return not self._queue and not self._alone

    @property
    def has_answers(self) -> bool:
        """Whether any case has been answered so far, be it rightly or not."""
        return bool(self._first)

    @property
    def left(self) -> int:
        """How many questions there are still."""
        return len(self._queue) + len(self._alone)

    def take(self, may_be_alone: bool) -> Ask | None:
        """The next question; one of a group only if `may_be_alone`, which says that nothing else is outstanding."""
        if self._alone:
            return self._alone.popleft() if may_be_alone else None
        while self._queue:
            ask = self._queue.popleft()
            if not ask.again or ask.planned.id in self._first:
                return ask
        return None

    def answered(
        self, ask: Ask, answer: protocol.Result, hello: protocol.EngineHello, stderr: str, milliseconds: float
    ) -> bool:
        """Judge an answer; return whether to ask again, in the same process, something that was answered before."""
        id = ask.planned.id
        if ask.again and self._first.get(id) in (None, _comparable(answer)):
            self._settle(ask, False)
            return False
        exact = EXACT in hello.features
        result = judge.judge(
            ask.planned, answer, findings=hello.findings, exact=exact, stderr=stderr, milliseconds=milliseconds
        )
        if ask.again:
            self._compare(ask, result)
            self._settle(ask, False)
            return False
        self.found[id] = result
        if result.outcome in _ANSWERED:
            self._first[id] = _comparable(answer)
        self._settle(ask, False)
        if result.outcome == results.ERROR and self._after_errors < _AFTER_ERRORS:
            self._after_errors += 1
            return True
        return False

    def failed(self, asks: Sequence[Ask], outcome: str, reason: str, stderr: str, milliseconds: float = 0.0) -> None:
        """Something went wrong while `asks`, oldest first, were outstanding: blame the one, or find out which."""
        if len(asks) == 1:
            self._blame(asks[0], outcome, reason, stderr, milliseconds)
            self._settle(asks[0], True)
            return
        group = Group(asks[0], outcome, reason, stderr, len(asks))
        self._alone.extend(replace(ask, group=group) for ask in asks)

    def spoiled(self, id: str, outcome: str, reason: str, stderr: str) -> None:
        """A case that was answered turns out to be one that was not answered properly."""
        self.found[id] = replace(self.found[id], outcome=outcome, reason=reason, differences=(), stderr=stderr)
        self._first.pop(id, None)

    def finish(self, reason: str) -> tuple[CaseResult, ...]:
        """One result for every planned case, in the plan's order; `reason` says why the rest was not run."""
        return tuple(
            self.found.get(case.id) or judge.unanswered(case, results.NOT_RUN, reason) for case in self.plan.cases
        )

    def _blame(self, ask: Ask, outcome: str, reason: str, stderr: str, milliseconds: float) -> None:
        id = ask.planned.id
        if not ask.again:
            self.found[id] = judge.unanswered(ask.planned, outcome, reason, stderr=stderr, milliseconds=milliseconds)
            return
        first = self.found[id]
        told = f"asked again{ask.why}, there was no proper answer ({outcome}: {reason}); the first time it was {first.outcome}"
        self.found[id] = replace(first, outcome=results.FLAKY, reason=told, stderr=stderr)

    def _settle(self, ask: Ask, is_to_blame: bool) -> None:
        """One of a group has been asked alone."""
        group = ask.group
        if group is None:
            return
        ask.group = None
        group.pending -= 1
        group.found |= is_to_blame
        if group.pending == 0 and not group.found:
            told = f"{group.reason}; it happened while several cases were outstanding, and to none of them alone"
            self._blame(group.suspect, group.outcome, told, group.stderr, 0.0)

    def _compare(self, ask: Ask, now: CaseResult) -> None:
        first = self.found[ask.planned.id]
        if first.outcome == results.FLAKY or judge.is_same(ask.planned, first, now):
            return
        places = differences.compare(first.got, now.got)
        told = f"asked again{ask.why}, the engine answered otherwise; the first time it was {first.outcome}"
        self.found[first.id] = replace(first, outcome=results.FLAKY, reason=told, differences=places)


def _comparable(answer: protocol.Result) -> bytes:
    """A hash of what must be the same whenever the case is asked: all but how a failure is worded, and the order of findings.

    A written record, for that may be laid out otherwise, is the same even so if `judge.is_same` says it.
    """
    members = dict(protocol.members(answer))
    if answer.status == "error":
        members = {"status": "error"}
    if "findings" in members:
        members["findings"] = sorted({(one["path"], one["rule"]) for one in members["findings"]})
    return hashlib.sha256(msgspec.json.encode(members, order="sorted")).digest()
