"""Each expectation is confirmed by tools that are none of ours, and each negative by what happens without its one cause."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import oracles
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from suite.committed import CASES, data_of, expected, parses

RECORD = "execution-provenance"
_BRANCHES = {"completed": "StreamCompleted", "error": "StreamError", "cancelled": "StreamCancelled"}


def number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond what Decimal has; as great a number judges the same
        return Decimal(f"{'-' if text.startswith('-') else ''}1e999999999")


def value_of(case: dict[str, Any]) -> Any:
    return json.loads(data_of(case).decode("utf-8-sig"), parse_float=number)


def of_schema(case: dict[str, Any]) -> set[tuple[str, str]]:
    """The expected reader findings of the schema phase."""
    return {(rule, path) for rule, path, level in expected(case) if rule.startswith("schema/") and level == "reader"}


PARSED = [case for case in CASES.values() if parses(case)]
FAULTY = [case for case in PARSED if of_schema(case)]


@pytest.mark.parametrize("case", PARSED, ids=[case["id"] for case in PARSED])
def test_jsonschema_agrees_on_the_schema_verdict(case: dict[str, Any]) -> None:
    assert oracles.schema_valid(value_of(case), case.get("carrier")) == (not of_schema(case))


@pytest.mark.parametrize("case", PARSED, ids=[case["id"] for case in PARSED])
def test_cel_agrees_on_the_rules(case: dict[str, Any]) -> None:
    rules = {(rule, path) for rule, path, _ in expected(case) if rule.startswith(("rule/", "carrier/"))}
    if of_schema(case):
        assert not rules
    else:
        # The set is exact, so that without its one rule a case would pass.
        assert oracles.broken_rules(value_of(case), case.get("carrier")) == rules


# --- without the keyword


class Schemas:
    """A copy of the schema files from which keywords can be taken out and put back."""

    def __init__(self) -> None:
        self.contents = copy.deepcopy(oracles.CONTENTS)
        self.registry: Registry[Any] = Registry().with_resources(
            [(content["$id"], Resource.from_contents(content, DRAFT202012)) for content in self.contents.values()]
        )

    def errors(self, value: Any, carrier: str | None) -> list[Any]:
        """The errors of `jsonschema`; of a stream's outcome, those of the branch that `outcome` names."""
        content = self.contents[f"{carrier or RECORD}.schema.json"]
        reference = content["$id"]
        if "oneOf" in content and isinstance(value, dict):
            branch = value.get("outcome")
            if isinstance(branch, str) and branch in _BRANCHES:
                reference += f"#/$defs/{_BRANCHES[branch]}"
            else:
                plain = {key: inner for key, inner in content.items() if key != "oneOf"}
                return list(oracles.EXACT(plain, registry=self.registry).iter_errors(value))
        return list(oracles.EXACT({"$ref": reference}, registry=self.registry).iter_errors(value))


def pointer_of(error: Any) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in error.absolute_path)


def found_by(error: Any) -> set[tuple[str, str]]:
    """An error of `jsonschema` as findings."""
    path = pointer_of(error)
    if error.validator is None:
        return {("schema/forbidden", path)}
    if error.validator == "required":
        return {("schema/required", f"{path}/{name}") for name in error.validator_value if name not in error.instance}
    return {(f"schema/{error.validator}", path)}


def places(schema: Any, name: str) -> Iterator[dict[str, Any]]:
    """Every `properties` in which the member `name` is forbidden."""
    if isinstance(schema, dict):
        if schema.get("properties", {}).get(name) is False:
            yield schema["properties"]
        for inner in schema.values():
            yield from places(inner, name)
    elif isinstance(schema, list):
        for inner in schema:
            yield from places(inner, name)


JUDGED = [case for case in FAULTY if not any(rule == "schema/unknown-version" for rule, _ in of_schema(case))]


@pytest.mark.parametrize("case", JUDGED, ids=[case["id"] for case in JUDGED])
def test_jsonschema_names_the_same_keyword_and_place(case: dict[str, Any]) -> None:
    found = set().union(*(found_by(error) for error in Schemas().errors(value_of(case), case.get("carrier"))))
    wanted = of_schema(case)
    # A value of a wrong type breaks an enum or a const of the same schema as well, which says nothing more.
    wrong = {path for rule, path in wanted if rule == "schema/type"}
    found -= {(rule, path) for rule, path in found if path in wrong and rule in ("schema/enum", "schema/const")}
    assert found == wanted


SINGLE = [case for case in JUDGED if len(of_schema(case)) == 1]


@pytest.mark.parametrize("case", SINGLE, ids=[case["id"] for case in SINGLE])
def test_without_the_one_keyword_the_case_passes(case: dict[str, Any]) -> None:
    schemas = Schemas()
    value, carrier = value_of(case), case.get("carrier")
    ((rule, path),) = of_schema(case)
    errors = schemas.errors(value, carrier)
    assert errors
    for error in errors:
        if rule == "schema/forbidden":
            for content in schemas.contents.values():
                for properties in places(content, path.rpartition("/")[2]):
                    del properties[path.rpartition("/")[2]]
        elif rule == "schema/required":
            error.schema["required"] = [name for name in error.schema["required"] if name != path.rpartition("/")[2]]
        else:
            error.schema.pop(error.validator, None)
    if "oneOf" in schemas.contents[f"{carrier or RECORD}.schema.json"] and path == "/outcome":
        # The constants of the branches say the same as the set, which was taken out of a copy.
        assert {error.validator for error in errors} <= {"type", "enum"} or rule == "schema/required"
        return
    assert schemas.errors(value, carrier) == []


VERSIONS = [case for case in FAULTY if case not in JUDGED]


@pytest.mark.parametrize("case", VERSIONS, ids=[case["id"] for case in VERSIONS])
def test_an_unknown_version_is_a_constant_that_differs(case: dict[str, Any]) -> None:
    ((_, path),) = of_schema(case)
    found = set().union(*(found_by(error) for error in Schemas().errors(value_of(case), case.get("carrier"))))
    assert ("schema/const", path) in found
