"""Put the suite together and prove what needs no validator: ids, bases, changes, and that it fits the contract."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from exprov.errors import SchemaError
from exprov.program.model import Program, SetRef, Token
from exprov.suite import emission
from exprov.suite.cases import Case, Row, SuiteError
from exprov.suite.declared import DECLARED, RETIRED
from exprov.suite.members import places
from exprov.suite.topics import (
    carriers,
    engines,
    executions,
    forward,
    leaks,
    levels,
    limits,
    mutants,
    numbers,
    parse,
    rules,
    schema,
    unicode,
)

# Raised when cases change; the contract's version is another thing.
SUITE_VERSION = "1.0.0"
TOPICS: dict[str, Sequence[Case | Row] | Callable[[Program], Sequence[Case | Row]]] = {
    "schema": schema.cases,
    "rules": rules.CASES,
    "parse": parse.CASES,
    "forward": forward.CASES,
    "levels": levels.cases,
    "leaks": leaks.cases,
    "carriers": carriers.cases,
    "numbers": numbers.CASES,
    "unicode": unicode.CASES,
    "mutants": mutants.CASES,
    "engines": engines.CASES,
    "executions": executions.CASES,
    "limits": limits.CASES,
}
_ID = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")


def build_suite(program: Program) -> dict[str, list[Case]]:
    """Return every case by topic, in the order of the files; raise SuiteError for one that proves nothing."""
    suite = {}
    for name, topic in TOPICS.items():
        rows = topic(program) if callable(topic) else topic
        suite[name] = [one.case() if isinstance(one, Row) else one for one in rows]
    prove(suite)
    prove_against(program, suite)
    prove_declared({case.id for cases in suite.values() for case in cases})
    return suite


def prove(suite: Mapping[str, Sequence[Case]]) -> None:
    """Raise SuiteError for an id that is used twice or unreadable, a wrong base, or a record that holds facts."""
    cases: dict[str, Case] = {}
    for topic, members in suite.items():
        for case in members:
            if not _ID.fullmatch(case.id) or not case.id.startswith(f"{topic}.") or "valid" in case.id:
                raise SuiteError(case.id, "an id is lower-case words after the topic, and names no verdict")
            if case.id in cases:
                raise SuiteError(case.id, "the id is used twice")
            cases[case.id] = case
    inputs: dict[tuple[str | None, bytes], str] = {}
    for case in cases.values():
        if case.source is not None and case.change is not None:
            base = cases.get(case.source)
            if base is None or base.findings:
                raise SuiteError(case.id, f"its base {case.source} is not in order")
        if case.facts is not None and case.carrier is None and emission.CANARY.encode() in case.data:
            raise SuiteError(case.id, "the record holds what only the facts may hold")
        # Two executions may emit the same record: their facts differ.
        if not case.id.startswith("executions."):
            other = inputs.setdefault((case.carrier, case.data), case.id)
            if other != case.id:
                raise SuiteError(case.id, f"the same input as {other}")


def prove_declared(
    ids: Collection[str], declared: Mapping[str, str] = DECLARED, retired: Mapping[str, str] = RETIRED
) -> None:
    """Raise SuiteError for a declared change of no case, a retired id that is used, and a missing reason."""
    for id in declared:
        if id not in ids:
            raise SuiteError(
                id, "a change of it is declared, and there is no such case; RETIRED takes what was removed"
            )
    for id in retired:
        if id in ids:
            raise SuiteError(id, "the id was retired and is never used again; take another")
        if not _ID.fullmatch(id):
            raise SuiteError(id, "it is retired, and is not the id of a case")
    for id, why in (*declared.items(), *retired.items()):
        if not why.strip():
            raise SuiteError(id, "it is declared without a reason")


def prove_against(program: Program, suite: Mapping[str, Sequence[Case]]) -> None:
    """Raise SchemaError for a case that contradicts the contract.

    It may expect a rule or a level that the contract does not state, or take an unknown token for a known one, or the
    other way round.
    """
    levels: dict[str, str] = {finding.id: finding.level for finding in program.findings}
    for topic, cases in suite.items():
        for case in cases:
            for reason in (*_unstated(levels, case), *_mistaken(program, case)):
                home = f"tools/exprov/suite/topics/{topic}.py"
                raise SchemaError(home, f"/{case.id}", reason, "correct the case, or the schema if the case is right")


def _unstated(levels: Mapping[str, str], case: Case) -> Iterator[str]:
    for one in case.findings:
        if one.rule not in levels:
            yield f"it expects {one.rule}, which is not a rule of the contract"
        # A writer is asked for members that a reader does without.
        elif one.level != levels[one.rule] and (one.rule, one.level) != ("schema/required", "writer"):
            yield f"it expects {one.rule} at level {one.level}, and the contract says another"


def _mistaken(program: Program, case: Case) -> Iterator[str]:
    if case.reader == "invalid":
        return
    unknown = {one.path for one in case.findings if one.rule == "schema/unknown-token"}
    for path, check, token in places(program, case):
        if isinstance(check, SetRef) and isinstance(known := program.set(check.name).check, Token):
            if (token in known.known) == (path in unknown):
                claim = "unknown" if path in unknown else "known"
                yield f"it takes {token} at {path} for {claim}, and the schema says another"
