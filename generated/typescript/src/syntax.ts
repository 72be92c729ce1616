// Generated from tools/exprov/targets/typescript/runtime/src/syntax.ts by `exprov generate`; edit that and run it again.
/** Why a text is not JSON, and what its writer meant. No message repeats text, which may be a secret. */

import type { Position } from "./finding.js";
import type { Place } from "./place.js";
import { say, type Key, type Values } from "./say.js";
import { advance } from "./text.js";
import type { Members, Tree } from "./tree.js";

/** What ends the search for more. */
export class Stop extends Error {
  readonly key: Key;
  readonly index: number;
  readonly values: Values;

  constructor(key: Key, index: number, values: Values = {}) {
    super(key);
    this.key = key;
    this.index = index;
    this.values = values;
  }
}

/** An array or object that is being read. `key` names the member that is being read; `place` is found when needed. */
export interface Frame {
  readonly array: Tree[] | undefined;
  readonly map: Members | undefined;
  readonly opened: number;
  key: string;
  place: Place | undefined;
}

/** How far a text was read: `stack` has the open arrays and objects, outermost first. */
export interface Progress {
  readonly text: string;
  readonly stack: readonly Frame[];
  readonly origin: Position;
}

type Variant<K extends Key = Key> = K extends `json/syntax:${infer V}` ? V : never;
type Context = "word/value-due" | "word/name-due" | "word/after-name" | "word/after-value" | "word/after-end";

export const LITERALS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

const NAMES: Readonly<Record<string, Key>> = {
  "\0": "word/nul",
  "\t": "word/tab",
  "\n": "word/line-feed",
  "\v": "word/vertical-tab",
  "\f": "word/form-feed",
  "\r": "word/carriage-return",
  "\xa0": "word/no-break-space",
};
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const DIGIT = /[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/u;
const WHITE_SPACE = /[\p{White_Space}\x1c-\x1f\u180e\u200b-\u200d\u2060]/u;
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const TYPOGRAPHIC = "\u2018\u2019\u201c\u201d\u00ab\u00bb`";
// What is explained the same way wherever it is: a quote, a comment, white space or a control character.
const ODD = /['`#/\u2018\u2019\u201c\u201d\u00ab\u00bb\p{C}\p{Z}]/u;

// Characters that are often written where something else is due.
const INSTEAD: Readonly<Record<Context, Readonly<Record<string, Variant>>>> = {
  "word/value-due": {
    "+": "plus",
    ",": "comma-for-value",
    ":": "colon-for-value",
    "]": "bracket-for-value",
    "}": "bracket-for-value",
  },
  "word/name-due": { ",": "comma-for-member", ":": "colon-for-name", "{": "bracket-for-name", "[": "bracket-for-name" },
  "word/after-name": { "=": "equals", ",": "no-colon-no-value", "}": "no-colon-no-value" },
  "word/after-value": { ";": "semicolon" },
  "word/after-end": { "]": "unopened-bracket", "}": "unopened-bracket", ",": "comma-after-end" },
};

function syntax(variant: Variant, index: number, values?: Values): Stop {
  return new Stop(`json/syntax:${variant}`, index, values);
}

/** The code point at `index`, as text; empty at the end. */
function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Whether a letter, a digit or one of `others` follows the number or literal that ends at `end`. */
export function goesOn(text: string, end: number, others: string): boolean {
  const unit = text.charCodeAt(end);
  if (unit === 0x2c || unit === 0x7d || unit === 0x5d || unit <= 0x20 || end === text.length) return false;
  const following = characterAt(text, end);
  return others.includes(following) || LETTER_OR_DIGIT.test(following);
}

/** Where `index` is, for a finding at `now`: the line is named only if it is another one than the finding's. */
function where({ text, origin }: Progress, index: number, now: number): string {
  const { line, column } = advance(origin, text, 0, index);
  return text.slice(index, now).includes("\n")
    ? say("word/line-and-column", { line, column })
    : say("word/here", { column });
}

/** The string that opens at `start` is correct only up to `end`. */
export function badString(progress: Progress, start: number, end: number): Stop {
  const { text } = progress;
  if (end === text.length) return syntax("cut-string", end, { where: where(progress, start, end) });
  const character = text.charAt(end);
  if (character !== "\\") {
    const escape = SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return syntax("raw-character", end, { character: named(character), escape });
  }
  const letter = text.charAt(end + 1);
  const isCut = letter === "u" && end + 6 > text.length && /^[0-9a-fA-F]{0,3}$/.test(text.slice(end + 2));
  if (letter === "" || isCut) return syntax("cut-escape", text.length);
  return syntax(letter === "u" ? "short-unicode-escape" : letter === "'" ? "escaped-quote" : "unknown-escape", end);
}

/** Something that is not part of a number follows the one from `start` to `end`. */
export function badNumber(text: string, start: number, end: number): Stop {
  const lexeme = text.slice(start, end);
  const following = text.charAt(end);
  if (lexeme === "0" || lexeme === "-0") {
    if (/[0-9]/.test(following)) return syntax("leading-zero", start);
    if (/[xXoObB]/.test(following)) return syntax("number-base", start);
  }
  if (following === ".") {
    if (/[.eE]/.test(lexeme)) return syntax("second-point", end);
    return end + 1 === text.length ? syntax("cut-number", text.length) : syntax("bare-point", end);
  }
  if (/[eE]/.test(following) && !/[eE]/.test(lexeme)) {
    const isCut = ["", "+", "-"].includes(text.slice(end + 1));
    return isCut ? syntax("cut-number", text.length) : syntax("bare-exponent", end);
  }
  return syntax(following === "_" ? "underscore" : "number-goes-on", end);
}

/** No value begins at `index`. */
export function noValue(progress: Progress, index: number): Stop {
  const { text, stack } = progress;
  if (index === text.length && stack.length > 0) return cutWithin(progress, index);
  if (index === text.length) return syntax(/^[ \t\n\r\ufeff]*$/.test(text) ? "empty" : "no-value", index);
  const character = text.charAt(index);
  const following = characterAt(text, index + 1);
  if (character === "-") {
    if (text.startsWith("-Infinity", index)) return syntax("not-finite", index);
    if (following === "") return syntax("cut-number", text.length);
    return syntax(following === "." ? "leading-point" : "bare-minus", index);
  }
  if (character === "." && DIGIT.test(following)) return syntax("leading-point", index);
  if (/[\]}]/.test(character) && stack.at(-1)?.map !== undefined) return syntax("member-without-value", index);
  return instead(text, index, "word/value-due") ?? stray(text, index, "word/value-due");
}

export function trailingComma(comma: number): Stop {
  return syntax("trailing-comma", comma);
}

/** No member's name begins at `index`, in an object, after the comma at `comma` if there is one. */
export function noName(progress: Progress, index: number, comma: number | undefined): Stop {
  const { text, stack } = progress;
  if (index === text.length) return cutWithin(progress, index);
  const character = characterAt(text, index);
  if (character === "}" && comma !== undefined) return trailingComma(comma);
  if (character === "]") return wrongBracket(progress, index, stack.at(-1) as Frame);
  const known = instead(text, index, "word/name-due");
  if (known !== undefined) return known;
  const isName = wordAt(text, index) !== "" || DIGIT.test(character) || character === "-" || character === "$";
  return isName ? syntax("unquoted-name", index) : stray(text, index, "word/name-due");
}

/** No colon follows a member's name. */
export function noColon(progress: Progress, index: number): Stop {
  if (index === progress.text.length) return cutWithin(progress, index);
  return instead(progress.text, index, "word/after-name") ?? syntax("no-colon", index);
}

/** Neither a comma nor the bracket that closes `frame` follows a value. */
export function noComma(progress: Progress, index: number, frame: Frame): Stop {
  const { text } = progress;
  if (index === text.length) return cutWithin(progress, index);
  const character = text.charAt(index);
  if (character === "]" || character === "}") return wrongBracket(progress, index, frame);
  if (character === ":") return syntax(frame.map === undefined ? "colon-in-array" : "second-colon", index);
  return instead(text, index, "word/after-value") ?? syntax("no-comma", index, bracket(frame));
}

/** Something follows the end of the one value. */
export function afterEnd({ text }: Progress, index: number): Stop {
  const character = characterAt(text, index);
  if (
    '{["-'.includes(character) ||
    DIGIT.test(character) ||
    LITERALS.some(([literal]) => text.startsWith(literal, index))
  ) {
    return syntax("second-value", index);
  }
  return instead(text, index, "word/after-end") ?? syntax("after-end", index);
}

/** The character at `index`, if it shows what its writer meant. */
function instead(text: string, index: number, context: Context): Stop | undefined {
  const character = characterAt(text, index);
  const variant = INSTEAD[context][character];
  if (variant !== undefined) return syntax(variant, index);
  return ODD.test(character) ? stray(text, index, context) : undefined;
}

function bracket(frame: Frame): { open: string; close: string } {
  return frame.map === undefined ? { open: say("word/array"), close: "]" } : { open: say("word/object"), close: "}" };
}

function wrongBracket(progress: Progress, index: number, frame: Frame): Stop {
  const values = { found: progress.text.charAt(index), ...bracket(frame), where: where(progress, frame.opened, index) };
  return syntax("wrong-bracket", index, values);
}

/** The text ends while arrays or objects are open. */
function cutWithin(progress: Progress, index: number): Stop {
  const count = progress.stack.length;
  const frame = progress.stack[count - 1] as Frame;
  const values = { open: bracket(frame).open, where: where(progress, frame.opened, index), count };
  return syntax(count === 1 ? "cut-container" : "cut-containers", index, values);
}

/** A character with which nothing in JSON begins. */
function stray(text: string, index: number, context: Context): Stop {
  const character = characterAt(text, index);
  const values = { where: say(context), character: named(character) };
  if (character === "'") return syntax("single-quote", index, values);
  if (TYPOGRAPHIC.includes(character)) return syntax("typographic-quote", index, values);
  if (text.startsWith("//", index) || text.startsWith("/*", index) || character === "#")
    return syntax("comment", index, values);
  if (character === "\0") return syntax("nul", index, values);
  if (character === "\ufeff") return syntax("byte-order-mark", index, values);
  if (WHITE_SPACE.test(character)) return syntax("white-space", index, values);
  if (CONTROL.test(character)) return syntax("control", index, values);
  const word = wordAt(text, index);
  if (word === "") return syntax("stray", index, values);
  if (index + word.length === text.length && LITERALS.some(([literal]) => literal.startsWith(word))) {
    return syntax("cut-literal", text.length);
  }
  const lower = word.length <= 16 ? word.toLowerCase() : "";
  if (["nan", "infinity", "inf"].includes(lower)) return syntax("not-finite", index);
  if (LITERALS.some(([literal]) => literal === lower)) return syntax("literal-spelling", index, { literal: lower });
  return syntax(["none", "undefined", "nil"].includes(lower) ? "other-null" : "word", index, values);
}

function wordAt(text: string, index: number): string {
  WORD.lastIndex = index;
  return WORD.exec(text)?.[0] ?? "";
}

function named(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  return `${say(NAMES[character] ?? "word/character")} (U+${code})`;
}
