# Generated from tools/exprov/targets/python/runtime/_place.py by `exprov generate`; edit that and run it again.
"""Where a finding points: one type for its JSON Pointer and for its order in the document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ._finding import Finding, Level
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


Out = list[Found]
# Paths can be as long as a record, and findings as many as its members: what they hold together is bounded. Beyond it, a
# finding has the path of the whole record.
_MAX_PATH_TEXT = 1 << 24


def in_document_order(found: Out) -> list[Finding]:
    """The findings in the order of the document; a missing member comes before the members that are there."""
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
    return list(dict.fromkeys(findings)) if len(findings) > 1 else findings


def descend(value: Any, place: Place | None, tokens: Iterable[str]) -> Place | None:
    """The place that member names lead to from `value`, which is at `place`; names that are missing are at -1."""
    for token in tokens:
        position = [*value].index(token) if isinstance(value, dict) and token in value else -1
        place = (place, token, position)
        value = ABSENT if position < 0 else value[token]
    return place


Check = Callable[[object, "Place | None", Out], None]
"""Appends what is wrong with a value at a place."""
