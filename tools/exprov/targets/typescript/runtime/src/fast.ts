/**
 * The fast path: whether a text is certainly a valid record, by `JSON.parse` and one look at each member.
 *
 * The explaining path takes what this rejects: texts with escapes or with numbers that are not plain integers, and
 * records that are not valid.
 */

import { isNameable } from "./credentials.js";
import { isIdentifier } from "./identifiers.js";
import { LOGIC, distinct } from "./logic.js";
import { PROGRAM } from "./program.js";
import { OBJECTS, type Kind, type Resolved } from "./schema.js";
import type { Limits } from "./tables.js";
import { codePoints, fits } from "./text.js";

/** How many strings a parsed value contains, names included; NaN unless it certainly is what its check asks for. */
type Count = (value: any) => number;

interface Shape {
  readonly count: Count;
  /** How many arrays and objects are nested at most. */
  readonly depth: number;
}

let record: Shape | undefined;

/** Whether `text` is certainly a valid record, at both levels. */
export function isSurelyValid(text: string, { maxBytes, maxDepth }: Limits): boolean {
  record ??= shapeOf({ kind: "object", name: PROGRAM.documents[0].type });
  if (record.depth > maxDepth || !fits(text, maxBytes) || text.includes("\\")) return false;
  try {
    // An unknown member, and the first of two with the same name, has a name that is not counted in the value.
    return record.count(JSON.parse(text)) === stringsIn(text);
  } catch {
    return false;
  }
}

/** How many strings are in `text`, which has no escapes; NaN if a number in it is not a plain integer. */
function stringsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      at = text.indexOf('"', at + 1);
      if (at < 0) return NaN;
      count++;
    } else if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39 && ".eE".includes(text.charAt(at + 1)))) {
      return NaN;
    }
  }
  return count;
}

const NEVER: Shape = { count: () => NaN, depth: 0 };

function shapeOf(check: Resolved): Shape {
  switch (check.kind) {
    case "boolean":
      return { count: (value) => (typeof value === "boolean" ? 0 : NaN), depth: 0 };
    case "number": {
      const [least, most] = [check.minimum ?? -Infinity, check.maximum ?? Infinity];
      return { count: (value) => (Number.isSafeInteger(value) && value >= least && value <= most ? 0 : NaN), depth: 0 };
    }
    case "text": {
      const { minLength, identifier } = check;
      const isGood = (value: string): boolean =>
        (value.length >= 2 * minLength || codePoints(value) >= minLength) &&
        isNameable(value) &&
        (!identifier || isIdentifier(value));
      return { count: (value) => (typeof value === "string" && isGood(value) ? 1 : NaN), depth: 0 };
    }
    case "array":
      return arrayOf(check);
    case "object":
      return objectOf(OBJECTS.get(check.name) as Kind);
    case "free":
      return NEVER;
    default: {
      const values = check.kind === "choice" ? check.values : check.kind === "token" ? check.known : [check.value];
      const good = values.filter(isNameable);
      return { count: (value) => (good.includes(value) ? 1 : NaN), depth: 0 };
    }
  }
}

function arrayOf({ items, minItems, unique }: Extract<Resolved, { kind: "array" }>): Shape {
  const { count, depth } = shapeOf(items as Resolved);
  const isWrong = (value: any): boolean =>
    !Array.isArray(value) || value.length < minItems || (unique && !distinct(value, (one) => one));
  return {
    count: (value) => {
      if (isWrong(value)) return NaN;
      let total = 0;
      for (let index = 0; index < value.length; index++) total += count(value[index]);
      return total;
    },
    depth: 1 + depth,
  };
}

function objectOf({ members, conditions, rules }: Kind): Shape {
  const parts = members.map((one) => ({
    name: one.name,
    shape: shapeOf(one.check),
    isDue: one.required || one.writerRequired,
  }));
  const count: Count = (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return NaN;
    let total = 0;
    for (let index = 0; index < parts.length; index++) {
      const { name, shape, isDue } = parts[index]!;
      const item = value[name];
      if (item !== undefined) total += 1 + shape.count(item);
      else if (isDue) return NaN;
    }
    if (Number.isNaN(total)) return NaN;
    for (const { member, values, required, forbidden } of conditions) {
      if (!values.includes(value[member])) continue;
      if (required.some((name) => value[name] === undefined)) return NaN;
      if (forbidden.some((name) => value[name] !== undefined)) return NaN;
    }
    for (let index = 0; index < rules.length; index++) if (!rules[index]!.holds(value, LOGIC)) return NaN;
    return total;
  };
  return { count, depth: 1 + Math.max(...parts.map(({ shape }) => shape.depth)) };
}
