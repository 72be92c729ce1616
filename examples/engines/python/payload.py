"""What the application gets when an execution has ended: a payload that carries the record."""

from __future__ import annotations

from execution_provenance import (
    IndeRunError,
    StreamCancelled,
    StreamCompleted,
    StreamError,
    TaskResult,
    Telemetry,
    TextOutput,
)
from reference_engine import Request, Result

Payload = TaskResult | StreamCompleted | StreamError | StreamCancelled | IndeRunError


def of(request: Request, result: Result, run_id: str) -> Payload:
    """The payload of an execution; a stream has one of its own for each way to end."""
    record, text = result.provenance, result.text
    if request.mode == "stream":
        head = {"schema_version": "1.0", "run_id": run_id, "provenance": record}
        if result.error is not None:
            return StreamError(**head, outcome="error", error=_error(result), partial_text=text)
        if result.cancelled:
            return StreamCancelled(**head, outcome="cancelled", partial_text=text)
        return StreamCompleted(**head, outcome="completed", final_text=text)
    # A run that was cancelled has a result if a provider was running then.
    is_result = record.provider_id is not None and result.error is None
    if not is_result:
        return _error(result, run_id=run_id, provenance=record)
    return TaskResult(
        schema_version="1.0",
        run_id=run_id,
        output=TextOutput(type="text", text=text),
        finish_reason="cancelled" if result.cancelled else "stop",
        telemetry=Telemetry(provider_used=record.provider_id, total_ms=1),
        provenance=record,
    )


def _error(result: Result, **members: object) -> IndeRunError:
    if result.error is None:
        return IndeRunError(schema_version="1.0", error_class="Unavailable", message="cancelled", **members)
    return IndeRunError(
        schema_version="1.0", error_class=result.error.error_class, message=str(result.error), **members
    )
