"""A small part of a plan that has every kind of question."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from exprov.conformance.faults.rewrites import known_only
from exprov.conformance.plan import Plan, PlannedCase, only

_EACH = 3
"""How many cases of each kind and level."""


def sample(plan: Plan) -> Plan:
    """A few dozen cases, always the same, of different topics and without a special feature where possible."""
    chosen = {case.id for kind in _KINDS for level in ("reader", "writer") for case in _first(plan, kind, level)}
    return only(plan, chosen)


def _first(plan: Plan, kind: Callable[[PlannedCase], bool], level: str) -> Iterator[PlannedCase]:
    usable = (case for case in plan.cases if case.level == level and not case.exact and "limits" not in case.requires)
    fitting = [case for case in usable if kind(case)]
    topics: Counter[str] = Counter()
    ranked = []
    for case in fitting:
        topics[case.topic] += 1
        ranked.append((bool(case.requires), topics[case.topic], case.id))
    kept = {id for _, _, id in sorted(ranked)[:_EACH]}
    return (case for case in fitting if case.id in kept)


def _rejects(case: PlannedCase) -> bool:
    return case.expected.get("verdict") == "invalid"


def _accepts(case: PlannedCase) -> bool:
    return case.expected.get("verdict") == "valid"


def _has_several(case: PlannedCase) -> bool:
    return len(case.expected.get("findings", ())) > 1


def _written(case: PlannedCase) -> Any:
    return json.loads(case.expected["output"]["text"]) if case.op == "roundtrip" and not case.exact else None


def _has_unknown(case: PlannedCase) -> bool:
    record = _written(case)
    return record is not None and bool(known_only(record) != record)


def _has_fraction(case: PlannedCase) -> bool:
    def fraction(value: Any) -> bool:
        if isinstance(value, dict):
            return any(map(fraction, value.values()))
        if isinstance(value, list):
            return any(map(fraction, value))
        return isinstance(value, float) and math.isfinite(value) and not value.is_integer()

    return fraction(_written(case))


_KINDS: tuple[Callable[[PlannedCase], bool], ...] = (
    _accepts,
    _rejects,
    _has_several,
    _has_unknown,
    _has_fraction,
    lambda case: case.op == "roundtrip",
    lambda case: case.op == "canonical",
    lambda case: case.op == "emit",
)
