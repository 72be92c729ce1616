/** The four phases in order, and the two verdicts: what `validate`, `isValid` and `check` do. */

import { adopt } from "./adopt.js";
import { isSurelyValid } from "./fast.js";
import { InvalidRecord, type Finding, type Level, type Position } from "./finding.js";
import { addLeaks } from "./leaks.js";
import { Place, inDocumentOrder, written, type Found } from "./place.js";
import { PROGRAM, type Carrier } from "./program.js";
import { START, read, type Reading } from "./read.js";
import { addBroken } from "./rules.js";
import { schemaFindings, typeOf, type Kind } from "./schema.js";
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
  /** Where `data` begins in the text that it is a part of: findings state positions in that text. */
  readonly origin?: Position | undefined;
}

interface Settings {
  readonly level: Level;
  /** Undefined for "auto". */
  readonly document: Document | undefined;
  readonly limits: Limits;
  readonly origin: Position;
}

const [RECORD, ...CARRIERS] = PROGRAM.documents;
const DEFAULTS: Settings = { level: "writer", document: RECORD, limits: PROGRAM.limits, origin: START };

/**
 * Every finding of one record, in document order; an empty array if it is valid at the level.
 *
 * `data` is JSON text (a string, or bytes), or an already parsed value (an object, never a JSON string). Throws
 * TypeError for a parsed value that JSON cannot represent, and RangeError for an unknown level or carrier.
 */
export function validate(data: unknown, options: Options = {}): Finding[] {
  const settings = settle(options);
  return takesFastPath(data, settings) ? [] : everyFinding(data, settings);
}

/** Whether `validate` would find nothing. Same arguments, same errors. */
export function isValid(data: unknown, options: Options = {}): boolean {
  const settings = settle(options);
  return takesFastPath(data, settings) || everyFinding(data, settings).length === 0;
}

/** Throw InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`. */
export function check(data: unknown, options: Options = {}): void {
  const findings = validate(data, options);
  if (findings.length > 0) throw new InvalidRecord(findings);
}

/** As `validate`, without the fast path: the two agree. */
export function explain(data: unknown, options: Options = {}): Finding[] {
  return everyFinding(data, settle(options));
}

function settle(options: Options): Settings {
  const { level = "writer", carrier, limits, origin = START } = options;
  if (level === "writer" && carrier === undefined && limits === undefined && origin === START) return DEFAULTS;
  if (level !== "reader" && level !== "writer") throw new RangeError("level must be 'reader' or 'writer'");
  const document = carrier === undefined ? RECORD : CARRIERS.find(({ slug }) => slug === carrier);
  if (document === undefined && carrier !== "auto") {
    throw new RangeError(`carrier must be one of ${CARRIERS.map(({ slug }) => slug).join(", ")}, auto`);
  }
  return { level, document, limits: limitsOf(limits), origin };
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

/** The parsed form of JSON text or of a parsed value. */
export function take(data: unknown, limits: Limits, origin: Position = START): Reading {
  return typeof data === "string" || data instanceof Uint8Array ? read(data, limits, origin) : adopt(data, limits);
}

function everyFinding(data: unknown, { level, document, limits, origin }: Settings): Finding[] {
  const { value, findings, parsed } = take(data, limits, origin);
  const kind = document ?? (parsed === undefined ? RECORD : recognise(parsed));
  const ofValue = value === undefined ? [] : schemaAndRules(value, kind);
  const places = kind.records.length === 0 ? [[]] : kind.records;
  if (parsed !== undefined) for (const path of places) addLeaksAt(parsed, path, undefined, ofValue);
  // Joined, not spread: an argument list has no room for all that a hostile text can bring.
  const all = findings.concat(inDocumentOrder(ofValue));
  return written(level === "reader" ? all.filter((one) => one.level === "reader") : all);
}

/** The findings of the schema phase, and of the rule phase if that found nothing at reader level. */
function schemaAndRules(value: Tree, { type }: Document): Found[] {
  const all = schemaFindings(value, type);
  if (value instanceof Members && !all.some(({ level }) => level === "reader"))
    addBroken(value, typeOf(value, type) as Kind, all);
  return all;
}

/** Add the leaks of every record at `path` inside `value`, repeated members included. */
function addLeaksAt(value: Tree, path: readonly string[], place: Place | undefined, all: Found[]): void {
  const [first, ...rest] = path;
  if (first === undefined) return addLeaks(value, place, all);
  if (!(value instanceof Members)) return;
  value.names.forEach((name, at) => {
    if (name === first) addLeaksAt(value.values[at] as Tree, rest, new Place(place, name, at), all);
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
