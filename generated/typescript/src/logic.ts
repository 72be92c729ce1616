// Generated from tools/exprov/targets/typescript/runtime/src/logic.ts by `exprov generate`; edit that and run it again.
/** What compiled rules call where JavaScript has no operator for it. */

import { equal } from "./canonical.js";
import { compareNumbers } from "./number.js";
import { codePoints } from "./text.js";

/** Takes an element of a list, whose type was checked when the rule was compiled. */
type Of<Result> = (item: any) => Result;

/** `items.exists_one(...)`. */
function existsOne(items: readonly unknown[], test: Of<boolean>): boolean {
  let count = 0;
  for (const item of items) if (test(item)) count++;
  return count === 1;
}

/** Whether no two elements have the same key. */
export function distinct(items: readonly unknown[], key: Of<string>): boolean {
  return items.length < 2 || new Set(items.map(key)).size === items.length;
}

/** Whether no element of one list has the key of an element of the other. */
function disjoint(left: readonly unknown[], right: readonly unknown[], key: Of<string>): boolean {
  if (left.length === 0 || right.length === 0) return true;
  const keys = new Set(left.map(key));
  return !right.some((item) => keys.has(key(item)));
}

export const LOGIC = { codePoints, compare: compareNumbers, disjoint, distinct, equal, existsOne };
export type Logic = typeof LOGIC;
