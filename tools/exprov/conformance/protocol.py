"""Protocol 1: the messages between driver and engine, as `schemas/protocol/1/` states them, and their lines.

Python names are the wire names, but for `timeout_ms`, which is `timeoutMs`. A member that is absent is `msgspec.UNSET`, unknown
members are ignored, and `null` is a value only where a type says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1
CONTRACT = "1.0"
OPS = ("validate", "roundtrip", "canonical", "emit")
LEVELS = ("reader", "writer")
FEATURES = ("carriers", "exact-numbers", "limits")

Op = Literal["validate", "roundtrip", "canonical", "emit"]
Level = Literal["reader", "writer"]
Verdict = Literal["valid", "invalid"]
Carrier = Literal["task-result", "stream-terminal-outcome", "inderun-error"]
_Message = TypeVar("_Message")
_Name = Annotated[str, Meta(min_length=1)]
_Count = Annotated[int, Meta(ge=0)]
_Positive = Annotated[int, Meta(ge=1)]


class ProtocolError(ValueError):
    """A line that is no message of the protocol; `reason` says why, as half a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _exactly_one(what: str, **members: object) -> None:
    if sum(value is not UNSET for value in members.values()) != 1:
        raise ValueError(f"{what} has exactly one of {', '.join(members)}")


class Suite(Struct, frozen=True):
    """The golden fixtures: their version and the SHA-256 of their manifest, in small hexadecimal digits."""

    version: str
    sha256: str


class DriverHello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The driver's first line: versions of the protocol to choose from, and what binds answers to this run."""

    protocol: tuple[int, ...]
    run: _Name
    suite: Suite
    contract: tuple[str, ...]


class Input(Struct, frozen=True):
    """What a case is about: JSON text, its bytes in base64 where they are no UTF-8, or the facts of an execution."""

    text: str | UnsetType = UNSET
    b64: str | UnsetType = UNSET
    facts: dict[str, Any] | UnsetType = UNSET

    def __post_init__(self) -> None:
        _exactly_one("an input", text=self.text, b64=self.b64, facts=self.facts)


class Case(Struct, frozen=True, tag_field="type", tag="case", rename={"timeout_ms": "timeoutMs"}):
    """One question."""

    id: _Name
    op: Op
    contract: str
    level: Level
    input: Input
    timeout_ms: _Positive
    carrier: Carrier | UnsetType = UNSET


class DriverBye(Struct, frozen=True, tag_field="type", tag="bye"):
    """There is nothing more to ask."""


class Engine(Struct, frozen=True):
    """Who answers, for people."""

    name: _Name
    version: str
    language: str
    runtime: str | UnsetType = UNSET
    os: str | UnsetType = UNSET
    commit: str | UnsetType = UNSET


class Limits(Struct, frozen=True):
    """The biggest integer that the engine holds exactly, and how deep it reads; None where there is no bound."""

    integer: _Count | None
    depth: _Count | None


LEAST_LIMITS = Limits(2**31 - 1, 16)
"""What an engine has to hold at least, be its numbers and its stack as small as they may."""


def absurd(limits: Limits) -> str:
    """Why an engine cannot have such limits, in a sentence with the remedy; "" if it can."""
    for name, least in (("integer", LEAST_LIMITS.integer), ("depth", LEAST_LIMITS.depth)):
        value = getattr(limits, name)
        if value is not None and value < least:
            told = f"the engine's hello has {value} in limits.{name}, which would leave out most cases"
            return f"{told}; let it declare {least} or more, or null where there is no bound"
    return ""


class EngineHello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The engine's first line: who it is and what it does. What it does not declare is not asked."""

    protocol: int
    run: str
    engine: Engine
    contract: tuple[str, ...]
    ops: tuple[Op, ...]
    levels: tuple[Level, ...]
    features: tuple[Literal["carriers", "exact-numbers", "limits"], ...]
    limits: Limits
    findings: Literal["first", "all"]
    window: _Positive


class Finding(Struct, frozen=True):
    """What is wrong, and where: a JSON Pointer into the input."""

    rule: str
    path: str


class Output(Struct, frozen=True):
    """What was written: text, or its bytes in base64."""

    text: str | UnsetType = UNSET
    b64: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        _exactly_one("an output", text=self.text, b64=self.b64)


class Unsupported(Struct, frozen=True):
    """What the engine does not do."""

    feature: str


class Error(Struct, frozen=True):
    """How the engine failed."""

    message: str
    trace: str | UnsetType = UNSET


class Result(Struct, frozen=True, tag_field="type", tag="result"):
    """The answer to one case."""

    id: str
    status: Literal["ok", "unsupported", "error"]
    verdict: Verdict | UnsetType = UNSET
    findings: tuple[Finding, ...] | UnsetType = UNSET
    output: Output | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    unsupported: Unsupported | UnsetType = UNSET
    error: Error | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.status == "unsupported" and self.unsupported is UNSET:
            raise ValueError("a result with the status unsupported says which feature: member unsupported")
        if self.status == "error" and self.error is UNSET:
            raise ValueError("a result with the status error says which: member error")
        if self.status == "ok" and (self.error is not UNSET or self.unsupported is not UNSET):
            raise ValueError("a result with the status ok has neither the member error nor unsupported")


class EngineBye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The engine's last line: how many results it has written since it was started."""

    answered: _Count


FromDriver = DriverHello | Case | DriverBye
FromEngine = EngineHello | Result | EngineBye

_encoder = msgspec.json.Encoder()
_from_driver: msgspec.json.Decoder[FromDriver] = msgspec.json.Decoder(FromDriver)
_from_engine: msgspec.json.Decoder[FromEngine] = msgspec.json.Decoder(FromEngine)


def encode(message: FromDriver | FromEngine) -> bytes:
    """The line of a message, with the line feed that ends it."""
    return _encoder.encode(message) + b"\n"


def decode_driver(line: bytes) -> FromDriver:
    """The driver's message in a line, with or without its line feed. Raises ProtocolError."""
    return _decode(_from_driver, line)


def decode_engine(line: bytes) -> FromEngine:
    """The engine's message in a line, with or without its line feed. Raises ProtocolError."""
    message = _decode(_from_engine, line)
    _once(line)
    return message


def _decode(decoder: msgspec.json.Decoder[_Message], line: bytes) -> _Message:
    try:
        # What is skipped, such as an unknown member, has to be UTF-8 as well.
        line.decode()
        return decoder.decode(line)
    except UnicodeDecodeError as error:
        raise ProtocolError(f"no UTF-8 (byte {error.start} of the line)") from None
    except (msgspec.MsgspecError, ValueError) as error:
        lone = _lone_surrogate(line) if type(error) is msgspec.DecodeError else ""
        if lone:
            told = f"a string has the lone surrogate {lone}, which is no character; write what is no Unicode in base64"
            raise ProtocolError(told) from None
        raise ProtocolError(str(error) if line.strip() else "an empty line") from None
    except RecursionError:
        raise ProtocolError("nested too deeply") from None


# An escape of a surrogate, of a pair of them, or any other escape, which is stepped over.
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)


def _lone_surrogate(line: bytes) -> str:
    """The first escape of a surrogate without its other half, or "" if there is none or something else is wrong as well."""
    try:
        _plainly(line)
    except (ValueError, RecursionError):
        return ""
    return next((match[1].decode() for match in _ESCAPE.finditer(line) if match[1]), "")


def _once(line: bytes) -> None:
    """Raise ProtocolError if an object in the line has a member twice: two answers in one."""
    try:
        # A parser drops one of two with its colon, which is quick to see; but an escaped colon may stand in for that.
        if b"\\u003" not in line and _encoder.encode(msgspec.json.decode(line)).count(b":") == line.count(b":"):
            return
    except msgspec.MsgspecError:
        # A number or a text in a member that is ignored.
        pass
    except RecursionError:
        raise ProtocolError("nested too deeply") from None
    try:
        _plainly(line, object_pairs_hook=_members_once)
    except ProtocolError:
        raise
    except RecursionError:
        raise ProtocolError("nested too deeply") from None
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def _plainly(line: bytes, **hooks: Any) -> Any:
    """The JSON of a line, whatever the numbers and the texts in it are."""
    return json.loads(line.decode(), strict=False, parse_int=str, **hooks)


def _members_once(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise ProtocolError(f"the member {name[:100]!r} is there more than once")
        names.add(name)


def members(message: Struct) -> Mapping[str, Any]:
    """The members of a message as plain data, but `type`."""
    data: dict[str, Any] = msgspec.to_builtins(message)
    data.pop("type", None)
    return data
