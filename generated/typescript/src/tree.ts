// Generated from tools/exprov/targets/typescript/runtime/src/tree.ts by `exprov generate`; edit that and run it again.
/** Parsed JSON: what the phases work on, and what people get. */

import { ExactNumber, compareNumbers, simplest } from "./number.js";

/** A JSON value as this package hands it out: objects have no prototype, and numbers beyond `number` are exact. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly JsonValue[]
  | JsonObject;

/** A JSON object with members of any kind. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** A parsed object: members in their order, whatever they are called. */
export interface TreeMap extends Map<string, Tree> {
  /** What stood under names that came again, where the text was wrong in this. */
  repeated?: [string, Tree][];
}

/** A parsed value. Numbers are `number` only where they are plain integers that one holds exactly. */
export type Tree = null | boolean | number | string | ExactNumber | Tree[] | TreeMap;

/** Every member of `map`, repeated ones too: no repetition hides what stands in a text. */
export function members(map: TreeMap): Iterable<[string, Tree]> {
  return map.repeated === undefined ? map : [...map.repeated, ...map];
}

export function isMap(value: unknown): value is TreeMap {
  return value instanceof Map;
}

/** `name` as a reference token of a JSON Pointer. */
export function escapeToken(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Whether `text` holds half of a surrogate pair, which is no Unicode text. */
export function hasLoneSurrogate(text: string): boolean {
  return loneSurrogate(text) >= 0;
}

/** Where the first half of a surrogate pair stands alone in `text`; -1 if none does. */
export function loneSurrogate(text: string): number {
  const first = text.search(SURROGATE);
  for (let at = first; at >= 0 && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(at + 1);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return at;
    at++;
  }
  return -1;
}

/** How many code points `text` has. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at + 1 < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      pairs++;
      at++;
    }
  }
  return text.length - pairs;
}

/** `tree` as plain values. Walks without recursion, so that no depth that can be read is too deep. */
export function plain(tree: Tree): JsonValue {
  const holder: Record<string, unknown> = Object.create(null);
  const todo: [Record<string, unknown> | unknown[], string | number, Tree][] = [[holder, "value", tree]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [place, key, item] = next;
    let value: unknown = item;
    if (item instanceof ExactNumber) {
      value = simplest(item);
    } else if (Array.isArray(item)) {
      const array: unknown[] = new Array(item.length);
      item.forEach((element, index) => todo.push([array, index, element]));
      value = array;
    } else if (isMap(item)) {
      const object: Record<string, unknown> = Object.create(null);
      for (const [name, member] of item) {
        object[name] = null; // fixes the order
        todo.push([object, name, member]);
      }
      value = object;
    }
    (place as Record<string | number, unknown>)[key] = value;
  }
  return holder["value"] as JsonValue;
}

/** Whether two parsed values are the same JSON value: `true` is not 1, 1 is 1.0, the order of members does not count. */
export function jsonEqual(left: Tree, right: Tree): boolean {
  const todo: [Tree, Tree][] = [[left, right]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [one, other] = next;
    if (isMap(one)) {
      if (!isMap(other) || one.size !== other.size) return false;
      for (const [name, item] of one) {
        const match = other.get(name);
        if (match === undefined) return false;
        todo.push([item, match]);
      }
    } else if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (let index = 0; index < one.length; index++) todo.push([one[index] as Tree, other[index] as Tree]);
    } else if (typeof one === "number" || one instanceof ExactNumber) {
      if (!(typeof other === "number" || other instanceof ExactNumber) || compareNumbers(one, other) !== 0) return false;
    } else if (one !== other) {
      return false;
    }
  }
  return true;
}
