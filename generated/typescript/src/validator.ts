// Generated from tools/exprov/targets/typescript/runtime/src/validator.ts by `exprov generate`; edit that and run it again.
/** The four phases in order, and the two verdicts: what `validate`, `isValid` and `check` do. */

import { adopt } from "./adopt.js";
import { isSurelyValid } from "./fast.js";
import { InvalidRecord, type Findings, type Level, type Position } from "./finding.js";
import { addLeaks } from "./leaks.js";
import { Place } from "./place.js";
import { PROGRAM, type Carrier } from "./program.js";
import { START, read } from "./read.js";
import { FIRST, Report } from "./report.js";
import { checkRules } from "./rules.js";
import { checkSchema, typeOf, type Kind } from "./schema.js";
import type { Document, Limits } from "./tables.js";
import { decode } from "./text.js";
import { Members, type Tree } from "./tree.js";

/** How to validate. */
export interface Options {
  /** "writer" (all findings, the default) or "reader" (what no consumer may accept). */
  readonly level?: Level | undefined;
  /** The payload that carries the record; "auto" recognises it by its members. By default, `data` is the record. */
  readonly carrier?: Carrier | "auto" | undefined;
  /** Other limits than 1 MiB and 512 levels. */
  readonly limits?: Partial<Limits> | undefined;
  /** How many findings to return, 1,000 by default. The verdict is complete, and `omitted` counts the others. */
  readonly maxFindings?: number | undefined;
  /** Where `data` begins in the text that it is a part of: findings state positions in that text. */
  readonly origin?: Position | undefined;
}

interface Settings {
  readonly level: Level;
  /** Undefined for "auto". */
  readonly document: Document | undefined;
  readonly limits: Limits;
  readonly maxFindings: number;
  readonly origin: Position;
}

const [RECORD, ...CARRIERS] = PROGRAM.documents;
/** How many findings are kept by default. */
export const MAX_FINDINGS = 1000;
const DEFAULTS: Settings = {
  level: "writer",
  document: RECORD,
  limits: PROGRAM.limits,
  maxFindings: MAX_FINDINGS,
  origin: START,
};

/**
 * The findings of one record, in document order; an empty array if it is valid at the level.
 *
 * `data` is JSON text (a string, or bytes), or an already parsed value (an object, never a JSON string). Throws
 * TypeError for a parsed value that JSON cannot represent, and RangeError for an unknown level or carrier.
 */
export function validate(data: unknown, options: Options = {}): Findings {
  const settings = settle(options);
  return takesFastPath(data, settings) ? new Report(settings.level, 0).findings() : examine(data, settings);
}

/** Whether `validate` would find nothing. Stops at the first finding. Same arguments, same errors. */
export function isValid(data: unknown, options: Options = {}): boolean {
  const settings = settle(options);
  if (takesFastPath(data, settings)) return true;
  try {
    examine(data, { ...settings, maxFindings: 0 });
    return true;
  } catch (error) {
    if (error === FIRST) return false;
    throw error;
  }
}

/** Throw InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`. */
export function check(data: unknown, options: Options = {}): void {
  const findings = validate(data, options);
  if (findings.length > 0) throw new InvalidRecord(findings);
}

/** As `validate`, without the fast path: the two agree. */
export function explain(data: unknown, options: Options = {}): Findings {
  return examine(data, settle(options));
}

function settle(options: Options): Settings {
  // Most calls have none, and the fast path is felt.
  if (Object.keys(options).length === 0) return DEFAULTS;
  const { level = "writer", carrier, limits, maxFindings = MAX_FINDINGS, origin = START } = options;
  if (level !== "reader" && level !== "writer") throw new RangeError("level must be 'reader' or 'writer'");
  const document = carrier === undefined ? RECORD : CARRIERS.find(({ slug }) => slug === carrier);
  if (document === undefined && carrier !== "auto") {
    throw new RangeError(`carrier must be one of ${CARRIERS.map(({ slug }) => slug).join(", ")}, auto`);
  }
  if (!Number.isSafeInteger(maxFindings) || maxFindings < 1)
    throw new RangeError(`maxFindings must be a whole number above 0, not ${maxFindings}`);
  return { level, document, limits: limitsOf(limits), maxFindings, origin };
}

function takesFastPath(data: unknown, { document, limits }: Settings): boolean {
  if (document !== RECORD) return false;
  const text = data instanceof Uint8Array ? decode(data) : data;
  return typeof text === "string" && isSurelyValid(text, limits);
}

/** The limits, by default those of the contract. Throws RangeError for one that is unknown or not a whole number. */
export function limitsOf(given: Partial<Limits> = {}): Limits {
  const limits = { ...PROGRAM.limits, ...given };
  for (const [name, limit] of Object.entries(limits)) {
    if (!(name in PROGRAM.limits))
      throw new RangeError(`the limits are ${Object.keys(PROGRAM.limits).join(", ")}; not ${name}`);
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`${name} must be a whole number, not ${limit}`);
  }
  return limits;
}

/** The parsed form of JSON text or of a parsed value; undefined if there is none. Reports why `data` is not JSON. */
export function take(data: unknown, limits: Limits, report: Report, origin?: Position): Tree | undefined {
  const isText = typeof data === "string" || data instanceof Uint8Array;
  return isText ? read(data, limits, report, origin) : adopt(data, limits, report);
}

function examine(data: unknown, { level, document, limits, maxFindings, origin }: Settings): Findings {
  const report = new Report(level, maxFindings);
  const value = take(data, limits, report, origin);
  if (value === undefined) return report.findings();
  const { type, records } = document ?? recognise(value);
  if (!report.isOfReaders) checkSchema(value, type, report);
  if (!report.isOfReaders && value instanceof Members) checkRules(value, typeOf(value, type) as Kind, report);
  for (const path of records.length === 0 ? [[]] : records) addLeaksAt(value, path, undefined, report);
  return report.findings();
}

/** Add the leaks of every record at `path` inside `value`, repeated members included. */
function addLeaksAt(value: Tree, path: readonly string[], place: Place | undefined, report: Report): void {
  const [first, ...rest] = path;
  if (first === undefined) return addLeaks(value, place, report);
  if (!(value instanceof Members)) return;
  value.names.forEach((name, at) => {
    if (name === first) addLeaksAt(value.values[at] as Tree, rest, new Place(place, name, at), report);
  });
}

/** The kind of document by the members of `value`; the record if they do not decide. */
function recognise(value: Tree): Document {
  if (!(value instanceof Members)) return RECORD;
  const hasAny = (names: readonly string[]): boolean => names.some((name) => value.has(name));
  const { recordOnly, recordMembers, order } = PROGRAM.recognition;
  if (hasAny(recordOnly) && !hasAny(recordMembers)) return RECORD;
  const inOrder = order.map((slug) => CARRIERS.find((one) => one.slug === slug));
  return inOrder.find((one) => one !== undefined && hasAny(one.recognisedBy)) ?? RECORD;
}
