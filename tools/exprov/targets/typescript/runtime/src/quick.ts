/**
 * What the quick route is made of. It matches a record by regular expressions, which run as machine code, and gives up on
 * whatever they do not take: text beyond ASCII or with escapes, numbers that are no short integers.
 */

import { alone, hasCredential } from "./leaks.js";
import { allDiffer } from "./logic.js";
import { isBlankText } from "./text.js";

/** Longer texts are left to the explaining route: matching keeps a stack. */
export const LONGEST = 1 << 16;

// Identifiers that were found in order before, each at a place that its length and three of its characters give: provider
// ids and model names recur from record to record, and to compare one costs less than to hash it. An identifier takes the
// place of another, so that hostile input cannot fill the memory.
const PLACES = 1024;
const vetted: string[] = new Array<string>(PLACES).fill("");
const LONGEST_VETTED = 256;

/** Whether `value`, ASCII without control characters, is an identifier in order; so is an absent one. */
export function isIdentifier(value: string | undefined): boolean {
  if (value === undefined) return true;
  const { length } = value;
  const ends = value.charCodeAt(0) * 7 + value.charCodeAt(length - 1) * 131;
  const place = (length * 31 + ends + value.charCodeAt(length >> 1)) & (PLACES - 1);
  if (vetted[place] === value && length > 0) return true;
  if (isBlankText(value) || hasCredential(value) !== undefined) return false;
  if (length <= LONGEST_VETTED) vetted[place] = alone(value);
  return true;
}

/** Whether `value` has not the shape of a credential. */
export function isText(value: string | undefined): boolean {
  return value === undefined || hasCredential(value) === undefined;
}

/** The strings of the inner text of an array of them, which has no escapes. */
export function strings(inner: string): string[] {
  return inner.split('"').filter((_, index) => index % 2 === 1);
}

/** Whether no two of `values` are the same. */
export function differ(values: readonly string[]): boolean {
  return allDiffer(values, (value: string) => value);
}

/** The text of each member's value, from 1 on, in the schema's order; undefined where it is absent. */
export type Values = readonly (string | undefined)[];

/** How to read an object with its members in any order: `one` matches a member and the mark after it, its last group. */
export interface Members {
  readonly one: RegExp;
  readonly count: number;
  readonly required: readonly number[];
}

const OPENING = /[ \t\r\n]*\{[ \t\r\n]*/y;

/** The members of the object that is the whole of `text`; undefined if it is out of order. */
export function inAnyOrder(text: string, members: Members): Values | undefined {
  const values = membersAt(text, 0, members);
  return members.one.lastIndex === text.length ? values : undefined;
}

/** The members of the object at `start`; where they end, the expression's `lastIndex` says. */
function membersAt(text: string, start: number, { one, count, required }: Members): Values | undefined {
  OPENING.lastIndex = start;
  if (!OPENING.test(text)) return undefined;
  one.lastIndex = OPENING.lastIndex;
  const values = new Array<string | undefined>(count + 1).fill(undefined);
  for (;;) {
    const match = one.exec(text);
    if (match === null) return undefined;
    let group = 1;
    while (match[group] === undefined) group++;
    if (values[group] !== undefined) return undefined;
    values[group] = match[group];
    if (match[count + 1] === "}") break;
  }
  return required.every((index) => values[index] !== undefined) ? values : undefined;
}

/**
 * The objects of the inner text of an array of them, or undefined if one is out of order. `pattern` matches one with its
 * members in the schema's order, and the comma after it.
 */
export function objects<T>(
  inner: string,
  pattern: RegExp,
  members: Members,
  read: (values: Values) => T | undefined,
): T[] | undefined {
  const found: T[] = [];
  let at = 0;
  while (at < inner.length) {
    pattern.lastIndex = at;
    let values: Values | undefined = pattern.exec(inner) ?? undefined;
    if (values !== undefined) {
      at = pattern.lastIndex;
    } else {
      values = membersAt(inner, at, members);
      at = members.one.lastIndex;
      // A comma follows, and something after that.
      if (at < inner.length && (inner.charCodeAt(at) !== 0x2c || ++at === inner.length)) return undefined;
    }
    const item = values === undefined ? undefined : read(values);
    if (item === undefined) return undefined;
    found.push(item);
  }
  return found;
}
