/** Read and write the contract's types, and any JSON value: text, canonical form and digest. */

import { canonicalText, compactText } from "./canonical.js";
import type { Check } from "./checks.js";
import { InvalidRecord, type Finding } from "./finding.js";
import { ExactNumber } from "./number.js";
import { DEFAULT_LIMITS, type Limits } from "./read.js";
import { sha256 } from "./sha256.js";
import { isMap, plain, type JsonObject, type JsonValue } from "./tree.js";
import { encode } from "./utf8.js";
import { take, withoutUnread } from "./validator.js";

/** One member on the wire: its name, and the type of the object, or of the objects of the array, that it holds. */
export interface Wire {
  readonly name: string;
  readonly type?: () => Layout;
}

/** The members of an object in wire order. */
export type Layout = readonly Wire[];

/** Reads and writes values of one type of the contract. */
export class Codec<T extends object> {
  readonly #check: Check;
  readonly #layout: (value: object) => Layout;

  constructor(check: Check, layout: Layout | ((value: object) => Layout)) {
    this.#check = check;
    this.#layout = typeof layout === "function" ? layout : () => layout;
  }

  /**
   * Read JSON text; throw InvalidRecord where the parse or the schema phase has a reader finding.
   *
   * Unknown members are kept. Cross-member rules are not judged here: see `check`. Numbers that `number` would change
   * are of class ExactNumber.
   */
  fromJson(data: Uint8Array | string, limits: Partial<Limits> = {}): T {
    return this.#read(data, limits);
  }

  /** Read a parsed JSON object; throw as `fromJson` does, and TypeError for what JSON cannot hold. */
  fromValue(value: object): T {
    return this.#read(value, {});
  }

  /** Compact JSON: known members in the schema's order, then the unknown ones; absent members are left out. */
  toJson(value: T): string {
    return compactText(arranged(value, this.#layout(value)));
  }

  /** The members of `value` itself that this version does not know. */
  unknownMembers(value: T): JsonObject {
    const known = new Set(this.#layout(value).map(({ name }) => name));
    const result: Record<string, JsonValue> = Object.create(null);
    for (const [name, item] of Object.entries(value)) if (!known.has(name)) result[name] = item as JsonValue;
    return result;
  }

  /** The canonical form (RFC 8785), UTF-8. Throws RangeError for a number that binary64 cannot hold. */
  canonical(value: T): Uint8Array {
    return canonical(value);
  }

  /** The SHA-256 of the canonical form, in lower-case hexadecimal. */
  digest(value: T): string {
    return digest(value);
  }

  #read(data: unknown, limits: Partial<Limits>): T {
    const { value, findings } = take(data, { ...DEFAULT_LIMITS, ...limits });
    let found: Finding[] = findings;
    if (value !== undefined) {
      const own: Finding[] = [];
      this.#check(value, "", own);
      // What is written under a version that is not known here cannot be judged further.
      const unread = own.filter((one) => one.rule === "schema/unknown-version" && one.path === "/schemaVersion");
      const hasError = isMap(value) && this.#layout(Object.fromEntries(value)).some(({ name }) => name === "error");
      found = unread.length > 0 ? unread : withoutUnread(value, own, hasError);
    }
    found = found.filter((one) => one.level === "reader");
    if (found.length > 0 || value === undefined) throw new InvalidRecord(found);
    return plain(value) as unknown as T;
  }
}

/** `value` with its members in the order of `layout`. No type holds itself, so that this ends. */
function arranged(value: unknown, layout: Layout): unknown {
  if (Array.isArray(value)) return value.map((item) => arranged(item, layout));
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  const rest = new Map<string, unknown>(value instanceof Map ? value : Object.entries(value));
  const result = new Map<string, unknown>();
  for (const { name, type } of layout) {
    const item: unknown = rest.get(name);
    rest.delete(name);
    if (item !== undefined) result.set(name, type === undefined ? item : arranged(item, type()));
  }
  for (const [name, item] of rest) if (item !== undefined) result.set(name, item);
  return result;
}

/**
 * Read any JSON text, strictly: throw InvalidRecord where the parse phase has a reader finding.
 *
 * Objects have no prototype. Numbers that `number` would change are of class ExactNumber.
 */
export function parse(data: Uint8Array | string, limits: Partial<Limits> = {}): JsonValue {
  const { value, findings } = take(data, { ...DEFAULT_LIMITS, ...limits });
  if (value === undefined) throw new InvalidRecord(findings.filter((one) => one.level === "reader"));
  return plain(value);
}

/** Any JSON value as compact JSON text; members that are undefined are left out. */
export function stringify(value: unknown): string {
  return compactText(value);
}

/** The canonical form of any JSON value (RFC 8785), UTF-8. Throws RangeError for a number that binary64 cannot hold. */
export function canonical(value: unknown): Uint8Array {
  return encode(canonicalText(value));
}

/** The SHA-256 of the canonical form of any JSON value, in lower-case hexadecimal. */
export function digest(value: unknown): string {
  return sha256(canonical(value));
}
