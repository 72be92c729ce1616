"""A small part of a plan that has every kind of question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from exprov.conformance.faults import kinds
from exprov.conformance.plan import Plan, PlannedCase, only

_KINDS: tuple[kinds.Kind, ...] = (
    kinds.accepted,
    kinds.rejected,
    kinds.several,
    kinds.unknown,
    kinds.fractions,
    *map(kinds.operation, ("roundtrip", "canonical", "emit")),
)
EACH = 3
"""How many cases of each kind and level."""


def sample(plan: Plan, each: int = EACH) -> Plan:
    """A few dozen cases, always the same, of different topics and without a special feature where possible."""
    levels = ("reader", "writer")
    return only(plan, {case.id for kind in _KINDS for level in levels for case in _first(plan, kind, level, each)})


def _first(plan: Plan, kind: kinds.Kind, level: str, each: int) -> Iterator[PlannedCase]:
    usable = (case for case in plan.cases if case.level == level and not case.exact and "limits" not in case.requires)
    fitting = [case for case in usable if kind(case)]
    topics: Counter[str] = Counter()
    ranked = []
    for case in fitting:
        topics[case.topic] += 1
        ranked.append((bool(case.requires), topics[case.topic], case.id))
    kept = {id for _, _, id in sorted(ranked)[:each]}
    return (case for case in fitting if case.id in kept)
