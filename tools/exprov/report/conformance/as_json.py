"""A run as one complete JSON document, as `schemas/protocol/1/conformance-report.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exprov.conformance.results import CaseResult, Run
from exprov.report.conformance.values import ascii_json
from exprov.report.conformance.words import headline, judgements, passed

FORMAT = 1


def render(run: Run) -> str:
    """The document, in ASCII, one result per line."""
    judged = judgements(run)
    states = (
        _entry(result, run.excused.get(result.id), one.state) for result, one in zip(run.results, judged, strict=True)
    )
    head = {
        "report": FORMAT,
        "engine": dict(run.engine),
        "command": list(run.command),
        "suite": dict(run.suite),
        "nonce": run.nonce,
        "seed": run.seed,
        "milliseconds": run.milliseconds,
        "declared": dict(run.declared),
        "summary": {
            "passed": passed(run),
            "headline": headline(run),
            "planned": run.planned,
            "counts": run.counts(),
            "addsUp": run.adds_up,
            "unexpected": sum(one.is_bad for one in judged),
        },
        "mismatches": [{"kind": one.kind, "id": one.id, "message": one.message} for one in run.mismatches],
        "troubles": list(run.troubles),
    }
    rows = ",\n".join(ascii_json(entry) for entry in states)
    return f'{ascii_json(head)[:-1]},"results":[\n{rows}\n]}}\n'


def _entry(result: CaseResult, excuse: str | None, state: str) -> dict[str, Any]:
    return dict(_members(result, excuse, state))


def _members(result: CaseResult, excuse: str | None, state: str) -> Iterator[tuple[str, Any]]:
    for name in ("id", "case", "title", "topic", "op", "level", "outcome"):
        yield name, getattr(result, name)
    yield "state", state
    yield "input", dict(result.input)
    yield "expected", dict(result.expected)
    yield "got", None if result.got is None else dict(result.got)
    yield "reason", result.reason
    yield "differences", [{"path": one.path, "want": one.want, "got": one.got} for one in result.differences]
    yield "tags", list(result.tags)
    yield "rules", list(result.rules)
    yield "milliseconds", result.milliseconds
    for name in ("carrier", "base", "stderr"):
        if getattr(result, name):
            yield name, getattr(result, name)
    if result.change is not None:
        yield "change", dict(result.change)
    if excuse is not None:
        yield "excused", excuse
