# Generated from tools/exprov/targets/python/runtime/_phases.py by `exprov generate`; edit that and run it again.
"""The four phases of a program, in order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ._adopt import adopt
from ._finding import Finding, Level
from ._leaks import LeakScanner
from ._messages import speaker
from ._parser import Reader, is_rejected
from ._place import Out, Place, in_document_order
from ._read import read_quickly
from ._rules import RulePhase
from ._schema import Identifiers, SchemaPhase
from ._text import ABSENT, START, Limits, Origin


class Validator:
    """The phases of one program. `program` is what `exprov program` prints, parsed.

    Use changes instances only in what is compiled at first need and in bounded memories; threads may share them.
    """

    def __init__(self, program: Mapping[str, Any]) -> None:
        self.program = program
        self.say = speaker(program["messages"])
        self.documents: dict[str, Mapping[str, Any]] = {one["slug"]: one for one in program["documents"]}
        self.record, *self.carriers = self.documents
        self.recognition = program["recognition"]

    # Compiled at first need.

    @cached_property
    def writer_rules(self) -> frozenset[str]:
        """The rules that a team may allow: readers need not enforce them."""
        return frozenset(one["id"] for one in self.program["findings"] if one["level"] == "writer")

    @cached_property
    def identifiers(self) -> Identifiers:
        return Identifiers(self.program["identifiers"])

    @cached_property
    def leaks(self) -> LeakScanner:
        return LeakScanner(self.program["leaks"], self.say)

    @cached_property
    def schema(self) -> SchemaPhase:
        return SchemaPhase(self.program, self.say, self.identifiers, self.leaks.credential_in)

    @cached_property
    def rules(self) -> RulePhase:
        return RulePhase(self.program)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.say, self.leaks.is_nameable)

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
            if isinstance(data, (bytes, str)) and is_rejected(data, limits):
                return True
            value, findings, _ = self.read(data, limits)
        if value is ABSENT or _any_at(level, findings):
            return True
        slug = self.slug(value, carrier)
        type = self.documents[slug]["type"]
        found = self.schema.judge(value, type)
        if _any_at(level, found):
            return True
        # Rules are evaluated: nothing at reader level was found.
        return bool(self.rules.judge(value, type)) or (level == "writer" and bool(self.scan(value, slug)))

    def read(self, data: object, limits: Limits, origin: Origin = START) -> tuple[Any, list[Finding], Any]:
        """The value of a text or the parsed value, or ABSENT, with what is wrong, and what could be parsed of it."""
        if not isinstance(data, (bytes, str)):
            return adopt(data, limits, self.reader)
        value = read_quickly(data, limits)
        return self.reader.read(data, limits, origin) if value is ABSENT else (value, [], value)

    def read_as(self, data: object, type: str, limits: Limits) -> tuple[Any, list[Finding]]:
        """The value of `data` as an object of this type, and the findings at reader level: parse and schema phase alone."""
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
        """The kind of document that `value` is validated as; "auto" detects it by its members."""
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
