"""Each expectation is confirmed by tools that are none of ours, and each negative by what happens without its one cause."""

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
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from suite.committed import DEEP, agree, by_topic, data_of, expected, parses

RECORD = "execution-provenance"
_WITH_TYPE = ("schema/enum", "schema/const", "schema/minimum", "schema/maximum")
_BRANCHES = {"completed": "StreamCompleted", "error": "StreamError", "cancelled": "StreamCancelled"}


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """As ECMA-262 has it, where `$` is the end: Python's also matches before a line feed there."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


EXACT = extend(oracles.EXACT, {"pattern": _pattern})


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


def is_judged(case: dict[str, Any]) -> bool:
    """Whether the schema has anything against the case but its version."""
    found = of_schema(case) if parses(case) else set()
    return bool(found) and all(rule != "schema/unknown-version" for rule, _ in found)


# --- without the keyword


class Schemas:
    """A copy of the schema files from which keywords can be taken out.

    Without their `$schema`, at which `jsonschema` would change to its own class and forget about exact numbers.
    """

    def __init__(self) -> None:
        self.contents = copy.deepcopy(oracles.CONTENTS)
        for content in self.contents.values():
            del content["$schema"]
        self.registry: Registry[Any] = Registry().with_resources(
            [(content["$id"], Resource.from_contents(content, DRAFT202012)) for content in self.contents.values()]
        )

    def accept(self, value: Any, carrier: str | None) -> bool:
        """Whether the whole document is accepted."""
        content = self.contents[f"{carrier or RECORD}.schema.json"]
        return bool(EXACT(content, registry=self.registry).is_valid(value))

    def errors(self, value: Any, carrier: str | None) -> list[Any]:
        """The errors of `jsonschema`; of a stream's outcome, those of the branch that `outcome` names."""
        content = self.contents[f"{carrier or RECORD}.schema.json"]
        reference = content["$id"]
        if "oneOf" in content:
            branch = value.get("outcome") if isinstance(value, dict) else None
            if isinstance(branch, str) and branch in _BRANCHES:
                reference += f"#/$defs/{_BRANCHES[branch]}"
            else:
                plain = {key: inner for key, inner in content.items() if key != "oneOf"}
                return list(EXACT(plain, registry=self.registry).iter_errors(value))
        return list(EXACT({"$ref": reference}, registry=self.registry).iter_errors(value))


SCHEMAS = Schemas()


@by_topic
def test_jsonschema_agrees_on_the_schema_verdict(topic: str) -> None:
    agree(
        topic,
        lambda case: SCHEMAS.accept(value_of(case), case.get("carrier")),
        lambda case: not of_schema(case),
        parses,
    )


@by_topic
def test_cel_agrees_on_the_rules(topic: str) -> None:
    def wanted(case: dict[str, Any]) -> Any:
        return {(rule, path) for rule, path, _ in expected(case) if rule.startswith(("rule/", "carrier/"))}

    def found(case: dict[str, Any]) -> Any:
        # Deeper than the evaluator can go; no rule looks there.
        if of_schema(case) or case["id"] in DEEP:
            return set()
        return oracles.broken_rules(value_of(case), case.get("carrier"))

    # The sets are exact, so that a case with one broken rule would pass without it.
    agree(topic, found, wanted, parses)


def pointer_of(error: Any) -> str:
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in error.absolute_path)


def found_by(error: Any) -> set[tuple[str, str]]:
    """An error of `jsonschema` as findings."""
    path = pointer_of(error)
    if error.validator is None:
        # `jsonschema` names the object only; of all members, the contract forbids this one alone.
        return {("schema/forbidden", f"{path}/errorClass")}
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


@by_topic
def test_jsonschema_names_the_same_keyword_and_place(topic: str) -> None:
    def found(case: dict[str, Any]) -> Any:
        named = set().union(*(found_by(error) for error in SCHEMAS.errors(value_of(case), case.get("carrier"))))
        # A value of a wrong type breaks an enum, a const or a bound of the same schema as well, which says nothing more.
        wrong = {path for rule, path in named if rule == "schema/type"}
        return named - {(rule, path) for rule, path in named if path in wrong and rule in _WITH_TYPE}

    agree(topic, found, of_schema, is_judged)


@by_topic
def test_without_the_one_keyword_the_case_passes(topic: str) -> None:
    def passes(case: dict[str, Any]) -> bool:
        ((rule, path),) = of_schema(case)
        value, carrier = value_of(case), case.get("carrier")
        errors = SCHEMAS.errors(value, carrier)
        undo: list[tuple[dict[str, Any], str, Any]] = []

        def put(schema: dict[str, Any], keyword: str, content: Any) -> None:
            undo.append((schema, keyword, schema[keyword]))
            schema[keyword] = content

        for error in errors:
            name = path.rpartition("/")[2]
            if rule == "schema/forbidden":
                for content in SCHEMAS.contents.values():
                    for properties in places(content, name):
                        put(properties, name, True)
            elif rule == "schema/required":
                put(error.schema, "required", [one for one in error.schema["required"] if one != name])
            else:
                undo.append((error.schema, error.validator, error.schema[error.validator]))
                if error.validator in error.schema:
                    del error.schema[error.validator]
        try:
            # The branches of a stream's outcome say the same as the outer schema, of which `errors` takes a copy.
            if carrier == "stream-terminal-outcome" and path in ("", "/outcome"):
                return {error.validator for error in errors} <= {"type", "enum", "required"}
            return not SCHEMAS.errors(value, carrier)
        finally:
            for schema, keyword, content in reversed(undo):
                schema[keyword] = content

    agree(topic, passes, lambda case: True, lambda case: is_judged(case) and len(of_schema(case)) == 1)


@by_topic
def test_an_unknown_version_is_a_constant_that_differs(topic: str) -> None:
    def found(case: dict[str, Any]) -> bool:
        errors = SCHEMAS.errors(value_of(case), case.get("carrier"))
        wanted = {
            ("schema/const" if rule == "schema/unknown-version" else rule, path) for rule, path in of_schema(case)
        }
        return wanted <= set().union(*map(found_by, errors))

    agree(topic, found, lambda case: True, lambda case: parses(case) and of_schema(case) and not is_judged(case))
