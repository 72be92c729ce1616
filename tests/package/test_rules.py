"""The rules are exactly complete: they admit the records of executions and no others, and none of them is superfluous.

The rules are those of the schema files, evaluated by a CEL evaluator; the records follow from the contract's prose. The
golden cases and the properties show that the package evaluates rules as CEL does.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection
from functools import cache
from typing import Any

import pytest
from execution_provenance import is_valid
from executions import every_execution
from oracles import CONTENTS, RECORD, evaluate

RULES: dict[str, str] = {rule["id"]: rule["expression"] for rule in CONTENTS[f"{RECORD}.schema.json"]["x-rules"]}
PROVIDERS = ("a", "b", "c")
OUTCOMES = ("succeeded", "failed", "cancelled")
ABSENT = object()


def attempt(provider: str, outcome: str) -> dict[str, str]:
    return {"providerId": provider, "outcome": outcome} | ({"errorClass": "Timeout"} if outcome == "failed" else {})


def lists(items: list[Any], most: int) -> list[list[Any]]:
    return [list(chosen) for length in range(most + 1) for chosen in itertools.product(items, repeat=length)]


# Every value that a member has in the small universe, in the order in which they are tried.
UNIVERSE: dict[str, list[Any]] = {
    "attempts": lists([attempt(provider, outcome) for provider in PROVIDERS for outcome in OUTCOMES], 3),
    "attemptCount": list(range(5)),
    "fallbackOccurred": [False, True],
    "providerId": [ABSENT, *PROVIDERS],
    "locality": ["unknown", "cloud"],
    "configuredModel": [ABSENT, "configured"],
    "reportedModel": [ABSENT, "reported"],
    "routeRejections": lists([{"providerId": provider, "reasonCodes": ["offline"]} for provider in PROVIDERS], 2),
}


def admitted(rules: Collection[str]) -> set[str]:
    """Every record of the universe that the expressions of these rules admit.

    A rule is evaluated as soon as all members that its expression names have their values. If it rejects them, the values
    of the others do not matter, so that most of the millions need not be built. No rule is evaluated twice on the same
    values.
    """
    names = list(UNIVERSE)
    stages: list[list[Any]] = [[] for _ in names]
    for id in rules:
        needs = sorted(set(re.findall(r"this\.(\w+)", RULES[id])), key=names.index)
        stages[names.index(needs[-1])].append((id, needs))
    found: set[str] = set()
    this: dict[str, Any] = {"schemaVersion": "1.0", "modelProfile": "auto"}

    def extend(stage: int) -> None:
        if stage == len(names):
            found.add(json.dumps(this, sort_keys=True))
            return
        for value in UNIVERSE[names[stage]]:
            if value is not ABSENT:
                this[names[stage]] = value
            if all(holds(id, json.dumps({name: this.get(name) for name in needs})) for id, needs in stages[stage]):
                extend(stage + 1)
            this.pop(names[stage], None)

    extend(0)
    return found


@cache
def holds(id: str, members: str) -> bool:
    this = {name: value for name, value in json.loads(members).items() if value is not None}
    return evaluate(RULES[id], this) is True


@cache
def produced() -> frozenset[str]:
    executions = every_execution(PROVIDERS, most_rejected=2, localities=("unknown", "cloud"))
    return frozenset(json.dumps(execution.record(), sort_keys=True) for execution in executions)


def test_the_rules_are_exactly_complete() -> None:
    assert len(produced()) == 835
    assert admitted(RULES) == produced()
    assert [record for record in produced() if not is_valid(record)] == []


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_is_superfluous(rule: str) -> None:
    assert admitted([other for other in RULES if other != rule]) > produced()
