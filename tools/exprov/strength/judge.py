"""Run the cases against every mutant: which case detects it, and which mutants survive."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from exprov.contract.model import Contract
from exprov.errors import UsageError
from exprov.program.lower import lower
from exprov.program.model import Program
from exprov.strength import form_mutants, leak_mutants, parse_mutants, phase_mutants, rule_mutants, schema_mutants
from exprov.strength.mutant import Mutant, ShowsIn, part
from exprov.strength.subject import Subject
from exprov.strength.suite import Case
from exprov.targets.python.runtime._finding import Findings
from exprov.targets.python.runtime._place import Wanted
from exprov.targets.python.runtime._text import DEFAULT_LIMITS

Fate = Literal["killed", "equivalent", "survived"]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the `case` that killed it, or the `reason` why none can (empty otherwise)."""

    mutant: str
    fate: Fate
    case: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Strength:
    """The verdict on every mutant, in their order; `cases` is how many cases there were.

    `stale` are entries of the list of equivalent mutants that are wrong: the mutant's id, and why.
    """

    cases: int
    verdicts: tuple[Verdict, ...]
    stale: tuple[tuple[str, str], ...] = ()

    def count(self, fate: Fate) -> int:
        return sum(verdict.fate == fate for verdict in self.verdicts)

    @property
    def is_complete(self) -> bool:
        """Whether every mutant that can be killed is, and the list of those that cannot is right."""
        return not self.stale and not self.count("survived")


def mutants(contract: Contract) -> list[Mutant]:
    """Every mutant of the contract, in a fixed order and with distinct ids."""
    program = bare(contract)
    found = [
        *schema_mutants.mutants(contract, program),
        *rule_mutants.mutants(program),
        *parse_mutants.mutants(),
        *phase_mutants.mutants(program),
        *leak_mutants.mutants(program),
        *form_mutants.mutants(),
    ]
    ids = [mutant.id for mutant in found]
    if len(set(ids)) != len(ids):
        raise AssertionError(f"two mutants have one id: {sorted(id for id in ids if ids.count(id) > 1)[0]}")
    return found


def bare(contract: Contract) -> Program:
    """The program of `contract` without what no verdict depends on, so that a subject is made faster."""
    return replace(lower(contract), findings=())


def judge(
    contract: Contract,
    cases: Sequence[Case],
    equivalent: Mapping[str, str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Strength:
    """Evaluate every mutant of `contract` with `cases`; `equivalent` maps mutants that no case can kill to the reason.

    `progress` is called with how many of how many are done. Raises UsageError if the validator without a mutation
    disagrees with a case: what its mutants do would prove nothing.
    """
    reasons, court, todo = equivalent or {}, Court(contract, cases), mutants(contract)
    verdicts = []
    for done, mutant in enumerate(todo, 1):
        if progress is not None and (done % 20 == 0 or done == len(todo)):
            progress(done, len(todo))
        killer = court.killer(mutant)
        if killer is not None:
            verdicts.append(Verdict(mutant.id, "killed", killer.id))
        elif mutant.id in reasons:
            verdicts.append(Verdict(mutant.id, "equivalent", reason=reasons[mutant.id]))
        else:
            verdicts.append(Verdict(mutant.id, "survived"))
    known = {one.mutant: one for one in verdicts}
    stale = [(id, "there is no such mutant") for id in reasons if id not in known]
    stale += [(id, f"it is killed by {known[id].case}") for id in reasons if id in known and known[id].case]
    return Strength(len(cases), tuple(verdicts), tuple(stale))


class Court:
    """The cases, read once, with which one subject after the other is tried."""

    def __init__(self, contract: Contract, cases: Sequence[Case]) -> None:
        self.program = bare(contract)
        self.right = subject = Subject(self.program)
        self.cases = [(case, _words(_about(case))) for case in cases]
        self.readings = {case.data: subject.read(case.data, DEFAULT_LIMITS) for case in cases}
        self.agree()

    def agree(self) -> None:
        """Raise UsageError if the validator, with nothing wrong in it, disagrees with a case."""
        # Rules are mutated in their expanded form, so it must agree as well.
        expanded = Subject(rule_mutants.expanded_program(self.program))
        trials: list[tuple[Subject, ShowsIn]] = [(self.right, "text"), (self.right, "form"), (expanded, "text")]
        for case, _ in self.cases:
            if any(self._detects(case, subject, shows_in) for subject, shows_in in trials):
                raise UsageError(
                    f"the validator does not agree with the case {case.id} before anything is mutated",
                    "run `exprov generate`, and correct the case or the validator",
                )

    def killer(self, mutant: Mutant) -> Case | None:
        """The first case that detects the mutant, likely ones tried first; None if none does."""
        subject = Subject(mutant.program or self.program)
        if mutant.switch is not None:
            mutant.switch(subject)
        if mutant.shows_in == "value":
            part("read", lambda read: self._recall)(subject)
        words = _words(mutant.id)
        # Among likely ones, a case with one cause says most.
        likely = sorted(self.cases, key=lambda one: (len(one[0].expected) > 1) - 2 * len(words & one[1]))
        return next((case for case, _ in likely if self._detects(case, subject, mutant.shows_in)), None)

    def _recall(self, data: Any, *limits: Any) -> Any:
        """What the text of a case reads as."""
        value, findings, parsed = self.readings[data]
        return value, Findings(findings), parsed

    def _detects(self, case: Case, subject: Subject, shows_in: ShowsIn) -> bool:
        """Whether a subject does something else than the case expects."""
        if shows_in == "form":
            # Only what a reader accepts has a canonical form.
            is_accepted = all(level == "writer" for _, _, level in case.expected)
            return is_accepted and subject.form(case.data, self.readings[case.data][0]) != case.form
        findings = subject.findings(case.data, Wanted(), case.carrier, DEFAULT_LIMITS)
        return frozenset((one.rule, one.path, one.level) for one in findings) != case.expected


def _about(case: Case) -> str:
    found = " ".join(f"{rule} {path}" for rule, path, _ in case.expected)
    # Lists of names hold them normalised, as one word.
    joined = " ".join(re.sub("[-_. ]", "", path.rpartition("/")[2]).lower() for _, path, _ in case.expected)
    return f"{case.id} {case.carrier or 'execution-provenance'} {found} {joined}"


def _words(text: str) -> frozenset[str]:
    """The words of an id or a pointer: `attemptCount` and `attempt-count` both hold `attempt` and `count`."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()
    return frozenset(re.findall(r"[a-z]+|[0-9]+", apart))
