# Generated from tools/exprov/targets/python/runtime/_place.py by `exprov generate`; edit that and run it again.
"""Where a finding points: one type for its JSON Pointer and for its order in the document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from ._finding import MOST_FINDINGS, Finding, Findings, Level
from ._text import ABSENT, escape

Place = tuple["Place | None", str | int, int]
"""A member or element: the place that holds it (None for the root), its token, and its position there.

The position is that of the member in its object, or the index of the element; -1 for a member that is missing, which comes
before those that are there. A plain tuple, since one is made for every value; pointers are built for findings alone.
"""


def pointer(place: Place | None) -> str:
    """The JSON Pointer of a place, RFC 6901."""
    return "".join(f"/{escape(str(token))}" for _, token, _ in _path(place))


def _path(place: Place | None) -> list[Place]:
    found = []
    while place is not None:
        found.append(place)
        place = place[0]
    found.reverse()
    return found


class Found(NamedTuple):
    """A finding before its pointer is built."""

    rule: str
    place: Place | None
    level: Level
    message: str


class Enough(Exception):
    """A finding was met, and whether there is one was the question."""


class Wanted(NamedTuple):
    """Which findings are collected: those that count at `level`, except those of the writer rules in `allow`.

    The first `most` are kept, and the others are counted. If `most` is 0, the first one raises Enough.
    """

    level: Level = "writer"
    allow: Collection[str] = ()
    most: int = MOST_FINDINGS

    def counts(self, level: Level, rule: str) -> bool:
        return level == "reader" or (self.level == "writer" and rule not in self.allow)

    def joined(self, parse: Findings, judged: Findings) -> Findings:
        """Those of the parse phase that count, then those of the other phases, which do."""
        found = [*(one for one in parse if self.counts(one.level, one.rule)), *judged]
        omitted = parse.omitted + judged.omitted + max(0, len(found) - self.most)
        return Findings(found[: self.most]).and_omitted(omitted)


class Out(list[Found]):
    """What the phases find, as far as it is wanted; `omitted` counts what is wanted and not kept."""

    def __init__(self, wanted: Wanted = Wanted()) -> None:  # noqa: B008 - immutable
        super().__init__()
        self.wanted = wanted
        self.omitted = 0
        self.is_rejected = False
        """Whether there was a finding at reader level."""

    @property
    def total(self) -> int:
        """How many there were, kept or not."""
        return len(self) + self.omitted

    def append(self, found: Found) -> None:
        level, allow, most = self.wanted
        if found.level == "reader":
            self.is_rejected = True
        elif level == "reader" or found.rule in allow:
            return
        if len(self) < most:
            super().append(found)
        elif most:
            self.omitted += 1
        else:
            raise Enough


# Paths can be as long as a record, and findings as many as its members: what they hold together is bounded. Beyond it, a
# finding has the path of the whole record.
_MAX_PATH_TEXT = 1 << 24


def in_document_order(out: Out) -> Findings:
    """The findings in the order of the document; a missing member comes before the members that are there."""
    found: list[Found] = out
    if len(found) > 1:
        orders: dict[int, tuple[int, ...]] = {id(None): ()}
        for one in found:
            if id(one.place) not in orders:
                orders[id(one.place)] = tuple(position for _, _, position in _path(one.place))
        found = sorted(found, key=lambda one: orders[id(one.place)])
    pointers: dict[int, str] = {id(None): ""}
    room = _MAX_PATH_TEXT
    findings = []
    for rule, place, level, message in found:
        key = id(place)
        if key not in pointers:
            pointers[key] = pointer(place) if room > 0 else ""
            room -= len(pointers[key])
        findings.append(Finding(rule, pointers[key], level, message))
    # A member that is repeated can leak twice at one place; that is one finding.
    return Findings(dict.fromkeys(findings)).and_omitted(out.omitted)


def descend(value: Any, place: Place | None, tokens: Iterable[str]) -> Place | None:
    """The place that member names lead to from `value`, which is at `place`; names that are missing are at -1."""
    for token in tokens:
        position = [*value].index(token) if isinstance(value, dict) and token in value else -1
        place = (place, token, position)
        value = ABSENT if position < 0 else value[token]
    return place


Check = Callable[[object, "Place | None", Out], None]
"""Appends what is wrong with a value at a place."""
