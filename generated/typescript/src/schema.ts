// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
/** The schema phase, generated from the schemas: every finding of a parsed value. */

import * as c from "./checks.js";

export const VERSION = "1.0";
export const VERSION_CHECK: c.Check = c.version("1.0");

const LOCALITY_VALUES: readonly string[] = ["on_device", "edge", "cloud", "unknown"];
const OUTCOME_VALUES: readonly string[] = ["succeeded", "failed", "cancelled"];
const ERROR_CLASS_VALUES: readonly string[] = [
  "CapabilityMismatch",
  "Offline",
  "AuthError",
  "RateLimited",
  "Timeout",
  "Unavailable",
  "Internal",
];
const REASON_CODE_VALUES: readonly string[] = [
  "task_not_supported",
  "run_not_supported",
  "streaming_not_supported",
  "streaming_unavailable",
  "privacy_constraint",
  "cloud_constraint",
  "offline",
  "capability_unavailable",
];
const FINISH_REASON_VALUES: readonly string[] = ["stop", "length", "cancelled", "error"];

export const checkAttempt: c.Check = c.object(
  [
    ["providerId", c.identifier(1)],
    ["outcome", c.closed(OUTCOME_VALUES)],
    ["errorClass", c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS_VALUES)],
  ],
  ["providerId", "outcome"],
  [
    {
      member: "outcome",
      values: ["failed"],
      required: ["errorClass"],
      forbidden: [],
      where: "outcome is failed",
    },
    {
      member: "outcome",
      values: ["succeeded", "cancelled"],
      required: [],
      forbidden: ["errorClass"],
      where: "outcome is succeeded or outcome is cancelled",
    },
  ],
);

export const checkRouteRejection: c.Check = c.object(
  [
    ["providerId", c.identifier(1)],
    ["reasonCodes", c.array(c.token("^[a-z][a-z0-9_]*$", REASON_CODE_VALUES), 1, true)],
  ],
  ["providerId", "reasonCodes"],
);

export const checkExecutionProvenance: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["attemptCount", c.number(true, 0, 9007199254740991)],
    ["attempts", c.array(checkAttempt, 0, false)],
    ["fallbackOccurred", c.boolean],
    ["locality", c.closed(LOCALITY_VALUES)],
    ["modelProfile", c.identifier(1)],
    ["providerId", c.identifier(1)],
    ["configuredModel", c.identifier(1)],
    ["reportedModel", c.identifier(1)],
    ["routeRejections", c.array(checkRouteRejection, 0, false)],
  ],
  ["schemaVersion", "attemptCount", "attempts", "fallbackOccurred", "locality", "modelProfile", "routeRejections"],
);

export const checkIndeRunError: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["errorClass", c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS_VALUES)],
    ["message", c.string],
    ["runId", c.identifier(0)],
    ["providerId", c.identifier(0)],
    ["retryable", c.boolean],
    ["retryAfterMs", c.number(false, 0, undefined)],
    ["details", c.freeObject],
    ["provenance", checkExecutionProvenance],
  ],
  ["schemaVersion", "errorClass", "message"],
  [],
  ["provenance"],
);

export const checkUsage: c.Check = c.object(
  [
    ["inputTokens", c.number(true, 0, undefined)],
    ["outputTokens", c.number(true, 0, undefined)],
    ["totalTokens", c.number(true, 0, undefined)],
  ],
  ["inputTokens", "outputTokens", "totalTokens"],
);

export const checkTelemetry: c.Check = c.object(
  [
    ["providerUsed", c.identifier(0)],
    ["totalMs", c.number(false, 0, undefined)],
    ["errorClass", c.token("^[A-Z][A-Za-z0-9]*$", ERROR_CLASS_VALUES)],
  ],
  ["providerUsed", "totalMs"],
);

export const checkStreamCompleted: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["runId", c.identifier(0)],
    ["outcome", c.constant("completed")],
    ["finalText", c.string],
    ["finishReason", c.closed(FINISH_REASON_VALUES)],
    ["usage", checkUsage],
    ["telemetry", checkTelemetry],
    ["provenance", checkExecutionProvenance],
  ],
  ["schemaVersion", "runId", "outcome", "finalText"],
  [],
  ["provenance"],
);

export const checkStreamError: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["runId", c.identifier(0)],
    ["outcome", c.constant("error")],
    ["error", checkIndeRunError],
    ["partialText", c.string],
    ["provenance", checkExecutionProvenance],
  ],
  ["schemaVersion", "runId", "outcome", "error"],
  [],
  ["provenance"],
);

export const checkStreamCancelled: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["runId", c.identifier(0)],
    ["outcome", c.constant("cancelled")],
    ["partialText", c.string],
    ["reason", c.string],
    ["provenance", checkExecutionProvenance],
  ],
  ["schemaVersion", "runId", "outcome", "partialText"],
  [],
  ["provenance"],
);

export const checkTextOutput: c.Check = c.object(
  [
    ["type", c.constant("text")],
    ["text", c.string],
  ],
  ["type", "text"],
);

export const checkTaskResult: c.Check = c.object(
  [
    ["schemaVersion", c.version("1.0")],
    ["runId", c.identifier(0)],
    ["output", checkTextOutput],
    ["finishReason", c.closed(FINISH_REASON_VALUES)],
    ["usage", checkUsage],
    ["telemetry", checkTelemetry],
    ["provenance", checkExecutionProvenance],
  ],
  ["schemaVersion", "runId", "output", "finishReason", "telemetry"],
  [],
  ["provenance"],
);

export const checkStreamTerminalOutcome: c.Check = c.union("outcome", [
  ["completed", checkStreamCompleted],
  ["error", checkStreamError],
  ["cancelled", checkStreamCancelled],
]);

/** The kinds of document: the record, and the payloads that carry it. */
export type Carrier = "inderun-error" | "stream-terminal-outcome" | "task-result";
export const RECORD = "execution-provenance";
export const CARRIERS: readonly Carrier[] = ["inderun-error", "stream-terminal-outcome", "task-result"];

export const ROOTS: Readonly<Record<Carrier | typeof RECORD, c.Check>> = {
  "execution-provenance": checkExecutionProvenance,
  "inderun-error": checkIndeRunError,
  "stream-terminal-outcome": checkStreamTerminalOutcome,
  "task-result": checkTaskResult,
};
export const WRITER_REQUIRED: Readonly<Record<Carrier | typeof RECORD, readonly string[]>> = {
  "execution-provenance": [],
  "inderun-error": ["provenance"],
  "stream-terminal-outcome": ["provenance"],
  "task-result": ["provenance"],
};
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
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
]);
