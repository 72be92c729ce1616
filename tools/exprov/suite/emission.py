"""Facts for each execution: models, profiles, messages, payloads and a fake credential, chosen in a fixed order.

Whatever may not reach a record holds CANARY, so that a leak is found by looking for one word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exprov.suite import reference
from exprov.suite.documents import CLOUD, DEVICE, EDGE
from exprov.suite.reference import Execution

CANARY = "CANARY"
# Has the shape of a key and is none.
FAKE_CREDENTIAL = "sk-CANARY0IS0NO0REAL0SECRET0"

CANDIDATES: dict[str, dict[str, str]] = {
    DEVICE: {"providerId": DEVICE, "locality": "on_device", "configuredModel": "example-small"},
    EDGE: {"providerId": EDGE},
    CLOUD: {"providerId": CLOUD, "locality": "cloud", "configuredModel": "example-large"},
}
_DECLARED: tuple[dict[str, str], ...] = ({}, {"locality": "edge"}, {"configuredModel": "example-edge"})
_REPORTED = {DEVICE: "example-small", EDGE: "example-edge-7b", CLOUD: "example-large-2026-03-01"}
_ERRORS = ("CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal")
_REASONS = [
    one.split()
    for one in (
        "task_not_supported",
        "run_not_supported offline",
        "streaming_not_supported",
        "streaming_unavailable",
        "privacy_constraint cloud_constraint offline",
        "cloud_constraint",
        "offline",
        "capability_unavailable",
    )
]
_CANCELLED = {
    "cancelled-before": "before-attempts",
    "cancelled-between": "between-attempts",
    "cancelled-during": "during-attempt",
    "committed-cancelled": "during-attempt",
}


def emissions() -> Iterator[tuple[Execution, dict[str, Any]]]:
    """Every execution with up to three providers, with its facts."""
    for index, execution in enumerate(reference.executions((DEVICE, EDGE, CLOUD))):
        yield execution, facts_of(execution, index)


def facts_of(execution: Execution, index: int) -> dict[str, Any]:
    """The facts of `execution`; `index` varies what does not distinguish executions."""
    facts: dict[str, Any] = {"mode": execution.mode}
    if index % 3:
        facts["profile"] = ("fast", "private")[index % 2]
    facts["request"] = {"prompt": f"{CANARY} prompt of the user", "authorization": f"Bearer {FAKE_CREDENTIAL}"}
    # What the edge service declares changes, so that each locality is attributed somewhere, and a model without one.
    known = {**CANDIDATES, EDGE: CANDIDATES[EDGE] | _DECLARED[index % len(_DECLARED)]}
    # The chain alone says in which order providers are attempted.
    order = (DEVICE, EDGE, CLOUD) if index // 2 % 2 else (CLOUD, EDGE, DEVICE)
    facts["candidates"] = [known[one] for one in order if one in (*execution.rejected, *execution.chain)]
    if execution.planned:
        facts["plan"] = {
            "rejections": [
                {
                    "providerId": one,
                    "reasonCodes": _REASONS[(index + place) % len(_REASONS)],
                    "message": f"{CANARY} message of the planner about {one}",
                }
                for place, one in enumerate(execution.rejected)
            ],
            "chain": list(execution.chain),
        }
    elif execution.end == "not-planned":
        facts["planError"] = {"errorClass": "Internal", "message": f"{CANARY} message of the validation"}
    facts["attempts"] = [_attempt(execution, place, index) for place in range(len(execution.attempted))]
    if execution.end in _CANCELLED:
        facts["cancelled"] = _CANCELLED[execution.end]
    return facts


def _attempt(execution: Execution, place: int, index: int) -> dict[str, Any]:
    provider = execution.attempted[place]
    result: dict[str, Any] = {"providerId": provider}
    is_end = place == execution.failed
    if is_end and execution.end == "succeeded":
        result["did"] = "answered"
        result["committed"] = execution.mode == "stream"
    elif is_end and execution.end in _CANCELLED:
        result["did"] = "cancelled"
        result["committed"] = execution.end == "committed-cancelled"
    else:
        result["did"] = "failed"
        result["errorClass"] = _ERRORS[(index + place) % len(_ERRORS)]
        result["message"] = f"{CANARY} message of {provider}: key {FAKE_CREDENTIAL} was refused"
        result["committed"] = is_end and execution.end == "committed-failed"
    if execution.mode == "run" and result["did"] != "answered":
        # An engine that takes text that it held back for a committed stream is wrong.
        result["buffered"] = (index + place) % 2 == 0
    result["retries"] = (index + place) % 3
    # Failed attempts report models as well: an engine that takes the first one it hears of is wrong.
    if (index + place) % 4:
        result["reportedModel"] = _REPORTED[provider]
    result["payload"] = f"{CANARY} payload of {provider}"
    return result


def carrier(execution: Execution, facts: Mapping[str, Any], record: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The payload on which the record of this execution travels: its kind, and the document."""
    head: dict[str, Any] = {"schemaVersion": "1.0", "runId": f"run-{execution.failed}"}
    cancelled, committed = "cancelled" in facts, execution.end.startswith("committed-")
    if execution.mode == "stream":
        if execution.end == "succeeded":
            members: dict[str, Any] = {"outcome": "completed", "finalText": "Hello."}
        elif cancelled:
            members = {"outcome": "cancelled", "partialText": "Hel" if committed else ""}
        else:
            members = {"outcome": "error", "error": _error(facts, record)} | (
                {"partialText": "Hel"} if committed else {}
            )
        return "stream-terminal-outcome", {**head, **members, "provenance": record}
    if execution.end in ("succeeded", "cancelled-during"):
        return "task-result", {
            **head,
            "output": {"type": "text", "text": "" if cancelled else "Hello."},
            "finishReason": "cancelled" if cancelled else "stop",
            "telemetry": {"providerUsed": record["providerId"], "totalMs": 120},
            "provenance": record,
        }
    return "inderun-error", {**_error(facts, record), "runId": head["runId"], "provenance": record}


def _error(facts: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    if record["attempts"]:
        error_class = record["attempts"][-1]["errorClass"]
    else:
        error_class = facts.get("planError", {"errorClass": "Unavailable"})["errorClass"]
    message = "The execution was cancelled." if "cancelled" in facts else "The execution failed."
    return {"schemaVersion": "1.0", "errorClass": error_class, "message": message}
