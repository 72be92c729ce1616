// Generated from tools/exprov/targets/typescript/runtime/src/validator.ts by `exprov generate`; edit that and run it again.
/** The four phases in order, and the two verdicts: what `validate`, `isValid` and `check` do. */

import { adopt } from "./adopt.js";
import { missing } from "./checks.js";
import { DEPTH, isSurelyValid } from "./fast.js";
import { finding, InvalidRecord, type Finding, type Level } from "./finding.js";
import { scan } from "./leaks.js";
import { DEFAULT_LIMITS, read, type Limits, type Reading } from "./read.js";
import { BRANCHES, PLACES, type Place } from "./rules.js";
import { CARRIERS, KNOWN_NAMES, RECORD, ROOTS, VERSION, VERSION_CHECK, WRITER_REQUIRED, type Carrier } from "./schema.js";
import { isMap, members, type Tree, type TreeMap } from "./tree.js";
import { decode } from "./utf8.js";

/** How to judge: all of it may be left out. */
export interface Options {
  /** "writer" (all findings, the default) or "reader" (what every consumer must refuse). */
  readonly level?: Level | undefined;
  /** The payload that holds the record under `provenance`; "auto" recognises it by its members; none: `data` is the record. */
  readonly carrier?: Carrier | "auto" | undefined;
  /** Other limits than 1 MiB and 512 levels. */
  readonly limits?: Partial<Limits> | undefined;
}

interface Settings {
  readonly level: Level;
  readonly carrier: Carrier | "auto" | undefined;
  readonly limits: Limits;
}

/**
 * Every finding of one record, in document order; an empty array if it is valid at the level.
 *
 * `data` is JSON text (a string, or bytes), or an already parsed value (an object, never a JSON string). Throws TypeError
 * for a parsed value that JSON cannot hold, and RangeError for an unknown level or carrier.
 */
export function validate(data: unknown, options: Options = {}): Finding[] {
  const settings = settle(options);
  return isQuicklyValid(data, settings) ? [] : findingsOf(data, settings);
}

/** Whether `validate` would find nothing. Same arguments, same errors. */
export function isValid(data: unknown, options: Options = {}): boolean {
  const settings = settle(options);
  return isQuicklyValid(data, settings) || findingsOf(data, settings).length === 0;
}

/** Throw InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`. */
export function check(data: unknown, options: Options = {}): void {
  const findings = validate(data, options);
  if (findings.length > 0) throw new InvalidRecord(findings);
}

/** As `validate`, without the quick route: the two agree. */
export function explain(data: unknown, options: Options = {}): Finding[] {
  return findingsOf(data, settle(options));
}

const DEFAULTS: Settings = { level: "writer", carrier: undefined, limits: DEFAULT_LIMITS };

function settle(options: Options): Settings {
  if (options.level === undefined && options.carrier === undefined && options.limits === undefined) return DEFAULTS;
  const { level = "writer", carrier } = options;
  if (level !== "reader" && level !== "writer") throw new RangeError("level must be 'reader' or 'writer'");
  if (carrier !== undefined && carrier !== "auto" && !CARRIERS.includes(carrier)) {
    throw new RangeError(`carrier must be one of ${CARRIERS.join(", ")}, auto`);
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`${name} must be a whole number, not ${limit}`);
  }
  return { level, carrier, limits };
}

function isQuicklyValid(data: unknown, { carrier, limits }: Settings): boolean {
  if (carrier !== undefined || limits.maxDepth < DEPTH) return false;
  // What the quick route takes is ASCII, so that its length is its size.
  if (typeof data === "string") return data.length <= limits.maxBytes && isSurelyValid(data);
  if (!(data instanceof Uint8Array) || data.length > limits.maxBytes) return false;
  const text = decode(data);
  return text !== undefined && isSurelyValid(text);
}

/** The parsed form of JSON text or of a parsed value. */
export function take(data: unknown, limits: Limits): Reading {
  return typeof data === "string" || data instanceof Uint8Array ? read(data, limits) : adopt(data, limits);
}

function findingsOf(data: unknown, { level, carrier, limits }: Settings): Finding[] {
  const { value, findings: ofText, parsed } = take(data, limits);
  // Joined, not spread: an argument list has no room for all that a hostile text can bring.
  let ofValue: Finding[] = [];
  if (value !== undefined) ofValue = judge(value, carrier);
  else if (parsed !== undefined) ofValue = inDocumentOrder(parsed, leaks(parsed, carrier));
  const findings = ofText.concat(ofValue);
  return level === "reader" ? findings.filter((one) => one.level === "reader") : findings;
}

/** The findings of a parsed value: schema, then rules if the schema phase found nothing at reader level, and leaks. */
function judge(value: Tree, carrier: Carrier | "auto" | undefined): Finding[] {
  const slug = slugOf(value, carrier);
  let findings: Finding[] = [];
  if (isMap(value) && isUnknownVersion(value)) {
    VERSION_CHECK(value.get("schemaVersion") as Tree, "/schemaVersion", findings);
  } else {
    ROOTS[slug](value, "", findings);
    if (isMap(value)) {
      for (const name of WRITER_REQUIRED[slug]) {
        if (!value.has(name)) findings.push(missing("", name, "writer", "is required of whoever writes this"));
      }
      if (findings.length > 0 && slug !== RECORD) findings = withoutUnread(value, findings, slug === STREAM);
    }
    if (!findings.some((one) => one.level === "reader")) findings = findings.concat(ruleFindings(value as TreeMap, slug));
  }
  findings = findings.concat(leaks(value, carrier));
  return findings.length > 1 ? inDocumentOrder(value, findings) : findings;
}

/** The leak phase, on the whole of a record and on the records of a carrier. */
function leaks(value: Tree, carrier: Carrier | "auto" | undefined): Finding[] {
  const slug = slugOf(value, carrier);
  const places: Iterable<readonly [string, Tree]> = slug === RECORD ? [["", value]] : records(value, slug === STREAM);
  let found: Finding[] = [];
  for (const [prefix, record] of places) found = found.concat(scan(record, prefix, KNOWN_NAMES));
  if (found.length < 2) return found;
  // A member that is written twice can leak twice at one place; that is one finding.
  return [...new Map(found.map((one) => [`${one.rule}\n${one.message}\n${one.path}`, one])).values()];
}

function slugOf(value: Tree, carrier: Carrier | "auto" | undefined): Carrier | typeof RECORD {
  return carrier === undefined ? RECORD : carrier === "auto" ? recognise(value) : carrier;
}

// The carrier that may hold another one, its error.
const STREAM = "stream-terminal-outcome";
// Members that no carrier has: where one stands beside no `provenance`, the document is a record.
const RECORD_ONLY = ["attempts", "attemptCount", "routeRejections", "fallbackOccurred", "modelProfile"];
const RECOGNISED: readonly (readonly [string, readonly string[]])[] = [
  [STREAM, ["finalText", "partialText", "outcome"]],
  ["task-result", ["output", "finishReason", "telemetry"]],
  ["inderun-error", ["errorClass", "message"]],
];

/** The kind of document that `value` is by its own members; the record where nothing says otherwise. */
function recognise(value: Tree): Carrier | typeof RECORD {
  if (isMap(value) && (value.has("provenance") || !RECORD_ONLY.some((name) => value.has(name)))) {
    const found = RECOGNISED.find(([, names]) => names.some((name) => value.has(name)))?.[0];
    return CARRIERS.find((carrier) => carrier === found) ?? RECORD;
  }
  return RECORD;
}

function isUnknownVersion(value: TreeMap): boolean {
  const version = value.get("schemaVersion");
  return typeof version === "string" && version !== VERSION;
}

/** The provenance records of a carrier with their places: its own, and that of the error that a stream ended with. */
function records(value: Tree, hasError: boolean): [string, Tree][] {
  if (!isMap(value)) return [];
  const all = [...members(value)];
  const found = all.filter(([name]) => name === "provenance").map(([, item]): [string, Tree] => ["/provenance", item]);
  for (const [name, error] of all) {
    if (!hasError || name !== "error" || !isMap(error)) continue;
    for (const [inner, item] of members(error)) if (inner === "provenance") found.push(["/error/provenance", item]);
  }
  return found;
}

/**
 * `findings` without those inside embedded documents of an unknown version, whose members cannot be judged. Of each such
 * document the finding on its `schemaVersion` is kept. `hasError`: whether `value` may embed an error, too.
 */
export function withoutUnread(value: Tree, findings: Finding[], hasError: boolean): Finding[] {
  const embedded = records(value, hasError);
  const error = hasError && isMap(value) ? value.get("error") : undefined;
  if (error !== undefined) embedded.unshift(["/error", error]);
  for (const [prefix, item] of embedded) {
    if (!isMap(item) || !isUnknownVersion(item)) continue;
    findings = findings.filter((one) => !one.path.startsWith(`${prefix}/`) || one.path === `${prefix}/schemaVersion`);
  }
  return findings;
}

function ruleFindings(value: TreeMap, slug: Carrier | typeof RECORD): Finding[] {
  const branch = BRANCHES[slug];
  const places: readonly Place[] = (branch === undefined ? PLACES[slug] : branch.places[value.get(branch.tag) as string]) ?? [];
  const findings: Finding[] = [];
  for (const { steps, rules } of places) {
    let self: Tree | undefined = value;
    for (const step of steps) self = isMap(self) ? self.get(step) : undefined;
    if (self === undefined) continue;
    const prefix = steps.map((step) => `/${step}`).join("");
    for (const { id, path, message, holds } of rules) {
      if (!holds(self)) findings.push(finding(id, prefix + path, "reader", message));
    }
  }
  return findings;
}

const INDEX = /^[0-9]{1,16}$/;

/** `findings` by where they point in `value`; a missing member's place is before the members that are there. */
function inDocumentOrder(value: Tree, findings: readonly Finding[]): Finding[] {
  const positions = new Map<TreeMap, Map<string, number>>();
  const keyOf = (one: Finding): number[] => {
    const place: number[] = [];
    let node: Tree | undefined = value;
    for (const part of one.path.split("/").slice(1)) {
      if (Array.isArray(node)) {
        // Where a member is repeated, a finding may point into a value that does not stand in `node`.
        const index: number = INDEX.test(part) && Number(part) < node.length ? Number(part) : -1;
        place.push(index);
        if (index < 0) break;
        node = node[index];
        continue;
      }
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (!isMap(node) || !node.has(name)) {
        place.push(-1);
        break;
      }
      let order = positions.get(node);
      if (order === undefined) positions.set(node, (order = new Map([...node.keys()].map((key, index) => [key, index]))));
      place.push(order.get(name) as number);
      node = node.get(name);
    }
    return place;
  };
  const keyed = findings.map((one): [number[], Finding] => [keyOf(one), one]);
  return keyed.sort(([left], [right]) => compareKeys(left, right)).map(([, one]) => one);
}

function compareKeys(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index] as number) - (right[index] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
