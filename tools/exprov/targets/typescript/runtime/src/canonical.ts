/** Write JSON values: compact text that keeps what was read, and the canonical form of RFC 8785. */

import { ExactNumber, numberKey } from "./number.js";
import { inside, pointer, type Place } from "./place.js";
import type { Check } from "./tables.js";
import { hasLoneSurrogate } from "./text.js";
import { entries } from "./tree.js";

type NumberWriter = (value: number | ExactNumber) => string;
type MembersOf = (object: object, type: Check | undefined) => Item[];
/** A member's name or an element's index, its value, and its type if that is known. */
export type Item = readonly [token: string | number, value: unknown, type?: Check | undefined];

/** An array or object that is being written: its length, and the item at an index. */
interface Frame {
  readonly source: object;
  readonly length: number;
  readonly at: (index: number) => Item;
  next: number;
}

/**
 * The canonical form of `value` by RFC 8785, as text.
 *
 * A number is written as the nearest binary64 number. Throws RangeError, which names the JSON Pointer, for a number
 * beyond the range of binary64, NaN, an infinity, or text with a lone surrogate. Throws TypeError for what JSON has no
 * form for.
 */
export function canonicalText(value: unknown): string {
  return write(value, canonicalNumber, sorted);
}

function sorted(object: object): Item[] {
  // Strings compare by their UTF-16 code units, as RFC 8785 wants it.
  return entries(object).sort(([left], [right]) => (left < right ? -1 : 1));
}

/**
 * `value` as compact JSON: members in the order that `membersOf` gives them, by default their own; numbers as they were
 * written; members that are undefined are left out.
 *
 * Throws RangeError, which names the JSON Pointer, for NaN, an infinity and text with a lone surrogate, and TypeError
 * for what JSON has no form for.
 */
export function compactText(value: unknown, membersOf: MembersOf = entries, type?: Check): string {
  return write(value, plainNumber, membersOf, type);
}

/** Whether two JSON values are the same: `true` is not 1, 1 is 1.0, the order of members does not count. */
export function equal(left: unknown, right: unknown): boolean {
  return keyOf(left) === keyOf(right);
}

/** A text that equal values share, and no others. */
export function keyOf(value: unknown): string {
  return write(value, numberKey, sorted);
}

/** Write without recursion, so that whatever can be read can also be written. */
function write(value: unknown, number: NumberWriter, membersOf: MembersOf, type?: Check): string {
  const stack: Frame[] = [];
  const open = new Set<unknown>();
  const begin = (item: unknown, its: Check | undefined): string => {
    if (typeof item !== "object" || item === null) return scalar(item, number);
    const exact = ExactNumber.from(item);
    if (exact !== undefined) return number(exact);
    if (open.has(item)) throw new TypeError("a value that contains itself has no JSON form; cut the circle");
    open.add(item);
    if (Array.isArray(item)) {
      const ofElements = its?.kind === "array" ? its.items : undefined;
      stack.push({ source: item, length: item.length, at: (index) => [index, item[index], ofElements], next: 0 });
      return "[";
    }
    const members = membersOf(item, its);
    stack.push({ source: item, length: members.length, at: (index) => members[index] as Item, next: 0 });
    return "{";
  };
  try {
    let out = begin(value, type);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (frame.next === frame.length) {
        out += Array.isArray(frame.source) ? "]" : "}";
        open.delete(frame.source);
        stack.pop();
        continue;
      }
      const [token, item, its] = frame.at(frame.next++);
      if (frame.next > 1) out += ",";
      if (typeof token === "string") out += `${quote(token)}:`;
      out += begin(item, its);
    }
    return out;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const kind = error instanceof TypeError ? TypeError : RangeError;
    let place: Place | undefined;
    for (const { at, next } of stack) if (next > 0) place = inside(place, at(next - 1)[0], next);
    throw new kind(`at ${JSON.stringify(pointer(place))}: ${error.message}`);
  }
}

function scalar(item: unknown, number: NumberWriter): string {
  if (typeof item === "string") return quote(item);
  if (item === null || typeof item === "boolean") return String(item);
  if (typeof item === "number") return number(item);
  if (typeof item === "bigint") return number(new ExactNumber(String(item)));
  throw new TypeError(`a value of type ${typeof item} has no JSON form; convert it first`);
}

function quote(text: string): string {
  if (hasLoneSurrogate(text))
    throw new RangeError("a lone surrogate is not Unicode text; write the whole pair or U+FFFD");
  // For text it escapes what JSON demands and nothing else, which is what RFC 8785 wants, too.
  return JSON.stringify(text);
}

function plainNumber(value: number | ExactNumber): string {
  if (typeof value !== "number") return value.text;
  if (Number.isFinite(value)) return String(value);
  throw new RangeError("NaN and infinities have no JSON form; leave the member out or write a finite number");
}

function canonicalNumber(value: number | ExactNumber): string {
  if (typeof value === "number") return plainNumber(value);
  const nearest = value.toNumber();
  if (Number.isFinite(nearest)) return String(nearest);
  throw new RangeError("a number beyond the range of binary64 has no canonical form; write a smaller one, or a string");
}
