/** What is wrong with a text that is no JSON, and what to do. No message repeats text: it may be a secret. */

import { Stop, type Frame, type Progress } from "./stop.js";
import { isBlank } from "./text.js";

export const LITERALS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

const NOT_FINITE = "NaN and infinities are no JSON numbers; leave the member out or write a finite number";
const TYPOGRAPHIC = "\u2018\u2019\u201c\u201d\u00ab\u00bb";
const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };
const NAMES: Readonly<Record<string, string>> = {
  "\0": "NUL character",
  "\t": "tab",
  "\n": "line feed",
  "\v": "vertical tab",
  "\f": "form feed",
  "\r": "carriage return",
  "\xa0": "no-break space",
};
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const UNPRINTABLE = /[\p{C}\p{Z}]/u;
const DIGIT = /[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/u;

function syntax(index: number, message: string): Stop {
  return new Stop("json/syntax", index, message);
}

/** The code point at `index`, as text; empty at the end. */
function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Whether a number or literal that ends at `end` goes on: with a letter, a digit or one of `others`. */
export function goesOn(text: string, end: number, others: string): boolean {
  const unit = text.charCodeAt(end);
  if (unit === 0x2c || unit === 0x7d || unit === 0x5d || unit <= 0x20 || end === text.length) return false;
  const following = characterAt(text, end);
  return others.includes(following) || LETTER_OR_DIGIT.test(following);
}

/** The string that opens at `start` is in order up to `end` only. */
export function badString(parser: Progress, start: number, end: number): Stop {
  const { text } = parser;
  if (end === text.length) {
    const where = since(text, start, end);
    const remedy = "it was cut off, or a quote is missing: write it to the end";
    return syntax(end, `the text ends within a string that opens ${where}; ${remedy}`);
  }
  const character = text.charAt(end);
  if (character !== "\\") {
    const escape = SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return syntax(end, `a raw ${named(character)} in a string; write ${escape} or remove it`);
  }
  const letter = text.charAt(end + 1);
  const cutOff = "the text ends within an escape of a string; it was cut off: write it to the end";
  if (letter === "") return syntax(text.length, cutOff);
  if (letter === "u") {
    if (/^[0-9a-fA-F]{0,3}$/.test(text.slice(end + 2, end + 6)) && end + 6 > text.length) return syntax(text.length, cutOff);
    return syntax(end, "a \\u escape without four hexadecimal digits; write four, as in \\u00e9");
  }
  const remedy = letter === "'" ? "write ' as it is" : "to write a backslash, double it";
  const known = '\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX';
  return syntax(end, `an escape that JSON does not know; ${remedy} (there are ${known})`);
}

/** Where `index` is, for a finding at `now`: the line is named only if it is another one than the finding's. */
function since(text: string, index: number, now: number): string {
  let [line, column] = [1, 1];
  for (const character of text.slice(0, index)) {
    if (character === "\n") {
      line++;
      column = 1;
    } else {
      column++;
    }
  }
  return text.slice(index, now).includes("\n") ? `at line ${line}, column ${column}` : `at column ${column} of this line`;
}

/** The number from `start` to `end` goes on with something that no number has. */
export function badNumber(text: string, start: number, end: number): Stop {
  const lexeme = text.slice(start, end);
  const following = text.charAt(end);
  const cutOff = "the text ends within a number; it was cut off: write it to the end";
  if (lexeme === "0" || lexeme === "-0") {
    if ("0123456789".includes(following)) {
      return syntax(start, "a number with a leading zero; remove the zero, or quote it if it is an identifier");
    }
    if ("xXoObB".includes(following)) {
      return syntax(start, "a hexadecimal, octal or binary number; write it in decimal digits");
    }
  }
  if (following === ".") {
    if (/[.eE]/.test(lexeme)) {
      return syntax(end, "a number with a second point; write one number, or quote it if it is a version");
    }
    if (end + 1 === text.length) return syntax(text.length, cutOff);
    return syntax(end, "a point without digits after it; write digits, or remove the point");
  }
  if ((following === "e" || following === "E") && !/e/i.test(lexeme)) {
    if (["", "+", "-"].includes(text.slice(end + 1))) return syntax(text.length, cutOff);
    return syntax(end, "an exponent without digits; write digits, or remove it");
  }
  if (following === "_") return syntax(end, "an underscore within a number; write the digits alone");
  return syntax(end, "a number that goes on with something else; write digits alone, or quote it if it is text");
}

/** No value begins at `index`. */
export function noValue(parser: Progress, index: number): Stop {
  const { text, stack } = parser;
  if (index === text.length) {
    if (stack.length > 0) return cutOffWithin(parser, index);
    const what = /^[ \t\n\r\ufeff]*$/.test(text) ? "the text is empty" : "there is no value";
    return syntax(index, `${what}; write one JSON value`);
  }
  const beginsWithPoint = "a number that begins with a point; write a zero before it";
  const top = stack.at(-1);
  switch (text.charAt(index)) {
    case "-":
      if (text.startsWith("-Infinity", index)) return syntax(index, NOT_FINITE);
      if (index + 1 === text.length) return syntax(text.length, "the text ends within a number; it was cut off: write it to the end");
      if (text.charAt(index + 1) === ".") return syntax(index, beginsWithPoint);
      return syntax(index, "a minus sign without digits after it; write digits, or remove it");
    case ".":
      if (DIGIT.test(characterAt(text, index + 1))) return syntax(index, beginsWithPoint);
      break;
    case "+":
      return syntax(index, "a plus sign before a number; remove it");
    case ",":
      return syntax(index, "a comma where a value is due; remove it, or write the value before it");
    case "]":
    case "}":
      if (top?.map !== undefined) return syntax(index, "a member without a value; write one, or leave the member out");
      return syntax(index, "a closing bracket where a value is due; remove it, or write the value");
    case ":":
      return syntax(index, "a colon where a value is due; remove it, or name a member before it within an object");
  }
  return stray(text, index, "where a value is due");
}

export function trailingComma(comma: number): Stop {
  return syntax(comma, "a comma before the closing bracket; remove it");
}

/** No member's name begins at `index`, in an object, after the comma at `comma` if there is one. */
export function noName(parser: Progress, index: number, comma: number | undefined): Stop {
  const { text, stack } = parser;
  if (index === text.length) return cutOffWithin(parser, index);
  const character = characterAt(text, index);
  if (character === "}" && comma !== undefined) return trailingComma(comma);
  switch (character) {
    case ",":
      return syntax(index, "a comma where a member is due; remove it");
    case ":":
      return syntax(index, "a colon without a name before it; write the member's name in double quotes");
    case "]":
      return syntax(index, `a ] where an object is open ${since(text, (stack.at(-1) as Frame).opened, index)}; close it with }`);
  }
  if (wordAt(text, index) !== "" || DIGIT.test(character) || character === "-" || character === "$") {
    return syntax(index, "a member's name without quotes; write it in double quotes");
  }
  if (character === "{" || character === "[") {
    const remedy = "write the name in double quotes and a colon before it";
    return syntax(index, `an array or object where a member's name is due; ${remedy}`);
  }
  return stray(text, index, "where a member's name is due");
}

/** No colon follows a member's name. */
export function noColon(parser: Progress, index: number): Stop {
  const { text } = parser;
  if (index === text.length) return cutOffWithin(parser, index);
  const character = characterAt(text, index);
  if (character === "=") return syntax(index, "an equals sign after a member's name; write a colon");
  if (character === "," || character === "}") {
    return syntax(index, "a member without a value; write a colon and the value after its name");
  }
  if (isOdd(character)) return stray(text, index, "after a member's name");
  return syntax(index, "no colon after a member's name; write one");
}

/** Neither a comma nor the bracket that closes `frame` follows a value. */
export function noComma(parser: Progress, index: number, frame: Frame): Stop {
  const { text } = parser;
  if (index === text.length) return cutOffWithin(parser, index);
  const character = characterAt(text, index);
  const [what, close] = frame.array === undefined ? ["an object", "}"] : ["an array", "]"];
  switch (character) {
    case "]":
    case "}":
      return syntax(index, `a ${character} where ${what} is open ${since(text, frame.opened, index)}; close it with ${close}`);
    case ":":
      if (frame.array !== undefined) {
        return syntax(index, "a colon within an array; write an object, in braces, around members");
      }
      return syntax(index, "a second colon after a value; put a comma between members, or quote the whole value");
    case ";":
      return syntax(index, "a semicolon after a value; write a comma");
  }
  if (isOdd(character)) return stray(text, index, "after a value");
  return syntax(index, `no comma after a value; write one, or close ${what} with ${close}`);
}

/** Something stands after the end of the one value. */
export function afterEnd(parser: Progress, index: number): Stop {
  const { text } = parser;
  const character = characterAt(text, index);
  if ('{["-'.includes(character) || DIGIT.test(character) || LITERALS.some(([literal]) => text.startsWith(literal, index))) {
    const remedy = "keep one, or write JSON Lines with a line feed between them";
    return syntax(index, `a second value after the end of the first; ${remedy}`);
  }
  if (character === "]" || character === "}") return syntax(index, "a closing bracket that nothing opened; remove it");
  if (character === ",") {
    return syntax(index, "a comma after the end of the value; remove it, or put the values into an array");
  }
  if (isOdd(character)) return stray(text, index, "after the end of the value");
  return syntax(index, "something stands after the end of the value; remove it");
}

/** The text ends while arrays or objects are open. */
function cutOffWithin({ text, stack }: Progress, index: number): Stop {
  const frame = stack.at(-1) as Frame;
  const what = frame.array === undefined ? "an object" : "an array";
  const left = `${stack.length} bracket${stack.length === 1 ? "" : "s"} left open`;
  const where = `${what} that opens ${since(text, frame.opened, index)}`;
  return syntax(index, `the text ends within ${where}, with ${left}; it was cut off: write it to the end`);
}

/** A character that begins nothing in JSON, named by what its writer will have meant. */
function stray(text: string, index: number, where: string): Stop {
  const character = characterAt(text, index);
  const code = character.codePointAt(0) as number;
  if (character === "'") return syntax(index, `a single quote ${where}; write strings in double quotes`);
  if (TYPOGRAPHIC.includes(character) || character === "`") {
    return syntax(index, `a typographic quote ${where}; write strings in plain double quotes`);
  }
  if (text.startsWith("//", index) || text.startsWith("/*", index) || character === "#") {
    return syntax(index, `a comment ${where}, which JSON does not have; remove it`);
  }
  if (code === 0) return syntax(index, `a NUL character ${where}; if the text is UTF-16 or UTF-32, write it as UTF-8`);
  if (code === 0xfeff) {
    return syntax(index, `a byte order mark ${where}; remove it, as happens where files are joined`);
  }
  if (isBlank(character) || "\u180e\u200b\u200c\u200d\u2060".includes(character)) {
    return syntax(index, `${named(character)} ${where}, which is no white space in JSON; write a space or a line feed`);
  }
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return syntax(index, `${named(character)} ${where}; remove it`);
  const word = wordAt(text, index);
  if (word !== "") {
    if (index + word.length === text.length && LITERALS.some(([literal]) => literal.startsWith(word))) {
      return syntax(text.length, "the text ends within true, false or null; it was cut off: write it to the end");
    }
    return syntax(index, aboutWord(word, where));
  }
  return syntax(index, `a character ${where} that begins no value; remove it, or write text in double quotes`);
}

function wordAt(text: string, index: number): string {
  WORD.lastIndex = index;
  return WORD.exec(text)?.[0] ?? "";
}

function aboutWord(word: string, where: string): string {
  const lower = word.length <= 16 ? word.toLowerCase() : "";
  if (["nan", "infinity", "inf"].includes(lower)) return NOT_FINITE;
  if (["true", "false", "null"].includes(lower)) {
    return `a literal in another spelling; write ${lower}, in lower case`;
  }
  if (["none", "undefined", "nil"].includes(lower)) return "no JSON literal; write null, or leave the member out";
  return `a word without quotes ${where}; write text in double quotes (the only bare words are true, false and null)`;
}

function named(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  return `${NAMES[character] ?? "character"} (U+${code})`;
}

/** Whether `character` is best explained by itself: a quote, a comment, white space or a control character. */
function isOdd(character: string): boolean {
  return `'\`#/${TYPOGRAPHIC}`.includes(character) || character === " " || UNPRINTABLE.test(character);
}
