/** What compiled rules call where JavaScript has no operator for it. */

export { compareNumbers as compare } from "./number.js";
export { codePoints } from "./text.js";
export { equal } from "./tree.js";

// Up to so many elements, comparing each with each costs less than a set.
const FEW = 8;

/** A value of a record that passed the schema phase. Rules were type-checked against the schema before. */
export type Any = any;

type Key = (item: Any) => string;

/** `items.exists_one(...)`. */
export function existsOne(items: readonly Any[], test: (item: Any) => boolean): boolean {
  let count = 0;
  for (const item of items) if (test(item)) count++;
  return count === 1;
}

/** Whether no two elements have one key. */
export function distinct(items: readonly Any[], key: Key): boolean {
  if (items.length > FEW) return new Set(items.map(key)).size === items.length;
  for (let one = 1; one < items.length; one++) {
    const own = key(items[one]);
    for (let other = 0; other < one; other++) if (key(items[other]) === own) return false;
  }
  return true;
}

/** Whether no element of one list has the key of an element of the other. */
export function disjoint(left: readonly Any[], right: readonly Any[], key: Key): boolean {
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
