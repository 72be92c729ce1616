/**
 * What the quick route is made of. It matches a record by regular expressions, which run as machine code, and gives up on
 * whatever they do not take: members in any other order, text beyond ASCII or with escapes, numbers that are no short integers.
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

/** The objects of the inner text of an array of them, or undefined if one is out of order. `one` matches each and its comma. */
export function objects<T>(inner: string, one: RegExp, read: (match: RegExpExecArray) => T | undefined): T[] | undefined {
  const found: T[] = [];
  let at = 0;
  while (at < inner.length) {
    one.lastIndex = at;
    const match = one.exec(inner);
    const item = match === null ? undefined : read(match);
    if (item === undefined) return undefined;
    found.push(item);
    at = one.lastIndex;
  }
  return found;
}
