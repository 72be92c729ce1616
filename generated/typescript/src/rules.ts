// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
/** The rule phase, compiled from the rules of the schemas: CEL over schema-valid values. */

import { allDiffer, at, both, compare, either, equal, exactlyOne, get, has, holds, isDisjoint, size, type Node } from "./logic.js";

export interface Rule {
  readonly id: string;
  readonly path: string;
  readonly message: string;
  readonly holds: (self: Node) => boolean;
}

/** `steps` are the names of the members that lead to the object that `rules` are about. */
export interface Place {
  readonly steps: readonly string[];
  readonly rules: readonly Rule[];
}

const EXECUTION_PROVENANCE_RULES: readonly Rule[] = [
  // this.attemptCount == size(this.attempts)
  {
    id: "rule/attempt-count",
    path: "/attemptCount",
    message: "attemptCount differs from the number of entries in attempts; set attemptCount to the length of attempts, or add the attempts that were dropped",
    holds: (self: Node) => equal(get(self, "attemptCount"), size(get(self, "attempts"))),
  },
  // this.fallbackOccurred == (this.attemptCount > 1)
  {
    id: "rule/fallback-flag",
    path: "/fallbackOccurred",
    message: "fallbackOccurred does not say whether attemptCount is above 1; set fallbackOccurred to true exactly when attemptCount is above 1, and keep failed attempts in the record",
    holds: (self: Node) => (get(self, "fallbackOccurred") === (compare(get(self, "attemptCount"), 1) > 0)),
  },
  // this.attempts.all(a, this.attempts.exists_one(b, b.providerId == a.providerId))
  {
    id: "rule/attempt-provider-unique",
    path: "/attempts",
    message: "a provider is attempted more than once; merge the retries of one provider into a single attempt with the final outcome",
    holds: (self: Node) => allDiffer(get(self, "attempts"), (item: Node) => get(item, "providerId")),
  },
  // this.attempts.all(a, a.outcome == "failed") || (this.attempts.exists_one(a, a.outcome != "failed") && this.attempts[size(this.attempts) - 1].outcome != "failed")
  {
    id: "rule/only-last-attempt-ends",
    path: "/attempts",
    message: "an attempt before the last one did not fail; keep attempts in order and end the list with the attempt that succeeded or was cancelled",
    holds: (self: Node) => holds(() => (get(self, "attempts").every((a_: Node) => (get(a_, "outcome") === "failed")) || (exactlyOne(get(self, "attempts"), (a_: Node) => (get(a_, "outcome") !== "failed")) && (get(at(get(self, "attempts"), (size(get(self, "attempts")) - 1)), "outcome") !== "failed")))),
  },
  // !has(this.providerId) || (size(this.attempts) > 0 && this.attempts[size(this.attempts) - 1].providerId == this.providerId)
  {
    id: "rule/provider-is-last-attempted",
    path: "/providerId",
    message: "providerId is not the provider of the last attempt; name the last attempted provider exactly as its attempt does, or leave providerId out when there is no target",
    holds: (self: Node) => holds(() => (!has(self, "providerId") || ((compare(size(get(self, "attempts")), 0) > 0) && (get(at(get(self, "attempts"), (size(get(self, "attempts")) - 1)), "providerId") === get(self, "providerId"))))),
  },
  // has(this.providerId) || this.attempts.all(a, a.outcome == "failed")
  {
    id: "rule/ended-attempt-is-attributed",
    path: "/providerId",
    message: "providerId is missing although an attempt succeeded or was cancelled; set providerId to the provider of the attempt that succeeded or was cancelled",
    holds: (self: Node) => (has(self, "providerId") || get(self, "attempts").every((a_: Node) => (get(a_, "outcome") === "failed"))),
  },
  // has(this.providerId) || this.locality == "unknown"
  {
    id: "rule/unattributed-locality",
    path: "/locality",
    message: "locality is stated without a target; set locality to unknown, or name the target in providerId",
    holds: (self: Node) => (has(self, "providerId") || (get(self, "locality") === "unknown")),
  },
  // has(this.providerId) || !has(this.configuredModel)
  {
    id: "rule/unattributed-configured-model",
    path: "/configuredModel",
    message: "configuredModel is stated without a target; leave configuredModel out, or name the target in providerId",
    holds: (self: Node) => (has(self, "providerId") || !has(self, "configuredModel")),
  },
  // has(this.providerId) || !has(this.reportedModel)
  {
    id: "rule/unattributed-reported-model",
    path: "/reportedModel",
    message: "reportedModel is stated without a target; leave reportedModel out, or name the target in providerId",
    holds: (self: Node) => (has(self, "providerId") || !has(self, "reportedModel")),
  },
  // this.routeRejections.all(r, this.routeRejections.exists_one(s, s.providerId == r.providerId))
  {
    id: "rule/rejection-provider-unique",
    path: "/routeRejections",
    message: "a rejected provider has more than one entry; merge the entries of one provider and list all its reason codes there",
    holds: (self: Node) => allDiffer(get(self, "routeRejections"), (item: Node) => get(item, "providerId")),
  },
  // this.routeRejections.all(r, !this.attempts.exists(a, a.providerId == r.providerId))
  {
    id: "rule/rejected-not-attempted",
    path: "/routeRejections",
    message: "a rejected provider was attempted; remove the rejection, or find out why the engine called a provider that it had ruled out",
    holds: (self: Node) => isDisjoint(get(self, "routeRejections"), get(self, "attempts"), (item: Node) => get(item, "providerId")),
  },
];

const INDE_RUN_ERROR_RULES: readonly Rule[] = [
  // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
  {
    id: "carrier/error-not-succeeded",
    path: "/provenance/attempts",
    message: "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
    holds: (self: Node) => (!has(self, "provenance") || !get(get(self, "provenance"), "attempts").some((a_: Node) => (get(a_, "outcome") === "succeeded"))),
  },
];

const STREAM_COMPLETED_RULES: readonly Rule[] = [
  // !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded")
  {
    id: "carrier/completed-attributed",
    path: "/provenance",
    message: "the provenance has no attempt that succeeded, although the stream completed; attach the record of the execution that completed",
    holds: (self: Node) => holds(() => (!has(self, "provenance") || ((has(get(self, "provenance"), "providerId") && (compare(size(get(get(self, "provenance"), "attempts")), 0) > 0)) && (get(at(get(get(self, "provenance"), "attempts"), (size(get(get(self, "provenance"), "attempts")) - 1)), "outcome") === "succeeded")))),
  },
  // !has(this.telemetry) || !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
  {
    id: "carrier/provider-used",
    path: "/telemetry/providerUsed",
    message: "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
    holds: (self: Node) => ((!has(self, "telemetry") || !has(self, "provenance")) || (has(get(self, "provenance"), "providerId") && (get(get(self, "telemetry"), "providerUsed") === get(get(self, "provenance"), "providerId")))),
  },
];

const STREAM_ERROR_RULES: readonly Rule[] = [
  // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
  {
    id: "carrier/error-not-succeeded",
    path: "/provenance/attempts",
    message: "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
    holds: (self: Node) => (!has(self, "provenance") || !get(get(self, "provenance"), "attempts").some((a_: Node) => (get(a_, "outcome") === "succeeded"))),
  },
  // !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "cancelled")
  {
    id: "carrier/stream-error-not-cancelled",
    path: "/provenance/attempts",
    message: "an attempt was cancelled although the stream ended in an error; report the outcome as cancelled, or attach the record of the execution that failed",
    holds: (self: Node) => (!has(self, "provenance") || !get(get(self, "provenance"), "attempts").some((a_: Node) => (get(a_, "outcome") === "cancelled"))),
  },
  // !has(this.error.provenance) || !has(this.provenance) || this.error.provenance == this.provenance
  {
    id: "carrier/same-provenance",
    path: "/error/provenance",
    message: "error.provenance differs from the provenance beside it; attach one record at both places, or leave it out of error",
    holds: (self: Node) => ((!has(get(self, "error"), "provenance") || !has(self, "provenance")) || equal(get(get(self, "error"), "provenance"), get(self, "provenance"))),
  },
];

const STREAM_CANCELLED_RULES: readonly Rule[] = [
  // !has(this.provenance) || (!this.provenance.attempts.exists(a, a.outcome == "succeeded") && has(this.provenance.providerId) == (size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled"))
  {
    id: "carrier/cancelled-outcome",
    path: "/provenance",
    message: "the provenance is not that of a cancelled stream; attach the record of the cancelled execution; set providerId only when its last attempt is cancelled",
    holds: (self: Node) => holds(() => (!has(self, "provenance") || (!get(get(self, "provenance"), "attempts").some((a_: Node) => (get(a_, "outcome") === "succeeded")) && (has(get(self, "provenance"), "providerId") === ((compare(size(get(get(self, "provenance"), "attempts")), 0) > 0) && (get(at(get(get(self, "provenance"), "attempts"), (size(get(get(self, "provenance"), "attempts")) - 1)), "outcome") === "cancelled")))))),
  },
];

const TASK_RESULT_RULES: readonly Rule[] = [
  // !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded" || (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled" && this.finishReason == "cancelled")))
  {
    id: "carrier/result-attributed",
    path: "/provenance",
    message: "the provenance has no target that produced this result; attach the record of the execution that produced this result, with providerId set",
    holds: (self: Node) => holds(() => (!has(self, "provenance") || ((has(get(self, "provenance"), "providerId") && (compare(size(get(get(self, "provenance"), "attempts")), 0) > 0)) && either(() => (get(at(get(get(self, "provenance"), "attempts"), (size(get(get(self, "provenance"), "attempts")) - 1)), "outcome") === "succeeded"), () => both(() => (get(at(get(get(self, "provenance"), "attempts"), (size(get(get(self, "provenance"), "attempts")) - 1)), "outcome") === "cancelled"), () => (get(self, "finishReason") === "cancelled")))))),
  },
  // !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
  {
    id: "carrier/provider-used",
    path: "/telemetry/providerUsed",
    message: "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
    holds: (self: Node) => (!has(self, "provenance") || (has(get(self, "provenance"), "providerId") && (get(get(self, "telemetry"), "providerUsed") === get(get(self, "provenance"), "providerId")))),
  },
];

/** Where in a document of each kind rules apply. */
export const PLACES: Readonly<Record<string, readonly Place[]>> = {
  "execution-provenance": [
    { steps: [], rules: EXECUTION_PROVENANCE_RULES },
  ],
  "inderun-error": [
    { steps: [], rules: INDE_RUN_ERROR_RULES },
    { steps: ["provenance"], rules: EXECUTION_PROVENANCE_RULES },
  ],
  "task-result": [
    { steps: [], rules: TASK_RESULT_RULES },
    { steps: ["provenance"], rules: EXECUTION_PROVENANCE_RULES },
  ],
};

/** The same for a document that is one of several, by the value of its tag. */
export const BRANCHES: Readonly<Record<string, { readonly tag: string; readonly places: Readonly<Record<string, readonly Place[]>> }>> = {
  "stream-terminal-outcome": {
    tag: "outcome",
    places: {
      "completed": [
        { steps: [], rules: STREAM_COMPLETED_RULES },
        { steps: ["provenance"], rules: EXECUTION_PROVENANCE_RULES },
      ],
      "error": [
        { steps: [], rules: STREAM_ERROR_RULES },
        { steps: ["error"], rules: INDE_RUN_ERROR_RULES },
        { steps: ["error", "provenance"], rules: EXECUTION_PROVENANCE_RULES },
        { steps: ["provenance"], rules: EXECUTION_PROVENANCE_RULES },
      ],
      "cancelled": [
        { steps: [], rules: STREAM_CANCELLED_RULES },
        { steps: ["provenance"], rules: EXECUTION_PROVENANCE_RULES },
      ],
    },
  },
};
