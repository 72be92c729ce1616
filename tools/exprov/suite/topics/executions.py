"""Every execution with up to three providers in both modes: the record that it emits, and the payload that holds it."""

from __future__ import annotations

from exprov.suite import emission, reference
from exprov.suite.cases import Case, document

_ENDS = {
    "not-planned": "validation or routing failed",
    "cancelled-before": "cancelled before any attempt",
    "cancelled-between": "cancelled between two attempts",
    "cancelled-during": "cancelled while an attempt ran",
    "committed-cancelled": "cancelled after the stream had committed",
    "committed-failed": "failed after the stream had committed",
    "succeeded": "succeeded",
    "exhausted": "no provider was left",
}
CASES: list[Case] = []
for execution, facts in emission.emissions():
    record = reference.record(facts)
    kind, payload = emission.carrier(execution, facts, record)
    id, count, ruled_out = f"executions.{execution.slug}", len(execution.attempted), len(execution.rejected)
    title = f"{execution.mode}, {ruled_out} ruled out, {count} attempted: {_ENDS[execution.end]}"
    tags = ["emission", execution.mode, execution.end]
    CASES += [
        document(id, title, record, tags=tags, facts=facts),
        document(
            f"{id}.carrier",
            f"{title}; the {kind} that holds it",
            payload,
            carrier=kind,
            tags=["carrier", "emission"],
            facts=facts,
        ),
    ]
