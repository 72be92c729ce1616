// Generated from tools/exprov/targets/typescript/runtime/src/logic.ts by `exprov generate`; edit that and run it again.
/** What compiled rules call where JavaScript has no operator for it. */

import { equal } from "./canonical.js";
import { compareNumbers } from "./number.js";
import { codePoints } from "./text.js";

// Up to so many elements, comparing each with each costs less than a set.
const FEW = 8;

/** Takes an element of a list, whose type was checked when the rule was compiled. */
type Of<Result> = (item: any) => Result;

/** `items.exists_one(...)`. */
function existsOne(items: readonly unknown[], test: Of<boolean>): boolean {
  let count = 0;
  for (const item of items) if (test(item)) count++;
  return count === 1;
}

/** Whether no two elements have one key. */
export function distinct(items: readonly unknown[], key: Of<string>): boolean {
  if (items.length > FEW) return new Set(items.map(key)).size === items.length;
  for (let one = 1; one < items.length; one++) {
    const own = key(items[one]);
    for (let other = 0; other < one; other++) if (key(items[other]) === own) return false;
  }
  return true;
}

/** Whether no element of one list has the key of an element of the other. */
function disjoint(left: readonly unknown[], right: readonly unknown[], key: Of<string>): boolean {
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

export const LOGIC = { codePoints, compare: compareNumbers, disjoint, distinct, equal, existsOne };
export type Logic = typeof LOGIC;
