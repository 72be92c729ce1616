"""Documents that tests start from, which are those of the golden cases, and JSON text with exact lexemes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from execution_provenance import Finding, validate
from exprov.suite import documents
from exprov.suite.cases import Case
from internals import explain

SCHEMAS = Path(__file__).parents[1] / "schemas"
SLUGS = ("execution-provenance", "inderun-error", "stream-terminal-outcome", "task-result")

Pair = tuple[str, str]
Place = tuple[str | int, ...]


class Raw(str):
    """A JSON number as it is to be written."""


def text(value: object) -> str:
    """Compact JSON in which Raw strings are written as they are."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text, value)) + "]"
    return json.dumps(value)


def _of(base: Case, members: dict[str, object]) -> dict[str, Any]:
    return {**base.value, **members}


def record(**members: object) -> dict[str, Any]:
    """A valid record with every member: one provider failed, the next succeeded, a third was ruled out."""
    return _of(documents.FALLBACK, members)


def none_attempted(**members: object) -> dict[str, Any]:
    """A valid record without attempts and rejections."""
    return _of(documents.NO_ATTEMPT, {"routeRejections": [], **members})


def single(**members: object) -> dict[str, Any]:
    """A valid record of one attempt, which succeeded, with every optional member."""
    return _of(documents.ONE, members)


def failed_stream() -> dict[str, Any]:
    """A valid record of a stream that had committed and then failed, with every member."""
    attempts = [record()["attempts"][0], {"providerId": "cloud_c", "outcome": "failed", "errorClass": "Unavailable"}]
    return record(attempts=attempts)


def task_result(**members: object) -> dict[str, Any]:
    return _of(documents.RESULT, members)


def stream_completed(**members: object) -> dict[str, Any]:
    return _of(documents.COMPLETED, members)


def stream_error(**members: object) -> dict[str, Any]:
    return _of(documents.STREAM_ERROR, {"error": inde_run_error(), "provenance": failed_stream(), **members})


def stream_cancelled(**members: object) -> dict[str, Any]:
    return _of(documents.STREAM_CANCELLED, members)


def inde_run_error(**members: object) -> dict[str, Any]:
    return _of(documents.ERROR, {"provenance": failed_stream(), **members})


# Every type of every schema is in one of these: (name, carrier or None, document).
DOCUMENTS: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
    ("record", None, record()),
    ("task-result", "task-result", task_result()),
    ("stream-completed", "stream-terminal-outcome", stream_completed()),
    ("stream-error", "stream-terminal-outcome", stream_error()),
    ("stream-cancelled", "stream-terminal-outcome", stream_cancelled()),
    ("inderun-error", "inderun-error", inde_run_error()),
)
# Texts with a repeated member `a`, the carrier they are, and where they leak, in the order of the text.
TWICE: tuple[tuple[str, str | None, list[str]], ...] = (
    ('{"prompt":1,"a":{"text":1},"a":2}', None, ["/prompt", "/a/text"]),
    # Here a path leads into a value that another one has taken the place of.
    ('{"prompt":1,"a":{"text":1},"a":[1]}', None, ["/prompt", "/a/text"]),
    ('{"prompt":1,"a":{"7":{"text":1}},"a":[1]}', None, ["/prompt", "/a/7/text"]),
    (
        '{"outcome":"error","error":{"provenance":{"prompt":1}},"provenance":{"prompt":1},"a":1,"a":2}',
        "stream-terminal-outcome",
        ["/error/provenance/prompt", "/provenance/prompt"],
    ),
)


def pointer(place: Place) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in place)


def places(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Every value of a document with its place, the document first."""
    yield place, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*place, key))


def at(document: object, place: Place) -> Any:
    for part in place:
        document = document[part]  # type: ignore[index]
    return document


def without(document: object, place: Place) -> Any:
    """A copy of the document that lacks the member or element at `place`."""
    result = copy.deepcopy(document)
    del at(result, place[:-1])[place[-1]]
    return result


def explained(data: Any, level: Any = "writer", carrier: Any = None) -> list[Finding]:
    """The findings, by the explaining route alone and by `validate`, whatever it passes more quickly."""
    findings = explain(data, level, carrier)
    assert validate(data, level=level, carrier=carrier) == findings
    return findings
