"""The documents in order that cases grow from. Written by hand after the contract's text."""

from __future__ import annotations

import copy
from typing import Any

DEVICE, EDGE, CLOUD = "device_a", "edge_b", "cloud_c"


def attempt(provider: str, outcome: str, error_class: str | None = None) -> dict[str, Any]:
    """One attempt; `error_class` for one that failed."""
    found = {"providerId": provider, "outcome": outcome}
    return found if error_class is None else {**found, "errorClass": error_class}


def record(
    attempts: list[dict[str, Any]],
    *,
    target: str | None = None,
    locality: str = "unknown",
    configured: str | None = None,
    reported: str | None = None,
    profile: str = "auto",
    rejections: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """A record whose count and flag follow from `attempts`."""
    result: dict[str, Any] = {
        "schemaVersion": "1.0",
        "attemptCount": len(attempts),
        "attempts": copy.deepcopy(attempts),
        "fallbackOccurred": len(attempts) > 1,
        "locality": locality,
        "modelProfile": profile,
    }
    optional = {"providerId": target, "configuredModel": configured, "reportedModel": reported}
    result |= {name: value for name, value in optional.items() if value is not None}
    return result | {"routeRejections": copy.deepcopy(rejections or [])}


def rejection(provider: str, *codes: str) -> dict[str, Any]:
    return {"providerId": provider, "reasonCodes": list(codes)}


ONE = record(
    [attempt(CLOUD, "succeeded")],
    target=CLOUD,
    locality="cloud",
    configured="example-large",
    reported="example-large-2026-03-01",
)
BARE = record([attempt(CLOUD, "succeeded")], target=CLOUD)
NONE = record([], rejections=[rejection(EDGE, "offline")])
FALLBACK = record(
    [attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "succeeded")],
    target=CLOUD,
    locality="cloud",
    configured="example-large",
    reported="example-large-2026-03-01",
    profile="fast",
    rejections=[rejection(DEVICE, "offline", "privacy_constraint")],
)
BARE_FALLBACK = record([attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "succeeded")], target=CLOUD)
THREE = record(
    [attempt(DEVICE, "failed", "Offline"), attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "succeeded")],
    target=CLOUD,
    locality="cloud",
)
EXHAUSTED = record(
    [attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "failed", "Unavailable")],
    rejections=[rejection(DEVICE, "offline")],
)
ONE_FAILED = record([attempt(CLOUD, "failed", "Timeout")])
COMMITTED = record(
    [attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "failed", "Internal")], target=CLOUD, locality="cloud"
)
COMMITTED_ONE = record(
    [attempt(CLOUD, "failed", "Internal")], target=CLOUD, locality="cloud", reported="example-large-2026-03-01"
)
CANCELLED = record([attempt(CLOUD, "cancelled")], target=CLOUD, locality="cloud", configured="example-large")
BARE_CANCELLED = record([attempt(CLOUD, "cancelled")], target=CLOUD)
FALLBACK_CANCELLED = record([attempt(EDGE, "failed", "Timeout"), attempt(CLOUD, "cancelled")], target=CLOUD)
TWO_REJECTED = record(
    [attempt(CLOUD, "succeeded")],
    target=CLOUD,
    rejections=[rejection(DEVICE, "offline"), rejection(EDGE, "cloud_constraint")],
)
SHORT = record(
    [attempt("e", "failed", "Timeout"), attempt("c", "succeeded")],
    target="c",
    configured="m",
    reported="n",
    profile="p",
    rejections=[rejection("d", "offline")],
)

RECORDS: dict[str, tuple[str, dict[str, Any]]] = {
    "one-attempt": ("one attempt that succeeded, with every optional member", ONE),
    "bare-target": ("one attempt that succeeded, by a provider that declares and reports nothing", BARE),
    "no-attempt": ("no attempt, one provider ruled out", NONE),
    "fallback": ("a failed attempt, then one that succeeded, and one provider ruled out for two reasons", FALLBACK),
    "bare-fallback": ("a fallback to a provider that declares and reports nothing", BARE_FALLBACK),
    "three-attempts": ("two failed attempts, then one that succeeded", THREE),
    "exhausted": ("two attempts, both failed, no target", EXHAUSTED),
    "one-failed": ("one attempt, which failed, no target", ONE_FAILED),
    "committed-then-failed": ("a stream that had committed to its second provider and then failed", COMMITTED),
    "one-committed-then-failed": ("a stream that had committed to its only provider and then failed", COMMITTED_ONE),
    "cancelled-attempt": ("one attempt, which was cancelled while it ran", CANCELLED),
    "bare-cancelled": ("a cancelled attempt of a provider that declares nothing", BARE_CANCELLED),
    "fallback-cancelled": ("a failed attempt, then one that was cancelled", FALLBACK_CANCELLED),
    "two-rejected": ("two providers ruled out, the third succeeded", TWO_REJECTED),
    "one-character-names": ("every identifier and model name has one character, the least there is", SHORT),
}

USAGE = {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7}
TELEMETRY = {"providerUsed": CLOUD, "totalMs": 120, "errorClass": "Timeout"}
ERROR: dict[str, Any] = {
    "schemaVersion": "1.0",
    "errorClass": "Timeout",
    "message": "No answer in time.",
    "runId": "run-17",
    "providerId": CLOUD,
    "retryable": True,
    "retryAfterMs": 250,
    "details": {"phase": "connect"},
}

# Slug -> (the carrier's kind, what it is, the document).
CARRIERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "task-result": (
        "task-result",
        "a result with every optional member",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "output": {"type": "text", "text": "Hello."},
            "finishReason": "stop",
            "usage": USAGE,
            "telemetry": TELEMETRY,
            "provenance": FALLBACK,
        },
    ),
    "task-result-cancelled": (
        "task-result",
        "the result of a run that was cancelled while its attempt ran",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "output": {"type": "text", "text": "Hel"},
            "finishReason": "cancelled",
            "telemetry": {"providerUsed": CLOUD, "totalMs": 1.5},
            "provenance": CANCELLED,
        },
    ),
    "stream-completed": (
        "stream-terminal-outcome",
        "a completed stream with every optional member",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "outcome": "completed",
            "finalText": "Hello.",
            "finishReason": "stop",
            "usage": USAGE,
            "telemetry": TELEMETRY,
            "provenance": FALLBACK,
        },
    ),
    "stream-completed-bare": (
        "stream-terminal-outcome",
        "a completed stream with no optional member but the record",
        {"schemaVersion": "1.0", "runId": "run-17", "outcome": "completed", "finalText": "", "provenance": ONE},
    ),
    "stream-error": (
        "stream-terminal-outcome",
        "a stream that ended in an error, with every optional member and the record at both places",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "outcome": "error",
            "error": {**ERROR, "provenance": COMMITTED},
            "partialText": "Hel",
            "provenance": COMMITTED,
        },
    ),
    "stream-error-bare": (
        "stream-terminal-outcome",
        "a stream that ended in an error, with the record beside the error alone",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "outcome": "error",
            "error": {"schemaVersion": "1.0", "errorClass": "Timeout", "message": "No answer in time."},
            "provenance": EXHAUSTED,
        },
    ),
    "stream-cancelled": (
        "stream-terminal-outcome",
        "a stream that was cancelled while its attempt ran, with every optional member",
        {
            "schemaVersion": "1.0",
            "runId": "run-17",
            "outcome": "cancelled",
            "partialText": "Hel",
            "reason": "The user closed the window.",
            "provenance": CANCELLED,
        },
    ),
    "stream-cancelled-before": (
        "stream-terminal-outcome",
        "a stream that was cancelled before any attempt",
        {"schemaVersion": "1.0", "runId": "run-17", "outcome": "cancelled", "partialText": "", "provenance": NONE},
    ),
    "inderun-error": (
        "inderun-error",
        "an error with every optional member",
        {**ERROR, "provenance": EXHAUSTED},
    ),
    "inderun-error-bare": (
        "inderun-error",
        "an error with no optional member but the record",
        {"schemaVersion": "1.0", "errorClass": "Offline", "message": "No network.", "provenance": NONE},
    ),
}
