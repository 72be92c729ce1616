"""Unexpected results by their cause: one for each finding that was expected and is missing, however many cases show it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from exprov.conformance.outcomes import GOOD, OUTCOMES
from exprov.conformance.results import CaseResult, Run
from exprov.report.conformance.values import json_text, visible
from exprov.report.conformance.words import Judged, unexpected

# What differs from case to case in the same reason.
_PLACE = re.compile(r" at (?:the root|/[^;,]*)")
_NUMBER = re.compile(r"\d+")
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Cause:
    """What the results have in common, in words; and the results, of which the first is an example."""

    what: str
    results: tuple[Judged, ...]

    @property
    def figure(self) -> str:
        """How many results of which outcome; the outcome alone if all have it."""
        counts = Counter(one.result.outcome for one in self.results)
        if len(counts) == 1:
            return next(iter(counts))
        return ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in OUTCOMES if counts[outcome])


def causes(run: Run) -> list[Cause]:
    """The causes of all unexpected results, the most frequent first."""
    groups: dict[str, list[Judged]] = {}
    for one in unexpected(run):
        groups.setdefault(_cause(one), []).append(one)
    found = [Cause(what, tuple(results)) for what, results in groups.items()]
    return sorted(found, key=lambda one: -len(one.results))


def _cause(one: Judged) -> str:
    result = one.result
    if result.outcome not in GOOD:
        for rules, what in zip(_findings(result), ("missing", "extra"), strict=True):
            if rules:
                return f"{what} {', '.join(dict.fromkeys(rule for rule, _ in rules))}"
    reason = one.why if result.outcome in GOOD else result.reason
    return _NUMBER.sub("N", _PLACE.sub("", reason or one.why))


def _findings(result: CaseResult) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The findings (rule, path) that are missing, and those that are extra."""
    places = [one for one in result.differences if one.path == "findings"]
    return [*_parsed(one.want for one in places)], [*_parsed(one.got for one in places)]


def _parsed(texts: Iterator[str]) -> Iterator[tuple[str, str]]:
    for text in filter(None, texts):
        try:
            finding = json.loads(text)
            yield str(finding["rule"]), str(finding["path"])
        except (ValueError, TypeError, KeyError):
            continue


def difference(result: CaseResult) -> str:
    """How an answer differs, in one line: its findings, or else the first place."""
    kinds = zip(("missing", "extra"), _findings(result), strict=True)
    if parts := [f"{kind} {_listed(found)}" for kind, found in kinds if found]:
        return "; ".join(parts)
    if result.differences:
        one = result.differences[0]
        more = f" and {len(result.differences) - 1:,} more" if len(result.differences) > 1 else ""
        want, got = visible(one.want) or "nothing", visible(one.got) or "nothing"
        return f"{one.path or 'the root'}: want {want}, got {got}{more}"
    if result.got is None:
        return "no answer"
    if result.outcome in GOOD:
        return ""
    return json_text({key: value for key, value in result.got.items() if key in ("status", "verdict")})


def _listed(found: list[tuple[str, str]]) -> str:
    shown = [f"{path or 'the root'} {rule}" for rule, path in found[:_NAMED]]
    return ", ".join([*shown, *([f"{len(found) - _NAMED:,} more"] if len(found) > _NAMED else [])])
