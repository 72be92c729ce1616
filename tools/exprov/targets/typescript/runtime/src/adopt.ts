/** Take a value that is already parsed: what is rejected in JSON text is rejected here, too. */

import { ExactNumber, numberOf } from "./number.js";
import { inside, pointer, type Place } from "./place.js";
import type { Report } from "./report.js";
import { grouped, type Key, type Values } from "./say.js";
import type { Limits } from "./tables.js";
import { hasLoneSurrogate } from "./text.js";
import { Members, entries, type Tree } from "./tree.js";

/**
 * `data` as a parsed value; undefined if it is beyond the limits. What no JSON text could say is reported. Undefined
 * members are absent.
 *
 * The size of a value is about that of the shortest text for it: one that contains another one many times counts,
 * and costs, no less than its text would. Throws TypeError for what JSON has no form for: a value other than an object,
 * array, Map, string, number, bigint, ExactNumber, boolean and null; NaN and infinities.
 */
export function adopt(data: unknown, { maxBytes, maxDepth }: Limits, report: Report): Tree | undefined {
  const todo: [from: object, to: Tree[] | Members, place: Place | undefined, depth: number][] = [];
  let room = maxBytes;
  const beyond = (key: Key, values: Values): undefined => {
    report.add(key, "reader", undefined, values);
  };
  const checkText = (text: string, place: Place | undefined): void => {
    if (hasLoneSurrogate(text)) report.add("json/lone-surrogate", "reader", place);
  };
  const begun = (item: unknown, place: Place | undefined, depth: number): Tree => {
    const exact = typeof item === "object" && item !== null ? ExactNumber.from(item) : undefined;
    if (typeof item === "object" && item !== null && exact === undefined) {
      const to = Array.isArray(item) ? new Array<Tree>() : new Members();
      todo.push([item, to, place, depth]);
      return to;
    }
    const value = scalar(exact ?? item);
    if (typeof value === "string") checkText(value, place);
    room -= typeof value === "string" ? value.length + 2 : String(value).length;
    return value;
  };
  const parsed = placing(undefined, () => begun(data, undefined, 1));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [from, to, place, depth] = next;
    if (depth > maxDepth) return beyond("json/limit:depth", { limit: maxDepth });
    const items = Array.isArray(from) ? from.entries() : placing(place, () => entries(from));
    let order = 0;
    for (const [token, item] of items) {
      if (typeof token === "string") checkText(token, place);
      room -= 1 + (typeof token === "string" ? token.length + 3 : 0);
      const here = inside(place, token, order++);
      const value = placing(here, () => begun(item, here, depth + 1));
      if (room < 0) return beyond("json/limit:parsed", { limit: grouped(maxBytes) });
      if (to instanceof Members) to.names.push(token as string);
      (to instanceof Members ? to.values : to).push(value);
    }
  }
  return parsed;
}

/** What `work` yields; a TypeError of it names `place`. */
function placing<T>(place: Place | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`at ${JSON.stringify(pointer(place))}: ${error.message}`) : error;
  }
}

function scalar(item: unknown): Tree {
  if (item === null || typeof item === "boolean" || typeof item === "string") return item;
  if (item instanceof ExactNumber) return numberOf(item.text);
  if (typeof item === "bigint") return numberOf(String(item));
  if (typeof item !== "number")
    throw new TypeError(`a value of type ${typeof item} has no JSON form; convert it first`);
  if (Number.isFinite(item)) return numberOf(String(item));
  throw new TypeError(`${item} is not a JSON number; leave the member out or write a finite number`);
}
