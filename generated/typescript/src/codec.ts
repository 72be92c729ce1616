// Generated from tools/exprov/targets/typescript/runtime/src/codec.ts by `exprov generate`; edit that and run it again.
/** Read and write the contract's types, and any JSON value: text, canonical form and digest. */

import { canonicalText, compactText, type Item } from "./canonical.js";
import { InvalidRecord } from "./finding.js";
import { Report } from "./report.js";
import { checkSchema, typeOf } from "./schema.js";
import { sha256 } from "./sha256.js";
import type { Check, Limits } from "./tables.js";
import { encode } from "./text.js";
import { entries, plain, put, type JsonObject, type JsonValue } from "./tree.js";
import { MAX_FINDINGS, limitsOf, take } from "./validator.js";

/** Reads and writes values of one type of the contract. */
export class Codec<T extends object> {
  /** The name of the type in the contract. */
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }

  /**
   * Read JSON text; throw InvalidRecord where the parse or the schema phase has a reader finding.
   *
   * Unknown members are kept. Rules are not checked here: see `check`. Numbers that `number` would change
   * are of class ExactNumber. Throws RangeError for limits that are not whole numbers.
   */
  fromJson(data: Uint8Array | string, limits: Partial<Limits> = {}): T {
    return this.#read(data, limits);
  }

  /** Read a parsed JSON object; throw as `fromJson` does, and TypeError for what JSON cannot represent. */
  fromValue(value: object): T {
    return this.#read(value, {});
  }

  /** Compact JSON: known members in the schema's order, then the unknown ones; absent members are left out. */
  toJson(value: T): string {
    return compactText(value, arranged, { kind: "object", name: this.type });
  }

  /** The members of `value` itself that this version does not know. */
  unknownMembers(value: T): JsonObject {
    const all = entries(value);
    const known = typeOf(new Map(all), this.type)?.byName;
    const result: Record<string, JsonValue> = {};
    for (const [name, item] of all) if (!known?.has(name)) put(result, name, item);
    return result;
  }

  /** The canonical form (RFC 8785), UTF-8. Throws RangeError for a number beyond the range of binary64. */
  canonical(value: T): Uint8Array {
    return canonical(value);
  }

  /** The SHA-256 of the canonical form, in lower-case hexadecimal. */
  digest(value: T): string {
    return digest(value);
  }

  #read(data: unknown, limits: Partial<Limits>): T {
    return readAs(data, limits, this.type) as unknown as T;
  }
}

/** The value of `data`, of a type of the contract if one is given. Throws InvalidRecord for reader findings. */
function readAs(data: unknown, limits: Partial<Limits>, type?: string): JsonValue {
  const report = new Report("reader", MAX_FINDINGS);
  const value = take(data, limitsOf(limits), report);
  if (value !== undefined && type !== undefined && report.total === 0) checkSchema(value, type, report);
  if (value === undefined || report.total > 0) throw new InvalidRecord(report.findings());
  return plain(value);
}

/** Members in the order of the schema, and then unknown ones. */
function arranged(object: object, check: Check | undefined): Item[] {
  const all = entries(object);
  const present = new Map(all);
  const type = check?.kind === "object" ? typeOf(present, check.name) : undefined;
  if (type === undefined) return all;
  const known = type.members.filter(({ name }) => present.has(name));
  const unknown = all.filter(([name]) => !type.byName.has(name));
  return [...known.map(({ name, check: its }): Item => [name, present.get(name), its]), ...unknown];
}

/**
 * Read any JSON text, strictly: throw InvalidRecord where the parse phase has a reader finding.
 *
 * Numbers that `number` would change are of class ExactNumber.
 */
export function parse(data: Uint8Array | string, limits: Partial<Limits> = {}): JsonValue {
  return readAs(data, limits);
}

/** Any JSON value as compact JSON text; members that are undefined are left out. */
export function stringify(value: unknown): string {
  return compactText(value);
}

/** The canonical form of any JSON value (RFC 8785), UTF-8. Throws RangeError as `Codec.canonical` does. */
export function canonical(value: unknown): Uint8Array {
  return encode(canonicalText(value));
}

/** The SHA-256 of the canonical form of any JSON value, in lower-case hexadecimal. */
export function digest(value: unknown): string {
  return sha256(canonical(value));
}
