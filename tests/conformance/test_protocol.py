"""Lines of the protocol: the examples of its schemas come back, and what is not a message is rejected with a reason."""

from __future__ import annotations

import json
from typing import Any, get_args

import jsonschema
import pytest
from conformance.engines import hello
from execution_provenance import Carrier
from exprov import shapes
from exprov.conformance import protocol
from referencing import Registry, Resource

MESSAGES = {
    "driver": ("driver-hello", "case", "driver-bye"),
    "engine": ("engine-hello", "result", "engine-bye"),
}
DECODE = {"driver": protocol.decode_driver, "engine": protocol.decode_engine}
SCHEMAS = {name: shapes.load(f"protocol/1/{name}") for side in MESSAGES for name in (side, *MESSAGES[side])}
REGISTRY = Registry().with_resources((one["$id"], Resource.from_contents(one)) for one in SCHEMAS.values())


def decodes(side: str, message: Any) -> bool:
    try:
        DECODE[side](json.dumps(message).encode())
    except protocol.ProtocolError:
        return False
    return True


@pytest.mark.parametrize("side", MESSAGES)
def test_a_side_takes_its_own_messages_and_no_others(side: str) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMAS[side], registry=REGISTRY)
    for name in (*MESSAGES["driver"], *MESSAGES["engine"]):
        for example in SCHEMAS[name]["examples"]:
            assert decodes(side, example) is validator.is_valid(example)
            assert decodes(side, example) or name not in MESSAGES[side]
    assert not decodes(side, SCHEMAS[MESSAGES["driver" if side == "engine" else "engine"][0]]["examples"][0])


@pytest.mark.parametrize("side", MESSAGES)
def test_examples_come_back_as_they_were(side: str) -> None:
    for name in MESSAGES[side]:
        for example in SCHEMAS[name]["examples"]:
            line = protocol.encode(example)
            assert line.endswith(b"\n") and line.count(b"\n") == 1
            assert DECODE[side](line) == DECODE[side](line[:-1] + b"\r\n") == example


TYPES = "it is not an object whose type is hello or result or bye"
REPEATED = "the member 'answered' is repeated"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "it is an empty line"),
        (b" \r", "it is an empty line"),
        (b"{", "it is not JSON: Expecting property name enclosed in double quotes at character 1"),
        (b'{"type":"bye","answered":1}{}', "it is not JSON: Extra data at character 27"),
        (b'{"type":"bye","answered":NaN}', "it is not JSON: NaN is not a number"),
        (b'{"type":"bye","answered":1,"x":"\xff"}', "it is not UTF-8 (byte 32 of the line)"),
        (b'{"type":"bye","answered":1,"x":' + b"[" * 100_000, "it is nested too deeply"),
        (b'{"type":"later"}', TYPES),
        (b'{"type":["bye"]}', TYPES),
        (b"[1]", TYPES),
        (b'{"type":"result","id":"a","status":"ok","digest":null}', "/digest: expected string, found null"),
        (b'{"type":"result","id":"a","status":"ok","error":{"message":"x"}}', "/error: must be left out"),
        (b'{"type":"result","id":"a","status":"ok","unsupported":{"feature":"x"}}', "/unsupported: must be left out"),
        (b'{"type":"result","id":"a","status":"error"}', "error is missing"),
        (b'{"type":"bye","answered":1,"answered":2}', REPEATED),
        (b'{"type":"bye","answered":1,"\\u0061nswered":2}', REPEATED),
        (b'{"type":"bye","answered":1,"x":[{"a":1e999,"a":2}]}', "the member 'a' is repeated"),
        (
            b'{"type":"result","id":"a","status":"ok","output":{"text":"\\\\ud800 \\ud83d\\ude00 \\uDFff in the text"}}',
            "a string has the lone surrogate U+DFFF; write what is not Unicode in base64",
        ),
    ],
)
def test_the_reason_says_what_is_wrong(line: bytes, reason: str) -> None:
    with pytest.raises(protocol.ProtocolError) as caught:
        protocol.decode_engine(line)
    assert str(caught.value) == reason


@pytest.mark.parametrize("ignored", [b'":::"', b'"\\u003a"', b"1e999", b"9" * 5000, b'{"a":{"a":[{"a":1},{"a":2}]}}'])
def test_members_that_are_ignored_may_be_any_json(ignored: bytes) -> None:
    assert protocol.decode_engine(b'{"type":"bye","answered":2,"x":' + ignored + b"}")["answered"] == 2


def test_limits_that_no_engine_has_are_rejected() -> None:
    for limits, reason in (
        ({"integer": 2**31 - 2, "depth": None}, "/limits/integer: 2147483646 is less than 2147483647"),
        ({"integer": None, "depth": 15}, "/limits/depth: 15 is less than 16"),
    ):
        with pytest.raises(protocol.ProtocolError, match=reason):
            protocol.decode_engine(protocol.encode(hello(limits=limits)))
    for limits in ({"integer": 2**31 - 1, "depth": 16}, {"integer": None, "depth": None}):
        assert protocol.decode_engine(protocol.encode(hello(limits=limits)))["limits"] == limits


def test_the_schemas_know_the_same_words() -> None:
    case, topic = SCHEMAS["case"]["properties"], shapes.load("fixtures/1/topic")["$defs"]["case"]["properties"]
    assert list(protocol.OPS) == case["op"]["enum"]
    assert list(protocol.LEVELS) == case["level"]["enum"]
    assert set(protocol.FEATURES) == set(topic["requires"]["items"]["enum"])
    assert set(case["carrier"]["enum"]) == set(topic["carrier"]["enum"]) == {*get_args(Carrier)} - {"auto"}
