"""Put the suite together and prove what can be proven without a validator: ids, bases, changes, that facts stay facts, and
that rules and tokens are those of the contract."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from exprov.contract import catalogue
from exprov.contract.model import Contract
from exprov.errors import SchemaError
from exprov.suite import emission
from exprov.suite.bases import Bases, add_bases
from exprov.suite.cases import Case, SuiteError, Topic, apply
from exprov.suite.declared import DECLARED, RETIRED
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
    prove_against(contract, suite)
    prove_declared({case.id for cases in suite.values() for case in cases})
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


def prove_declared(
    ids: Collection[str], declared: Mapping[str, str] = DECLARED, retired: Mapping[str, str] = RETIRED
) -> None:
    """Raise SuiteError for a declared change of no case, for a retired id that is used, and for a reason that is none."""
    for id in declared:
        if id not in ids:
            raise SuiteError(
                id, "a change of it is declared, and there is no such case; RETIRED takes what was removed"
            )
    for id in retired:
        if id in ids:
            raise SuiteError(id, "the id was retired and is never used again; take another")
        if not _ID.fullmatch(id):
            raise SuiteError(id, "it is retired, and no id of a case")
    for id, why in (*declared.items(), *retired.items()):
        if not why.strip():
            raise SuiteError(id, "it is declared without a reason")


_TOKEN = "schema/unknown-token"
_CASES = "tools/exprov/suite/topics"
_REMEDY = "correct the case, or the schema if the case is right"


def prove_against(contract: Contract, suite: dict[str, list[Case]]) -> None:
    """Raise SchemaError for a case that contradicts the contract: a rule that it has not, at another level than its own, or
    a token that is known where the case says that it is not, or the other way round."""
    levels = {entry["id"]: entry["level"] for entry in catalogue.entries(contract)}
    known = {name: kind.type.known for name, kind in contract.sets.items() if kind.type.known}
    for topic, cases in suite.items():
        for case in cases:

            def contradiction(reason: str, topic: str = topic, case: Case = case) -> SchemaError:
                return SchemaError(f"{_CASES}/{topic}.py", f"/{case.id}", reason, _REMEDY)

            for one in case.findings:
                if one.rule not in levels:
                    raise contradiction(f"it expects {one.rule}, which is no rule of the contract")
                # A writer is asked for members that a reader does without.
                if one.level != levels[one.rule] and (one.rule, one.level) != ("schema/required", "writer"):
                    raise contradiction(f"it expects {one.rule} at level {one.level}, and the contract says another")
            if case.reader == "invalid":
                continue
            unknown = {one.path for one in case.findings if one.rule == _TOKEN}
            for path, name, token in _tokens(case.value):
                if (token in known[name]) == (path in unknown):
                    claim = "unknown" if path in unknown else "known"
                    raise contradiction(f"it takes {token} at {path} for {claim}, and the schema says another")


def _tokens(value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """The tokens of open sets in a document that a reader accepts: where each stands, its set, and itself."""
    if "errorClass" in value:
        yield f"{path}/errorClass", "ErrorClass", value["errorClass"]
    for index, code in enumerate(value.get("reasonCodes", [])):
        yield f"{path}/reasonCodes/{index}", "ReasonCode", code
    for name in ("attempts", "routeRejections"):
        for index, one in enumerate(value.get(name, [])):
            yield from _tokens(one, f"{path}/{name}/{index}")
    for name in ("telemetry", "error", "provenance"):
        if isinstance(value.get(name), dict):
            yield from _tokens(value[name], f"{path}/{name}")
