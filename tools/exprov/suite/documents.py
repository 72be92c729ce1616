"""The documents in order that cases start from, written by hand after the contract's text."""

from __future__ import annotations

from typing import Any

from exprov.suite.cases import Case, document

DEVICE, EDGE, CLOUD = "device_a", "edge_b", "cloud_c"
LARGE, REPORTED = "example-large", "example-large-2026-03-01"


def attempt(provider: str, outcome: str, error_class: str | None = None) -> dict[str, Any]:
    """One attempt; `error_class` for one that failed."""
    return {"providerId": provider, "outcome": outcome} | ({"errorClass": error_class} if error_class else {})


def rejection(provider: str, *codes: str) -> dict[str, Any]:
    """One rejected provider; `offline` if no code is given."""
    return {"providerId": provider, "reasonCodes": list(codes or ("offline",))}


def record(
    *attempts: dict[str, Any],
    target: str | None = None,
    locality: str = "unknown",
    configured: str | None = None,
    reported: str | None = None,
    profile: str = "auto",
    rejections: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """A record whose count and flag follow from `attempts`."""
    members = {
        "schemaVersion": "1.0",
        "attemptCount": len(attempts),
        "attempts": list(attempts),
        "fallbackOccurred": len(attempts) > 1,
        "locality": locality,
        "modelProfile": profile,
        "providerId": target,
        "configuredModel": configured,
        "reportedModel": reported,
        "routeRejections": rejections or [],
    }
    return {name: value for name, value in members.items() if value is not None}


def _record(slug: str, title: str, *attempts: dict[str, Any], **members: Any) -> Case:
    return document(f"schema.{slug}", title, record(*attempts, **members), tags=["base"])


_SUCCEEDED, _TIMEOUT = attempt(CLOUD, "succeeded"), attempt(EDGE, "failed", "Timeout")
_CANCELLED, _INTERNAL = attempt(CLOUD, "cancelled"), attempt(CLOUD, "failed", "Internal")
# fmt: off
_FULL: dict[str, Any] = {"target": CLOUD, "locality": "cloud", "configured": LARGE, "reported": REPORTED}

ONE = _record("one-attempt", "one attempt that succeeded, with every optional member", _SUCCEEDED, **_FULL)
BARE = _record("bare-target", "one attempt that succeeded, by a provider that declares and reports nothing",
    _SUCCEEDED, target=CLOUD)
NO_ATTEMPT = _record("no-attempt", "no attempt, one provider ruled out", rejections=[rejection(EDGE)])
FALLBACK = _record("fallback", "a failed attempt, then one that succeeded, and one provider ruled out for two reasons",
    _TIMEOUT, _SUCCEEDED, **_FULL, profile="fast", rejections=[rejection(DEVICE, "offline", "privacy_constraint")])
BARE_FALLBACK = _record("bare-fallback", "a fallback to a provider that declares and reports nothing",
    _TIMEOUT, _SUCCEEDED, target=CLOUD)
THREE = _record("three-attempts", "two failed attempts, then one that succeeded",
    attempt(DEVICE, "failed", "Offline"), _TIMEOUT, _SUCCEEDED, target=CLOUD, locality="cloud")
EXHAUSTED = _record("exhausted", "two attempts, both failed, no target",
    _TIMEOUT, attempt(CLOUD, "failed", "Unavailable"), rejections=[rejection(DEVICE)])
ONE_FAILED = _record("one-failed", "one attempt, which failed, no target", attempt(CLOUD, "failed", "Timeout"))
COMMITTED = _record("committed-then-failed", "a stream that had committed to its second provider and then failed",
    _TIMEOUT, _INTERNAL, target=CLOUD, locality="cloud")
ONE_COMMITTED = _record("one-committed-then-failed", "a stream that had committed to its only provider and then failed",
    _INTERNAL, target=CLOUD, locality="cloud", reported=REPORTED)
CANCELLED = _record("cancelled-attempt", "one attempt, which was cancelled while it ran",
    _CANCELLED, target=CLOUD, locality="cloud", configured=LARGE)
BARE_CANCELLED = _record("bare-cancelled", "a cancelled attempt of a provider that declares nothing",
    _CANCELLED, target=CLOUD)
FALLBACK_CANCELLED = _record("fallback-cancelled", "a failed attempt, then one that was cancelled",
    _TIMEOUT, _CANCELLED, target=CLOUD)
TWO_REJECTED = _record("two-rejected", "two providers ruled out, the third succeeded",
    _SUCCEEDED, target=CLOUD, rejections=[rejection(DEVICE), rejection(EDGE, "cloud_constraint")])
_SHORT = _record("one-character-names", "every identifier and model name has one character, the least there is",
    attempt("e", "failed", "Timeout"), attempt("c", "succeeded"),
    target="c", configured="m", reported="n", profile="p", rejections=[rejection("d")])
RECORDS = [ONE, BARE, NO_ATTEMPT, FALLBACK, BARE_FALLBACK, THREE, EXHAUSTED, ONE_FAILED, COMMITTED, ONE_COMMITTED]
RECORDS += [CANCELLED, BARE_CANCELLED, FALLBACK_CANCELLED, TWO_REJECTED, _SHORT]

# fmt: on

HEAD: dict[str, Any] = {"schemaVersion": "1.0", "runId": "run-17"}
_TELEMETRY = {"providerUsed": CLOUD, "totalMs": 120, "errorClass": "Timeout"}
_MEASURED = {"usage": {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7}, "telemetry": _TELEMETRY}
_ERROR = {"schemaVersion": "1.0", "errorClass": "Timeout", "message": "No answer in time."}
_FULL_ERROR = {
    **_ERROR,
    "runId": "run-17",
    "providerId": CLOUD,
    "retryable": True,
    "retryAfterMs": 250,
    "details": {"phase": "connect"},
}


def _carrier(kind: str, slug: str, title: str, held: Case, members: dict[str, Any]) -> Case:
    return document(f"carriers.{slug}", title, {**members, "provenance": held.value}, carrier=kind, tags=["base"])


def _result(slug: str, title: str, held: Case, text: str, **members: Any) -> Case:
    return _carrier("task-result", slug, title, held, {**HEAD, "output": {"type": "text", "text": text}, **members})


def _stream(slug: str, title: str, held: Case, outcome: str, **members: Any) -> Case:
    return _carrier("stream-terminal-outcome", slug, title, held, {**HEAD, "outcome": outcome, **members})


# fmt: off
RESULT = _result("task-result", "a result with every optional member",
    FALLBACK, "Hello.", finishReason="stop", **_MEASURED)
RESULT_CANCELLED = _result("task-result-cancelled", "the result of a run that was cancelled while its attempt ran",
    CANCELLED, "Hel", finishReason="cancelled", telemetry={"providerUsed": CLOUD, "totalMs": 1.5})
COMPLETED = _stream("stream-completed", "a completed stream with every optional member",
    FALLBACK, "completed", finalText="Hello.", finishReason="stop", **_MEASURED)
COMPLETED_BARE = _stream("stream-completed-bare", "a completed stream with no optional member but the record",
    ONE, "completed", finalText="")
STREAM_ERROR = _stream("stream-error",
    "a stream that ended in an error, with every optional member and the record at both places",
    COMMITTED, "error", error={**_FULL_ERROR, "provenance": COMMITTED.value}, partialText="Hel")
BARE_ERROR = _stream("stream-error-bare", "a stream that ended in an error, with the record beside the error alone",
    EXHAUSTED, "error", error=_ERROR)
STREAM_CANCELLED = _stream("stream-cancelled",
    "a stream that was cancelled while its attempt ran, with every optional member",
    CANCELLED, "cancelled", partialText="Hel", reason="The user closed the window.")
CANCELLED_BEFORE = _stream("stream-cancelled-before", "a stream that was cancelled before any attempt",
    NO_ATTEMPT, "cancelled", partialText="")
ERROR = _carrier("inderun-error", "inderun-error", "an error with every optional member", EXHAUSTED, _FULL_ERROR)
_ERROR_ALONE = _carrier("inderun-error", "inderun-error-bare", "an error with no optional member but the record",
    NO_ATTEMPT, {"schemaVersion": "1.0", "errorClass": "Offline", "message": "No network."})
CARRIERS = [RESULT, RESULT_CANCELLED, COMPLETED, COMPLETED_BARE, STREAM_ERROR, BARE_ERROR, STREAM_CANCELLED]
CARRIERS += [CANCELLED_BEFORE, ERROR, _ERROR_ALONE]
