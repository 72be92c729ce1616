// Generated from tools/exprov/targets/typescript/runtime/src/logic.ts by `exprov generate`; edit that and run it again.
/**
 * What compiled rules call where plain JavaScript would differ from CEL.
 *
 * An expression that fails (an index outside its list) does not hold, and `||`, `&&`, `all` and `exists` absorb a failure
 * on one side when another side decides.
 */

import { ExactNumber, compareNumbers } from "./number.js";
import { codePoints, jsonEqual, type Tree } from "./tree.js";

// A value of a record that passed the schema phase. Rules were type-checked against the schema before they were compiled.
export type Node = any;

export type Condition = () => boolean;

// Up to so many elements, comparing each with each costs less than a set.
const FEW = 8;

class Failure extends Error {}

/** The member `name` of a parsed object. */
export function get(object: Node, name: string): Node {
  return (object as Map<string, Node>).get(name);
}

export function has(object: Node, name: string): boolean {
  return (object as Map<string, Node>).has(name);
}

/** The length of a list, or of a string in code points. */
export function size(value: Node): number {
  return typeof value === "string" ? codePoints(value) : (value as unknown[]).length;
}

/** `items[index]`; fails outside 0 ... length - 1. */
export function at(items: readonly Node[], index: number | ExactNumber): Node {
  const place = index instanceof ExactNumber && index.isInteger() ? index.toNumber() : index;
  if (typeof place !== "number" || place < 0 || place >= items.length) throw new Failure();
  return items[place];
}

/** -1, 0 or 1, by the exact values. */
export const compare = compareNumbers;

export function equal(left: Node, right: Node): boolean {
  return left === right || jsonEqual(left as Tree, right as Tree);
}

/** `item in items`. */
export function contains(items: readonly Node[], item: Node): boolean {
  return items.some((other) => equal(item, other));
}

/** Whether `rule` yields true; a failure is not true. */
export function holds(rule: Condition): boolean {
  return attempt(rule) === true;
}

/** `left || right`. */
export function either(left: Condition, right: Condition): boolean {
  const first = attempt(left);
  if (first === true) return true;
  if (first === undefined && !right()) throw new Failure();
  return first === undefined ? true : right();
}

/** `left && right`. */
export function both(left: Condition, right: Condition): boolean {
  const first = attempt(left);
  if (first === false) return false;
  if (first === undefined && right()) throw new Failure();
  return first === undefined ? false : right();
}

/** `items.all(...)`. */
export function every(items: readonly Node[], body: (item: Node) => boolean): boolean {
  let failed = false;
  for (const item of items) {
    const result = attempt(() => body(item));
    if (result === false) return false;
    failed ||= result === undefined;
  }
  if (failed) throw new Failure();
  return true;
}

/** `items.exists(...)`. */
export function some(items: readonly Node[], body: (item: Node) => boolean): boolean {
  return !every(items, (item) => !body(item));
}

/** `items.exists_one(...)`. */
export function exactlyOne(items: readonly Node[], body: (item: Node) => boolean): boolean {
  let count = 0;
  for (const item of items) if (body(item)) count++;
  return count === 1;
}

/** Whether no two elements have one key. */
export function allDiffer(items: readonly Node[], key: (item: Node) => string | boolean): boolean {
  if (items.length > FEW) return new Set(items.map(key)).size === items.length;
  for (let one = 1; one < items.length; one++) {
    const own = key(items[one]);
    for (let other = 0; other < one; other++) if (key(items[other]) === own) return false;
  }
  return true;
}

/** Whether no element of one list has the key of an element of the other. */
export function isDisjoint(left: readonly Node[], right: readonly Node[], key: (item: Node) => string | boolean): boolean {
  if (left.length * right.length > FEW * FEW) {
    const keys = new Set(left.map(key));
    return !right.some((item) => keys.has(key(item)));
  }
  for (const one of left) {
    const own = key(one);
    for (const other of right) if (key(other) === own) return false;
  }
  return true;
}

/** What `rule` yields; undefined if it fails. */
function attempt(rule: Condition): boolean | undefined {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
