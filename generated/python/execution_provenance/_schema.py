# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The schema phase, generated from the schemas: every finding of a parsed value."""

from __future__ import annotations

from . import _checks as c

VERSION = "1.0"
LOCALITY = ("on_device", "edge", "cloud", "unknown")
OUTCOME = ("succeeded", "failed", "cancelled")
ERROR_CLASS = ("CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal")
REASON_CODE = (
    "task_not_supported",
    "run_not_supported",
    "streaming_not_supported",
    "streaming_unavailable",
    "privacy_constraint",
    "cloud_constraint",
    "offline",
    "capability_unavailable",
)
FINISH_REASON = ("stop", "length", "cancelled", "error")


ATTEMPT_MEMBERS: dict[str, c.Check] = {
    "providerId": c.identifier(1),
    "outcome": c.closed(OUTCOME),
    "errorClass": c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS),
}


def attempt(value: object, path: str, out: c.Out) -> None:
    """Attempt."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "providerId" not in value:
        out.append(c.missing(path, "providerId"))
    if "outcome" not in value:
        out.append(c.missing(path, "outcome"))
    for name, item in value.items():
        if name in ATTEMPT_MEMBERS:
            ATTEMPT_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name == "errorClass" and not c.one_of(value.get("outcome"), ("failed",)):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, ATTEMPT_MEMBERS, value, len(out)))
    if c.one_of(value.get("outcome"), ("failed",)):
        if "errorClass" not in value:
            out.append(c.missing(path, "errorClass", why="is required where outcome is failed"))
    if c.one_of(value.get("outcome"), ("succeeded", "cancelled")):
        if "errorClass" in value:
            out.append(c.forbidden(path, "errorClass", "outcome is succeeded or outcome is cancelled"))


ROUTE_REJECTION_MEMBERS: dict[str, c.Check] = {
    "providerId": c.identifier(1),
    "reasonCodes": c.array(c.token("^[a-z][a-z0-9_]*$", REASON_CODE), min_items=1, unique=True),
}


def route_rejection(value: object, path: str, out: c.Out) -> None:
    """RouteRejection."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "providerId" not in value:
        out.append(c.missing(path, "providerId"))
    if "reasonCodes" not in value:
        out.append(c.missing(path, "reasonCodes"))
    for name, item in value.items():
        if name in ROUTE_REJECTION_MEMBERS:
            ROUTE_REJECTION_MEMBERS[name](item, f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, ROUTE_REJECTION_MEMBERS, value, len(out)))


EXECUTION_PROVENANCE_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "attemptCount": c.number(integer=True, minimum=0, maximum=9007199254740991),
    "attempts": c.array(attempt, min_items=0, unique=False),
    "fallbackOccurred": c.boolean,
    "locality": c.closed(LOCALITY),
    "modelProfile": c.identifier(1),
    "providerId": c.identifier(1),
    "configuredModel": c.identifier(1),
    "reportedModel": c.identifier(1),
    "routeRejections": c.array(route_rejection, min_items=0, unique=False),
}


def execution_provenance(value: object, path: str, out: c.Out) -> None:
    """ExecutionProvenance."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "attemptCount" not in value:
        out.append(c.missing(path, "attemptCount"))
    if "attempts" not in value:
        out.append(c.missing(path, "attempts"))
    if "fallbackOccurred" not in value:
        out.append(c.missing(path, "fallbackOccurred"))
    if "locality" not in value:
        out.append(c.missing(path, "locality"))
    if "modelProfile" not in value:
        out.append(c.missing(path, "modelProfile"))
    if "routeRejections" not in value:
        out.append(c.missing(path, "routeRejections"))
    for name, item in value.items():
        if name in EXECUTION_PROVENANCE_MEMBERS:
            EXECUTION_PROVENANCE_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("providerId", "configuredModel", "reportedModel"):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, EXECUTION_PROVENANCE_MEMBERS, value, len(out)))


INDE_RUN_ERROR_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "errorClass": c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS),
    "message": c.string,
    "runId": c.identifier(0),
    "providerId": c.identifier(0),
    "retryable": c.boolean,
    "retryAfterMs": c.number(integer=False, minimum=0, maximum=None),
    "details": c.free_object,
    "provenance": execution_provenance,
}


def inde_run_error(value: object, path: str, out: c.Out) -> None:
    """IndeRunError."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "errorClass" not in value:
        out.append(c.missing(path, "errorClass"))
    if "message" not in value:
        out.append(c.missing(path, "message"))
    for name, item in value.items():
        if name in INDE_RUN_ERROR_MEMBERS:
            INDE_RUN_ERROR_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("runId", "providerId", "retryable", "retryAfterMs", "details"):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, INDE_RUN_ERROR_MEMBERS, value, len(out)))


USAGE_MEMBERS: dict[str, c.Check] = {
    "inputTokens": c.number(integer=True, minimum=0, maximum=None),
    "outputTokens": c.number(integer=True, minimum=0, maximum=None),
    "totalTokens": c.number(integer=True, minimum=0, maximum=None),
}


def usage(value: object, path: str, out: c.Out) -> None:
    """Usage."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "inputTokens" not in value:
        out.append(c.missing(path, "inputTokens"))
    if "outputTokens" not in value:
        out.append(c.missing(path, "outputTokens"))
    if "totalTokens" not in value:
        out.append(c.missing(path, "totalTokens"))
    for name, item in value.items():
        if name in USAGE_MEMBERS:
            USAGE_MEMBERS[name](item, f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, USAGE_MEMBERS, value, len(out)))


TELEMETRY_MEMBERS: dict[str, c.Check] = {
    "providerUsed": c.identifier(0),
    "totalMs": c.number(integer=False, minimum=0, maximum=None),
    "errorClass": c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS),
}


def telemetry(value: object, path: str, out: c.Out) -> None:
    """Telemetry."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "providerUsed" not in value:
        out.append(c.missing(path, "providerUsed"))
    if "totalMs" not in value:
        out.append(c.missing(path, "totalMs"))
    for name, item in value.items():
        if name in TELEMETRY_MEMBERS:
            TELEMETRY_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("errorClass",):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, TELEMETRY_MEMBERS, value, len(out)))


STREAM_COMPLETED_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "runId": c.identifier(0),
    "outcome": c.constant("completed"),
    "finalText": c.string,
    "finishReason": c.closed(FINISH_REASON),
    "usage": usage,
    "telemetry": telemetry,
    "provenance": execution_provenance,
}


def stream_completed(value: object, path: str, out: c.Out) -> None:
    """StreamCompleted."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "runId" not in value:
        out.append(c.missing(path, "runId"))
    if "outcome" not in value:
        out.append(c.missing(path, "outcome"))
    if "finalText" not in value:
        out.append(c.missing(path, "finalText"))
    for name, item in value.items():
        if name in STREAM_COMPLETED_MEMBERS:
            STREAM_COMPLETED_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("finishReason", "usage", "telemetry"):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, STREAM_COMPLETED_MEMBERS, value, len(out)))


STREAM_ERROR_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "runId": c.identifier(0),
    "outcome": c.constant("error"),
    "error": inde_run_error,
    "partialText": c.string,
    "provenance": execution_provenance,
}


def stream_error(value: object, path: str, out: c.Out) -> None:
    """StreamError."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "runId" not in value:
        out.append(c.missing(path, "runId"))
    if "outcome" not in value:
        out.append(c.missing(path, "outcome"))
    if "error" not in value:
        out.append(c.missing(path, "error"))
    for name, item in value.items():
        if name in STREAM_ERROR_MEMBERS:
            STREAM_ERROR_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("partialText",):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, STREAM_ERROR_MEMBERS, value, len(out)))


STREAM_CANCELLED_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "runId": c.identifier(0),
    "outcome": c.constant("cancelled"),
    "partialText": c.string,
    "reason": c.string,
    "provenance": execution_provenance,
}


def stream_cancelled(value: object, path: str, out: c.Out) -> None:
    """StreamCancelled."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "runId" not in value:
        out.append(c.missing(path, "runId"))
    if "outcome" not in value:
        out.append(c.missing(path, "outcome"))
    if "partialText" not in value:
        out.append(c.missing(path, "partialText"))
    for name, item in value.items():
        if name in STREAM_CANCELLED_MEMBERS:
            STREAM_CANCELLED_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("reason",):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, STREAM_CANCELLED_MEMBERS, value, len(out)))


TEXT_OUTPUT_MEMBERS: dict[str, c.Check] = {
    "type": c.constant("text"),
    "text": c.string,
}


def text_output(value: object, path: str, out: c.Out) -> None:
    """TextOutput."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "type" not in value:
        out.append(c.missing(path, "type"))
    if "text" not in value:
        out.append(c.missing(path, "text"))
    for name, item in value.items():
        if name in TEXT_OUTPUT_MEMBERS:
            TEXT_OUTPUT_MEMBERS[name](item, f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, TEXT_OUTPUT_MEMBERS, value, len(out)))


TASK_RESULT_MEMBERS: dict[str, c.Check] = {
    "schemaVersion": c.version("1.0"),
    "runId": c.identifier(0),
    "output": text_output,
    "finishReason": c.closed(FINISH_REASON),
    "usage": usage,
    "telemetry": telemetry,
    "provenance": execution_provenance,
}


def task_result(value: object, path: str, out: c.Out) -> None:
    """TaskResult."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
        return
    if "schemaVersion" not in value:
        out.append(c.missing(path, "schemaVersion"))
    if "runId" not in value:
        out.append(c.missing(path, "runId"))
    if "output" not in value:
        out.append(c.missing(path, "output"))
    if "finishReason" not in value:
        out.append(c.missing(path, "finishReason"))
    if "telemetry" not in value:
        out.append(c.missing(path, "telemetry"))
    for name, item in value.items():
        if name in TASK_RESULT_MEMBERS:
            TASK_RESULT_MEMBERS[name](item, f"{path}/{name}", out)
            if item is None and name in ("usage",):
                c.leave_out(f"{path}/{name}", out)
        else:
            out.append(c.unknown_member(path, name, TASK_RESULT_MEMBERS, value, len(out)))


STREAM_TERMINAL_OUTCOME_BRANCHES: dict[str, c.Check] = {
    "completed": stream_completed,
    "error": stream_error,
    "cancelled": stream_cancelled,
}


def stream_terminal_outcome(value: object, path: str, out: c.Out) -> None:
    """StreamTerminalOutcome: the branch that `outcome` names."""
    if not isinstance(value, dict):
        out.append(c.wrong_type(path, "an object", value))
    elif "outcome" not in value:
        out.append(c.missing(path, "outcome"))
    elif isinstance(branch := value["outcome"], str) and branch in STREAM_TERMINAL_OUTCOME_BRANCHES:
        STREAM_TERMINAL_OUTCOME_BRANCHES[branch](value, path, out)
    else:
        c.closed(tuple(STREAM_TERMINAL_OUTCOME_BRANCHES))(value["outcome"], f"{path}/outcome", out)


ROOTS: dict[str, c.Check] = {
    "execution-provenance": execution_provenance,
    "inderun-error": inde_run_error,
    "stream-terminal-outcome": stream_terminal_outcome,
    "task-result": task_result,
}
KNOWN_NAMES: frozenset[str] = frozenset(
    (
        "attemptCount",
        "attempts",
        "configuredModel",
        "errorClass",
        "fallbackOccurred",
        "locality",
        "modelProfile",
        "outcome",
        "providerId",
        "reasonCodes",
        "reportedModel",
        "routeRejections",
        "schemaVersion",
    )
)
BY_NAME: dict[str, c.Check] = {
    "Attempt": attempt,
    "RouteRejection": route_rejection,
    "ExecutionProvenance": execution_provenance,
    "IndeRunError": inde_run_error,
    "StreamCompleted": stream_completed,
    "StreamError": stream_error,
    "StreamCancelled": stream_cancelled,
    "TextOutput": text_output,
    "Usage": usage,
    "Telemetry": telemetry,
    "TaskResult": task_result,
    "StreamTerminalOutcome": stream_terminal_outcome,
}
WRITER_REQUIRED: dict[str, tuple[str, ...]] = {
    "execution-provenance": (),
    "inderun-error": ("provenance",),
    "stream-terminal-outcome": ("provenance",),
    "task-result": ("provenance",),
}
