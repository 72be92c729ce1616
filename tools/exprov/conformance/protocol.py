"""Protocol 1 between driver and engine: messages are plain data, as the schemas under `schemas/protocol/1/` state them."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from exprov import shapes

VERSION = 1
CONTRACT = "1.0"
EXACT = "exact-numbers"
"""The feature of an engine that keeps numbers exactly, however long they are."""

Message = Mapping[str, Any]
_HELLO = shapes.load("protocol/1/engine-hello")["properties"]
OPS: tuple[str, ...] = tuple(_HELLO["ops"]["items"]["enum"])
LEVELS: tuple[str, ...] = tuple(_HELLO["levels"]["items"]["enum"])
FEATURES: tuple[str, ...] = tuple(_HELLO["features"]["items"]["enum"])
_DECLARED = [name for name in _HELLO if name not in ("type", "protocol", "run", "engine")]


class ProtocolError(ValueError):
    """A line that is not a message of the protocol: why, in half a sentence."""


def greeting(nonce: str, suite: Mapping[str, str]) -> Message:
    """The driver's hello."""
    return {"type": "hello", "protocol": [VERSION], "run": nonce, "suite": dict(suite), "contract": [CONTRACT]}


def declared(hello: Message) -> dict[str, Any]:
    """What of an engine's hello decides what it is asked and how its answers are evaluated."""
    return {name: hello[name] for name in _DECLARED}


def refusal(hello: Message, is_bound: bool) -> str:
    """Why the driver cannot go on after an engine's hello, "" if it can. is_bound: whether its member `run` is right."""
    if hello["protocol"] != VERSION:
        return f"the engine chose version {hello['protocol']} of the protocol, not {VERSION}"
    return "" if is_bound else "the engine's hello is for another run: its member run differs from the driver's"


BYE: Message = {"type": "bye"}
"""The driver's last message."""


def encode(message: Message) -> bytes:
    """The line of a message, with the line feed that ends it."""
    return msgspec.json.encode(message) + b"\n"


def decode_driver(line: bytes) -> Message:
    """The driver's message in a line, with or without its line feed. Raises ProtocolError."""
    return _decode(line, "driver")


def decode_engine(line: bytes) -> Message:
    """The engine's message in a line, with or without its line feed. Raises ProtocolError."""
    return _decode(line, "engine")


@cache
def _shapes(side: str) -> Mapping[str, shapes.Shape]:
    """The shapes of the messages of one side, by their type."""
    names = [one["$ref"].removesuffix(".schema.json") for one in shapes.load(f"protocol/1/{side}")["oneOf"]]
    files = [f"protocol/1/{name}" for name in names]
    return {shapes.load(file)["properties"]["type"]["const"]: shapes.shape(file) for file in files}


def _decode(line: bytes, side: str) -> Message:
    message = _parse(line)
    kind = message.get("type") if isinstance(message, dict) else None
    known = _shapes(side)
    shape = known.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise ProtocolError(f"it is not an object whose type is {' or '.join(known)}")
    if fault := shape.fault(message):
        raise ProtocolError(fault)
    return message  # type: ignore[no-any-return]


def _parse(line: bytes) -> Any:
    if line.startswith(codecs.BOM_UTF8):
        raise ProtocolError("it begins with a byte order mark; write UTF-8 without one")
    try:
        value = json.loads(line.decode(), object_pairs_hook=members_once, parse_int=_integer, parse_constant=_constant)
        if b"\\u" in line and (lone := _LONE.search(json.dumps(value, ensure_ascii=False))):
            reason = f"a string has the lone surrogate U+{ord(lone[0]):04X}; write what is not Unicode in base64"
            raise ProtocolError(reason)
    except UnicodeDecodeError as error:
        raise ProtocolError(f"it is not UTF-8 (byte {error.start} of the line)") from None
    except json.JSONDecodeError as error:
        reason = f"it is not JSON: {error.msg} at character {error.pos}" if line.strip() else "it is an empty line"
        raise ProtocolError(reason) from None
    except RecursionError:
        raise ProtocolError("it is nested too deeply") from None
    return value


_LONE = re.compile("[\ud800-\udfff]")


def members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The `object_pairs_hook` that rejects a repeated member, which would be two answers in one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in found if names.count(name) > 1)
        raise ProtocolError(f"the member {repeated[:100]!r} is repeated")
    return found


def _integer(digits: str) -> float | int:
    # Python does not convert very long integers, which only members that are ignored can hold.
    return int(digits) if len(digits) < 400 else float("inf")


def _constant(word: str) -> Any:
    raise ProtocolError(f"it is not JSON: {word} is not a number")
