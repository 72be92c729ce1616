"""Every execution with up to three providers in both modes: the record that it emits, and the payload that holds it."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite import emission, reference
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic

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


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    for execution, facts in emission.emissions():
        record = reference.record(facts)
        count = len(execution.attempted)
        title = f"{execution.mode}, {len(execution.rejected)} ruled out, {count} attempted: {_ENDS[execution.end]}"
        topic.document(execution.slug, title, record, tags=["emission", execution.mode, execution.end], facts=facts)
        kind, document = emission.carrier(execution, facts, record)
        topic.document(
            f"{execution.slug}.carrier", f"{title}; the {kind} that holds it", document, carrier=kind, tags=["carrier"]
        )
