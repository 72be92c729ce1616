"""The small validator of shapes agrees with `jsonschema` on the schemas of the protocol and of the fixtures."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from exprov import fixtures, shapes

FOLDER = Path(__file__).parents[1] / "schemas"
NAMES = [
    f"{folder}/{path.name.removesuffix('.schema.json')}"
    for folder in ("protocol/1", "fixtures/1")
    for path in sorted((FOLDER / folder).glob("*.schema.json"))
    # Unions of files, which the protocol resolves by the type of a message.
    if path.name not in ("driver.schema.json", "engine.schema.json")
]
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 1.5, 2.0, 2**31, "", "x", "valid", "reader", [], [1], ["1.0"], [1, 1], {}, {"text": "x"},
)  # fmt: skip


def examples(name: str) -> list[Any]:
    suite = fixtures.load(fixtures.folder())
    if name == "fixtures/1/manifest":
        return [{**suite.manifest, "topics": suite.manifest["topics"][:2], "files": suite.manifest["files"][:2]}]
    if name == "fixtures/1/topic":
        kinds = (
            "schema.one-attempt",
            "schema.two-faults",
            "parse.encoding.latin-1",
            "executions.run.no-plan.not-planned",
        )
        return [{"topic": id.partition(".")[0], "cases": [suite.cases[id]]} for id in kinds]
    return list(shapes.load(name).get("examples", [{}]))


def changed(example: Any) -> Iterator[Any]:
    """The example with a member added, and with each part gone or with another value, at every depth."""
    yield example
    yield {**example, "unknownMember": [1]}
    for place in places(example, ()):
        for value in (*VALUES, ...):
            copied = copy.deepcopy(example)
            parent = copied
            for key in place[:-1]:
                parent = parent[key]
            if value is ...:
                del parent[place[-1]]
            else:
                parent[place[-1]] = value
            yield copied
    yield from VALUES


def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(child, (*path, key))


@pytest.mark.parametrize("name", NAMES)
def test_it_agrees_with_jsonschema(name: str) -> None:
    schema = json.loads((FOLDER / f"{name}.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    verdicts = set()
    for example in examples(name):
        for value in changed(example):
            fault = shapes.shape(name).fault(value)
            assert (fault == "") is validator.is_valid(value), (fault, value)
            verdicts.add(fault == "")
    assert verdicts == ({True, False} if example else {False})


def test_every_schema_describes_its_members() -> None:
    def walk(name: str, value: Any) -> None:
        for member, described in value.get("properties", {}).items() if isinstance(value, dict) else ():
            if isinstance(described, dict) and described.keys() & {"type", "enum", "oneOf"}:
                assert described.get("description", "").endswith("."), (name, member)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(name, inner)

    for name in NAMES:
        schema = shapes.load(name)
        assert schema["description"].endswith(".")
        walk(name, {key: value for key, value in schema.items() if key != "examples"})


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("protocol/1/engine-bye", [], "expected object, found array"),
        ("protocol/1/engine-bye", {"type": "bye"}, "answered is missing"),
        ("protocol/1/engine-bye", {"type": "bye", "answered": True}, "/answered: expected integer, found boolean"),
        ("protocol/1/engine-bye", {"type": "bye", "answered": -1}, "/answered: -1 is less than 0"),
        ("protocol/1/engine-bye", {"type": "hey", "answered": 1}, '/type: expected "bye", found "hey"'),
        ("fixtures/1/manifest", {"suite": "1"}, "contract is missing"),
        # In Python, and so in `jsonschema`, a dollar sign would match before the line feed.
        ("fixtures/1/topic", {"topic": "hello\n", "cases": [1]}, "/topic: is not of the form ^[a-z]+$"),
    ],
)
def test_a_fault_names_the_place(name: str, value: Any, fault: str) -> None:
    assert shapes.shape(name).fault(value) == fault
