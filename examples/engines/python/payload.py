"""What the application gets when an execution has ended: a payload that carries the record."""

from __future__ import annotations

from execution_provenance import (
    ExecutionProvenance,
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
    """The payload of an execution; a stream has a different one for each way to end."""
    record, text = result.provenance, result.text
    if request.mode == "stream":
        if result.error is not None:
            return StreamError(run_id=run_id, error=_error(result), partial_text=text, provenance=record)
        if result.cancelled:
            return StreamCancelled(run_id=run_id, partial_text=text, provenance=record)
        return StreamCompleted(run_id=run_id, final_text=text, provenance=record)
    # A run that was cancelled has a result if a provider was running then.
    if record.provider_id is None or result.error is not None:
        return _error(result, run_id=run_id, provenance=record)
    return TaskResult(
        run_id=run_id,
        output=TextOutput(text=text),
        finish_reason="cancelled" if result.cancelled else "stop",
        telemetry=Telemetry(provider_used=record.provider_id, total_ms=1),
        provenance=record,
    )


def _error(result: Result, *, run_id: str | None = None, provenance: ExecutionProvenance | None = None) -> IndeRunError:
    error_class, message = "Unavailable", "cancelled"
    if result.error is not None:
        error_class, message = result.error.error_class, str(result.error)
    return IndeRunError(error_class=error_class, message=message, run_id=run_id, provenance=provenance)
