"""Documents that tests start from, JSON text with exact lexemes, and the exact finding sets of a document."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from execution_provenance import Finding, Limits, is_valid, validate
from execution_provenance._validator import every_finding

SCHEMAS = Path(__file__).parents[1] / "schemas"
SLUGS = ("execution-provenance", "inderun-error", "stream-terminal-outcome", "task-result")

Pair = tuple[str, str]
Place = tuple[str | int, ...]


class Raw(str):
    """A JSON number as it is to be written."""


def text(value: object) -> str:
    """Compact JSON in which Raw strings stand as they are."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text, value)) + "]"
    return json.dumps(value)


def record(**members: object) -> dict[str, Any]:
    """A valid record with every member: one provider failed, the next succeeded, a third was ruled out."""
    return {
        "schemaVersion": "1.0",
        "attemptCount": 2,
        "attempts": [
            {"providerId": "cloud_a", "outcome": "failed", "errorClass": "Timeout"},
            {"providerId": "edge_b", "outcome": "succeeded"},
        ],
        "fallbackOccurred": True,
        "locality": "edge",
        "modelProfile": "auto",
        "providerId": "edge_b",
        "configuredModel": "example-small",
        "reportedModel": "example-small-2026",
        "routeRejections": [{"providerId": "device_c", "reasonCodes": ["offline", "privacy_constraint"]}],
        **members,
    }


def none_attempted(**members: object) -> dict[str, Any]:
    """A valid record without attempts."""
    return {
        "schemaVersion": "1.0",
        "attemptCount": 0,
        "attempts": [],
        "fallbackOccurred": False,
        "locality": "unknown",
        "modelProfile": "auto",
        "routeRejections": [],
        **members,
    }


def single(outcome: str = "succeeded", **members: object) -> dict[str, Any]:
    """A valid record of one attempt with a target."""
    attempt = {"providerId": "cloud_a", "outcome": outcome}
    if outcome == "failed":
        attempt["errorClass"] = "Timeout"
    return {
        "schemaVersion": "1.0",
        "attemptCount": 1,
        "attempts": [attempt],
        "fallbackOccurred": False,
        "locality": "cloud",
        "modelProfile": "auto",
        "providerId": "cloud_a",
        "routeRejections": [],
        **members,
    }


def failed_stream() -> dict[str, Any]:
    """A valid record of a stream that had committed and then failed, with every member."""
    result = record()
    result["attempts"][1] = {"providerId": "edge_b", "outcome": "failed", "errorClass": "Unavailable"}
    return result


def task_result(**members: object) -> dict[str, Any]:
    return {
        "schemaVersion": "1.0",
        "runId": "run-17",
        "output": {"type": "text", "text": "Hello."},
        "finishReason": "stop",
        "usage": {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7},
        "telemetry": {"providerUsed": "edge_b", "totalMs": 12, "errorClass": "Timeout"},
        "provenance": record(),
        **members,
    }


def stream_completed(**members: object) -> dict[str, Any]:
    return {
        "schemaVersion": "1.0",
        "runId": "run-17",
        "outcome": "completed",
        "finalText": "Hello.",
        "finishReason": "stop",
        "usage": {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7},
        "telemetry": {"providerUsed": "edge_b", "totalMs": 12, "errorClass": "Timeout"},
        "provenance": record(),
        **members,
    }


def stream_error(**members: object) -> dict[str, Any]:
    return {
        "schemaVersion": "1.0",
        "runId": "run-17",
        "outcome": "error",
        "error": inde_run_error(),
        "partialText": "Hel",
        "provenance": failed_stream(),
        **members,
    }


def stream_cancelled(**members: object) -> dict[str, Any]:
    return {
        "schemaVersion": "1.0",
        "runId": "run-17",
        "outcome": "cancelled",
        "partialText": "Hel",
        "reason": "The user closed the window.",
        "provenance": single("cancelled"),
        **members,
    }


def inde_run_error(**members: object) -> dict[str, Any]:
    return {
        "schemaVersion": "1.0",
        "errorClass": "Unavailable",
        "message": "No answer.",
        "runId": "run-17",
        "providerId": "edge_b",
        "retryable": True,
        "retryAfterMs": 12,
        "details": {"phase": "connect"},
        "provenance": failed_stream(),
        **members,
    }


# Every type of every schema stands in one of these: (name, carrier or None, document).
DOCUMENTS: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
    ("record", None, record()),
    ("task-result", "task-result", task_result()),
    ("stream-completed", "stream-terminal-outcome", stream_completed()),
    ("stream-error", "stream-terminal-outcome", stream_error()),
    ("stream-cancelled", "stream-terminal-outcome", stream_cancelled()),
    ("inderun-error", "inderun-error", inde_run_error()),
)


def pointer(place: Place) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in place)


def places(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Every value of a document with its place, the document first."""
    yield place, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from places(item, (*place, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*place, index))


def at(document: object, place: Place) -> Any:
    for part in place:
        document = document[part]  # type: ignore[index]
    return document


def put(document: object, place: Place, value: object) -> Any:
    """A copy of the document with another value, or another member, at `place`."""
    if not place:
        return value
    result = copy.deepcopy(document)
    at(result, place[:-1])[place[-1]] = value
    return result


def without(document: object, place: Place) -> Any:
    """A copy of the document that lacks the member or element at `place`."""
    result = copy.deepcopy(document)
    del at(result, place[:-1])[place[-1]]
    return result


def explained(data: Any, level: Any = "writer", carrier: Any = None) -> list[Finding]:
    """The findings by the explaining route alone; of bare text, `validate` must agree with it, whatever it passes more quickly."""
    findings = every_finding(data, level, carrier, Limits())
    assert validate(data, level=level, carrier=carrier) == findings
    return findings


def found(data: Any, level: str = "writer", carrier: str | None = None) -> set[Pair]:
    """The exact `(rule, path)` set at a level; the quick verdict must agree, and no finding may come twice."""
    findings = explained(data, level, carrier)
    pairs = [(finding.rule, finding.path) for finding in findings]
    assert len(set(pairs)) == len(pairs), pairs
    assert is_valid(data, level=level, carrier=carrier) == (not pairs)  # type: ignore[arg-type]
    return set(pairs)


def expect(
    document: object, carrier: str | None = None, *, reader: set[Pair] | None = None, writer: set[Pair] | None = None
) -> None:
    """Assert the exact findings at reader level, and those that come on top at writer level, however it is passed."""
    reader, writer = reader or set(), writer or set()
    written = text(document)
    forms: list[Any] = [written, written.encode()]
    if not any(isinstance(item, Raw) for _, item in places(document)) and isinstance(document, dict | list):
        forms.append(document)
    for data in forms:
        assert found(data, "reader", carrier) == reader
        assert found(data, "writer", carrier) == reader | writer
