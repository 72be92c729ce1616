# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The contract's types as dataclasses. Absent members are None; unknown ones are kept in `extra`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from ._model import Extra, Model, Wire

LOCALITY_VALUES: tuple[str, ...] = ("on_device", "edge", "cloud", "unknown")
"""Every value of Locality. Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it declares nothing. Never inferred from a name."""

OUTCOME_VALUES: tuple[str, ...] = ("succeeded", "failed", "cancelled")
"""Every value of Outcome. How an attempt ended."""

ERROR_CLASS_VALUES: tuple[str, ...] = (
    "CapabilityMismatch",
    "Offline",
    "AuthError",
    "RateLimited",
    "Timeout",
    "Unavailable",
    "Internal",
)
"""The known values of ErrorClass. The kind of failure, as a token. An open set: readers accept a class that they do not know."""

REASON_CODE_VALUES: tuple[str, ...] = (
    "task_not_supported",
    "run_not_supported",
    "streaming_not_supported",
    "streaming_unavailable",
    "privacy_constraint",
    "cloud_constraint",
    "offline",
    "capability_unavailable",
)
"""The known values of ReasonCode. Why the route planner ruled a provider out, as a token. An open set: readers accept a code that they do not know."""

FINISH_REASON_VALUES: tuple[str, ...] = ("stop", "length", "cancelled", "error")
"""Every value of FinishReason. Why the output ended."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Attempt(Model):
    """One provider that was attempted, retries included, and how that ended."""

    provider_id: str
    """The stable id of a provider, as the engine's own configuration spells it."""
    outcome: Literal["succeeded", "failed", "cancelled"]
    """How an attempt ended."""
    error_class: str | None = None
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "Attempt"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("providerId", "provider_id"),
        Wire("outcome", "outcome"),
        Wire("errorClass", "error_class"),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RouteRejection(Model):
    """One provider that was ruled out before any attempt. Codes only: no message."""

    provider_id: str
    """The stable id of a provider, as the engine's own configuration spells it."""
    reason_codes: tuple[str, ...]
    """Every reason for the rejection, each once."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "RouteRejection"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("providerId", "provider_id"),
        Wire("reasonCodes", "reason_codes", array=True),
    )

    def __post_init__(self) -> None:
        if isinstance(self.reason_codes, list):
            object.__setattr__(self, "reason_codes", tuple(self.reason_codes))
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExecutionProvenance(Model):
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this record is to be read."""
    attempt_count: int
    """How many providers were attempted. 0 when validation or routing failed, or when the execution was cancelled before any attempt."""
    attempts: tuple[Attempt, ...]
    """Every provider that was attempted, in the order of the attempts."""
    fallback_occurred: bool
    """Whether more than one provider was attempted."""
    locality: Literal["on_device", "edge", "cloud", "unknown"]
    """Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it declares nothing. Never inferred from a name."""
    model_profile: str
    """The profile within which the request was routed; `auto` when the request named none."""
    provider_id: str | None = None
    """The target of the outcome: the provider that produced the result, that a stream had committed to when it ended, or that was running when the execution was cancelled. Absent when there is no such provider."""
    configured_model: str | None = None
    """The model that the target is bound to, as its descriptor declares it. Absent when it declares none."""
    reported_model: str | None = None
    """The model identifier that the target reported in its own response. Absent when it reported none; never filled in from the configuration."""
    route_rejections: tuple[RouteRejection, ...]
    """The providers that the route planner ruled out before any attempt, each with its reasons."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "ExecutionProvenance"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("attemptCount", "attempt_count", integer=True),
        Wire("attempts", "attempts", Attempt, array=True),
        Wire("fallbackOccurred", "fallback_occurred"),
        Wire("locality", "locality"),
        Wire("modelProfile", "model_profile"),
        Wire("providerId", "provider_id"),
        Wire("configuredModel", "configured_model"),
        Wire("reportedModel", "reported_model"),
        Wire("routeRejections", "route_rejections", RouteRejection, array=True),
    )

    def __post_init__(self) -> None:
        if isinstance(self.attempts, list):
            object.__setattr__(self, "attempts", tuple(self.attempts))
        if isinstance(self.route_rejections, list):
            object.__setattr__(self, "route_rejections", tuple(self.route_rejections))
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IndeRunError(Model):
    """The error in which an execution ended, with the provenance record of what was attempted."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this error is to be read."""
    error_class: str
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    message: str
    """What went wrong, for a person."""
    run_id: str | None = None
    """The engine's id for this execution."""
    provider_id: str | None = None
    """The provider that the error came from."""
    retryable: bool | None = None
    """Whether the same request may succeed later."""
    retry_after_ms: float | None = None
    """How long to wait before a retry, in milliseconds."""
    details: Mapping[str, Any] | None = field(default=None, hash=False)
    """Further facts of the error, in a shape of the engine's own."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "IndeRunError"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("errorClass", "error_class"),
        Wire("message", "message"),
        Wire("runId", "run_id"),
        Wire("providerId", "provider_id"),
        Wire("retryable", "retryable"),
        Wire("retryAfterMs", "retry_after_ms"),
        Wire("details", "details"),
        Wire("provenance", "provenance", ExecutionProvenance),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StreamError(Model):
    """A stream that ended in an error."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["error"] = "error"
    """How the stream ended."""
    error: IndeRunError
    """The error in which an execution ended, with the provenance record of what was attempted."""
    partial_text: str | None = None
    """What the stream had delivered when it ended."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "StreamError"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("runId", "run_id"),
        Wire("outcome", "outcome"),
        Wire("error", "error", IndeRunError),
        Wire("partialText", "partial_text"),
        Wire("provenance", "provenance", ExecutionProvenance),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StreamCancelled(Model):
    """A stream that was cancelled."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["cancelled"] = "cancelled"
    """How the stream ended."""
    partial_text: str
    """What the stream had delivered when it ended."""
    reason: str | None = None
    """Why it was cancelled, for a person."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "StreamCancelled"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("runId", "run_id"),
        Wire("outcome", "outcome"),
        Wire("partialText", "partial_text"),
        Wire("reason", "reason"),
        Wire("provenance", "provenance", ExecutionProvenance),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TextOutput(Model):
    """The text that the execution produced."""

    type: Literal["text"] = "text"
    """The kind of output; 1.0 knows text alone."""
    text: str
    """The text itself."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "TextOutput"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("type", "type"),
        Wire("text", "text"),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Usage(Model):
    """Token counts that the provider reported."""

    input_tokens: int
    """Tokens in the request."""
    output_tokens: int
    """Tokens in the answer."""
    total_tokens: int
    """Tokens that the provider counted in all."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "Usage"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("inputTokens", "input_tokens", integer=True),
        Wire("outputTokens", "output_tokens", integer=True),
        Wire("totalTokens", "total_tokens", integer=True),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Telemetry(Model):
    """What the engine measured of the execution."""

    provider_used: str
    """The provider that produced the outcome."""
    total_ms: float
    """Wall time of the execution, in milliseconds."""
    error_class: str | None = None
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "Telemetry"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("providerUsed", "provider_used"),
        Wire("totalMs", "total_ms"),
        Wire("errorClass", "error_class"),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TaskResult(Model):
    """The result of an execution that returned its output in one piece, with the provenance record beside it."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this result is to be read."""
    run_id: str
    """The engine's id for this execution."""
    output: TextOutput
    """The text that the execution produced."""
    finish_reason: Literal["stop", "length", "cancelled", "error"]
    """Why the output ended."""
    usage: Usage | None = None
    """Token counts that the provider reported."""
    telemetry: Telemetry
    """What the engine measured of the execution."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "TaskResult"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("runId", "run_id"),
        Wire("output", "output", TextOutput),
        Wire("finishReason", "finish_reason"),
        Wire("usage", "usage", Usage),
        Wire("telemetry", "telemetry", Telemetry),
        Wire("provenance", "provenance", ExecutionProvenance),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StreamCompleted(Model):
    """A stream that delivered its whole text."""

    schema_version: Literal["1.0"] = "1.0"
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["completed"] = "completed"
    """How the stream ended."""
    final_text: str
    """The whole text of the stream."""
    finish_reason: Literal["stop", "length", "cancelled", "error"] | None = None
    """Why the output ended."""
    usage: Usage | None = None
    """Token counts that the provider reported."""
    telemetry: Telemetry | None = None
    """What the engine measured of the execution."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: Mapping[str, Any] = field(default_factory=Extra, hash=False)
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _CHECK: ClassVar[str] = "StreamCompleted"
    _WIRE: ClassVar[tuple[Wire, ...]] = (
        Wire("schemaVersion", "schema_version"),
        Wire("runId", "run_id"),
        Wire("outcome", "outcome"),
        Wire("finalText", "final_text"),
        Wire("finishReason", "finish_reason"),
        Wire("usage", "usage", Usage),
        Wire("telemetry", "telemetry", Telemetry),
        Wire("provenance", "provenance", ExecutionProvenance),
    )

    def __post_init__(self) -> None:
        if type(self.extra) is not Extra:
            object.__setattr__(self, "extra", Extra(self.extra))


StreamTerminalOutcome = StreamCompleted | StreamError | StreamCancelled
"""How a stream ended: completed, in an error, or cancelled. `outcome` says which, and with it which further members stand beside it."""
