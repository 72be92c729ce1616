// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
/** Execution provenance: the record of how an AI execution was carried out. */

export { RULES, type RuleInfo } from "./catalogue.js";
export { Codec, canonical, digest, parse, stringify } from "./codec.js";
export { describeFinding, InvalidRecord, type Finding, type Level } from "./finding.js";
export {
  Attempt,
  ERROR_CLASS_VALUES,
  ExecutionProvenance,
  FINISH_REASON_VALUES,
  IndeRunError,
  LOCALITY_VALUES,
  OUTCOME_VALUES,
  REASON_CODE_VALUES,
  RouteRejection,
  StreamCancelled,
  StreamCompleted,
  StreamError,
  StreamTerminalOutcome,
  TaskResult,
  Telemetry,
  TextOutput,
  Usage,
  type ErrorClass,
  type FinishReason,
  type KnownErrorClass,
  type KnownReasonCode,
  type Locality,
  type Outcome,
  type ReasonCode,
} from "./models.js";
export { ExactNumber } from "./number.js";
export { DEFAULT_LIMITS, type Limits } from "./read.js";
export { VERSION as CONTRACT_VERSION, type Carrier } from "./schema.js";
export type { JsonObject, JsonValue } from "./tree.js";
export { check, isValid, validate, type Options } from "./validator.js";
