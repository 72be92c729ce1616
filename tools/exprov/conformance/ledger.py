"""The books of a run: what is still to be asked, what each case came to, and which case to blame when an engine fails.

Every planned case ends with exactly one result, whatever engines do.
"""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from exprov.conformance import differences, outcomes
from exprov.conformance.judge import bounded, is_same, judge
from exprov.conformance.plan import Plan, PlannedCase, uncovered
from exprov.conformance.protocol import Message, declared
from exprov.conformance.results import CaseResult, Run

# After this many answers with status error, no more cases are asked again to see whether the failure left a trace.
_AFTER_ERRORS = 25
NOTHING_ASKED = "no case was asked, because the engine declares nothing that these cases need"
"""The trouble of a run that proves nothing."""

_ANSWERED = frozenset({outcomes.PASS, outcomes.FAIL, outcomes.WRONG_REASON, outcomes.ERROR, outcomes.UNDECLARED})


@dataclass(eq=False)
class Group:
    """Cases that were outstanding together when something went wrong. Each is asked again alone, to find the cause.

    suspect: the oldest, which is blamed if it happens to none of them alone.
    """

    suspect: Question
    outcome: str
    reason: str
    stderr: str
    pending: int
    found: bool = False


@dataclass(eq=False)
class Question:
    """A case to ask, for the first time or `again`, `why`, to see whether the answer is the same.

    sent: when, on the monotonic clock. mark: how many bytes of standard error had come by then.
    """

    planned: PlannedCase
    again: bool = False
    why: str = ""
    group: Group | None = None
    sent: float = 0.0
    mark: int = 0


@dataclass
class Ledger:
    """The books; `seed` shuffles the order, and `repeats` cases are asked again in the course of the run."""

    plan: Plan
    seed: int | None = None
    repeats: int = 0
    hello: Message | None = None
    found: dict[str, CaseResult] = field(default_factory=dict)
    _first: dict[str, bytes] = field(default_factory=dict)
    _queue: deque[Question] = field(default_factory=deque)
    _alone: deque[Question] = field(default_factory=deque)
    _after_errors: int = 0

    def declare(self, hello: Message) -> None:
        """Take note of what the engine does not declare, and queue the other cases."""
        self.hello = hello
        questions = []
        for case in self.plan.cases:
            if reason := uncovered(case, hello):
                self.found[case.id] = CaseResult.of(case, outcomes.UNSUPPORTED, reason)
            else:
                questions.append(Question(case))
        chance = random.Random(0 if self.seed is None else self.seed)
        if self.seed is not None:
            chance.shuffle(questions)
        chosen = sorted(chance.sample(range(len(questions)), min(self.repeats, len(questions))))
        again = [(place, Question(questions[place].planned, again=True)) for place in chosen]
        if self.seed is None:
            # By the end the engine has seen everything that could leave a trace in it.
            self._queue.extend(questions + [question for _, question in again])
            return
        places = {place: chance.randint(place + 1, len(questions)) for place in chosen}
        for place, question in sorted(again, key=lambda one: places[one[0]], reverse=True):
            questions.insert(places[place], question)
        self._queue.extend(questions)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to ask."""
        return not self._queue and not self._alone

    @property
    def has_answers(self) -> bool:
        """Whether any case has been answered, rightly or wrongly."""
        return bool(self._first)

    @property
    def left(self) -> int:
        """The number of questions that are left."""
        return len(self._queue) + len(self._alone)

    def take(self, may_be_alone: bool) -> Question | None:
        """The next question; one of a group only if `may_be_alone`, that is, if nothing else is outstanding."""
        if self._alone:
            return self._alone.popleft() if may_be_alone else None
        while self._queue:
            question = self._queue.popleft()
            if not question.again or question.planned.id in self._first:
                return question
        return None

    def answered(self, question: Question, answer: Message, stderr: str = "", milliseconds: float = 0.0) -> bool:
        """Evaluate an answer; return whether to ask again, in the same process, a case that was answered before."""
        assert self.hello is not None
        id, content = question.planned.id, _comparable(answer)
        if not question.again or self._first.get(id) not in (None, content):
            result = judge(question.planned, answer, self.hello, stderr=stderr, milliseconds=milliseconds)
            if question.again:
                self._compare(question, result)
            else:
                self.found[id] = result
                if result.outcome in _ANSWERED:
                    self._first[id] = content
        self._settle(question, False)
        if not question.again and answer["status"] == "error" and self._after_errors < _AFTER_ERRORS:
            self._after_errors += 1
            return True
        return False

    def failed(
        self, questions: Sequence[Question], outcome: str, reason: str, stderr: str, milliseconds: float = 0.0
    ) -> None:
        """Blame one of the questions that were outstanding, oldest first, or have each asked again alone."""
        if len(questions) == 1:
            self._blame(questions[0], outcome, reason, stderr, milliseconds)
            self._settle(questions[0], True)
            return
        group = Group(questions[0], outcome, reason, stderr, len(questions))
        self._alone.extend(replace(question, group=group) for question in questions)

    def revoke(self, id: str, outcome: str, reason: str, stderr: str = "") -> None:
        """Replace the result of an answer that turned out to be improper."""
        self.found[id] = replace(self.found[id], outcome=outcome, reason=reason, differences=(), stderr=stderr)
        self._first.pop(id, None)

    def run(self, unasked: str, **members: Any) -> Run:
        """The run with one result for every planned case, in the plan's order; `unasked` says why the rest was not run.

        members: of the run, what the books do not have.
        """
        said = {"engine": self.hello["engine"], "declared": declared(self.hello)} if self.hello else {"engine": {}}
        cases = self.plan.cases
        results = (self.found.get(case.id) or CaseResult.of(case, outcomes.NOT_RUN, unasked) for case in cases)
        return Run(**bounded(said), suite=self.plan.suite, planned=len(cases), results=tuple(results), **members)

    def _blame(self, question: Question, outcome: str, reason: str, stderr: str, milliseconds: float) -> None:
        id = question.planned.id
        if not question.again:
            members = {"stderr": stderr, "milliseconds": milliseconds}
            self.found[id] = CaseResult.of(question.planned, outcome, reason, **members)
            return
        first = self.found[id]
        reason = (
            f"asked again{question.why}, it had no proper answer ({outcome}: {reason}); at first it was {first.outcome}"
        )
        self.found[id] = replace(first, outcome=outcomes.FLAKY, reason=reason, stderr=stderr)

    def _settle(self, question: Question, is_to_blame: bool) -> None:
        """Take note that one of a group has been asked alone."""
        group = question.group
        if group is None:
            return
        question.group = None
        group.pending -= 1
        group.found |= is_to_blame
        if group.pending == 0 and not group.found:
            reason = f"{group.reason}, while several cases were outstanding; none of them repeats it alone"
            self._blame(group.suspect, group.outcome, reason, group.stderr, 0.0)

    def _compare(self, question: Question, now: CaseResult) -> None:
        first = self.found[question.planned.id]
        if first.outcome == outcomes.FLAKY or is_same(first, now):
            return
        places = differences.compare(first.got, now.got)
        reason = f"asked again{question.why}, the engine gave another answer; at first it was {first.outcome}"
        self.found[first.id] = replace(first, outcome=outcomes.FLAKY, reason=reason, differences=places)


def _comparable(answer: Message) -> bytes:
    """A hash of what must be the same whenever the case is asked: all but the words of a failure and the order of findings.

    Written records in another layout differ here; `judge.is_same` then compares their values.
    """
    members: dict[str, Any] = {"status": "error"} if answer["status"] == "error" else dict(answer)
    if "findings" in members:
        members["findings"] = sorted({(one["path"], one["rule"]) for one in members["findings"]})
    return hashlib.sha256(msgspec.json.encode(members, order="sorted")).digest()
