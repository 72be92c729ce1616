/**
 * Write JSON values: compact text that keeps what was read, and the canonical form of RFC 8785.
 *
 * Both walk with a stack of their own, so that no nesting that can be read is too deep to write.
 */

import { ExactNumber } from "./number.js";
import { escapeToken, hasLoneSurrogate } from "./tree.js";

type NumberWriter = (value: number | ExactNumber) => string;
type Entries = (object: object) => [string, unknown][];

interface Frame {
  readonly source: object;
  readonly close: "]" | "}";
  readonly keys: readonly string[] | undefined;
  readonly items: readonly unknown[];
  next: number;
}

/**
 * The canonical form of `value` by RFC 8785, as text.
 *
 * Throws RangeError, which names the JSON Pointer, for a number that would change: one that is neither a binary64 number
 * exactly nor the shortest decimal of one (so 0.1 and 1e23 are fine, 9007199254740993 is not), NaN, an infinity, or text
 * with a lone surrogate. Throws TypeError for what JSON has no form for.
 */
export function canonicalText(value: unknown): string {
  return write(value, canonicalNumber, (object) =>
    // The default order of `sort` is that of UTF-16 code units, as RFC 8785 wants it.
    entries(object).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}

/**
 * `value` as compact JSON: members in their order, numbers as they were written; members that are undefined are left out.
 *
 * Throws RangeError, which names the JSON Pointer, for NaN, an infinity and text with a lone surrogate, and TypeError for
 * what JSON has no form for.
 */
export function compactText(value: unknown): string {
  return write(value, plainNumber, entries);
}

function write(value: unknown, number: NumberWriter, entriesOf: Entries): string {
  const stack: Frame[] = [];
  const open = new Set<unknown>();
  let out = "";
  let item = value;
  try {
    for (;;) {
      if (typeof item === "string") {
        out += quote(item);
      } else if (item === null || typeof item === "boolean") {
        out += String(item);
      } else if (typeof item === "number" || item instanceof ExactNumber) {
        out += number(item);
      } else if (typeof item === "bigint") {
        out += number(new ExactNumber(String(item)));
      } else if (open.has(item)) {
        throw new TypeError("a value that holds itself has no JSON form; cut the circle");
      } else if (Array.isArray(item)) {
        out += "[";
        open.add(item);
        stack.push({ source: item, close: "]", keys: undefined, items: item, next: 0 });
      } else if (typeof item === "object") {
        out += "{";
        open.add(item);
        const found = entriesOf(item);
        stack.push({ source: item, close: "}", keys: found.map(([key]) => key), items: found.map(([, one]) => one), next: 0 });
      } else {
        throw new TypeError(`a value of type ${typeof item} has no JSON form; convert it first`);
      }
      let frame = stack.at(-1);
      while (frame !== undefined && frame.next === frame.items.length) {
        out += frame.close;
        open.delete(frame.source);
        stack.pop();
        frame = stack.at(-1);
      }
      if (frame === undefined) return out;
      const index = frame.next++;
      if (index > 0) out += ",";
      if (frame.keys !== undefined) out += `${quote(frame.keys[index] as string)}:`;
      item = frame.items[index];
    }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const kind = error instanceof TypeError ? TypeError : RangeError;
    throw new kind(`at ${JSON.stringify(pointer(stack))}: ${error.message}`);
  }
}

function pointer(stack: readonly Frame[]): string {
  return stack
    .filter((frame) => frame.next > 0)
    .map((frame) => `/${frame.keys === undefined ? frame.next - 1 : escapeToken(frame.keys[frame.next - 1] as string)}`)
    .join("");
}

function entries(object: object): [string, unknown][] {
  if (object instanceof Map) {
    for (const key of object.keys()) {
      if (typeof key !== "string") throw new TypeError("a member name that is no string has no JSON form; convert it first");
    }
    return [...(object as Map<string, unknown>)];
  }
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError("an object of a class has no JSON form; convert it first");
  }
  return Object.entries(object).filter(([, value]) => value !== undefined);
}

function quote(text: string): string {
  if (hasLoneSurrogate(text)) throw new RangeError("a lone surrogate is no Unicode text; write the whole pair or U+FFFD");
  // For text it escapes what JSON demands and nothing else, which is what RFC 8785 wants too.
  return JSON.stringify(text);
}

function plainNumber(value: number | ExactNumber): string {
  return value instanceof ExactNumber ? value.text : String(finite(value));
}

function finite(value: number): number {
  if (!Number.isFinite(value)) {
    throw new RangeError("NaN and infinities have no JSON form; leave the member out or write a finite number");
  }
  return value;
}

function canonicalNumber(value: number | ExactNumber): string {
  if (typeof value === "number") return String(finite(value));
  const nearest = value.toNumber();
  // The shortest decimal is what others will read as the same value, and what this function writes: it must be accepted
  // for a canonical form to have itself as its canonical form.
  if (!Number.isFinite(nearest) || !(value.equals(nearest) || value.equals(new ExactNumber(decimal(nearest))))) {
    throw new RangeError("a number that binary64 cannot hold has no canonical form; write fewer digits, or a string");
  }
  return String(nearest);
}

/** Every digit of the exact value of a finite number. */
function decimal(value: number): string {
  let places = 0;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    places++;
  }
  // value = scaled / 2**places = scaled * 5**places / 10**places
  return `${BigInt(scaled) * 5n ** BigInt(places)}e-${places}`;
}
