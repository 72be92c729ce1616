"""The four phases of a program, in order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ._adopt import adopt
from ._finding import MOST_FINDINGS, Findings
from ._leaks import LeakScanner, with_extra
from ._messages import speaker
from ._parser import Reader, is_rejected
from ._place import Enough, Out, Place, Wanted, in_document_order
from ._read import read_quickly
from ._rules import RulePhase
from ._schema import Identifiers, SchemaPhase
from ._text import ABSENT, START, Limits, Origin

_EVERY = Wanted()


class Validator:
    """The phases of one program. `program` is what `exprov program` prints, parsed.

    `extra_leaks` are a team's own leak names and patterns, which are added to those of the program.
    Use changes instances only in what is compiled at first need and in bounded memories; threads may share them.
    """

    def __init__(self, program: Mapping[str, Any], extra_leaks: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.program = program
        self.leak_tables = with_extra(program["leaks"], extra_leaks)
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
        return LeakScanner(self.leak_tables, self.say)

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
        self, data: object, wanted: Wanted, carrier: str | None, limits: Limits, origin: Origin = START
    ) -> Findings:
        """The findings of `data` that are wanted. `origin` is where a text begins in its input."""
        value, parse, parsed = self.read(data, limits, origin, wanted.most)
        judged = Findings()
        if value is not ABSENT:
            judged = self.judge(value, carrier, wanted)
        elif parsed is not ABSENT:
            judged = self.leaks_of(parsed, carrier, wanted)
        return wanted.joined(parse, judged)

    def has_findings(self, data: object, wanted: Wanted, carrier: str | None, limits: Limits) -> bool:
        """Whether `findings` would find anything: its phases, up to the first finding."""
        value = read_quickly(data, limits) if isinstance(data, (bytes, str)) else ABSENT
        if value is ABSENT:
            if isinstance(data, (bytes, str)) and is_rejected(data, limits):
                return True
            value, findings, _ = self.read(data, limits, most=1)
            if value is ABSENT or any(wanted.counts(one.level, one.rule) for one in findings):
                return True
        try:
            self.judge(value, carrier, wanted._replace(most=0))
        except Enough:
            return True
        return False

    def read(
        self, data: object, limits: Limits, origin: Origin = START, most: int = MOST_FINDINGS
    ) -> tuple[Any, Findings, Any]:
        """The value of a text or the parsed value, or ABSENT, with what is wrong, and what could be parsed of it.

        At most `most` findings are kept.
        """
        if not isinstance(data, (bytes, str)):
            return adopt(data, limits, self.reader, most)
        value = read_quickly(data, limits)
        return self.reader.read(data, limits, origin, most) if value is ABSENT else (value, Findings(), value)

    def read_as(self, data: object, type: str, limits: Limits) -> tuple[Any, Findings]:
        """The value of `data` as an object of this type, and the findings at reader level: parse and schema phase alone."""
        value, findings, _ = self.read(data, limits)
        if value is ABSENT:
            rejecting = Findings(one for one in findings if one.level == "reader")
            return value, rejecting.and_omitted(findings.omitted)
        out = Out(Wanted("reader"))
        self.schema.judge(value, type, out)
        return value, in_document_order(out)

    def judge(self, value: Any, carrier: str | None, wanted: Wanted = _EVERY) -> Findings:
        """The findings of a parsed value: schema, then rules if nothing at reader level was found, and leaks."""
        slug = self.slug(value, carrier)
        type = self.documents[slug]["type"]
        out = Out(wanted)
        self.schema.judge(value, type, out)
        if not out.is_rejected:
            self.rules.judge(value, type, out)
        self.scan(value, slug, out)
        return in_document_order(out)

    def leaks_of(self, value: Any, carrier: str | None, wanted: Wanted = _EVERY) -> Findings:
        """The findings of the leak phase alone, for a parsed value that has no verdict otherwise."""
        out = Out(wanted)
        self.scan(value, self.slug(value, carrier), out)
        return in_document_order(out)

    def scan(self, value: Any, slug: str, out: Out) -> None:
        """The leak phase, on the whole of a record and on the records of a carrier."""
        if out.wanted.level == "reader":
            # All leaks are findings at writer level.
            return
        if slug == self.record:
            self.leaks.scan(value, None, out)
            return
        for steps in self.documents[slug]["records"]:
            for record, place in _reached(value, steps, None):
                self.leaks.scan(record, place, out)

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
