# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The contract's types as dataclasses. Absent members are None; unknown ones are kept in `extra`."""

from __future__ import annotations

from execution_provenance import _model
from typing import Any, Literal, TypeAlias
from dataclasses import dataclass, field

Locality: TypeAlias = Literal["on_device", "edge", "cloud", "unknown"]
"""Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it declares nothing. Never inferred from a name."""

LOCALITY_VALUES: tuple[Locality, ...] = ("on_device", "edge", "cloud", "unknown")
"""Every value of Locality."""


Outcome: TypeAlias = Literal["succeeded", "failed", "cancelled"]
"""How an attempt ended."""

OUTCOME_VALUES: tuple[Outcome, ...] = ("succeeded", "failed", "cancelled")
"""Every value of Outcome."""


ErrorClass: TypeAlias = (
    Literal["CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal"] | str
)
"""The kind of failure, as a token. An open set: readers accept a class that they do not know."""

ERROR_CLASS_VALUES: tuple[ErrorClass, ...] = (
    "CapabilityMismatch",
    "Offline",
    "AuthError",
    "RateLimited",
    "Timeout",
    "Unavailable",
    "Internal",
)
"""The known values of ErrorClass."""
_ERROR_CLASS = frozenset(ERROR_CLASS_VALUES)
_ERROR_CLASS_FORM = _model.form("[A-Z][A-Za-z0-9]*+")


ReasonCode: TypeAlias = (
    Literal[
        "task_not_supported",
        "run_not_supported",
        "streaming_not_supported",
        "streaming_unavailable",
        "privacy_constraint",
        "cloud_constraint",
        "offline",
        "capability_unavailable",
    ]
    | str
)
"""Why the route planner ruled a provider out, as a token. An open set: readers accept a code that they do not know."""

REASON_CODE_VALUES: tuple[ReasonCode, ...] = (
    "task_not_supported",
    "run_not_supported",
    "streaming_not_supported",
    "streaming_unavailable",
    "privacy_constraint",
    "cloud_constraint",
    "offline",
    "capability_unavailable",
)
"""The known values of ReasonCode."""
_REASON_CODE = frozenset(REASON_CODE_VALUES)
_REASON_CODE_FORM = _model.form("[a-z][a-z0-9_]*+")


FinishReason: TypeAlias = Literal["stop", "length", "cancelled", "error"]
"""Why the output ended."""

FINISH_REASON_VALUES: tuple[FinishReason, ...] = ("stop", "length", "cancelled", "error")
"""Every value of FinishReason."""


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class Attempt(_model.Model):
    """One provider that was attempted, retries included, and how that ended.

    Attributes:
        provider_id: The stable id of a provider, as the engine's own configuration spells it.
        outcome: How an attempt ended.
        error_class: The kind of failure, as a token. An open set: readers accept a class that they do
            not know.
    """

    provider_id: str
    """The stable id of a provider, as the engine's own configuration spells it."""
    outcome: Outcome
    """How an attempt ended."""
    error_class: ErrorClass | None = None
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "Attempt"
    _DOCUMENT = None
    _MEMBERS = {
        "provider_id": _model.Member("providerId", str),
        "outcome": _model.Member("outcome", str),
        "error_class": _model.Member("errorClass", str, required=False),
    }

    def _fits(self) -> bool:
        return (
            self.provider_id != ""
            and (self.error_class is None or (self.error_class in _ERROR_CLASS or _ERROR_CLASS_FORM(self.error_class)))
            and (self.outcome not in ("failed",) or self.error_class is not None)
            and (self.outcome not in ("succeeded", "cancelled") or self.error_class is None)
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            provider_id: str,
            outcome: Outcome,
            error_class: ErrorClass | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class RouteRejection(_model.Model):
    """One provider that was ruled out before any attempt. Codes only: no message.

    Attributes:
        provider_id: The stable id of a provider, as the engine's own configuration spells it.
        reason_codes: Every reason for the rejection, each once.
    """

    provider_id: str
    """The stable id of a provider, as the engine's own configuration spells it."""
    reason_codes: tuple[ReasonCode, ...]
    """Every reason for the rejection, each once."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "RouteRejection"
    _DOCUMENT = None
    _MEMBERS = {
        "provider_id": _model.Member("providerId", str),
        "reason_codes": _model.Member("reasonCodes", str, array=True),
    }

    def _fits(self) -> bool:
        return (
            self.provider_id != ""
            and len(self.reason_codes) >= 1
            and len({*self.reason_codes}) == len(self.reason_codes)
            and (_REASON_CODE.issuperset(self.reason_codes) or all(map(_REASON_CODE_FORM, self.reason_codes)))
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            provider_id: str,
            reason_codes: _model.Sequence[ReasonCode],
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class ExecutionProvenance(_model.Model):
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the
    target that the outcome is attributed to with what it declared and reported, and which candidates
    were ruled out beforehand. It never holds request content, credentials or provider payloads.

    Attributes:
        schema_version: The contract version under which this record is to be read.
        attempt_count: How many providers were attempted. 0 when validation or routing failed, or when
            the execution was cancelled before any attempt.
        attempts: Every provider that was attempted, in the order of the attempts.
        fallback_occurred: Whether more than one provider was attempted.
        locality: Where the attributed provider declares that it executes; `unknown` when no provider is
            attributed or it declares nothing. Never inferred from a name.
        model_profile: The profile within which the request was routed; `auto` when the request named
            none.
        provider_id: The target of the outcome: the provider that produced the result, that a stream had
            committed to when it ended, or that was running when the execution was cancelled. Absent
            when there is no such provider.
        configured_model: The model that the target is bound to, as its descriptor declares it. Absent
            when it declares none.
        reported_model: The model identifier that the target reported in its own response. Absent when
            it reported none; never filled in from the configuration.
        route_rejections: The providers that the route planner ruled out before any attempt, each with
            its reasons.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this record is to be read."""
    attempt_count: int
    """How many providers were attempted. 0 when validation or routing failed, or when the execution was cancelled before any attempt."""
    attempts: tuple[Attempt, ...]
    """Every provider that was attempted, in the order of the attempts."""
    fallback_occurred: bool
    """Whether more than one provider was attempted."""
    locality: Locality
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
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "ExecutionProvenance"
    _DOCUMENT = "execution-provenance"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "attempt_count": _model.Member("attemptCount", int),
        "attempts": _model.Member("attempts", Attempt, array=True),
        "fallback_occurred": _model.Member("fallbackOccurred", bool),
        "locality": _model.Member("locality", str),
        "model_profile": _model.Member("modelProfile", str),
        "provider_id": _model.Member("providerId", str, required=False),
        "configured_model": _model.Member("configuredModel", str, required=False),
        "reported_model": _model.Member("reportedModel", str, required=False),
        "route_rejections": _model.Member("routeRejections", RouteRejection, array=True),
    }

    def _fits(self) -> bool:
        for attempts_item in self.attempts:
            if not (
                attempts_item.provider_id != ""
                and (
                    attempts_item.error_class is None
                    or (attempts_item.error_class in _ERROR_CLASS or _ERROR_CLASS_FORM(attempts_item.error_class))
                )
                and (attempts_item.outcome not in ("failed",) or attempts_item.error_class is not None)
                and (attempts_item.outcome not in ("succeeded", "cancelled") or attempts_item.error_class is None)
            ):
                return False
        for route_rejections_item in self.route_rejections:
            if not (
                route_rejections_item.provider_id != ""
                and len(route_rejections_item.reason_codes) >= 1
                and len({*route_rejections_item.reason_codes}) == len(route_rejections_item.reason_codes)
                and (
                    _REASON_CODE.issuperset(route_rejections_item.reason_codes)
                    or all(map(_REASON_CODE_FORM, route_rejections_item.reason_codes))
                )
            ):
                return False
        return (
            0 <= self.attempt_count <= 9007199254740991
            and self.model_profile != ""
            and (self.provider_id is None or self.provider_id != "")
            and (self.configured_model is None or self.configured_model != "")
            and (self.reported_model is None or self.reported_model != "")
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            attempt_count: int,
            attempts: _model.Sequence[Attempt],
            fallback_occurred: bool,
            locality: Locality,
            model_profile: str,
            provider_id: str | None = None,
            configured_model: str | None = None,
            reported_model: str | None = None,
            route_rejections: _model.Sequence[RouteRejection],
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class IndeRunError(_model.Model):
    """The error in which an execution ended, with the provenance record of what was attempted.

    Attributes:
        schema_version: The contract version under which this error is to be read.
        error_class: The kind of failure, as a token. An open set: readers accept a class that they do
            not know.
        message: What went wrong, for a person.
        run_id: The engine's id for this execution.
        provider_id: The provider that the error came from.
        retryable: Whether the same request may succeed later.
        retry_after_ms: How long to wait before a retry, in milliseconds.
        details: Further facts of the error, in a shape of the engine's own.
        provenance: How one AI execution was carried out: every provider attempted and how each attempt
            ended, the target that the outcome is attributed to with what it declared and reported, and
            which candidates were ruled out beforehand. It never holds request content, credentials or
            provider payloads.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this error is to be read."""
    error_class: ErrorClass
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    message: str
    """What went wrong, for a person."""
    run_id: str | None = None
    """The engine's id for this execution."""
    provider_id: str | None = None
    """The provider that the error came from."""
    retryable: bool | None = None
    """Whether the same request may succeed later."""
    retry_after_ms: _model.Real | None = None
    """How long to wait before a retry, in milliseconds."""
    details: _model.Members | None = None
    """Further facts of the error, in a shape of the engine's own."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "IndeRunError"
    _DOCUMENT = "inderun-error"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "error_class": _model.Member("errorClass", str),
        "message": _model.Member("message", str),
        "run_id": _model.Member("runId", str, required=False),
        "provider_id": _model.Member("providerId", str, required=False),
        "retryable": _model.Member("retryable", bool, required=False),
        "retry_after_ms": _model.Member("retryAfterMs", float, required=False),
        "details": _model.Member("details", _model.Members, required=False),
        "provenance": _model.Member("provenance", ExecutionProvenance, required=False),
    }

    def _fits(self) -> bool:
        return (
            (self.error_class in _ERROR_CLASS or _ERROR_CLASS_FORM(self.error_class))
            and (self.retry_after_ms is None or 0 <= self.retry_after_ms)
            and (self.provenance is None or self.provenance._fits())
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            error_class: ErrorClass,
            message: str,
            run_id: str | None = None,
            provider_id: str | None = None,
            retryable: bool | None = None,
            retry_after_ms: _model.AnyReal | None = None,
            details: _model.AnyMembers | None = None,
            provenance: ExecutionProvenance | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class Usage(_model.Model):
    """Token counts that the provider reported.

    Attributes:
        input_tokens: Tokens in the request.
        output_tokens: Tokens in the answer.
        total_tokens: Tokens that the provider counted in all.
    """

    input_tokens: int
    """Tokens in the request."""
    output_tokens: int
    """Tokens in the answer."""
    total_tokens: int
    """Tokens that the provider counted in all."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "Usage"
    _DOCUMENT = None
    _MEMBERS = {
        "input_tokens": _model.Member("inputTokens", int),
        "output_tokens": _model.Member("outputTokens", int),
        "total_tokens": _model.Member("totalTokens", int),
    }

    def _fits(self) -> bool:
        return 0 <= self.input_tokens and 0 <= self.output_tokens and 0 <= self.total_tokens

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            input_tokens: int,
            output_tokens: int,
            total_tokens: int,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class Telemetry(_model.Model):
    """What the engine measured of the execution.

    Attributes:
        provider_used: The provider that produced the outcome.
        total_ms: Wall time of the execution, in milliseconds.
        error_class: The kind of failure, as a token. An open set: readers accept a class that they do
            not know.
    """

    provider_used: str
    """The provider that produced the outcome."""
    total_ms: _model.Real
    """Wall time of the execution, in milliseconds."""
    error_class: ErrorClass | None = None
    """The kind of failure, as a token. An open set: readers accept a class that they do not know."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "Telemetry"
    _DOCUMENT = None
    _MEMBERS = {
        "provider_used": _model.Member("providerUsed", str),
        "total_ms": _model.Member("totalMs", float),
        "error_class": _model.Member("errorClass", str, required=False),
    }

    def _fits(self) -> bool:
        return 0 <= self.total_ms and (
            self.error_class is None or (self.error_class in _ERROR_CLASS or _ERROR_CLASS_FORM(self.error_class))
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            provider_used: str,
            total_ms: _model.AnyReal,
            error_class: ErrorClass | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class TextOutput(_model.Model):
    """The text that the execution produced.

    Attributes:
        type: The kind of output; 1.0 knows text alone.
        text: The text itself.
    """

    type: Literal["text"]
    """The kind of output; 1.0 knows text alone."""
    text: str
    """The text itself."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "TextOutput"
    _DOCUMENT = None
    _MEMBERS = {
        "type": _model.Member("type", str, constant="text"),
        "text": _model.Member("text", str),
    }

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            type: Literal["text"] = "text",
            text: str,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class TaskResult(_model.Model):
    """The result of an execution that returned its output in one piece, with the provenance record beside
    it.

    Attributes:
        schema_version: The contract version under which this result is to be read.
        run_id: The engine's id for this execution.
        output: The text that the execution produced.
        finish_reason: Why the output ended.
        usage: Token counts that the provider reported.
        telemetry: What the engine measured of the execution.
        provenance: How one AI execution was carried out: every provider attempted and how each attempt
            ended, the target that the outcome is attributed to with what it declared and reported, and
            which candidates were ruled out beforehand. It never holds request content, credentials or
            provider payloads.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this result is to be read."""
    run_id: str
    """The engine's id for this execution."""
    output: TextOutput
    """The text that the execution produced."""
    finish_reason: FinishReason
    """Why the output ended."""
    usage: Usage | None = None
    """Token counts that the provider reported."""
    telemetry: Telemetry
    """What the engine measured of the execution."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "TaskResult"
    _DOCUMENT = "task-result"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "run_id": _model.Member("runId", str),
        "output": _model.Member("output", TextOutput),
        "finish_reason": _model.Member("finishReason", str),
        "usage": _model.Member("usage", Usage, required=False),
        "telemetry": _model.Member("telemetry", Telemetry),
        "provenance": _model.Member("provenance", ExecutionProvenance, required=False),
    }

    def _fits(self) -> bool:
        return (
            (self.usage is None or self.usage._fits())
            and self.telemetry._fits()
            and (self.provenance is None or self.provenance._fits())
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            run_id: str,
            output: TextOutput,
            finish_reason: FinishReason,
            usage: Usage | None = None,
            telemetry: Telemetry,
            provenance: ExecutionProvenance | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class StreamTerminalOutcome(_model.Model):
    """How a stream ended: completed, in an error, or cancelled. `outcome` says which, and so which other members are present."""

    _TYPE = "StreamTerminalOutcome"
    _DOCUMENT = "stream-terminal-outcome"

    if _model.TYPE_CHECKING:

        schema_version: Literal["1.0"]
        run_id: str
        provenance: ExecutionProvenance | None

        @classmethod
        def from_json(
            cls, data: _model.Text, *, limits: _model.Limits = ..., rules: bool = ...
        ) -> StreamCompleted | StreamError | StreamCancelled: ...

        @classmethod
        def from_dict(
            cls, data: _model.AnyMembers, *, limits: _model.Limits = ..., rules: bool = ...
        ) -> StreamCompleted | StreamError | StreamCancelled: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class StreamCompleted(StreamTerminalOutcome):
    """A stream that delivered its whole text.

    Attributes:
        schema_version: The contract version under which this outcome is to be read.
        run_id: The engine's id for this execution.
        outcome: How the stream ended.
        final_text: The whole text of the stream.
        finish_reason: Why the output ended.
        usage: Token counts that the provider reported.
        telemetry: What the engine measured of the execution.
        provenance: How one AI execution was carried out: every provider attempted and how each attempt
            ended, the target that the outcome is attributed to with what it declared and reported, and
            which candidates were ruled out beforehand. It never holds request content, credentials or
            provider payloads.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["completed"]
    """How the stream ended."""
    final_text: str
    """The whole text of the stream."""
    finish_reason: FinishReason | None = None
    """Why the output ended."""
    usage: Usage | None = None
    """Token counts that the provider reported."""
    telemetry: Telemetry | None = None
    """What the engine measured of the execution."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "StreamCompleted"
    _DOCUMENT = "stream-terminal-outcome"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "run_id": _model.Member("runId", str),
        "outcome": _model.Member("outcome", str, constant="completed"),
        "final_text": _model.Member("finalText", str),
        "finish_reason": _model.Member("finishReason", str, required=False),
        "usage": _model.Member("usage", Usage, required=False),
        "telemetry": _model.Member("telemetry", Telemetry, required=False),
        "provenance": _model.Member("provenance", ExecutionProvenance, required=False),
    }

    def _fits(self) -> bool:
        return (
            (self.usage is None or self.usage._fits())
            and (self.telemetry is None or self.telemetry._fits())
            and (self.provenance is None or self.provenance._fits())
        )

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            run_id: str,
            outcome: Literal["completed"] = "completed",
            final_text: str,
            finish_reason: FinishReason | None = None,
            usage: Usage | None = None,
            telemetry: Telemetry | None = None,
            provenance: ExecutionProvenance | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...

        @classmethod
        def from_json(cls, data: _model.Text, *, limits: _model.Limits = ..., rules: bool = ...) -> _model.Self: ...

        @classmethod
        def from_dict(
            cls, data: _model.AnyMembers, *, limits: _model.Limits = ..., rules: bool = ...
        ) -> _model.Self: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class StreamError(StreamTerminalOutcome):
    """A stream that ended in an error.

    Attributes:
        schema_version: The contract version under which this outcome is to be read.
        run_id: The engine's id for this execution.
        outcome: How the stream ended.
        error: The error in which an execution ended, with the provenance record of what was attempted.
        partial_text: What the stream had delivered when it ended.
        provenance: How one AI execution was carried out: every provider attempted and how each attempt
            ended, the target that the outcome is attributed to with what it declared and reported, and
            which candidates were ruled out beforehand. It never holds request content, credentials or
            provider payloads.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["error"]
    """How the stream ended."""
    error: IndeRunError
    """The error in which an execution ended, with the provenance record of what was attempted."""
    partial_text: str | None = None
    """What the stream had delivered when it ended."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "StreamError"
    _DOCUMENT = "stream-terminal-outcome"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "run_id": _model.Member("runId", str),
        "outcome": _model.Member("outcome", str, constant="error"),
        "error": _model.Member("error", IndeRunError),
        "partial_text": _model.Member("partialText", str, required=False),
        "provenance": _model.Member("provenance", ExecutionProvenance, required=False),
    }

    def _fits(self) -> bool:
        return self.error._fits() and (self.provenance is None or self.provenance._fits())

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            run_id: str,
            outcome: Literal["error"] = "error",
            error: IndeRunError,
            partial_text: str | None = None,
            provenance: ExecutionProvenance | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...

        @classmethod
        def from_json(cls, data: _model.Text, *, limits: _model.Limits = ..., rules: bool = ...) -> _model.Self: ...

        @classmethod
        def from_dict(
            cls, data: _model.AnyMembers, *, limits: _model.Limits = ..., rules: bool = ...
        ) -> _model.Self: ...


@_model.with_defaults
@dataclass(frozen=True, init=False, repr=False, eq=False, kw_only=True, match_args=False)
class StreamCancelled(StreamTerminalOutcome):
    """A stream that was cancelled.

    Attributes:
        schema_version: The contract version under which this outcome is to be read.
        run_id: The engine's id for this execution.
        outcome: How the stream ended.
        partial_text: What the stream had delivered when it ended.
        reason: Why it was cancelled, for a person.
        provenance: How one AI execution was carried out: every provider attempted and how each attempt
            ended, the target that the outcome is attributed to with what it declared and reported, and
            which candidates were ruled out beforehand. It never holds request content, credentials or
            provider payloads.
    """

    schema_version: Literal["1.0"]
    """The contract version under which this outcome is to be read."""
    run_id: str
    """The engine's id for this execution."""
    outcome: Literal["cancelled"]
    """How the stream ended."""
    partial_text: str
    """What the stream had delivered when it ended."""
    reason: str | None = None
    """Why it was cancelled, for a person."""
    provenance: ExecutionProvenance | None = None
    """How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It never holds request content, credentials or provider payloads."""
    extra: _model.Members = _model.NO_MEMBERS
    """Members that this version does not know, kept as they were read and written back. Read-only."""

    _TYPE = "StreamCancelled"
    _DOCUMENT = "stream-terminal-outcome"
    _MEMBERS = {
        "schema_version": _model.Member("schemaVersion", str, constant="1.0"),
        "run_id": _model.Member("runId", str),
        "outcome": _model.Member("outcome", str, constant="cancelled"),
        "partial_text": _model.Member("partialText", str),
        "reason": _model.Member("reason", str, required=False),
        "provenance": _model.Member("provenance", ExecutionProvenance, required=False),
    }

    def _fits(self) -> bool:
        return self.provenance is None or self.provenance._fits()

    if _model.TYPE_CHECKING:

        def __init__(
            self,
            *,
            schema_version: Literal["1.0"] = "1.0",
            run_id: str,
            outcome: Literal["cancelled"] = "cancelled",
            partial_text: str,
            reason: str | None = None,
            provenance: ExecutionProvenance | None = None,
            extra: _model.AnyMembers = ...,
        ) -> None: ...

        @classmethod
        def from_json(cls, data: _model.Text, *, limits: _model.Limits = ..., rules: bool = ...) -> _model.Self: ...

        @classmethod
        def from_dict(
            cls, data: _model.AnyMembers, *, limits: _model.Limits = ..., rules: bool = ...
        ) -> _model.Self: ...
