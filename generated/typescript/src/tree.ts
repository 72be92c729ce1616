// Generated from tools/exprov/targets/typescript/runtime/src/tree.ts by `exprov generate`; edit that and run it again.
/** JSON values: parsed ones, which the phases work on, and plain ones, which people get. */

import { ExactNumber, simplest } from "./number.js";

/** A JSON value as this package hands it out: numbers beyond `number` are exact. */
export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject;

/** A JSON object with members of any kind. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** A parsed object: members in their order, whatever they are called. */
export interface TreeMap extends Map<string, Tree> {
  /** All members in the order of the text, where the text was wrong in naming one twice. */
  all?: [string, Tree][];
}

/** A parsed value. Numbers are `number` only where they are plain integers that one holds exactly. */
export type Tree = null | boolean | number | string | ExactNumber | Tree[] | TreeMap;

export function isMap(value: unknown): value is TreeMap {
  return value instanceof Map;
}

/** The members that JSON text for `object` has: undefined ones are absent. Throws TypeError if there is no such text. */
export function entries(object: object): [string, unknown][] {
  if (object instanceof Map) {
    for (const name of object.keys()) {
      if (typeof name !== "string")
        throw new TypeError("a member name that is not a string has no JSON form; convert it first");
    }
    return [...(object as Map<string, unknown>)].filter(([, value]) => value !== undefined);
  }
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError("an object of a class has no JSON form; convert it first");
  }
  return Object.entries(object).filter(([, value]) => value !== undefined);
}

/** Set a member of a plain object: no name reaches its prototype. */
export function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** `tree` as plain values, as `JSON.parse` makes them. No depth that can be read is too deep: there is no recursion. */
export function plain(tree: Tree): JsonValue {
  const todo: [Tree[] | TreeMap, unknown][] = [];
  const begun = (item: Tree): unknown => {
    if (item instanceof ExactNumber) return simplest(item);
    if (!Array.isArray(item) && !isMap(item)) return item;
    const empty = Array.isArray(item) ? [] : {};
    todo.push([item, empty]);
    return empty;
  };
  const result = begun(tree);
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [from, to] = next;
    if (Array.isArray(from)) for (const item of from) (to as unknown[]).push(begun(item));
    else for (const [name, item] of from) put(to as Record<string, unknown>, name, begun(item));
  }
  return result as JsonValue;
}
