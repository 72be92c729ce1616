// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
//! The types of the contract. Members that a version does not know are kept in `extra`.
#![allow(clippy::similar_names, clippy::doc_markdown, non_camel_case_types, reason = "the words are the contract's")]
#![allow(unused_imports, reason = "not every contract needs all of them")]

use crate::contract;
use crate::json::Members;
use crate::model::{closed_set, object_type, open_set, union_type};
use crate::number::ExactNumber;

/// Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it
/// declares nothing. Never inferred from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Locality {
    /// `on_device`
    OnDevice,
    /// `edge`
    Edge,
    /// `cloud`
    Cloud,
    /// `unknown`
    Unknown,
}

closed_set!(Locality { OnDevice = "on_device", Edge = "edge", Cloud = "cloud", Unknown = "unknown" });

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `succeeded`
    Succeeded,
    /// `failed`
    Failed,
    /// `cancelled`
    Cancelled,
}

closed_set!(Outcome { Succeeded = "succeeded", Failed = "failed", Cancelled = "cancelled" });

/// The kind of failure, as a token. An open set: readers accept a class that they do not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ErrorClass(std::borrow::Cow<'static, str>);

open_set!(ErrorClass { CAPABILITY_MISMATCH = "CapabilityMismatch", OFFLINE = "Offline", AUTH_ERROR = "AuthError", RATE_LIMITED = "RateLimited", TIMEOUT = "Timeout", UNAVAILABLE = "Unavailable", INTERNAL = "Internal" });

/// Why the route planner ruled a provider out, as a token. An open set: readers accept a code that they do not
/// know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReasonCode(std::borrow::Cow<'static, str>);

open_set!(ReasonCode { TASK_NOT_SUPPORTED = "task_not_supported", RUN_NOT_SUPPORTED = "run_not_supported", STREAMING_NOT_SUPPORTED = "streaming_not_supported", STREAMING_UNAVAILABLE = "streaming_unavailable", PRIVACY_CONSTRAINT = "privacy_constraint", CLOUD_CONSTRAINT = "cloud_constraint", OFFLINE = "offline", CAPABILITY_UNAVAILABLE = "capability_unavailable" });

/// Why the output ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FinishReason {
    /// `stop`
    Stop,
    /// `length`
    Length,
    /// `cancelled`
    Cancelled,
    /// `error`
    Error,
}

closed_set!(FinishReason { Stop = "stop", Length = "length", Cancelled = "cancelled", Error = "error" });

/// One provider that was attempted, retries included, and how that ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Attempt {
    /// The stable id of a provider, as the engine's own configuration spells it.
    pub provider_id: String,
    /// How an attempt ended.
    pub outcome: Outcome,
    /// The kind of failure, as a token. An open set: readers accept a class that they do not know.
    pub error_class: Option<ErrorClass>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl Attempt {
    /// One with its required members.
    #[must_use]
    pub fn new(provider_id: impl Into<String>, outcome: Outcome) -> Self {
        Self { provider_id: provider_id.into(), outcome, error_class: None, extra: Members::new() }
    }
}

object_type!(Attempt, contract::ATTEMPT, contract::ATTEMPT_ROOT, { provider_id = 0, outcome = 1, error_class = 2 });

/// One provider that was ruled out before any attempt. Codes only: no message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RouteRejection {
    /// The stable id of a provider, as the engine's own configuration spells it.
    pub provider_id: String,
    /// Every reason for the rejection, each once.
    pub reason_codes: Vec<ReasonCode>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl RouteRejection {
    /// One with its required members.
    #[must_use]
    pub fn new(provider_id: impl Into<String>, reason_codes: Vec<ReasonCode>) -> Self {
        Self { provider_id: provider_id.into(), reason_codes, extra: Members::new() }
    }
}

object_type!(RouteRejection, contract::ROUTE_REJECTION, contract::ROUTE_REJECTION_ROOT, { provider_id = 0, reason_codes = 1 });

/// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
/// outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand.
/// It never holds request content, credentials or provider payloads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ExecutionProvenance {
    /// How many providers were attempted. 0 when validation or routing failed, or when the execution was
    /// cancelled before any attempt.
    pub attempt_count: u64,
    /// Every provider that was attempted, in the order of the attempts.
    pub attempts: Vec<Attempt>,
    /// Whether more than one provider was attempted.
    pub fallback_occurred: bool,
    /// Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it
    /// declares nothing. Never inferred from a name.
    pub locality: Locality,
    /// The profile within which the request was routed; `auto` when the request named none.
    pub model_profile: String,
    /// The target of the outcome: the provider that produced the result, that a stream had committed to when it
    /// ended, or that was running when the execution was cancelled. Absent when there is no such provider.
    pub provider_id: Option<String>,
    /// The model that the target is bound to, as its descriptor declares it. Absent when it declares none.
    pub configured_model: Option<String>,
    /// The model identifier that the target reported in its own response. Absent when it reported none; never
    /// filled in from the configuration.
    pub reported_model: Option<String>,
    /// The providers that the route planner ruled out before any attempt, each with its reasons.
    pub route_rejections: Vec<RouteRejection>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl ExecutionProvenance {
    /// One with its required members.
    #[must_use]
    pub fn new(attempt_count: u64, attempts: Vec<Attempt>, fallback_occurred: bool, locality: Locality, model_profile: impl Into<String>, route_rejections: Vec<RouteRejection>) -> Self {
        Self { attempt_count, attempts, fallback_occurred, locality, model_profile: model_profile.into(), provider_id: None, configured_model: None, reported_model: None, route_rejections, extra: Members::new() }
    }
}

object_type!(ExecutionProvenance, contract::EXECUTION_PROVENANCE, contract::EXECUTION_PROVENANCE_ROOT, { attempt_count = 1, attempts = 2, fallback_occurred = 3, locality = 4, model_profile = 5, provider_id = 6, configured_model = 7, reported_model = 8, route_rejections = 9 });

/// The error in which an execution ended, with the provenance record of what was attempted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IndeRunError {
    /// The kind of failure, as a token. An open set: readers accept a class that they do not know.
    pub error_class: ErrorClass,
    /// What went wrong, for a person.
    pub message: String,
    /// The engine's id for this execution.
    pub run_id: Option<String>,
    /// The provider that the error came from.
    pub provider_id: Option<String>,
    /// Whether the same request may succeed later.
    pub retryable: Option<bool>,
    /// How long to wait before a retry, in milliseconds.
    pub retry_after_ms: Option<ExactNumber>,
    /// Further facts of the error, in a shape of the engine's own.
    pub details: Option<Members>,
    /// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that
    /// the outcome is attributed to with what it declared and reported, and which candidates were ruled out
    /// beforehand. It never holds request content, credentials or provider payloads.
    pub provenance: Option<ExecutionProvenance>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl IndeRunError {
    /// One with its required members.
    #[must_use]
    pub fn new(error_class: ErrorClass, message: impl Into<String>) -> Self {
        Self { error_class, message: message.into(), run_id: None, provider_id: None, retryable: None, retry_after_ms: None, details: None, provenance: None, extra: Members::new() }
    }
}

object_type!(IndeRunError, contract::INDE_RUN_ERROR, contract::INDE_RUN_ERROR_ROOT, { error_class = 1, message = 2, run_id = 3, provider_id = 4, retryable = 5, retry_after_ms = 6, details = 7, provenance = 8 });

/// Token counts that the provider reported.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens in the request.
    pub input_tokens: ExactNumber,
    /// Tokens in the answer.
    pub output_tokens: ExactNumber,
    /// Tokens that the provider counted in all.
    pub total_tokens: ExactNumber,
    /// Members that this version does not know.
    pub extra: Members,
}

impl Usage {
    /// One with its required members.
    #[must_use]
    pub fn new(input_tokens: ExactNumber, output_tokens: ExactNumber, total_tokens: ExactNumber) -> Self {
        Self { input_tokens, output_tokens, total_tokens, extra: Members::new() }
    }
}

object_type!(Usage, contract::USAGE, contract::USAGE_ROOT, { input_tokens = 0, output_tokens = 1, total_tokens = 2 });

/// What the engine measured of the execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Telemetry {
    /// The provider that produced the outcome.
    pub provider_used: String,
    /// Wall time of the execution, in milliseconds.
    pub total_ms: ExactNumber,
    /// The kind of failure, as a token. An open set: readers accept a class that they do not know.
    pub error_class: Option<ErrorClass>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl Telemetry {
    /// One with its required members.
    #[must_use]
    pub fn new(provider_used: impl Into<String>, total_ms: ExactNumber) -> Self {
        Self { provider_used: provider_used.into(), total_ms, error_class: None, extra: Members::new() }
    }
}

object_type!(Telemetry, contract::TELEMETRY, contract::TELEMETRY_ROOT, { provider_used = 0, total_ms = 1, error_class = 2 });

/// A stream that delivered its whole text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StreamCompleted {
    /// The engine's id for this execution.
    pub run_id: String,
    /// The whole text of the stream.
    pub final_text: String,
    /// Why the output ended.
    pub finish_reason: Option<FinishReason>,
    /// Token counts that the provider reported.
    pub usage: Option<Usage>,
    /// What the engine measured of the execution.
    pub telemetry: Option<Telemetry>,
    /// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that
    /// the outcome is attributed to with what it declared and reported, and which candidates were ruled out
    /// beforehand. It never holds request content, credentials or provider payloads.
    pub provenance: Option<ExecutionProvenance>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl StreamCompleted {
    /// One with its required members.
    #[must_use]
    pub fn new(run_id: impl Into<String>, final_text: impl Into<String>) -> Self {
        Self { run_id: run_id.into(), final_text: final_text.into(), finish_reason: None, usage: None, telemetry: None, provenance: None, extra: Members::new() }
    }
}

object_type!(StreamCompleted, contract::STREAM_COMPLETED, contract::STREAM_COMPLETED_ROOT, { run_id = 1, final_text = 3, finish_reason = 4, usage = 5, telemetry = 6, provenance = 7 });

/// A stream that ended in an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StreamError {
    /// The engine's id for this execution.
    pub run_id: String,
    /// The error in which an execution ended, with the provenance record of what was attempted.
    pub error: IndeRunError,
    /// What the stream had delivered when it ended.
    pub partial_text: Option<String>,
    /// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that
    /// the outcome is attributed to with what it declared and reported, and which candidates were ruled out
    /// beforehand. It never holds request content, credentials or provider payloads.
    pub provenance: Option<ExecutionProvenance>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl StreamError {
    /// One with its required members.
    #[must_use]
    pub fn new(run_id: impl Into<String>, error: IndeRunError) -> Self {
        Self { run_id: run_id.into(), error, partial_text: None, provenance: None, extra: Members::new() }
    }
}

object_type!(StreamError, contract::STREAM_ERROR, contract::STREAM_ERROR_ROOT, { run_id = 1, error = 3, partial_text = 4, provenance = 5 });

/// A stream that was cancelled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StreamCancelled {
    /// The engine's id for this execution.
    pub run_id: String,
    /// What the stream had delivered when it ended.
    pub partial_text: String,
    /// Why it was cancelled, for a person.
    pub reason: Option<String>,
    /// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that
    /// the outcome is attributed to with what it declared and reported, and which candidates were ruled out
    /// beforehand. It never holds request content, credentials or provider payloads.
    pub provenance: Option<ExecutionProvenance>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl StreamCancelled {
    /// One with its required members.
    #[must_use]
    pub fn new(run_id: impl Into<String>, partial_text: impl Into<String>) -> Self {
        Self { run_id: run_id.into(), partial_text: partial_text.into(), reason: None, provenance: None, extra: Members::new() }
    }
}

object_type!(StreamCancelled, contract::STREAM_CANCELLED, contract::STREAM_CANCELLED_ROOT, { run_id = 1, partial_text = 3, reason = 4, provenance = 5 });

/// The text that the execution produced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TextOutput {
    /// The text itself.
    pub text: String,
    /// Members that this version does not know.
    pub extra: Members,
}

impl TextOutput {
    /// One with its required members.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), extra: Members::new() }
    }
}

object_type!(TextOutput, contract::TEXT_OUTPUT, contract::TEXT_OUTPUT_ROOT, { text = 1 });

/// The result of an execution that returned its output in one piece, with the provenance record beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TaskResult {
    /// The engine's id for this execution.
    pub run_id: String,
    /// The text that the execution produced.
    pub output: TextOutput,
    /// Why the output ended.
    pub finish_reason: FinishReason,
    /// Token counts that the provider reported.
    pub usage: Option<Usage>,
    /// What the engine measured of the execution.
    pub telemetry: Telemetry,
    /// How one AI execution was carried out: every provider attempted and how each attempt ended, the target that
    /// the outcome is attributed to with what it declared and reported, and which candidates were ruled out
    /// beforehand. It never holds request content, credentials or provider payloads.
    pub provenance: Option<ExecutionProvenance>,
    /// Members that this version does not know.
    pub extra: Members,
}

impl TaskResult {
    /// One with its required members.
    #[must_use]
    pub fn new(run_id: impl Into<String>, output: TextOutput, finish_reason: FinishReason, telemetry: Telemetry) -> Self {
        Self { run_id: run_id.into(), output, finish_reason, usage: None, telemetry, provenance: None, extra: Members::new() }
    }
}

object_type!(TaskResult, contract::TASK_RESULT, contract::TASK_RESULT_ROOT, { run_id = 1, output = 2, finish_reason = 3, usage = 4, telemetry = 5, provenance = 6 });

/// How a stream ended: completed, in an error, or cancelled. `outcome` says which, and so which other members are
/// present.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant, reason = "a document is one value, never one of many")]
pub enum StreamTerminalOutcome {
    /// Where `outcome` is `completed`.
    Completed(StreamCompleted),
    /// Where `outcome` is `error`.
    Error(StreamError),
    /// Where `outcome` is `cancelled`.
    Cancelled(StreamCancelled),
}

union_type!(StreamTerminalOutcome, "outcome", contract::STREAM_TERMINAL_OUTCOME_ROOT, { Completed = "completed", Error = "error", Cancelled = "cancelled" });
