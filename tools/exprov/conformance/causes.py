"""Failures by what was expected: one mistake of an engine makes dozens of cases fail, which belong together."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from exprov.conformance.results import CaseResult

_NAMED = 3
# What differs from case to case in the same reason.
_PLACE = re.compile(r" at (?:the root|/[^;,]*)")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Cause:
    """Failures that look like one mistake.

    what: the rules of the expected findings that are missing; if none is, those of the extra findings; if there is none, the reason
    without places and numbers. results: the failures, in the order of the plan; the first is the example.
    """

    what: str
    results: tuple[CaseResult, ...]

    @property
    def example(self) -> CaseResult:
        return self.results[0]

    @property
    def outcomes(self) -> Counter[str]:
        """How many failures have each outcome."""
        return Counter(result.outcome for result in self.results)

    @property
    def places(self) -> str:
        """The findings that differ in the example, such as "missing /a json/duplicate-member; extra /b schema/type"."""
        missing, extra = findings(self.example)
        parts = [f"{word} {_named(found)}" for word, found in (("missing", missing), ("extra", extra)) if found]
        return "; ".join(parts)


def causes(results: Iterable[CaseResult]) -> tuple[Cause, ...]:
    """The causes of these failures; the one with the most failures comes first."""
    groups: dict[str, list[CaseResult]] = {}
    for result in results:
        groups.setdefault(_what(result), []).append(result)
    found = (Cause(what, tuple(group)) for what, group in groups.items())
    return tuple(sorted(found, key=lambda cause: -len(cause.results)))


def findings(result: CaseResult) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(path, rule) of each finding that is missing, and of each that is extra."""
    places = [place for place in result.differences if place.path == "findings"]
    return _read(place.want for place in places), _read(place.got for place in places)


def _read(texts: Iterable[str]) -> list[tuple[str, str]]:
    found = (json.loads(text) for text in texts if text)
    return [(one["path"], one["rule"]) for one in found]


def _what(result: CaseResult) -> str:
    for word, found in zip(("missing", "extra"), findings(result), strict=True):
        if found:
            return f"{word} {', '.join(sorted({rule for _, rule in found}))}"
    return f"{result.outcome}: {_NUMBER.sub('N', _PLACE.sub('', result.reason))}"


def _named(found: list[tuple[str, str]]) -> str:
    shown = [f"{path or '(root)'} {rule}" for path, rule in found[:_NAMED]]
    return ", ".join([*shown, *([f"{len(found) - _NAMED} more"] if len(found) > _NAMED else [])])
