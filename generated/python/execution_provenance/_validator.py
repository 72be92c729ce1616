# Generated from tools/exprov/targets/python/runtime/_validator.py by `exprov generate`; edit that and run it again.
"""The four phases in order, and the two verdicts: what `validate`, `is_valid` and `check` do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from ._adopt import adopt
from ._fast import DEPTH, is_surely_valid
from ._finding import Finding, InvalidRecord, Level
from ._leaks import LeakScanner
from ._messages import speaker
from ._parser import Reader, is_refused
from ._place import Out, Place, in_document_order
from ._program import program
from ._read import read_quickly
from ._rules import RulePhase
from ._schema import Identifiers, SchemaPhase
from ._text import ABSENT, DEFAULT_LIMITS, START, Limits, Origin

Carrier = Literal["task-result", "stream-terminal-outcome", "inderun-error", "auto"]
_LEVELS = ("writer", "reader")


class Validator:
    """The phases of one program. `program` is what `exprov program` prints, parsed.

    Instances are not changed by use but for bounded memories, and may be shared between threads.
    """

    def __init__(self, program: Mapping[str, Any]) -> None:
        say = speaker(program["messages"])
        self.documents: dict[str, Mapping[str, Any]] = {one["slug"]: one for one in program["documents"]}
        self.record, *self.carriers = self.documents
        self.recognition = program["recognition"]
        self.identifiers = Identifiers(program["identifiers"])
        self.leaks = LeakScanner(program["leaks"], say)
        self.schema = SchemaPhase(program, say, self.identifiers, self.leaks.credential_in)
        self.rules = RulePhase(program)
        self.reader = Reader(say, self.leaks.is_nameable)

    def findings(
        self, data: object, level: Level, carrier: str | None, limits: Limits, origin: Origin = START
    ) -> list[Finding]:
        """Every finding of `data` that counts at `level`. `origin` is where a text begins in its input."""
        value, findings, parsed = self.read(data, limits, origin)
        if value is not ABSENT:
            findings += self.judge(value, carrier)
        elif parsed is not ABSENT:
            findings += self.leaks_of(parsed, carrier)
        return findings if level == "writer" else [one for one in findings if one.level == "reader"]

    def has_findings(self, data: object, level: Level, carrier: str | None, limits: Limits) -> bool:
        """Whether `findings` would find anything: its phases, up to the first one that does."""
        findings: list[Finding] = []
        value = read_quickly(data, limits) if isinstance(data, (bytes, str)) else ABSENT
        if value is ABSENT:
            if isinstance(data, (bytes, str)) and is_refused(data, limits):
                return True
            value, findings, _ = self.read(data, limits)
        if value is ABSENT or _any_at(level, findings):
            return True
        slug = self.slug(value, carrier)
        type = self.documents[slug]["type"]
        found = self.schema.judge(value, type)
        if _any_at(level, found):
            return True
        # Rules are judged: nothing at reader level was found.
        return bool(self.rules.judge(value, type)) or (level == "writer" and bool(self.scan(value, slug)))

    def read(self, data: object, limits: Limits, origin: Origin = START) -> tuple[Any, list[Finding], Any]:
        """The value of a text or the parsed value, or ABSENT, with what is wrong, and what could be parsed of it."""
        if not isinstance(data, (bytes, str)):
            return adopt(data, limits, self.reader)
        value = read_quickly(data, limits)
        return self.reader.read(data, limits, origin) if value is ABSENT else (value, [], value)

    def read_as(self, data: object, type: str, limits: Limits) -> tuple[Any, list[Finding]]:
        """The value of `data` as an object of this type, and what every reader must refuse: parse and schema phase alone."""
        value, findings, _ = self.read(data, limits)
        if value is not ABSENT:
            findings = in_document_order(self.schema.judge(value, type))
        return value, [one for one in findings if one.level == "reader"]

    def judge(self, value: Any, carrier: str | None) -> list[Finding]:
        """The findings of a parsed value: schema, then rules if nothing at reader level was found, and leaks."""
        slug = self.slug(value, carrier)
        type = self.documents[slug]["type"]
        found = self.schema.judge(value, type)
        if not _any_at("reader", found):
            found += self.rules.judge(value, type)
        return in_document_order(found + self.scan(value, slug))

    def leaks_of(self, value: Any, carrier: str | None) -> list[Finding]:
        """The findings of the leak phase alone, for a parsed value that has no verdict otherwise."""
        return in_document_order(self.scan(value, self.slug(value, carrier)))

    def scan(self, value: Any, slug: str) -> Out:
        """The leak phase, on the whole of a record and on the records of a carrier."""
        if slug == self.record:
            return self.leaks.scan(value)
        found: Out = []
        for steps in self.documents[slug]["records"]:
            for record, place in _reached(value, steps, None):
                found += self.leaks.scan(record, place)
        return found

    def slug(self, value: Any, carrier: str | None) -> str:
        """The kind of document that `value` is to be judged as; of "auto", by its own members."""
        if carrier != "auto":
            return self.record if carrier is None else carrier
        known = self.recognition
        if isinstance(value, dict) and (
            _any_in(known["recordMembers"], value) or not _any_in(known["recordOnly"], value)
        ):
            for slug in known["order"]:
                if _any_in(self.documents[slug]["recognisedBy"], value):
                    return str(slug)
        return self.record


@cache
def validator() -> Validator:
    """The validator of the program that the package was generated with, made at first need."""
    return Validator(program())


def read(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[Finding]]:
    """The value of one JSON text, read strictly, or ABSENT, and what is wrong with it. Values hold exact numbers."""
    value, findings, _ = validator().read(data, limits)
    return value, findings


def validate(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> list[Finding]:
    """Every finding of one record: first those of the parse phase in the order of the text, then the others in document order.

    An empty list if the record is valid at `level`; for bare JSON text that takes the fast path.
    `data` is JSON text (`bytes`, `bytearray`, `memoryview` or `str`) or an already parsed value (`dict` and so on, never
    a JSON string). `level` is "writer" (all findings) or "reader" (what every consumer must refuse). `carrier` names the
    payload that holds the record under `provenance`; "auto" detects it by its members; None means that `data` is the
    record. Raises TypeError for a parsed value that JSON cannot hold, and ValueError for an unknown `level` or `carrier`.
    """
    _check_arguments(level, carrier)
    return validate_at(data, level, carrier, limits, START)


def validate_at(data: object, level: Level, carrier: str | None, limits: Limits, origin: Origin) -> list[Finding]:
    """As `validate`, of a text that begins at `origin` of its input; lines, columns and offsets count from there."""
    if carrier is None and _is_quickly_valid(data, limits):
        return []
    return every_finding(data, level, carrier, limits, origin)


def every_finding(
    data: object, level: Level, carrier: str | None, limits: Limits, origin: Origin = START
) -> list[Finding]:
    """What `validate_at` returns, by the explaining route alone."""
    return validator().findings(_text_or_value(data), level, carrier, limits, origin)


def is_valid(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> bool:
    """Whether `validate` would find nothing. Stops at the first finding. Same arguments, same errors."""
    if carrier is None and limits is DEFAULT_LIMITS:
        # As `_is_quickly_valid` does: here a call less is felt.
        if is_surely_valid(data) and level in _LEVELS:
            return True
    elif carrier is None and _is_quickly_valid(data, limits) and level in _LEVELS:
        return True
    _check_arguments(level, carrier)
    return not validator().has_findings(_text_or_value(data), level, carrier, limits)


def check(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> None:
    """Raise InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`."""
    findings = validate(data, level=level, carrier=carrier, limits=limits)
    if findings:
        raise InvalidRecord(findings)


def _check_arguments(level: object, carrier: object) -> None:
    if level not in _LEVELS:
        raise ValueError(f"level must be 'reader' or 'writer', not {level!r}")
    if carrier is not None and carrier != "auto" and carrier not in validator().carriers:
        raise ValueError(f"carrier must be one of {', '.join(validator().carriers)}, auto, not {carrier!r}")


def _is_quickly_valid(data: object, limits: Limits) -> bool:
    """Whether the fast path, within `limits`, finds a valid record; it may say no of one that is valid."""
    return limits.max_depth >= DEPTH and is_surely_valid(data, limits.max_bytes)


def _text_or_value(data: object) -> object:
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data


def _any_at(level: Level, findings: list[Any]) -> bool:
    """Whether one of `findings` counts at `level`."""
    return bool(findings) if level == "writer" else any(one.level == "reader" for one in findings)


def _any_in(names: list[str], value: Mapping[str, Any]) -> bool:
    return any(name in value for name in names)


def _reached(value: Any, steps: list[str], place: Place | None) -> list[tuple[Any, Place | None]]:
    """What member names lead to from `value`, which is at `place`, with its places: every occurrence of a repeated member."""
    if not steps:
        return [(value, place)]
    found: list[tuple[Any, Place | None]] = []
    if isinstance(value, dict) and steps[0] in value:
        here = (place, steps[0], [*value].index(steps[0]))
        for name, item in value.items():
            if name == steps[0]:
                found += _reached(item, steps[1:], here)
    return found
