"""A run as one complete JSON document, as `schemas/protocol/1/conformance-report.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from exprov.conformance.results import Run
from exprov.report.conformance.values import ascii_json
from exprov.report.conformance.words import Judged, headline, judgements, passed

FORMAT = 1
_HEAD = ("engine", "command", "suite", "nonce", "seed", "milliseconds", "declared", "mismatches", "troubles")
_RESULT = (
    "id", "case", "title", "topic", "op", "level", "outcome", "input", "expected", "got", "reason", "differences", "tags",
    "rules", "milliseconds",
)  # fmt: skip
_IF_ANY = ("carrier", "base", "change", "stderr")


def render(run: Run) -> str:
    """The document, in ASCII, one result per line."""
    judged = judgements(run)
    head = {
        "report": FORMAT,
        **{name: getattr(run, name) for name in _HEAD},
        "arguments": len(run.command[1:]) + run.left_out,
        "summary": {
            "passed": passed(run),
            "headline": headline(run),
            "planned": run.planned,
            "counts": run.counts(),
            "addsUp": run.adds_up,
            "unexpected": sum(one.is_bad for one in judged),
        },
    }
    rows = ",\n".join(ascii_json(_entry(one, run)) for one in judged)
    return f'{ascii_json(head)[:-1]},"results":[\n{rows}\n]}}\n'


def _entry(one: Judged, run: Run) -> dict[str, Any]:
    members = {name: getattr(one.result, name) for name in _RESULT} | {"state": one.state}
    members |= {name: value for name in _IF_ANY if (value := getattr(one.result, name))}
    return members | ({"excused": run.excused[one.result.id]} if one.result.id in run.excused else {})
