"""Each expectation is confirmed by other tools: `jsonschema` on the schema files, a CEL evaluator on the rules."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import oracles
from jsonschema import ValidationError
from jsonschema.validators import extend
from oracles import RECORD
from suite.committed import BEYOND_CEL, agree, by_topic, data_of, expected, parses

# A value of a wrong type breaks these keywords of the same schema as well, which says nothing more.
_WITH_TYPE = ("schema/enum", "schema/const", "schema/minimum", "schema/maximum")
_BRANCHES = {"completed": "StreamCompleted", "error": "StreamError", "cancelled": "StreamCancelled"}


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """As ECMA-262 has it, where `$` is the end: Python's also matches before a line feed there."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


EXACT = extend(oracles.EXACT, {"pattern": _pattern})
# Without their `$schema`, at which `jsonschema` would change to its own class and forget about exact numbers.
SCHEMAS = copy.deepcopy(oracles.CONTENTS)
for content in SCHEMAS.values():
    del content["$schema"]
REGISTRY = oracles.registry_of(SCHEMAS)


def accepts(value: Any, carrier: str | None) -> bool:
    """Whether the whole document is accepted."""
    return bool(EXACT(SCHEMAS[f"{carrier or RECORD}.schema.json"], registry=REGISTRY).is_valid(value))


def errors(value: Any, carrier: str | None) -> list[Any]:
    """The errors of `jsonschema`; of a stream's outcome, those of the branch that `outcome` names."""
    content = SCHEMAS[f"{carrier or RECORD}.schema.json"]
    reference = {"$ref": content["$id"]}
    if "oneOf" in content:
        branch = value.get("outcome") if isinstance(value, dict) else None
        if isinstance(branch, str) and branch in _BRANCHES:
            reference["$ref"] += f"#/$defs/{_BRANCHES[branch]}"
        else:
            reference = {key: inner for key, inner in content.items() if key != "oneOf"}
            # Each branch says which version it is of, and a version comes before the branch.
            version = content["$defs"][next(iter(_BRANCHES.values()))]["properties"]["schemaVersion"]
            if isinstance(value, dict) and isinstance(value.get("schemaVersion"), str):
                reference["properties"] = {**content["properties"], "schemaVersion": version}
    return list(EXACT(reference, registry=REGISTRY).iter_errors(value))


def found_by(error: Any) -> set[tuple[str, str]]:
    """An error of `jsonschema` as findings."""
    path = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in error.absolute_path)
    if error.validator is None:
        # `jsonschema` names the object only; of all members, the contract forbids this one alone.
        return {("schema/forbidden", f"{path}/errorClass")}
    if error.validator == "required":
        return {("schema/required", f"{path}/{name}") for name in error.validator_value if name not in error.instance}
    return {(f"schema/{error.validator}", path)}


def number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond what Decimal has; a number as great has the same verdict
        return Decimal(f"{'-' if text.startswith('-') else ''}1e{'-' * ('e-' in text)}999999999")


def value_of(case: dict[str, Any]) -> Any:
    return json.loads(data_of(case).decode("utf-8-sig"), parse_float=number)


def of_schema(case: dict[str, Any]) -> set[tuple[str, str]]:
    """The expected reader findings of the schema phase, as a plain validator has them: a version is a constant."""
    return {
        ("schema/const" if rule == "schema/unknown-version" else rule, path)
        for rule, path, level in expected(case)
        if rule.startswith("schema/") and level == "reader"
    }


@by_topic
def test_jsonschema_agrees_on_the_verdict(topic: str) -> None:
    agree(topic, lambda case: accepts(value_of(case), case.get("carrier")), lambda case: not of_schema(case), parses)


@by_topic
def test_jsonschema_names_the_same_keywords_and_places(topic: str) -> None:
    def found(case: dict[str, Any]) -> Any:
        named = set().union(*(found_by(error) for error in errors(value_of(case), case.get("carrier"))))
        wrong = {path for rule, path in named if rule == "schema/type"}
        named -= {(rule, path) for rule, path in named if path in wrong and rule in _WITH_TYPE}
        # The contract is silent on all else in what is of another version.
        # Without a branch, no schema states the version of a stream's outcome.
        if is_of_another_version(case):
            return named & of_schema(case) if has_branch(value_of(case), case.get("carrier")) else of_schema(case)
        return named

    agree(topic, found, of_schema, parses)


def has_branch(value: Any, carrier: str | None) -> bool:
    return carrier != "stream-terminal-outcome" or value.get("outcome") in _BRANCHES


def is_of_another_version(case: dict[str, Any]) -> bool:
    return any(one["rule"] == "schema/unknown-version" for one in case["findings"])


@by_topic
def test_cel_agrees_on_the_rules(topic: str) -> None:
    def wanted(case: dict[str, Any]) -> Any:
        return {(rule, path) for rule, path, _ in expected(case) if rule.startswith(("rule/", "carrier/"))}

    def found(case: dict[str, Any]) -> Any:
        if of_schema(case):
            return set()
        return wanted(case) if case["id"] in BEYOND_CEL else oracles.broken_rules(value_of(case), case.get("carrier"))

    agree(topic, found, wanted, parses)
