/**
 * The schema phase's building blocks: one function per kind of value, each appending its findings.
 *
 * A value of the wrong type yields `schema/type` alone, since the other keywords then have nothing to say. No message
 * repeats a value of the record: what stands at the wrong place may be a secret.
 */

import { finding, type Finding, type Level } from "./finding.js";
import { hasCredential } from "./leaks.js";
import { near } from "./near.js";
import { ExactNumber, compareNumbers } from "./number.js";
import { isBlankText, isClean } from "./text.js";
import { codePoints, escapeToken, isMap, jsonEqual, type Tree } from "./tree.js";

export type Check = (value: Tree, path: string, out: Finding[]) => void;

/** Where `member` has one of `values`, `required` members must stand and `forbidden` ones may not; `where` says so. */
export interface Condition {
  readonly member: string;
  readonly values: readonly string[];
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
  readonly where: string;
}

function applies({ member, values }: Condition, value: ReadonlyMap<string, Tree>): boolean {
  const tested = value.get(member);
  return typeof tested === "string" && values.includes(tested);
}

/** `text` as a quoted name in a message. */
function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}

function describe(value: Tree): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "a boolean";
  if (typeof value === "string") return "a string";
  if (typeof value === "number" || value instanceof ExactNumber) return "a number";
  return isMap(value) ? "an object" : "an array";
}

/** `ifNone` says, beside `expected`, what to write where there is nothing to write. */
function wrongType(path: string, expected: string, value: Tree, ifNone = ""): Finding {
  const remedy = `write ${expected}${value === null ? ifNone : ""}`;
  return finding("schema/type", path, "reader", `expected ${expected}, found ${describe(value)}; ${remedy}`);
}

/** Reword the finding on a null at `path`, where a member stands that may be absent: it is best left out. */
function leaveOut(path: string, out: Finding[]): void {
  const last = out.at(-1);
  if (last?.path !== path) return;
  const message = `${last.message.split("; ", 1)[0]}; leave the member out if it has no value`;
  out[out.length - 1] = finding(last.rule, path, last.level, message);
}

export function missing(path: string, name: string, level: Level = "reader", why = "is required here"): Finding {
  const message = `the member ${quoted(name)} ${why} and is missing; add it`;
  return finding("schema/required", `${path}/${name}`, level, message);
}

function forbidden(path: string, name: string, why: string): Finding {
  const message = `the member ${quoted(name)} may not stand here: ${why}; leave it out`;
  return finding("schema/forbidden", `${path}/${name}`, "reader", message);
}

/** `known` are the names that may stand here, `present` has those that do; `before`: how many findings the record has so far. */
function unknownMember(
  path: string,
  name: string,
  known: readonly string[],
  present: ReadonlyMap<string, Tree>,
  before: number,
): Finding {
  const meant = near(name, known, before);
  const remedy =
    meant === undefined || present.has(meant)
      ? "remove it, or accept such members (exprov validate --allow schema/unknown-member)"
      : `did you mean ${quoted(meant)}?`;
  // A name that has the shape of a credential is not repeated: its parent stands for it, as in the leak phase.
  const place = hasCredential(name) === undefined ? `${path}/${escapeToken(name)}` : path;
  return finding("schema/unknown-member", place, "writer", `a member that this version does not know; ${remedy}`);
}

/** An object with these members, open to others; who writes one must put those that are `asked` too. */
export function object(
  table: readonly (readonly [string, Check])[],
  required: readonly string[],
  conditions: readonly Condition[] = [],
  asked: readonly string[] = [],
): Check {
  const checks = new Map(table);
  const known = [...checks.keys()];
  const isWanted = (name: string, value: ReadonlyMap<string, Tree>): boolean =>
    required.includes(name) ||
    asked.includes(name) ||
    conditions.some((one) => one.required.includes(name) && applies(one, value));
  return (value, path, out) => {
    if (!isMap(value)) {
      out.push(wrongType(path, "an object", value));
      return;
    }
    for (const name of required) if (!value.has(name)) out.push(missing(path, name));
    for (const [name, item] of value) {
      const check = checks.get(name);
      if (check === undefined) out.push(unknownMember(path, name, known, value, out.length));
      else check(item, `${path}/${name}`, out);
      if (item === null && check !== undefined && !isWanted(name, value)) leaveOut(`${path}/${name}`, out);
    }
    for (const condition of conditions) {
      if (!applies(condition, value)) continue;
      const { required: needed, forbidden: banned, where } = condition;
      for (const name of needed) {
        if (!value.has(name)) out.push(missing(path, name, "reader", `is required where ${where}`));
      }
      for (const name of banned) if (value.has(name)) out.push(forbidden(path, name, where));
    }
  };
}

/** One of several objects, told apart by the value of `tag`. */
export function union(tag: string, branches: readonly (readonly [string, Check])[]): Check {
  const checks = new Map(branches);
  const other = closed([...checks.keys()]);
  return (value, path, out) => {
    if (!isMap(value)) {
      out.push(wrongType(path, "an object", value));
      return;
    }
    const tagged = value.get(tag);
    const branch = typeof tagged === "string" ? checks.get(tagged) : undefined;
    if (tagged === undefined) out.push(missing(path, tag));
    else if (branch !== undefined) branch(value, path, out);
    else other(tagged, `${path}/${tag}`, out);
  };
}

/** Any string. */
export function string(value: Tree, path: string, out: Finding[]): void {
  if (typeof value !== "string") out.push(wrongType(path, "a string", value));
}

function isLongEnough(value: string, least: number, remedy: string, path: string, out: Finding[]): boolean {
  if (value.length >= 2 * least || codePoints(value) >= least) return true;
  const message = `needs at least ${least} character(s), has ${codePoints(value)}; ${remedy}`;
  out.push(finding("schema/minLength", path, "reader", message));
  return false;
}

/** An identifier or a model name, of at least `least` code points. */
export function identifier(least: number): Check {
  return (value, path, out) => {
    if (typeof value !== "string") {
      out.push(wrongType(path, "a string", value));
    } else if (isLongEnough(value, least, "name it", path, out) && !isClean(value)) {
      const what = isBlankText(value) ? "is blank" : "holds a control character or a Unicode noncharacter";
      out.push(finding("schema/identifier-text", path, "writer", `the identifier ${what}; write a printable name`));
    }
  };
}

/** A string of at least `least` code points. */
export function text(least: number): Check {
  return (value, path, out) => {
    if (typeof value !== "string") out.push(wrongType(path, "a string", value));
    else isLongEnough(value, least, "fill it", path, out);
  };
}

/** One of a closed set of strings. */
export function closed(values: readonly string[]): Check {
  const known = new Set(values);
  return (value, path, out) => {
    if (typeof value !== "string") {
      out.push(wrongType(path, "a string", value));
    } else if (!known.has(value)) {
      const meant = near(value, values, out.length);
      const hint = meant === undefined ? `write one of: ${values.join(", ")}` : `did you mean ${quoted(meant)}?`;
      out.push(finding("schema/enum", path, "reader", `not one of the permitted values; ${hint}`));
    }
  };
}

/** One fixed string. */
export function constant(expected: string): Check {
  return (value, path, out) => {
    if (typeof value !== "string") out.push(wrongType(path, "a string", value));
    else if (value !== expected) {
      out.push(finding("schema/const", path, "reader", `must be ${quoted(expected)}; write that`));
    }
  };
}

/** The contract version: another string is a version that this package does not know. */
export function version(expected: string): Check {
  return (value, path, out) => {
    if (typeof value !== "string") out.push(wrongType(path, `the string ${quoted(expected)}`, value));
    else if (value !== expected) {
      const what = `written under ${versionNamed(value)}, and ${expected} is the only one known here`;
      const message = `${what}; use a release of this package that knows the version`;
      out.push(finding("schema/unknown-version", path, "reader", message));
    }
  };
}

// What looks like a version is no secret; it is shown up to this length.
const VERSION = /^v?[0-9][0-9A-Za-z.+-]*$/;
const LONGEST_VERSION = 16;

function versionNamed(value: string): string {
  const start = value.slice(0, LONGEST_VERSION);
  if (!VERSION.test(start) || hasCredential(value) !== undefined) return "another version of the contract";
  return start === value ? `version '${start}' of the contract` : `a version of the contract that begins '${start}'`;
}

/** A token of an open set: it must match `pattern`, and a writer may emit only a known one. */
export function token(pattern: string, values: readonly string[]): Check {
  const shape = new RegExp(pattern, "u");
  const known = new Set(values);
  return (value, path, out) => {
    if (typeof value !== "string") {
      out.push(wrongType(path, "a string", value));
    } else if (!known.has(value)) {
      const meant = near(value, values, out.length);
      const hint = meant === undefined ? `write one of the known ones: ${values.join(", ")}` : `did you mean ${quoted(meant)}?`;
      if (shape.test(value)) {
        const accept = meant === undefined ? "; or accept such tokens (exprov validate --allow schema/unknown-token)" : "";
        const message = `a token that this version does not know; ${hint}${accept}`;
        out.push(finding("schema/unknown-token", path, "writer", message));
      } else {
        out.push(finding("schema/pattern", path, "reader", `not shaped like a token (${pattern}); ${hint}`));
      }
    }
  };
}

/** true or false. */
export function boolean(value: Tree, path: string, out: Finding[]): void {
  if (typeof value !== "boolean") out.push(wrongType(path, "true or false", value));
}

/** A number, judged by its exact value, between inclusive bounds. */
export function number(isInteger: boolean, minimum?: number, maximum?: number): Check {
  const expected = isInteger ? "an integer" : "a number";
  return (value, path, out) => {
    if (typeof value !== "number" && !(value instanceof ExactNumber)) {
      out.push(wrongType(path, expected, value));
      return;
    }
    const exact = value instanceof ExactNumber ? value : undefined;
    if (isInteger && exact !== undefined && !exact.isInteger()) {
      const message = "expected an integer, found a fraction; write an integer";
      out.push(finding("schema/type", path, "reader", message));
      return;
    }
    if (minimum !== undefined && compareNumbers(value, minimum) < 0) {
      const message = `below ${minimum}, the least permitted value; correct it`;
      out.push(finding("schema/minimum", path, "reader", message));
    }
    if (maximum !== undefined && compareNumbers(value, maximum) > 0) {
      const message = `above ${maximum}, the greatest permitted value; correct it`;
      out.push(finding("schema/maximum", path, "reader", message));
    }
    if (isInteger && exact !== undefined && !exact.isPlain()) {
      const message = "an integer that is not written as one; write its digits alone: no point, no exponent, and 0 instead of -0";
      out.push(finding("schema/integer-form", path, "writer", message));
    }
  };
}

/** An array whose elements all pass `items`. */
export function array(items: Check, least: number, isUnique: boolean): Check {
  const ifNone = least > 0 ? "" : "; [] if there is none";
  return (value, path, out) => {
    if (!Array.isArray(value)) {
      out.push(wrongType(path, "an array", value, ifNone));
      return;
    }
    if (value.length < least) {
      const message = `needs at least ${least} element(s), has ${value.length}; add what is missing`;
      out.push(finding("schema/minItems", path, "reader", message));
    }
    if (isUnique && !allDiffer(value)) {
      const message = "an element stands here more than once; keep one of each";
      out.push(finding("schema/uniqueItems", path, "reader", message));
    }
    value.forEach((item, index) => items(item, `${path}/${index}`, out));
  };
}

function allDiffer(items: readonly Tree[]): boolean {
  const strings = items.filter((item) => typeof item === "string");
  if (new Set(strings).size !== strings.length) return false;
  // Elements of another type are findings already; comparing the first few keeps a hostile list from costing squares.
  const others = items.filter((item) => typeof item !== "string").slice(0, 64);
  return !others.some((left, index) => others.slice(0, index).some((right) => jsonEqual(left, right)));
}

/** Any object. */
export function freeObject(value: Tree, path: string, out: Finding[]): void {
  if (!isMap(value)) out.push(wrongType(path, "an object", value));
}
