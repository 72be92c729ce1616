"""Put the suite together and prove what can be proven without a validator: ids, bases, changes, and that facts stay facts."""

from __future__ import annotations

import re
from collections.abc import Callable

from exprov.model import Contract
from exprov.suite import emission
from exprov.suite.bases import Bases, add_bases
from exprov.suite.cases import Case, SuiteError, Topic, apply
from exprov.suite.topics import (
    carriers,
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
_AddCases = Callable[[Topic, Bases, Contract], None]
TOPICS: tuple[tuple[str, _AddCases], ...] = (
    ("schema", schema.add_cases),
    ("rules", rules.add_cases),
    ("parse", parse.add_cases),
    ("forward", forward.add_cases),
    ("levels", levels.add_cases),
    ("leaks", leaks.add_cases),
    ("carriers", carriers.add_cases),
    ("numbers", numbers.add_cases),
    ("unicode", unicode.add_cases),
    ("mutants", mutants.add_cases),
    ("executions", executions.add_cases),
    ("limits", limits.add_cases),
)
_ID = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")


def build_suite(contract: Contract) -> dict[str, list[Case]]:
    """Every case by topic, in the order of the files. Raises SuiteError for a case that does not prove what it claims."""
    topics = {name: Topic(name) for name, _ in TOPICS}
    bases = add_bases(topics["schema"], topics["carriers"])
    for name, add_cases in TOPICS:
        add_cases(topics[name], bases, contract)
    suite = {name: topic.cases for name, topic in topics.items()}
    prove(suite)
    return suite


def prove(suite: dict[str, list[Case]]) -> None:
    """Raise SuiteError for an id that is used twice or unreadable, a base that is none, or a record that tells facts."""
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
            if apply(base.data, case.change) != case.data:
                raise SuiteError(case.id, "its input is not its base with its change")
        elif case.findings:
            raise SuiteError(case.id, "a case with findings needs a base and a change")
        if case.facts is not None and emission.CANARY.encode() in case.data:
            raise SuiteError(case.id, "the record tells what only the facts may hold")
        # Emissions may agree: an execution is told by its facts, not by its record.
        if case.id.startswith("executions."):
            continue
        other = inputs.setdefault((case.carrier, case.data), case.id)
        if other != case.id:
            raise SuiteError(case.id, f"the same input as {other}")
