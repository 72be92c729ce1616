"""Run the cases against every mutant: which case notices, and which mutants nobody notices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from exprov.contract.model import Contract
from exprov.errors import UsageError
from exprov.strength import form_mutants, leak_mutants, parse_mutants, phase_mutants, rule_mutants, schema_mutants
from exprov.strength.mutant import Mutant
from exprov.strength.subject import Subject
from exprov.strength.suite import Case, Triple

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
    found = [
        *schema_mutants.mutants(contract),
        *rule_mutants.mutants(contract),
        *parse_mutants.mutants(),
        *phase_mutants.mutants(),
        *leak_mutants.mutants(contract),
        *form_mutants.mutants(),
    ]
    ids = [mutant.id for mutant in found]
    if len(set(ids)) != len(ids):
        raise AssertionError(f"two mutants have one id: {sorted(id for id in ids if ids.count(id) > 1)[0]}")
    return found


def judge(
    contract: Contract,
    cases: Sequence[Case],
    equivalent: Mapping[str, str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Strength:
    """Judge every mutant of `contract` by `cases`; `equivalent` maps mutants that no case can kill to the reason.

    `progress` hears how many of how many are judged.

    Raises UsageError where the validator without a mutation does not agree with a case: what its mutants do says nothing.
    """
    reasons = equivalent or {}
    court = Court(contract, cases)
    verdicts, stale = [], []
    todo = mutants(contract)
    known = {mutant.id for mutant in todo}
    stale += [(id, "there is no such mutant") for id in reasons if id not in known]
    for done, mutant in enumerate(todo, 1):
        if progress is not None and (done % 20 == 0 or done == len(todo)):
            progress(done, len(todo))
        killer = court.killer(mutant)
        if killer is not None:
            verdicts.append(Verdict(mutant.id, "killed", killer.id))
            if mutant.id in reasons:
                stale.append((mutant.id, f"it is killed by {killer.id}"))
        elif mutant.id in reasons:
            verdicts.append(Verdict(mutant.id, "equivalent", reason=reasons[mutant.id]))
        else:
            verdicts.append(Verdict(mutant.id, "survived"))
    return Strength(len(cases), tuple(verdicts), tuple(stale))


@dataclass(frozen=True)
class _Read:
    """A case with what its text reads as, and its words, by which likely killers are found."""

    case: Case
    value: Any
    findings: Any
    parsed: Any
    words: frozenset[str]


class Court:
    """The cases, read once, and the subject that is made wrong in one way after the other."""

    def __init__(self, contract: Contract, cases: Sequence[Case]) -> None:
        self.subject = subject = Subject(contract)
        self.read = [_Read(case, *self._parse(case), _words(_about(case))) for case in cases]
        self._agree("the compiled rules")
        # Both forms must agree before one may stand in for the other.
        rule_mutants.interpret(subject)
        self._agree("the interpreted rules")
        subject.restore()
        rule_mutants.interpret(subject, compiled_first=True)
        subject.keep()

    def _agree(self, what: str) -> None:
        for read in self.read:
            form = form_mutants.of(self.subject, read.case.data, read.value) if self._has_form(read) else None
            if self._findings(read) != read.case.expected or form != read.case.form:
                raise UsageError(
                    f"the validator with {what} does not agree with the case {read.case.id} before anything is mutated",
                    "run `exprov generate`, and correct the case or the validator",
                )

    def _parse(self, case: Case) -> tuple[Any, Any, Any]:
        return self.subject.read.read_whole(case.data, self.subject.validator.DEFAULT_LIMITS)  # type: ignore[no-any-return]

    def killer(self, mutant: Mutant) -> Case | None:
        """The first case that notices the mutant, likely ones tried first; None if none does."""
        mutant.apply(self.subject)
        try:
            for read in self._likely_first(mutant):
                if mutant.forms:
                    if (
                        self._has_form(read)
                        and form_mutants.of(self.subject, read.case.data, read.value) != read.case.form
                    ):
                        return read.case
                elif mutant.parses:
                    found = self.subject.validator.validate(read.case.data, carrier=read.case.carrier)
                    if _triples(found) != read.case.expected:
                        return read.case
                elif self._findings(read) != read.case.expected:
                    return read.case
            return None
        finally:
            self.subject.restore()

    def _has_form(self, read: _Read) -> bool:
        """Whether a reader accepts the input, so that it may have a canonical form."""
        return all(level == "writer" for _, _, level in read.case.expected)

    def _findings(self, read: _Read) -> frozenset[Triple]:
        """As the validator's `validate`, without reading the text again."""
        validator, absent = self.subject.validator, self.subject.read.ABSENT
        findings = read.findings
        if read.value is not absent:
            findings = findings + validator.judge_value(read.value, read.case.carrier)
        elif read.parsed is not absent:
            findings = findings + validator.leaks_of(read.parsed, read.case.carrier)
        return _triples(findings)

    def _likely_first(self, mutant: Mutant) -> Iterator[_Read]:
        words = _words(mutant.id)
        # Among likely ones, a case with one cause says most.
        scores = [2 * len(words & read.words) - (len(read.case.expected) > 1) for read in self.read]
        for index in sorted(range(len(scores)), key=lambda index: -scores[index]):
            yield self.read[index]


def _triples(findings: Iterable[Any]) -> frozenset[Triple]:
    return frozenset((one.rule, one.path, one.level) for one in findings)


def _about(case: Case) -> str:
    found = " ".join(f"{rule} {path}" for rule, path, _ in case.expected)
    # Lists of names hold them normalised, as one word.
    joined = " ".join(re.sub("[-_. ]", "", path.rpartition("/")[2]).lower() for _, path, _ in case.expected)
    return f"{case.id} {case.carrier or 'execution-provenance'} {found} {joined}"


def _words(text: str) -> frozenset[str]:
    """The words of an id or a pointer: `attemptCount` and `attempt-count` both hold `attempt` and `count`."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower()
    return frozenset(re.findall(r"[a-z]+|[0-9]+", apart))
