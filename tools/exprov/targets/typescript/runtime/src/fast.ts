/**
 * The fast path: whether a text is surely a valid record, by regular expressions, which run as machine code.
 *
 * It takes what records usually are: known members, ASCII text without escapes, short integers. The explaining route
 * judges whatever it does not take. A record type that has no such form is always left to that.
 */

import { alone, credentialIn, escaped } from "./credentials.js";
import { isIdentifier } from "./identifiers.js";
import { LOGIC, distinct } from "./logic.js";
import { PROGRAM } from "./program.js";
import { OBJECTS, type Kind } from "./schema.js";
import type { Check, Limits, Rule } from "./tables.js";

/** Longer texts are left to the explaining route: matching keeps a stack. */
export const LONGEST = 1 << 16;
// White space, and a character of a string that stands for itself.
const S = "[ \\t\\r\\n]*";
const C = "[ !#-\\[\\]-~]";
const OPENING = new RegExp(`${S}\\{${S}`, "y");

/** The text of each member's value, from 1 on, in the schema's order; undefined where it is absent. */
type Texts = readonly (string | undefined)[];
/** The value that a text is of; undefined if it is out of order. */
type Read = (text: string) => unknown;

/** How to read a value: a pattern with a group for the text that `read` takes, if it needs a further look. */
interface Value {
  readonly pattern: string;
  readonly read?: Read | undefined;
  readonly depth: number;
}

/** A condition, with members by their index. */
interface Conditional {
  readonly member: number;
  readonly values: readonly string[];
  readonly required: readonly number[];
  readonly forbidden: readonly number[];
}

/** How to read an object. */
interface Shape {
  readonly kind: Kind;
  /** Matches it with its members in the schema's order: alone, and as an element of an array with the comma after it. */
  readonly whole: RegExp;
  readonly element: RegExp;
  /** Matches one member, in any order, and the mark after it, which is the last group. */
  readonly member: RegExp;
  readonly reads: readonly (Read | undefined)[];
  readonly required: readonly number[];
  readonly conditions: readonly Conditional[];
  readonly depth: number;
}

let record: Shape | undefined;
let isKnown = false;

/** Whether `text` is surely a valid record, at both levels. */
export function isSurelyValid(text: string, { maxBytes, maxDepth }: Limits): boolean {
  // What is taken is ASCII, so that its length is its size.
  if (text.length > LONGEST || text.length > maxBytes) return false;
  if (!isKnown) [record, isKnown] = [shapeOf(OBJECTS.get(PROGRAM.documents[0].type) as Kind), true];
  if (record === undefined || record.depth > maxDepth) return false;
  const texts = record.whole.exec(text) ?? inAnyOrder(text, 0, record, text.length);
  const self = texts && readObject(texts, record);
  if (self === undefined) return false;
  const { rules } = record.kind;
  // Here and in what it calls, loops by index are felt.
  for (let index = 0; index < rules.length; index++) if (!(rules[index] as Rule).holds(self, LOGIC)) return false;
  return true;
}

function readObject(texts: Texts, { kind, reads, conditions }: Shape): object | undefined {
  const values = new Array<unknown>(reads.length);
  for (let index = 0; index < reads.length; index++) {
    const text = texts[index + 1];
    const read = reads[index];
    const value = text === undefined || read === undefined ? text : read(text);
    if (value === undefined && text !== undefined) return undefined;
    values[index] = value;
  }
  for (let index = 0; index < conditions.length; index++) {
    const { member, values: where, required, forbidden } = conditions[index] as Conditional;
    if (!where.includes(values[member] as string)) continue;
    for (let one = 0; one < required.length; one++) if (values[required[one] as number] === undefined) return undefined;
    for (let one = 0; one < forbidden.length; one++)
      if (values[forbidden[one] as number] !== undefined) return undefined;
  }
  return kind.make(values);
}

/** The members of the object at `start`, if it ends at `end`, or anywhere: where, `member.lastIndex` says. */
function inAnyOrder(text: string, start: number, { member, reads, required }: Shape, end?: number): Texts | undefined {
  OPENING.lastIndex = start;
  if (!OPENING.test(text)) return undefined;
  member.lastIndex = OPENING.lastIndex;
  const texts = new Array<string | undefined>(reads.length + 1).fill(undefined);
  for (let mark = ","; mark !== "}"; ) {
    const match = member.exec(text);
    if (match === null) return undefined;
    let group = 1;
    while (match[group] === undefined) group++;
    if (texts[group] !== undefined) return undefined;
    texts[group] = match[group];
    mark = match[reads.length + 1] as string;
  }
  if (end !== undefined && member.lastIndex !== end) return undefined;
  return required.every((index) => texts[index + 1] !== undefined) ? texts : undefined;
}

/** The objects of the inner text of an array of them; undefined if one is out of order. */
function readObjects(inner: string, shape: Shape): object[] | undefined {
  const { element, member } = shape;
  const objects: object[] = [];
  for (let at = 0; at < inner.length; ) {
    element.lastIndex = at;
    let texts: Texts | undefined = element.exec(inner) ?? undefined;
    if (texts !== undefined) {
      at = element.lastIndex;
    } else {
      texts = inAnyOrder(inner, at, shape);
      at = member.lastIndex;
      // A comma follows, and something after that.
      if (at < inner.length && (inner.charCodeAt(at) !== 0x2c || ++at === inner.length)) return undefined;
    }
    const object = texts && readObject(texts, shape);
    if (object === undefined) return undefined;
    objects.push(object);
  }
  return objects;
}

/** How to read objects of a type; undefined if they cannot be read by expressions. */
function shapeOf(kind: Kind): Shape | undefined {
  const { members, names } = kind;
  const values = members.flatMap(({ check }) => valueOf(check) ?? []);
  const first = members.findIndex(({ required }) => required);
  if (values.length < members.length || first < 0) return undefined;
  const named = values.map(({ pattern }, index) => `"${names[index]}"${S}:${S}${pattern}`);
  // Before the first required member a comma follows, after it one comes before.
  const parts = named.map((text, index) => {
    const part = index < first ? `${text}${S},${S}` : index > first ? `${S},${S}${text}` : text;
    return members[index]?.required ? part : `(?:${part})?`;
  });
  const object = `\\{${S}${parts.join("")}${S}\\}`;
  const indexes = (some: readonly string[]): number[] => some.map((name) => names.indexOf(name));
  return {
    kind,
    whole: new RegExp(`^${S}${object}${S}$`),
    element: new RegExp(`${S}${object}${S}(?:,(?!$)|$)`, "y"),
    member: new RegExp(`(?:${named.join("|")})${S}([,}])${S}`, "y"),
    reads: values.map(({ read }) => read),
    required: members.flatMap(({ required }, index) => (required ? [index] : [])),
    conditions: kind.conditions.map(({ member, values: where, required, forbidden }) => ({
      member: names.indexOf(member),
      values: where,
      required: indexes(required),
      forbidden: indexes(forbidden),
    })),
    depth: 1 + Math.max(...values.map(({ depth }) => depth)),
  };
}

function valueOf(check: Check): Value | undefined {
  switch (check.kind) {
    case "boolean":
      return { pattern: "(true|false)", read: (text) => text === "true", depth: 0 };
    case "number": {
      const [least, most] = [check.minimum ?? -Infinity, check.maximum ?? Infinity];
      const read = (text: string): unknown => (Number(text) < least || Number(text) > most ? undefined : Number(text));
      return { pattern: "(0|[1-9][0-9]{0,14})", read, depth: 0 };
    }
    case "array":
      return check.items.kind === "object" ? objectsOf(check.items.name, check) : stringsOf(check);
    default: {
      const [pattern, read] = stringOf(check);
      return pattern === undefined ? undefined : { pattern: `"(${pattern})"`, read, depth: 0 };
    }
  }
}

function stringOf(check: Check): [pattern?: string, read?: Read] {
  if (check.kind === "text") return [`${C}{${check.minLength},}`, check.identifier ? readIdentifier : readText];
  const values =
    "values" in check ? check.values : "known" in check ? check.known : "value" in check ? [check.value] : [];
  // What itself has the shape of a credential is always a finding.
  const isPlain =
    values.length > 0 && values.every((one) => new RegExp(`^${C}*$`).test(one) && readText(one) !== undefined);
  return isPlain ? [values.map(escaped).join("|")] : [];
}

type ArrayCheck = Extract<Check, { kind: "array" }>;

function stringsOf({ items, minItems, unique }: ArrayCheck): Value | undefined {
  const [pattern, readOne] = stringOf(items);
  const item = `"(?:${pattern})"`;
  const read = (text: string): unknown => {
    // There are no escapes, so that every second piece is a string.
    const strings = text === "" ? [] : text.split('"').filter((_, index) => index % 2 === 1);
    if (strings.length < minItems || (unique && !distinct(strings, (one) => one))) return undefined;
    return readOne === undefined || strings.every((one) => readOne(one) !== undefined) ? strings : undefined;
  };
  return pattern === undefined
    ? undefined
    : { pattern: `\\[${S}((?:${item}${S}(?:,${S}${item}${S})*)?)\\]`, read, depth: 1 };
}

function objectsOf(name: string, { minItems, unique }: ArrayCheck): Value | undefined {
  const shape = shapeOf(OBJECTS.get(name) as Kind);
  if (shape === undefined || unique) return undefined;
  // What lies between the brackets is read by the elements' own expression. Arrays in it take a level each.
  let inner = "[^\\[\\]]*";
  for (let level = 1; level < shape.depth; level++) inner = `[^\\[\\]]*(?:\\[${inner}\\][^\\[\\]]*)*`;
  const read = (text: string): unknown => {
    const objects = readObjects(text, shape);
    return objects !== undefined && objects.length >= minItems ? objects : undefined;
  };
  // White space belongs to the elements: two loops over one run of it would take quadratic time.
  return { pattern: `\\[(${inner})\\]`, read, depth: 1 + shape.depth };
}

// Identifiers that were found in order before, each at a place that its length and three of its characters give:
// provider ids and model names recur from record to record, and to compare one costs less than to hash it. An identifier
// takes the place of another, so that hostile input cannot fill the memory.
const PLACES = 1024;
const vetted: string[] = new Array<string>(PLACES).fill("");
const LONGEST_VETTED = 256;

/** `value`, if it is an identifier in order. */
function readIdentifier(value: string): string | undefined {
  const { length } = value;
  const ends = value.charCodeAt(0) * 7 + value.charCodeAt(length - 1) * 131;
  const place = (length * 31 + ends + value.charCodeAt(length >> 1)) & (PLACES - 1);
  if (vetted[place] === value && length > 0) return value;
  if (!isIdentifier(value) || credentialIn(value) !== undefined) return undefined;
  if (length <= LONGEST_VETTED) vetted[place] = alone(value);
  return value;
}

function readText(value: string): string | undefined {
  return credentialIn(value) === undefined ? value : undefined;
}
