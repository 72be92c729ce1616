"""The types of the protocol are its schemas: the same members, and the same messages that are one and that are none."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from exprov.conformance import protocol
from referencing import Registry, Resource

FOLDER = Path(__file__).parents[2] / "schemas" / "protocol" / "1"
SCHEMAS = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8"))
    for path in FOLDER.glob("*.json")
    # What a run comes to is no message.
    if path.name != "conformance-report.schema.json"
}
REGISTRY = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values())
SIDES = {
    "driver": (protocol.decode_driver, ("driver-hello", "case", "driver-bye")),
    "engine": (protocol.decode_engine, ("engine-hello", "result", "engine-bye")),
}
TYPES: dict[str, type[msgspec.Struct]] = {
    "driver-hello": protocol.DriverHello,
    "case": protocol.Case,
    "driver-bye": protocol.DriverBye,
    "engine-hello": protocol.EngineHello,
    "result": protocol.Result,
    "engine-bye": protocol.EngineBye,
}
VALUES: tuple[Any, ...] = (None, True, 0, 1, -1, 1.5, "", "x", "valid", "reader", [], [1], ["1.0"], {}, {"text": "x"})


def validator(side: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[side], registry=REGISTRY)


def side_of(name: str) -> str:
    return next(side for side, (_, names) in SIDES.items() if name in names)


def decodes(side: str, message: Any) -> bool:
    try:
        SIDES[side][0](json.dumps(message).encode())
    except protocol.ProtocolError:
        return False
    return True


def changed(message: Any) -> Iterator[Any]:
    """The message with a member more, and with each of its members gone or with another value, at every depth."""
    yield {**message, "unknownMember": [1]}

    def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(value, dict | list):
            for key, child in value.items() if isinstance(value, dict) else enumerate(value):
                yield (*path, key)
                yield from places(child, (*path, key))

    for place in places(message, ()):
        for value in (*VALUES, ...):
            copied = copy.deepcopy(message)
            parent = copied
            for key in place[:-1]:
                parent = parent[key]
            if value is ...:
                del parent[place[-1]]
            else:
                parent[place[-1]] = value
            yield copied
    for value in VALUES:
        yield value


def test_there_is_a_schema_for_every_message_and_each_side() -> None:
    assert set(SCHEMAS) == {*TYPES, "driver", "engine"}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_member_is_described(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for member, described in value.get("properties", {}).items():
                if "const" not in described or "description" in described:
                    assert described.get("description", "").endswith("."), member
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    assert schema["description"].endswith(".")
    walk({**schema, "allOf": []})


@pytest.mark.parametrize("name", sorted(TYPES))
def test_types_and_schemas_have_the_same_members(name: str) -> None:
    def compare(struct: type[msgspec.Struct], schema: Any) -> None:
        fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
        assert set(fields) == set(schema["properties"]) - {"type"}
        required = {field.encode_name for field in fields.values() if field.required}
        assert required == set(schema.get("required", ())) - {"type"}
        for field in fields.values():
            for inner in nested(field.type):
                inside = schema["properties"][field.encode_name]
                compare(inner, inside.get("items", inside))

    def nested(type_: Any) -> list[type[msgspec.Struct]]:
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            return [type_]
        return [struct for inner in getattr(type_, "__args__", ()) for struct in nested(inner)]

    compare(TYPES[name], SCHEMAS[name])


@pytest.mark.parametrize("name", sorted(TYPES))
def test_examples_come_back_as_they_were(name: str) -> None:
    decode = SIDES[side_of(name)][0]
    assert SCHEMAS[name]["examples"]
    for example in SCHEMAS[name]["examples"]:
        validator(side_of(name)).validate(example)
        message = decode(json.dumps(example).encode())
        assert type(message) is TYPES[name]
        line = protocol.encode(message)
        assert line.endswith(b"\n") and line.count(b"\n") == 1
        assert json.loads(line) == example
        assert decode(line) == message


@pytest.mark.parametrize("name", sorted(TYPES))
def test_types_and_schemas_accept_the_same_messages(name: str) -> None:
    side = side_of(name)
    checker = validator(side)
    verdicts = []
    for example in SCHEMAS[name]["examples"]:
        for message in changed(example):
            accepted = checker.is_valid(message)
            assert decodes(side, message) is accepted, message
            verdicts.append(accepted)
    assert True in verdicts and False in verdicts


def test_no_message_of_one_side_is_taken_for_one_of_the_other() -> None:
    (hello,) = SCHEMAS["driver-hello"]["examples"]
    assert not decodes("engine", hello)
    assert not decodes("driver", SCHEMAS["engine-hello"]["examples"][0])
    assert not decodes("driver", SCHEMAS["result"]["examples"][0])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "an empty line"),
        (b" \r", "an empty line"),
        (b"{", "Input data was truncated"),
        (b"hello", "JSON is malformed: invalid character (byte 0)"),
        (b'{"type":"bye","answered":1}{}', "JSON is malformed: trailing characters (byte 28)"),
        (b'{"type":"bye","answered":1,"x":"\xff"}', "no UTF-8 (byte 32 of the line)"),
        (b'{"type":"bye","answered":1,"x":' + b"[" * 100_000, "nested too deeply"),
        (b'{"type":"later"}', "Invalid value 'later' - at `$.type`"),
        (b'{"type":"result","id":"a","status":"ok","digest":null}', "Expected `str`, got `null` - at `$.digest`"),
        (b'{"type":"bye","answered":1,"answered":2}', "the member 'answered' is there more than once"),
        (b'{"type":"bye","answered":1,"\\u0061nswered":2}', "the member 'answered' is there more than once"),
        (b'{"type":"bye","answered":1,"answered":2,"x":"\\u003a"}', "the member 'answered' is there more than once"),
        (b'{"type":"bye","answered":1,"x":[{"a":1e999,"a":2}]}', "the member 'a' is there more than once"),
        (
            b'{"type":"result","id":"a","status":"ok","output":{"text":"\\\\ud800 \\ud83d\\ude00 \\uDFff in the text"}}',
            "a string has the lone surrogate \\uDFff, which is no character; write what is no Unicode in base64",
        ),
        (b'{"type":"bye","x":"\\ud800', "Input data was truncated"),
    ],
)
def test_the_reason_says_what_is_wrong(line: bytes, reason: str) -> None:
    with pytest.raises(protocol.ProtocolError) as caught:
        protocol.decode_engine(line)
    assert caught.value.reason == reason


def test_what_is_ignored_may_be_any_json() -> None:
    many = b"9" * 5000
    for ignored in (b'":::"', b'"\\u003a"', b"1e999", many, b'{"a":{"a":[{"a":1},{"a":2}]}}'):
        assert protocol.decode_engine(b'{"type":"bye","answered":2,"x":' + ignored + b"}") == protocol.EngineBye(2)


@pytest.mark.parametrize("member", ['"error":{"message":"x"}', '"unsupported":{"feature":"x"}'])
def test_an_ok_answer_has_no_other_status(member: str) -> None:
    line = f'{{"type":"result","id":"a","status":"ok","verdict":"valid",{member}}}'
    assert not validator("engine").is_valid(json.loads(line))
    with pytest.raises(protocol.ProtocolError, match="neither the member error nor unsupported"):
        protocol.decode_engine(line.encode())


@pytest.mark.parametrize(("integer", "depth"), [(0, None), (2**31 - 2, None), (None, 0), (None, 15)])
def test_limits_that_no_engine_has_are_told(integer: int | None, depth: int | None) -> None:
    told = protocol.absurd(protocol.Limits(integer, depth))
    assert told.startswith("the engine's hello has ") and " or more, or null" in told
    assert protocol.absurd(protocol.Limits(2**31 - 1, 16)) == protocol.absurd(protocol.Limits(None, None)) == ""


def test_a_carriage_return_before_the_line_feed_is_white_space() -> None:
    assert protocol.decode_engine(b'{"type":"bye","answered":2}\r\n') == protocol.EngineBye(2)


def test_the_words_are_those_of_the_schemas() -> None:
    case, hello = SCHEMAS["case"]["properties"], SCHEMAS["engine-hello"]["properties"]
    assert list(protocol.OPS) == case["op"]["enum"] == hello["ops"]["items"]["enum"]
    assert list(protocol.LEVELS) == case["level"]["enum"] == hello["levels"]["items"]["enum"]
    assert list(protocol.FEATURES) == hello["features"]["items"]["enum"]
