// Generated from tools/exprov/targets/typescript/runtime/src/index.ts by `exprov generate`; edit that and run it again.
/** Execution provenance: the record of how an AI execution was carried out. */

export { RULES } from "./catalogue.js";
export { Codec, canonical, digest, parse, stringify } from "./codec.js";
export {
  InvalidRecord,
  describeFinding,
  type Finding,
  type Findings,
  type Level,
  type Position,
  type RuleInfo,
} from "./finding.js";
export * from "./models.js";
export { ExactNumber } from "./number.js";
export { CONTRACT_VERSION, DEFAULT_LIMITS, type Carrier } from "./program.js";
export type { Limits } from "./tables.js";
export type { JsonObject, JsonValue } from "./tree.js";
export { check, isValid, validate, type Options } from "./validator.js";
