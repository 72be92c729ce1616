"""An additive edit of the contract has its golden cases at once, and breaks nothing but what CONTRIBUTING.md names."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from contracts import RECORD, change
from exprov import fixtures
from exprov.contract import load
from exprov.program.lower import lower
from exprov.strength import judge, seeds, suite
from exprov.strength.judge import Court
from exprov.targets.fixtures import render

MEMBERS: dict[str, dict[str, Any]] = {
    "region": {"type": "string", "minLength": 1, "x-identifier": True, "examples": ["eu-west"]},
    "label": {"type": "string", "examples": ["a label"]},
    "latencyMs": {"type": "integer", "minimum": 1, "maximum": 60000, "examples": [12]},
    "share": {"type": "number", "minimum": 0, "examples": [0.5]},
    "isCached": {"type": "boolean", "examples": [True]},
    "servedFrom": {"$ref": "#/$defs/Locality"},
    "settings": {"type": "object", "examples": [{}]},
    "retriedFor": {
        "type": "array",
        "items": {"$ref": "#/$defs/ErrorClass"},
        "uniqueItems": True,
        "examples": [["Timeout"]],
    },
}


WORDS = {"title": "T", "description": "D."}
RULE = {
    "id": "rule/region-of-a-target",
    "expression": "!has(this.region) || has(this.providerId)",
    "path": "/region",
    "message": "region without providerId",
    "why": "A region is that of a target.",
    "remedy": "Leave out region, or add providerId.",
}


def grow(content: Any) -> None:
    """A new optional member of each kind on the record and on attempts, a token of each open set, and a rule."""
    for kind in (content, content["$defs"]["Attempt"]):
        for name, member in MEMBERS.items():
            kind["properties"][name] = member if "$ref" in member else {**WORDS, **member}
    content["$defs"]["ErrorClass"]["x-known-values"].append("QuotaExceeded")
    content["$defs"]["ReasonCode"]["x-known-values"].append("budget_exceeded")
    content["x-rules"].append(RULE)


def grow_carrier(content: Any) -> None:
    content["properties"]["region"] = {**WORDS, **MEMBERS["region"]}


def grow_seeds(content: Any) -> None:
    right = json.loads(content["rule/attempt-count"]["passing"])
    wrong = {name: value for name, value in right.items() if name != "providerId"} | {"region": "a"}
    attempts = [{"providerId": "a", "outcome": "failed", "errorClass": "Timeout"}]
    wrong |= {"attempts": attempts, "locality": "unknown"}
    content[RULE["id"]] = {"failing": json.dumps(wrong), "passing": json.dumps({**right, "region": "a"})}


def test_what_is_added_has_cases_and_makes_none_wrong(schemas: Path, tmp_path: Path) -> None:
    before = {case["id"] for case in _cases(schemas, tmp_path / "before")}
    change(schemas, RECORD, grow)
    change(schemas, "task-result.schema.json", grow_carrier)
    change(schemas, "seeds/findings.json", grow_seeds)
    contract = load(schemas)
    seeds.check(contract, schemas)
    assert before < {case["id"] for case in _cases(schemas, tmp_path / "after")}
    # This raises an error if any case, old or new, is not what the validator says.
    court = Court(contract, suite.load(tmp_path / "after"))
    words = (*MEMBERS, "QuotaExceeded", "budget_exceeded")
    new = [
        one for one in judge.mutants(contract) if one.id.startswith("schema/") and any(word in one.id for word in words)
    ]
    assert len(new) > 100
    assert [one.id for one in new if court.killer(one) is None] == []


def _cases(schemas: Path, folder: Path) -> Collection[Mapping[str, Any]]:
    """Every case of the fixtures of these schemas, which are written to `folder`."""
    for path, text in render(lower(load(schemas))).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8", newline="\n")
    return fixtures.load(folder).cases.values()
