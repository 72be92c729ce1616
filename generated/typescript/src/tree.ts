// Generated from tools/exprov/targets/typescript/runtime/src/tree.ts by `exprov generate`; edit that and run it again.
/** JSON values: parsed ones, which the phases work on, and plain ones, which people get. */

import { ExactNumber, simplest } from "./number.js";

// Among so few names, looking at each costs less than to hash one.
const FEW = 16;

/** A JSON value as this package hands it out: numbers beyond `number` are exact. */
export type JsonValue = null | boolean | number | string | ExactNumber | readonly JsonValue[] | JsonObject;

/** A JSON object with members of any kind. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** A parsed object: all its members in the order of the text, whatever they are called, and repeated ones, too. */
export class Members {
  readonly names: string[] = [];
  readonly values: Tree[] = [];
  private indexes: Map<string, number> | undefined;
  private indexed = 0;

  /** The index of a member; -1 if there is none of this name. */
  at(name: string): number {
    const { names } = this;
    if (names.length <= FEW) return names.indexOf(name);
    const indexes = (this.indexes ??= new Map());
    for (; this.indexed < names.length; this.indexed++) indexes.set(names[this.indexed] as string, this.indexed);
    return indexes.get(name) ?? -1;
  }

  has(name: string): boolean {
    return this.at(name) >= 0;
  }

  get(name: string): Tree | undefined {
    return this.values[this.at(name)];
  }
}

/** A parsed value. Numbers are `number` only if they are plain integers that a `number` represents exactly. */
export type Tree = null | boolean | number | string | ExactNumber | Tree[] | Members;

/** The members in the JSON text for `object`, so no undefined ones. Throws TypeError if there is no such text. */
export function entries(object: object): [string, unknown][] {
  if (object instanceof Members) return object.names.map((name, index) => [name, object.values[index]]);
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
  const todo: [Tree[] | Members, unknown][] = [];
  const begun = (item: Tree): unknown => {
    if (item instanceof ExactNumber) return simplest(item);
    if (!Array.isArray(item) && !(item instanceof Members)) return item;
    const empty = Array.isArray(item) ? [] : {};
    todo.push([item, empty]);
    return empty;
  };
  const result = begun(tree);
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [from, to] = next;
    if (Array.isArray(from)) for (const item of from) (to as unknown[]).push(begun(item));
    else from.names.forEach((name, at) => put(to as Record<string, unknown>, name, begun(from.values[at] as Tree)));
  }
  return result as JsonValue;
}
