// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
//! The contract: what every document must be, as tables for the runtime.
#![allow(unused_imports, reason = "not every contract needs all of them")]
#![allow(clippy::redundant_closure_for_method_calls, clippy::nonminimal_bool, clippy::map_all_any_identity, reason = "rules are printed as written")]

use crate::catalogue::Rule as Id;
use crate::document::Value;
use crate::equality::same;
use crate::logic::{characters, compare, disjoint, distinct, element, size};
use crate::reader::Limits;
use crate::tables::{
    Check, Condition, Document, Identifiers, Leaks, Member, Object, Recognition, Redacted, Root, Rule, ValuePattern,
};

/// The version of the contract.
pub const CONTRACT_VERSION: &str = "1.0";

const LOCALITY_CHECK: Check = Check::Choice(&["on_device", "edge", "cloud", "unknown"]);

const OUTCOME_CHECK: Check = Check::Choice(&["succeeded", "failed", "cancelled"]);

const ERROR_CLASS_CHECK: Check = Check::Token { pattern: "^[A-Z][A-Za-z0-9]*$", known: &["CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal"] };

const REASON_CODE_CHECK: Check = Check::Token { pattern: "^[a-z][a-z0-9_]*$", known: &["task_not_supported", "run_not_supported", "streaming_not_supported", "streaming_unavailable", "privacy_constraint", "cloud_constraint", "offline", "capability_unavailable"] };

const FINISH_REASON_CHECK: Check = Check::Choice(&["stop", "length", "cancelled", "error"]);

#[allow(dead_code, reason = "not every member is in a rule")]
mod attempt {
    pub(super) const PROVIDER_ID: usize = 0;
    pub(super) const OUTCOME: usize = 1;
    pub(super) const ERROR_CLASS: usize = 2;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod route_rejection {
    pub(super) const PROVIDER_ID: usize = 0;
    pub(super) const REASON_CODES: usize = 1;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod execution_provenance {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const ATTEMPT_COUNT: usize = 1;
    pub(super) const ATTEMPTS: usize = 2;
    pub(super) const FALLBACK_OCCURRED: usize = 3;
    pub(super) const LOCALITY: usize = 4;
    pub(super) const MODEL_PROFILE: usize = 5;
    pub(super) const PROVIDER_ID: usize = 6;
    pub(super) const CONFIGURED_MODEL: usize = 7;
    pub(super) const REPORTED_MODEL: usize = 8;
    pub(super) const ROUTE_REJECTIONS: usize = 9;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod inde_run_error {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const ERROR_CLASS: usize = 1;
    pub(super) const MESSAGE: usize = 2;
    pub(super) const RUN_ID: usize = 3;
    pub(super) const PROVIDER_ID: usize = 4;
    pub(super) const RETRYABLE: usize = 5;
    pub(super) const RETRY_AFTER_MS: usize = 6;
    pub(super) const DETAILS: usize = 7;
    pub(super) const PROVENANCE: usize = 8;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod usage {
    pub(super) const INPUT_TOKENS: usize = 0;
    pub(super) const OUTPUT_TOKENS: usize = 1;
    pub(super) const TOTAL_TOKENS: usize = 2;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod telemetry {
    pub(super) const PROVIDER_USED: usize = 0;
    pub(super) const TOTAL_MS: usize = 1;
    pub(super) const ERROR_CLASS: usize = 2;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod stream_completed {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const RUN_ID: usize = 1;
    pub(super) const OUTCOME: usize = 2;
    pub(super) const FINAL_TEXT: usize = 3;
    pub(super) const FINISH_REASON: usize = 4;
    pub(super) const USAGE: usize = 5;
    pub(super) const TELEMETRY: usize = 6;
    pub(super) const PROVENANCE: usize = 7;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod stream_error {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const RUN_ID: usize = 1;
    pub(super) const OUTCOME: usize = 2;
    pub(super) const ERROR: usize = 3;
    pub(super) const PARTIAL_TEXT: usize = 4;
    pub(super) const PROVENANCE: usize = 5;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod stream_cancelled {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const RUN_ID: usize = 1;
    pub(super) const OUTCOME: usize = 2;
    pub(super) const PARTIAL_TEXT: usize = 3;
    pub(super) const REASON: usize = 4;
    pub(super) const PROVENANCE: usize = 5;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod text_output {
    pub(super) const TYPE: usize = 0;
    pub(super) const TEXT: usize = 1;
}

#[allow(dead_code, reason = "not every member is in a rule")]
mod task_result {
    pub(super) const SCHEMA_VERSION: usize = 0;
    pub(super) const RUN_ID: usize = 1;
    pub(super) const OUTPUT: usize = 2;
    pub(super) const FINISH_REASON: usize = 3;
    pub(super) const USAGE: usize = 4;
    pub(super) const TELEMETRY: usize = 5;
    pub(super) const PROVENANCE: usize = 6;
}

pub(crate) static ATTEMPT: Object = Object {
    names: &["providerId", "outcome", "errorClass"],
    members: &[
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: OUTCOME_CHECK, is_required: true, is_asked: false },
        Member { check: ERROR_CLASS_CHECK, is_required: false, is_asked: false },
    ],
    conditions: &[
        Condition { slot: 1, values: &["failed"], required: &[2], forbidden: &[], words: "outcome is failed" },
        Condition { slot: 1, values: &["succeeded", "cancelled"], required: &[], forbidden: &[2], words: "outcome is succeeded or outcome is cancelled" },
    ],
    rules: &[
    ],
    version: None,
};
pub(crate) static ATTEMPT_ROOT: Root = Root::Object(&ATTEMPT);

pub(crate) static ROUTE_REJECTION: Object = Object {
    names: &["providerId", "reasonCodes"],
    members: &[
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Array { items: &REASON_CODE_CHECK, least: 1, is_unique: true }, is_required: true, is_asked: false },
    ],
    conditions: &[
    ],
    rules: &[
    ],
    version: None,
};
pub(crate) static ROUTE_REJECTION_ROOT: Root = Root::Object(&ROUTE_REJECTION);

pub(crate) static EXECUTION_PROVENANCE: Object = Object {
    names: &["schemaVersion", "attemptCount", "attempts", "fallbackOccurred", "locality", "modelProfile", "providerId", "configuredModel", "reportedModel", "routeRejections"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: Check::Number { is_integer: true, minimum: Some(0), maximum: Some(9_007_199_254_740_991) }, is_required: true, is_asked: false },
        Member { check: Check::Array { items: &Check::Object(&ATTEMPT), least: 0, is_unique: false }, is_required: true, is_asked: false },
        Member { check: Check::Boolean, is_required: true, is_asked: false },
        Member { check: LOCALITY_CHECK, is_required: true, is_asked: false },
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: false, is_asked: false },
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: false, is_asked: false },
        Member { check: Check::Text { least: 1, is_identifier: true }, is_required: false, is_asked: false },
        Member { check: Check::Array { items: &Check::Object(&ROUTE_REJECTION), least: 0, is_unique: false }, is_required: true, is_asked: false },
    ],
    conditions: &[
    ],
    rules: &[
        // this.attemptCount == size(this.attempts)
        Rule {
            id: Id::RuleAttemptCount,
            path: &["attemptCount"],
            message: "attemptCount differs from the number of entries in attempts; set attemptCount to the length of attempts, or add the attempts that were dropped",
            holds: |this| this.get(execution_provenance::ATTEMPT_COUNT).integer() == size(this.get(execution_provenance::ATTEMPTS).children()),
        },
        // this.fallbackOccurred == (this.attemptCount > 1)
        Rule {
            id: Id::RuleFallbackFlag,
            path: &["fallbackOccurred"],
            message: "fallbackOccurred does not say whether attemptCount is above 1; set fallbackOccurred to true exactly when attemptCount is above 1, and keep failed attempts in the record",
            holds: |this| this.get(execution_provenance::FALLBACK_OCCURRED).is_true() == (this.get(execution_provenance::ATTEMPT_COUNT).integer() > 1_i64),
        },
        // this.attempts.all(a, this.attempts.exists_one(b, b.providerId == a.providerId))
        Rule {
            id: Id::RuleAttemptProviderUnique,
            path: &["attempts"],
            message: "a provider is attempted more than once; merge the retries of one provider into a single attempt with the final outcome",
            holds: |this| distinct(|| this.get(execution_provenance::ATTEMPTS).children().map(|item| item.get(attempt::PROVIDER_ID).text())),
        },
        // this.attempts.all(a, a.outcome == "failed") || (this.attempts.exists_one(a, a.outcome != "failed") && this.attempts[size(this.attempts) - 1].outcome != "failed")
        Rule {
            id: Id::RuleOnlyLastAttemptEnds,
            path: &["attempts"],
            message: "an attempt before the last one did not fail; keep attempts in order and end the list with the attempt that succeeded or was cancelled",
            holds: |this| this.get(execution_provenance::ATTEMPTS).children().all(|a_| a_.get(attempt::OUTCOME).text() == "failed") || this.get(execution_provenance::ATTEMPTS).children().filter(|&a_| a_.get(attempt::OUTCOME).text() != "failed").count() == 1 && element(this.get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::OUTCOME).text() != "failed",
        },
        // !has(this.providerId) || (size(this.attempts) > 0 && this.attempts[size(this.attempts) - 1].providerId == this.providerId)
        Rule {
            id: Id::RuleProviderIsLastAttempted,
            path: &["providerId"],
            message: "providerId is not the provider of the last attempt; name the last attempted provider exactly as its attempt does, or leave providerId out when there is no target",
            holds: |this| !this.get(execution_provenance::PROVIDER_ID).is_present() || size(this.get(execution_provenance::ATTEMPTS).children()) > 0_i64 && element(this.get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::PROVIDER_ID).text() == this.get(execution_provenance::PROVIDER_ID).text(),
        },
        // has(this.providerId) || this.attempts.all(a, a.outcome == "failed")
        Rule {
            id: Id::RuleEndedAttemptIsAttributed,
            path: &["providerId"],
            message: "providerId is missing although an attempt succeeded or was cancelled; set providerId to the provider of the attempt that succeeded or was cancelled",
            holds: |this| this.get(execution_provenance::PROVIDER_ID).is_present() || this.get(execution_provenance::ATTEMPTS).children().all(|a_| a_.get(attempt::OUTCOME).text() == "failed"),
        },
        // has(this.providerId) || this.locality == "unknown"
        Rule {
            id: Id::RuleUnattributedLocality,
            path: &["locality"],
            message: "locality is stated without a target; set locality to unknown, or name the target in providerId",
            holds: |this| this.get(execution_provenance::PROVIDER_ID).is_present() || this.get(execution_provenance::LOCALITY).text() == "unknown",
        },
        // has(this.providerId) || !has(this.configuredModel)
        Rule {
            id: Id::RuleUnattributedConfiguredModel,
            path: &["configuredModel"],
            message: "configuredModel is stated without a target; leave configuredModel out, or name the target in providerId",
            holds: |this| this.get(execution_provenance::PROVIDER_ID).is_present() || !this.get(execution_provenance::CONFIGURED_MODEL).is_present(),
        },
        // has(this.providerId) || !has(this.reportedModel)
        Rule {
            id: Id::RuleUnattributedReportedModel,
            path: &["reportedModel"],
            message: "reportedModel is stated without a target; leave reportedModel out, or name the target in providerId",
            holds: |this| this.get(execution_provenance::PROVIDER_ID).is_present() || !this.get(execution_provenance::REPORTED_MODEL).is_present(),
        },
        // this.routeRejections.all(r, this.routeRejections.exists_one(s, s.providerId == r.providerId))
        Rule {
            id: Id::RuleRejectionProviderUnique,
            path: &["routeRejections"],
            message: "a rejected provider has more than one entry; merge the entries of one provider and list all its reason codes there",
            holds: |this| distinct(|| this.get(execution_provenance::ROUTE_REJECTIONS).children().map(|item| item.get(route_rejection::PROVIDER_ID).text())),
        },
        // this.routeRejections.all(r, !this.attempts.exists(a, a.providerId == r.providerId))
        Rule {
            id: Id::RuleRejectedNotAttempted,
            path: &["routeRejections"],
            message: "a rejected provider was attempted; remove the rejection, or find out why the engine called a provider that it had ruled out",
            holds: |this| disjoint(|| this.get(execution_provenance::ROUTE_REJECTIONS).children().map(|item| item.get(route_rejection::PROVIDER_ID).text()), || this.get(execution_provenance::ATTEMPTS).children().map(|item| item.get(attempt::PROVIDER_ID).text())),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static EXECUTION_PROVENANCE_ROOT: Root = Root::Object(&EXECUTION_PROVENANCE);

pub(crate) static INDE_RUN_ERROR: Object = Object {
    names: &["schemaVersion", "errorClass", "message", "runId", "providerId", "retryable", "retryAfterMs", "details", "provenance"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: ERROR_CLASS_CHECK, is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: false, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: false, is_asked: false },
        Member { check: Check::Boolean, is_required: false, is_asked: false },
        Member { check: Check::Number { is_integer: false, minimum: Some(0), maximum: None }, is_required: false, is_asked: false },
        Member { check: Check::Free, is_required: false, is_asked: false },
        Member { check: Check::Object(&EXECUTION_PROVENANCE), is_required: false, is_asked: true },
    ],
    conditions: &[
    ],
    rules: &[
        // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
        Rule {
            id: Id::CarrierErrorNotSucceeded,
            path: &["provenance", "attempts"],
            message: "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
            holds: |this| !this.get(inde_run_error::PROVENANCE).is_present() || !this.get(inde_run_error::PROVENANCE).get(execution_provenance::ATTEMPTS).children().any(|a_| a_.get(attempt::OUTCOME).text() == "succeeded"),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static INDE_RUN_ERROR_ROOT: Root = Root::Object(&INDE_RUN_ERROR);

pub(crate) static USAGE: Object = Object {
    names: &["inputTokens", "outputTokens", "totalTokens"],
    members: &[
        Member { check: Check::Number { is_integer: true, minimum: Some(0), maximum: None }, is_required: true, is_asked: false },
        Member { check: Check::Number { is_integer: true, minimum: Some(0), maximum: None }, is_required: true, is_asked: false },
        Member { check: Check::Number { is_integer: true, minimum: Some(0), maximum: None }, is_required: true, is_asked: false },
    ],
    conditions: &[
    ],
    rules: &[
    ],
    version: None,
};
pub(crate) static USAGE_ROOT: Root = Root::Object(&USAGE);

pub(crate) static TELEMETRY: Object = Object {
    names: &["providerUsed", "totalMs", "errorClass"],
    members: &[
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Number { is_integer: false, minimum: Some(0), maximum: None }, is_required: true, is_asked: false },
        Member { check: ERROR_CLASS_CHECK, is_required: false, is_asked: false },
    ],
    conditions: &[
    ],
    rules: &[
    ],
    version: None,
};
pub(crate) static TELEMETRY_ROOT: Root = Root::Object(&TELEMETRY);

pub(crate) static STREAM_COMPLETED: Object = Object {
    names: &["schemaVersion", "runId", "outcome", "finalText", "finishReason", "usage", "telemetry", "provenance"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Constant("completed"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: true, is_asked: false },
        Member { check: FINISH_REASON_CHECK, is_required: false, is_asked: false },
        Member { check: Check::Object(&USAGE), is_required: false, is_asked: false },
        Member { check: Check::Object(&TELEMETRY), is_required: false, is_asked: false },
        Member { check: Check::Object(&EXECUTION_PROVENANCE), is_required: false, is_asked: true },
    ],
    conditions: &[
    ],
    rules: &[
        // !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded")
        Rule {
            id: Id::CarrierCompletedAttributed,
            path: &["provenance"],
            message: "the provenance has no attempt that succeeded, although the stream completed; attach the record of the execution that completed",
            holds: |this| !this.get(stream_completed::PROVENANCE).is_present() || this.get(stream_completed::PROVENANCE).get(execution_provenance::PROVIDER_ID).is_present() && size(this.get(stream_completed::PROVENANCE).get(execution_provenance::ATTEMPTS).children()) > 0_i64 && element(this.get(stream_completed::PROVENANCE).get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::OUTCOME).text() == "succeeded",
        },
        // !has(this.telemetry) || !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
        Rule {
            id: Id::CarrierProviderUsed,
            path: &["telemetry", "providerUsed"],
            message: "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
            holds: |this| !this.get(stream_completed::TELEMETRY).is_present() || !this.get(stream_completed::PROVENANCE).is_present() || this.get(stream_completed::PROVENANCE).get(execution_provenance::PROVIDER_ID).is_present() && this.get(stream_completed::TELEMETRY).get(telemetry::PROVIDER_USED).text() == this.get(stream_completed::PROVENANCE).get(execution_provenance::PROVIDER_ID).text(),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static STREAM_COMPLETED_ROOT: Root = Root::Object(&STREAM_COMPLETED);

pub(crate) static STREAM_ERROR: Object = Object {
    names: &["schemaVersion", "runId", "outcome", "error", "partialText", "provenance"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Constant("error"), is_required: true, is_asked: false },
        Member { check: Check::Object(&INDE_RUN_ERROR), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: false, is_asked: false },
        Member { check: Check::Object(&EXECUTION_PROVENANCE), is_required: false, is_asked: true },
    ],
    conditions: &[
    ],
    rules: &[
        // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
        Rule {
            id: Id::CarrierErrorNotSucceeded,
            path: &["provenance", "attempts"],
            message: "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
            holds: |this| !this.get(stream_error::PROVENANCE).is_present() || !this.get(stream_error::PROVENANCE).get(execution_provenance::ATTEMPTS).children().any(|a_| a_.get(attempt::OUTCOME).text() == "succeeded"),
        },
        // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "cancelled")
        Rule {
            id: Id::CarrierStreamErrorNotCancelled,
            path: &["provenance", "attempts"],
            message: "an attempt was cancelled although the stream ended in an error; report the outcome as cancelled, or attach the record of the execution that failed",
            holds: |this| !this.get(stream_error::PROVENANCE).is_present() || !this.get(stream_error::PROVENANCE).get(execution_provenance::ATTEMPTS).children().any(|a_| a_.get(attempt::OUTCOME).text() == "cancelled"),
        },
        // !has(this.error.provenance) || !has(this.provenance) || this.error.provenance == this.provenance
        Rule {
            id: Id::CarrierSameProvenance,
            path: &["error", "provenance"],
            message: "error.provenance differs from the provenance beside it; attach one record at both places, or leave it out of error",
            holds: |this| !this.get(stream_error::ERROR).get(inde_run_error::PROVENANCE).is_present() || !this.get(stream_error::PROVENANCE).is_present() || same(this.get(stream_error::ERROR).get(inde_run_error::PROVENANCE), this.get(stream_error::PROVENANCE)),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static STREAM_ERROR_ROOT: Root = Root::Object(&STREAM_ERROR);

pub(crate) static STREAM_CANCELLED: Object = Object {
    names: &["schemaVersion", "runId", "outcome", "partialText", "reason", "provenance"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Constant("cancelled"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: false, is_asked: false },
        Member { check: Check::Object(&EXECUTION_PROVENANCE), is_required: false, is_asked: true },
    ],
    conditions: &[
    ],
    rules: &[
        // !has(this.provenance) || (!this.provenance.attempts.exists(a, a.outcome == "succeeded") && has(this.provenance.providerId) == (size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled"))
        Rule {
            id: Id::CarrierCancelledOutcome,
            path: &["provenance"],
            message: "the provenance is not that of a cancelled stream; attach the record of the cancelled execution; set providerId only when its last attempt is cancelled",
            holds: |this| !this.get(stream_cancelled::PROVENANCE).is_present() || !this.get(stream_cancelled::PROVENANCE).get(execution_provenance::ATTEMPTS).children().any(|a_| a_.get(attempt::OUTCOME).text() == "succeeded") && this.get(stream_cancelled::PROVENANCE).get(execution_provenance::PROVIDER_ID).is_present() == (size(this.get(stream_cancelled::PROVENANCE).get(execution_provenance::ATTEMPTS).children()) > 0_i64 && element(this.get(stream_cancelled::PROVENANCE).get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::OUTCOME).text() == "cancelled"),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static STREAM_CANCELLED_ROOT: Root = Root::Object(&STREAM_CANCELLED);

pub(crate) static TEXT_OUTPUT: Object = Object {
    names: &["type", "text"],
    members: &[
        Member { check: Check::Constant("text"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: false }, is_required: true, is_asked: false },
    ],
    conditions: &[
    ],
    rules: &[
    ],
    version: None,
};
pub(crate) static TEXT_OUTPUT_ROOT: Root = Root::Object(&TEXT_OUTPUT);

pub(crate) static TASK_RESULT: Object = Object {
    names: &["schemaVersion", "runId", "output", "finishReason", "usage", "telemetry", "provenance"],
    members: &[
        Member { check: Check::Version("1.0"), is_required: true, is_asked: false },
        Member { check: Check::Text { least: 0, is_identifier: true }, is_required: true, is_asked: false },
        Member { check: Check::Object(&TEXT_OUTPUT), is_required: true, is_asked: false },
        Member { check: FINISH_REASON_CHECK, is_required: true, is_asked: false },
        Member { check: Check::Object(&USAGE), is_required: false, is_asked: false },
        Member { check: Check::Object(&TELEMETRY), is_required: true, is_asked: false },
        Member { check: Check::Object(&EXECUTION_PROVENANCE), is_required: false, is_asked: true },
    ],
    conditions: &[
    ],
    rules: &[
        // !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded" || (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled" && this.finishReason == "cancelled")))
        Rule {
            id: Id::CarrierResultAttributed,
            path: &["provenance"],
            message: "the provenance has no target that produced this result; attach the record of the execution that produced this result, with providerId set",
            holds: |this| !this.get(task_result::PROVENANCE).is_present() || this.get(task_result::PROVENANCE).get(execution_provenance::PROVIDER_ID).is_present() && size(this.get(task_result::PROVENANCE).get(execution_provenance::ATTEMPTS).children()) > 0_i64 && (element(this.get(task_result::PROVENANCE).get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::OUTCOME).text() == "succeeded" || element(this.get(task_result::PROVENANCE).get(execution_provenance::ATTEMPTS).children(), 0, true).unwrap_or(this.absent()).get(attempt::OUTCOME).text() == "cancelled" && this.get(task_result::FINISH_REASON).text() == "cancelled"),
        },
        // !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
        Rule {
            id: Id::CarrierProviderUsed,
            path: &["telemetry", "providerUsed"],
            message: "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
            holds: |this| !this.get(task_result::PROVENANCE).is_present() || this.get(task_result::PROVENANCE).get(execution_provenance::PROVIDER_ID).is_present() && this.get(task_result::TELEMETRY).get(telemetry::PROVIDER_USED).text() == this.get(task_result::PROVENANCE).get(execution_provenance::PROVIDER_ID).text(),
        },
    ],
    version: Some(("schemaVersion", "1.0")),
};
pub(crate) static TASK_RESULT_ROOT: Root = Root::Object(&TASK_RESULT);

pub(crate) static RECORD: Document = Document { root: &EXECUTION_PROVENANCE_ROOT, recognised_by: &[], records: &[] };

pub(crate) static INDERUN_ERROR_DOCUMENT: Document = Document { root: &INDE_RUN_ERROR_ROOT, recognised_by: &["errorClass", "message"], records: &[&["provenance"]] };

pub(crate) static STREAM_TERMINAL_OUTCOME_ROOT: Root = Root::Union { tag: &"outcome", values: &["completed", "error", "cancelled"], branches: &[&STREAM_COMPLETED, &STREAM_ERROR, &STREAM_CANCELLED] };
pub(crate) static STREAM_TERMINAL_OUTCOME_DOCUMENT: Document = Document { root: &STREAM_TERMINAL_OUTCOME_ROOT, recognised_by: &["finalText", "partialText", "outcome"], records: &[&["provenance"], &["error", "provenance"]] };

pub(crate) static TASK_RESULT_DOCUMENT: Document = Document { root: &TASK_RESULT_ROOT, recognised_by: &["output", "finishReason", "telemetry"], records: &[&["provenance"]] };

crate::carrier::carriers! {
    InderunError = "inderun-error", INDERUN_ERROR_DOCUMENT;
    StreamTerminalOutcome = "stream-terminal-outcome", STREAM_TERMINAL_OUTCOME_DOCUMENT;
    TaskResult = "task-result", TASK_RESULT_DOCUMENT;
}

/// Carriers in the order in which they are recognised.
pub(crate) static CARRIERS: &[&Document] = &[&STREAM_TERMINAL_OUTCOME_DOCUMENT, &TASK_RESULT_DOCUMENT, &INDERUN_ERROR_DOCUMENT];

pub(crate) static RECOGNITION: Recognition = Recognition {
    record_only: &["attemptCount", "attempts", "fallbackOccurred", "locality", "modelProfile", "routeRejections"],
    record_members: &["provenance"],
};

pub(crate) static LEAKS: Leaks = Leaks {
    separators: "_-. ",
    longest: 23,
    folded: &[("\u{17f}", "s"), ("\u{212a}", "k")],
    redacted: Redacted { words: &["redacted", "masked", "removed", "hidden"], fill: "*xX.\u{2022}", brackets: "[](){}<>" },
    credential_members: &["accesskey", "accesskeyid", "accesstoken", "accesstokens", "accountkey", "apikey", "apikeys", "apikeyvalue", "apisecret", "apitoken", "appsecret", "auth", "authheader", "authorization", "authorizationheader", "authtoken", "awsaccesskeyid", "awscredentials", "awssecretaccesskey", "awssecretkey", "awssessiontoken", "bearer", "bearertoken", "clientsecret", "connectionstring", "cookie", "cookies", "credential", "credentials", "creds", "csrftoken", "databaseurl", "dbpassword", "encryptionkey", "idtoken", "jwt", "jwttoken", "masterkey", "oauthtoken", "ocpapimsubscriptionkey", "otp", "passcode", "passphrase", "passwd", "password", "passwords", "pat", "personalaccesstoken", "privatekey", "privatekeypem", "privatekeys", "providerapikey", "providerkey", "proxyauthorization", "pwd", "refreshtoken", "sastoken", "secret", "secretaccesskey", "secretkey", "secrets", "secretvalue", "securitytoken", "serviceaccountjson", "serviceaccountkey", "servicekey", "sessioncookie", "sessionkey", "sessiontoken", "setcookie", "setcookies", "sharedsecret", "signingkey", "signingsecret", "sshkey", "sshprivatekey", "subscriptionkey", "token", "usercredentials", "userpassword", "usertoken", "webhooksecret", "xamzsecuritytoken", "xapikey", "xauthorization", "xgoogapikey", "xsrftoken"],
    credential_suffixes: &["accesskey", "accesstoken", "apikey", "apitoken", "authtoken", "bearertoken", "connectionstring", "passphrase", "passwd", "password", "privatekey", "refreshtoken", "secret", "secretkey", "sessiontoken"],
    content_members: &["answer", "answers", "apirequest", "apiresponse", "args", "arguments", "assistantmessage", "assistantmessages", "assistantprompt", "attachment", "attachments", "audiodata", "bodies", "body", "bodyjson", "bodytext", "chainofthought", "chathistory", "chatmessages", "choices", "completion", "completions", "completiontext", "content", "contentblocks", "contentparts", "contents", "conversation", "conversationhistory", "delta", "deltas", "developermessage", "developerprompt", "dialog", "dialogue", "documents", "embedding", "embeddings", "excerpt", "filecontent", "filecontents", "filedata", "finalprompt", "finaltext", "fullprompt", "fullrequest", "fullresponse", "fulltext", "functionarguments", "functioncall", "functioncalls", "genaicompletion", "genaiinputmessages", "genaioutputmessages", "genaiprompt", "genaisysteminstructions", "genaitoolcallarguments", "genaitoolcallresult", "genaitooldefinitions", "generatedtext", "generatedtexts", "headers", "history", "httpbody", "httprequest", "httpresponse", "imagedata", "imageurl", "input", "inputbody", "inputcontent", "inputdata", "inputmessages", "inputs", "inputtext", "inputvalue", "instruction", "instructions", "jsonpayload", "llmcompletions", "llminputmessages", "llmoutputmessages", "llmprompts", "llmrequest", "llmresponse", "messagecontent", "messagelist", "messages", "messagetext", "modelinput", "modeloutput", "modelrequest", "modelresponse", "negativeprompt", "originalprompt", "output", "outputbody", "outputcontent", "outputdata", "outputmessages", "outputs", "outputtext", "outputvalue", "partialoutput", "partialresponse", "partialtext", "payload", "payloads", "plaintext", "prompt", "promptcontent", "promptmessage", "promptmessages", "promptpreview", "prompts", "prompttemplate", "prompttext", "providerpayload", "providerrequest", "providerrequestbody", "providerresponse", "providerresponsebody", "query", "question", "questions", "raw", "rawbody", "rawbytes", "rawchunk", "rawchunks", "rawcontent", "rawdata", "rawevent", "rawevents", "rawheaders", "rawinput", "rawjson", "rawoutput", "rawpayload", "rawprompt", "rawrequest", "rawrequestbody", "rawresponse", "rawresponsebody", "rawtext", "reasoning", "reasoningcontent", "reasoningtext", "renderedprompt", "replies", "reply", "request", "requestbody", "requestcontent", "requestdata", "requestheaders", "requestjson", "requestpayload", "response", "responsebody", "responsecontent", "responsedata", "responseheaders", "responsejson", "responsemessage", "responsepayload", "responsepreview", "responses", "responsetext", "scratchpad", "searchquery", "snippet", "snippets", "systeminstruction", "systeminstructions", "systemmessage", "systemprompt", "systemprompts", "text", "texts", "thinking", "thoughts", "toolargs", "toolarguments", "toolcall", "toolcallarguments", "toolcallresult", "toolcalls", "toolinput", "tooloutput", "toolparameters", "toolresponse", "toolresult", "toolresults", "transcript", "transcription", "transcripts", "upstreamresponse", "userinput", "userinputs", "userinstructions", "usermessage", "usermessages", "userprompt", "userquery", "userquestion", "usertext"],
    message_members: &["backtrace", "callstack", "cancellationreason", "cancelreason", "cause", "causedby", "causes", "comment", "comments", "description", "detail", "details", "developermessage", "diagnostic", "diagnostics", "displaymessage", "error", "errorbody", "errordescription", "errordetail", "errordetails", "errorinfo", "errormessage", "errormessages", "errormsg", "errorreason", "errorresponse", "errors", "errorstack", "errorstring", "errortext", "exception", "exceptiondetails", "exceptionmessage", "exceptions", "exceptionstacktrace", "explanation", "failuredetail", "failuredetails", "failuremessage", "failurereason", "hint", "hints", "humanreadable", "innerexception", "justification", "log", "logmessage", "logs", "message", "messages", "msg", "msgs", "note", "notes", "originalerror", "originalmessage", "providererror", "providererrormessage", "providermessage", "rationale", "rawerror", "rawmessage", "reason", "reasondescription", "reasondetail", "reasonmessage", "reasons", "reasontext", "rejectionmessage", "rejectionreason", "remark", "remarks", "rootcause", "stack", "stacks", "stacktrace", "stacktraces", "statusdetail", "statusdetails", "statusmessage", "statustext", "stderr", "stdout", "summary", "title", "traceback", "tracebacks", "upstreamerror", "usermessage", "warning", "warnings"],
    textless_members: &["attempts", "routeRejections"],
    known_members: &["attemptCount", "attempts", "configuredModel", "errorClass", "fallbackOccurred", "locality", "modelProfile", "outcome", "providerId", "reasonCodes", "reportedModel", "routeRejections", "schemaVersion"],
    values: &[
        ValuePattern { id: "anthropic-key", keywords: &["sk-ant-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])sk-ant-(?:(?:api|admin)[0-9]{2}-)?([A-Za-z0-9_-]{20,})" },
        ValuePattern { id: "openai-key", keywords: &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-none-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])sk-(?:proj|svcacct|admin|None)-([A-Za-z0-9_-]{20,})" },
        ValuePattern { id: "openrouter-key", keywords: &["sk-or-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])sk-or-(?:v[0-9]-)?([A-Za-z0-9]{20,})" },
        ValuePattern { id: "sk-key", keywords: &["sk-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])sk-([A-Za-z0-9]{20,})" },
        ValuePattern { id: "google-key", keywords: &["aiza"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])AIza([0-9A-Za-z_-]{30,})" },
        ValuePattern { id: "google-oauth-token", keywords: &["ya29."], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])ya29\\.([0-9A-Za-z_-]{20,})" },
        ValuePattern { id: "aws-access-key", keywords: &["akia", "asia", "abia", "acca", "a3t"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])([A-Z0-9]{16})(?:[^A-Za-z0-9]|$)" },
        ValuePattern { id: "bedrock-key", keywords: &["absk", "bedrock-api-key-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:ABSK([A-Za-z0-9+/]{40,})|bedrock-api-key-([A-Za-z0-9+/=_-]{20,}))" },
        ValuePattern { id: "github-token", keywords: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:gh[pousr]_([0-9A-Za-z]{20,})|github_pat_([0-9A-Za-z_]{22,}))" },
        ValuePattern { id: "gitlab-token", keywords: &["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-", "glffct-", "gr1348941", "_gitlab_session="], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:gl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent|oas|ffct)-([0-9A-Za-z_-]{20,})|GR1348941([0-9A-Za-z_-]{20,})|_gitlab_session=([0-9a-z]{32}))" },
        ValuePattern { id: "slack-token", keywords: &["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-", "xoxe."], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:xox[abeoprs]-([0-9A-Za-z-]{10,})|xoxe\\.xox[bp]-[0-9]-([0-9A-Za-z]{10,})|xapp-[0-9]-([0-9A-Za-z-]{10,}))" },
        ValuePattern { id: "slack-webhook", keywords: &["hooks.slack.com/"], pattern: "hooks\\.slack\\.com/(?:services|workflows|triggers)/(?:T[0-9A-Z]{1,20}/[AB][0-9A-Z]{1,20}/)?([0-9A-Za-z+/_-]{20,})" },
        ValuePattern { id: "teams-webhook", keywords: &[".webhook.office.com/"], pattern: "\\.webhook\\.office\\.com/webhookb2/([0-9A-Za-z@-]{36,}/IncomingWebhook/[0-9a-z]{20,})" },
        ValuePattern { id: "huggingface-token", keywords: &["hf_", "api_org_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:hf_|api_org_)([0-9A-Za-z]{30,})" },
        ValuePattern { id: "groq-key", keywords: &["gsk_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])gsk_([0-9A-Za-z]{20,})" },
        ValuePattern { id: "xai-key", keywords: &["xai-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])xai-([0-9A-Za-z_]{20,})" },
        ValuePattern { id: "replicate-token", keywords: &["r8_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])r8_([0-9A-Za-z]{20,})" },
        ValuePattern { id: "perplexity-key", keywords: &["pplx-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])pplx-([0-9A-Za-z]{20,})" },
        ValuePattern { id: "nvidia-key", keywords: &["nvapi-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])nvapi-([0-9A-Za-z_-]{20,})" },
        ValuePattern { id: "langfuse-key", keywords: &["sk-lf-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])sk-lf-([0-9A-Za-z-]{20,})" },
        ValuePattern { id: "helicone-key", keywords: &["k-helicone-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])[ps]k-helicone-([0-9A-Za-z-]{16,})" },
        ValuePattern { id: "langsmith-key", keywords: &["lsv2_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])lsv2_(?:pt|sk)_([0-9A-Za-z_]{20,})" },
        ValuePattern { id: "vercel-key", keywords: &["vck_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])vck_([0-9A-Za-z]{20,})" },
        ValuePattern { id: "cerebras-key", keywords: &["csk-"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])csk-([0-9A-Za-z]{20,})" },
        ValuePattern { id: "fireworks-key", keywords: &["fw_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])fw_([0-9A-Za-z]{20,})" },
        ValuePattern { id: "together-key", keywords: &["tgp_v1_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])tgp_v1_([0-9A-Za-z_-]{20,})" },
        ValuePattern { id: "databricks-token", keywords: &["dapi"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])dapi([0-9a-f]{32})" },
        ValuePattern { id: "stripe-key", keywords: &["sk_test_", "sk_live_", "sk_prod_", "rk_test_", "rk_live_", "rk_prod_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:sk|rk)_(?:test|live|prod)_([0-9A-Za-z]{10,})" },
        ValuePattern { id: "sendgrid-key", keywords: &["sg."], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])SG\\.([0-9A-Za-z=_-]{16,64}\\.[0-9A-Za-z=_-]{16,})" },
        ValuePattern { id: "npm-token", keywords: &["npm_"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])npm_([0-9A-Za-z]{30,})" },
        ValuePattern { id: "pypi-token", keywords: &["pypi-age"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])pypi-AgE([0-9A-Za-z_-]{40,})" },
        ValuePattern { id: "vault-token", keywords: &["hvb.", "hvs."], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])hv[bs]\\.([0-9A-Za-z_-]{24,})" },
        ValuePattern { id: "service-token", keywords: &[".acc-", ".acc_", ".atlasv1.", "4b1d", "_mmk", "a3-", "age-secret-key-", "akcp", "api-", "clojars_", "cmvmd", "doo_v1_", "dop_v1_", "dor_v1_", "dp.pt.", "dt0c01.", "duffel_", "eaa", "eyjrijoi", "ezak", "eztk", "fio-u-", "flwpubk_test-", "flwseck_test-", "fm1a_", "fm1r_", "fm2_", "fo1_", "glc_", "glsa_", "hrku-aa", "ico-", "lin_api_", "ltai", "ntn_", "ops_eyj", "p8e-", "pat", "pat.", "pmak-", "pnu_", "pscale_", "pul-", "rdme_", "rubygems_", "s-s4t2", "sat.", "sgp_", "sha256~", "shippo_", "shpat_", "shpca_", "shppa_", "shpss_", "sm_aat_", "sm_pat_", "sm_sat_", "sntrys_", "sntryu_", "sq0atp-", "sq0csp-", "tk-us-", "v1.0-", "xkeysib-", "zxlk"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:A3-[A-Z0-9]{6}-([A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){2,3})|ops_eyJ([A-Za-z0-9+/]{40,})|p8e-([A-Za-z0-9]{20,})|AGE-SECRET-KEY-1([A-Z0-9]{20,})|pat[A-Za-z0-9]{14}\\.([0-9a-f]{20,})|LTAI([A-Za-z0-9]{16,})|AKCp([A-Za-z0-9]{20,})|cmVmd([A-Za-z0-9]{40,})|(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.([A-Za-z0-9+/_=-]{20,})|4b1d([A-Za-z0-9]{38})|[Cc][Ll][Oo][Jj][Aa][Rr][Ss]_([A-Za-z0-9]{20,})|v1\\.0-[0-9a-f]{24}-([0-9a-f]{20,})|[Dd][Oo][OoPpRr]_[Vv]1_([0-9A-Fa-f]{20,})|dp\\.pt\\.([A-Za-z0-9]{20,})|duffel_(?:test|live)_([A-Za-z0-9_=-]{20,})|dt0c01\\.([A-Za-z0-9]{24}\\.[A-Za-z0-9]{20,})|EZ[AT]K([A-Za-z0-9]{20,})|EAA[AMC]([A-Za-z0-9_-]{22,})|FLW(?:SEC|PUB)K_TEST-([A-Za-z0-9]{12,})|(?:fo1_|fm1[ar]_|fm2_)([A-Za-z0-9+/_-]{20,})|fio-u-([A-Za-z0-9_=-]{20,})|[Gg][Ll][Cc]_([A-Za-z0-9+/]{20,})|[Gg][Ll][Ss][Aa]_([A-Za-z0-9_]{20,})|(?:pat|sat)\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.([A-Za-z0-9]{20})|[A-Za-z0-9]{14}\\.atlasv1\\.([A-Za-z0-9_=-]{20,})|HRKU-AA([0-9A-Za-z_-]{20,})|ico-([A-Za-z0-9]{32})|s-s4t2(?:ud|af)-([0-9A-Fa-f]{20,})|ZXlK([A-Za-z0-9+/_-]{40,})|eyJrIjoi([A-Za-z0-9+/]{40,})|lin_api_([A-Za-z0-9]{20,})|[A-Za-z0-9]{6}_([A-Za-z0-9]{29}_mmk)|ntn_([0-9A-Za-z]{20,})|API-([A-Z0-9]{26})|sha256~([A-Za-z0-9_-]{20,})|pscale_(?:tkn|oauth|[Pp][Ww])_([A-Za-z0-9_=.-]{20,})|PMAK-([A-Fa-f0-9]{24}-[A-Fa-f0-9]{20,})|pnu_([A-Za-z0-9]{20,})|pul-([0-9a-f]{40})|rdme_([a-z0-9]{20,})|rubygems_([0-9a-f]{20,})|tk-us-([A-Za-z0-9_-]{40,})|xkeysib-([0-9a-f]{20,}(?:-[A-Za-z0-9]{1,16})?)|sntry(?:s_eyJ|u_)([A-Za-z0-9+/=_-]{20,})|sm_(?:aat|pat|sat)_([A-Za-z0-9]{16,})|shippo_(?:live|test)_([0-9A-Fa-f]{20,})|shp(?:at|ca|pa|ss)_([0-9A-Fa-f]{20,})|[Ss][Gg][Pp]_([0-9A-Za-z_]{20,})|sq0(?:atp|csp)-([A-Za-z0-9_-]{20,}))" },
        ValuePattern { id: "azure-client-secret", keywords: &["q~"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])([A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{24,34})" },
        ValuePattern { id: "jwt", keywords: &["eya", "eyj"], pattern: "(?:^|[^A-Za-z0-9_-]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])ey[AJ][A-Za-z0-9_-]{10,}\\.(?:ey[AJ][A-Za-z0-9_-]{10,}\\.|[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{10,})" },
        ValuePattern { id: "private-key", keywords: &["private key"], pattern: "-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\\\[nrt]|[ \\t\\r\\n])*([^ \\t\\r\\n\\\\-]*)" },
        ValuePattern { id: "authorization", keywords: &["bearer", "basic", "authorization"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]\\\\?[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\?[\"']?[A-Za-z]{0,20}[ \\t]{0,4}(?:[Bb][Ee][Aa][Rr][Ee][Rr]|[Bb][Aa][Ss][Ii][Cc]|[Tt][Oo][Kk][Ee][Nn]|[Dd][Ii][Gg][Ee][Ss][Tt]|[Nn][Ee][Gg][Oo][Tt][Ii][Aa][Tt][Ee]|[Aa][Pp][Ii][Kk][Ee][Yy]|[Kk][Ee][Yy])[ \\t]{1,8}([A-Za-z0-9+/._~-]{4,})|[Bb][Ee][Aa][Rr][Ee][Rr][ \\t]{1,8}([0-9][A-Za-z0-9._~+/-]{7,}|[A-Za-z][a-z._~+/-]{0,62}[A-Z0-9][A-Za-z0-9._~+/-]{6,}|[A-Za-z][a-z._~+/-]{6,62}[A-Z0-9]|[a-z]{16,}|[a-z._~+/-]{20,})|[Bb][Aa][Ss][Ii][Cc][ \\t]{1,8}([0-9][A-Za-z0-9._~+/-]{7,}|[A-Za-z][a-z._~+/-]{0,62}[A-Z0-9][A-Za-z0-9._~+/-]{6,}|[A-Za-z][a-z._~+/-]{6,62}[A-Z0-9]|[a-z]{16,}|[a-z._~+/-]{20,}|[A-Za-z0-9+/]{4,}==?))" },
        ValuePattern { id: "cookie", keywords: &["cookie"], pattern: "(?:^|[^A-Za-z0-9]|%[0-9A-Fa-f][0-9A-Fa-f]|\\\\[nrt])(?:[Ss][Ee][Tt]-)?[Cc][Oo][Oo][Kk][Ii][Ee]\\\\?[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\?[\"']?[A-Za-z0-9_.-]{1,64}=([^ \\t\\r\\n;,*<]{8,})" },
        ValuePattern { id: "secret-assignment", keywords: &["key", "secret", "token", "password", "passwd", "pwd"], pattern: "(?:[Aa][Pp][Ii]_[Kk][Ee][Yy]|[Aa][Pp][Ii]-[Kk][Ee][Yy]|[Aa][Pp][Ii][Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss]_[Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss]-[Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss][Kk][Ee][Yy]|[Aa][Cc][Cc][Oo][Uu][Nn][Tt]_[Kk][Ee][Yy]|[Aa][Cc][Cc][Oo][Uu][Nn][Tt][Kk][Ee][Yy]|[Ss][Ee][Cc][Rr][Ee][Tt]_[Kk][Ee][Yy]|[Ss][Ee][Cc][Rr][Ee][Tt]-[Kk][Ee][Yy]|[Ss][Ee][Cc][Rr][Ee][Tt][Kk][Ee][Yy]|[Ss][Uu][Bb][Ss][Cc][Rr][Ii][Pp][Tt][Ii][Oo][Nn]-[Kk][Ee][Yy]|[Cc][Ll][Ii][Ee][Nn][Tt]_[Ss][Ee][Cc][Rr][Ee][Tt]|[Cc][Ll][Ii][Ee][Nn][Tt]-[Ss][Ee][Cc][Rr][Ee][Tt]|[Cc][Ll][Ii][Ee][Nn][Tt][Ss][Ee][Cc][Rr][Ee][Tt]|[Aa][Cc][Cc][Ee][Ss][Ss]_[Tt][Oo][Kk][Ee][Nn]|[Aa][Cc][Cc][Ee][Ss][Ss]-[Tt][Oo][Kk][Ee][Nn]|[Aa][Cc][Cc][Ee][Ss][Ss][Tt][Oo][Kk][Ee][Nn]|[Rr][Ee][Ff][Rr][Ee][Ss][Hh]_[Tt][Oo][Kk][Ee][Nn]|[Rr][Ee][Ff][Rr][Ee][Ss][Hh]-[Tt][Oo][Kk][Ee][Nn]|[Rr][Ee][Ff][Rr][Ee][Ss][Hh][Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh]_[Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh]-[Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh][Tt][Oo][Kk][Ee][Nn]|[Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd]|[Pp][Aa][Ss][Ss][Ww][Dd]|[Pp][Ww][Dd])\\\\?[\"']?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\?[\"']?([0-9][A-Za-z0-9._~+/-]{7,}|[A-Za-z][a-z._~+/-]{0,62}[A-Z0-9][A-Za-z0-9._~+/-]{6,}|[A-Za-z][a-z._~+/-]{6,62}[A-Z0-9]|[a-z]{16,}|[a-z._~+/-]{20,})" },
        ValuePattern { id: "url-user-information", keywords: &["://"], pattern: "://(?:[^/?# \\t\\r\\n\\\\\"'<>@:]*:)?([^/?# \\t\\r\\n\\\\\"'<>@]+)@[A-Za-z0-9\\[]" },
        ValuePattern { id: "url-query-key", keywords: &["=", "%3d"], pattern: "(?:[?&#;]|%3[Ff]|%26)(?:[Kk][Ee][Yy]|[Aa][Pp][Ii]_[Kk][Ee][Yy]|[Aa][Pp][Ii]-[Kk][Ee][Yy]|[Aa][Pp][Ii][Kk][Ee][Yy]|[Xx]-[Aa][Pp][Ii]-[Kk][Ee][Yy]|[Xx]-[Gg][Oo][Oo][Gg]-[Aa][Pp][Ii]-[Kk][Ee][Yy]|[Ss][Uu][Bb][Ss][Cc][Rr][Ii][Pp][Tt][Ii][Oo][Nn]-[Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss]_[Kk][Ee][Yy]|[Aa][Cc][Cc][Ee][Ss][Ss][Kk][Ee][Yy]|[Tt][Oo][Kk][Ee][Nn]|[Aa][Cc][Cc][Ee][Ss][Ss]_[Tt][Oo][Kk][Ee][Nn]|[Aa][Cc][Cc][Ee][Ss][Ss]-[Tt][Oo][Kk][Ee][Nn]|[Aa][Cc][Cc][Ee][Ss][Ss][Tt][Oo][Kk][Ee][Nn]|[Rr][Ee][Ff][Rr][Ee][Ss][Hh]_[Tt][Oo][Kk][Ee][Nn]|[Rr][Ee][Ff][Rr][Ee][Ss][Hh][Tt][Oo][Kk][Ee][Nn]|[Ii][Dd]_[Tt][Oo][Kk][Ee][Nn]|[Ii][Dd][Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh]_[Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh][Tt][Oo][Kk][Ee][Nn]|[Ss][Ee][Ss][Ss][Ii][Oo][Nn]_[Tt][Oo][Kk][Ee][Nn]|[Ss][Ee][Ss][Ss][Ii][Oo][Nn][Tt][Oo][Kk][Ee][Nn]|[Xx]-[Aa][Mm][Zz]-[Ss][Ee][Cc][Uu][Rr][Ii][Tt][Yy]-[Tt][Oo][Kk][Ee][Nn]|[Aa][Uu][Tt][Hh]|[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]|[Ss][Ii][Gg]|[Ss][Ii][Gg][Nn][Aa][Tt][Uu][Rr][Ee]|[Xx]-[Aa][Mm][Zz]-[Ss][Ii][Gg][Nn][Aa][Tt][Uu][Rr][Ee]|[Xx]-[Gg][Oo][Oo][Gg]-[Ss][Ii][Gg][Nn][Aa][Tt][Uu][Rr][Ee]|[Xx]-[Aa][Mm][Zz]-[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll]|[Xx]-[Gg][Oo][Oo][Gg]-[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll]|[Aa][Ww][Ss][Aa][Cc][Cc][Ee][Ss][Ss][Kk][Ee][Yy][Ii][Dd]|[Pp][Aa][Ss][Ss][Ww][Oo][Rr][Dd]|[Pp][Aa][Ss][Ss][Ww][Dd]|[Pp][Ww][Dd]|[Pp][Aa][Ss][Ss]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Cc][Ll][Ii][Ee][Nn][Tt]_[Ss][Ee][Cc][Rr][Ee][Tt]|[Cc][Ll][Ii][Ee][Nn][Tt][Ss][Ee][Cc][Rr][Ee][Tt]|[Cc][Oo][Dd][Ee]|[Ss][Ee][Ss][Ss][Ii][Oo][Nn]|[Ss][Ee][Ss][Ss][Ii][Oo][Nn][Ii][Dd]|[Ss][Ee][Ss][Ss][Ii][Oo][Nn]_[Ii][Dd]|[Jj][Ww][Tt]|[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll]|[Cc][Rr][Ee][Dd][Ee][Nn][Tt][Ii][Aa][Ll][Ss]|[Pp][Rr][Ii][Vv][Aa][Tt][Ee]_[Kk][Ee][Yy]|[Ss][Ee][Cc][Rr][Ee][Tt]_[Kk][Ee][Yy]|[Ss][Ee][Cc][Rr][Ee][Tt][Kk][Ee][Yy])(?:=|%3[Dd])((?:[^&#; \\t\\r\\n\"'<>\\[\\]\\{\\}\\(\\)*.$%\\\\]|%2[BbFf])[^&#; \\t\\r\\n\"'<>\\\\]*)" },
    ],
};

pub(crate) static IDENTIFIERS: Identifiers = Identifiers {
    forbidden: &[('\u{0}', '\u{1f}'), ('\u{7f}', '\u{9f}'), ('\u{61c}', '\u{61c}'), ('\u{200e}', '\u{200f}'), ('\u{202a}', '\u{202e}'), ('\u{2066}', '\u{2069}'), ('\u{fdd0}', '\u{fdef}'), ('\u{fffe}', '\u{ffff}'), ('\u{1fffe}', '\u{1ffff}'), ('\u{2fffe}', '\u{2ffff}'), ('\u{3fffe}', '\u{3ffff}'), ('\u{4fffe}', '\u{4ffff}'), ('\u{5fffe}', '\u{5ffff}'), ('\u{6fffe}', '\u{6ffff}'), ('\u{7fffe}', '\u{7ffff}'), ('\u{8fffe}', '\u{8ffff}'), ('\u{9fffe}', '\u{9ffff}'), ('\u{afffe}', '\u{affff}'), ('\u{bfffe}', '\u{bffff}'), ('\u{cfffe}', '\u{cffff}'), ('\u{dfffe}', '\u{dffff}'), ('\u{efffe}', '\u{effff}'), ('\u{ffffe}', '\u{fffff}'), ('\u{10fffe}', '\u{10ffff}')],
    blank: &[('\u{20}', '\u{20}'), ('\u{a0}', '\u{a0}'), ('\u{ad}', '\u{ad}'), ('\u{61c}', '\u{61c}'), ('\u{1680}', '\u{1680}'), ('\u{180e}', '\u{180e}'), ('\u{2000}', '\u{200f}'), ('\u{2028}', '\u{202f}'), ('\u{205f}', '\u{206f}'), ('\u{3000}', '\u{3000}'), ('\u{feff}', '\u{feff}')],
    missing: &["null", "None", "undefined", "nil", "<nil>", "(null)", "NaN", "[object Object]"],
};

/// The limits of a reader, unless you set others.
pub const DEFAULT_LIMITS: Limits = Limits { max_bytes: 1_048_576, max_depth: 512 };
