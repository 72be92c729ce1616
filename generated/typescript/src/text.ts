// Generated from tools/exprov/targets/typescript/runtime/src/text.ts by `exprov generate`; edit that and run it again.
/** Text as code points and as UTF-8, strictly. */

import type { Position } from "./finding.js";

// The platform's own, which every runtime has; declared here so that neither the DOM's nor Node's types are needed.
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal?: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The text of UTF-8 bytes, a byte order mark included; undefined if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The UTF-8 form of `text`; half of a surrogate pair takes three bytes. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Whether the UTF-8 form of `text` has at most `most` bytes. */
export function fits(text: string, most: number): boolean {
  // No character has more than three bytes a unit: most texts need not be measured.
  return 3 * text.length <= most || encode(text).length <= most;
}

/** Where bytes cease to be UTF-8: the beginning of the character with the first bad byte. */
export function firstBad(bytes: Uint8Array): number {
  const repaired = encode(lossy.decode(bytes));
  let at = 0;
  while (bytes[at] === repaired[at] && at < bytes.length) at++;
  while (isContinuation(repaired[at])) at--;
  return at;
}

/** Whether `byte` continues a character beyond ASCII. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Whether `text` has half of a surrogate pair, so that it is not Unicode text. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/** The index of the first lone surrogate in `text`; -1 if there is none. */
export function loneSurrogate(text: string): number {
  return text.search(LONE_SURROGATE);
}

/** How many code points `text` has. */
export function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** The position of `text[to]`, given that of `text[from]`. */
export function advance({ line, column, offset }: Position, text: string, from: number, to: number): Position {
  const passed = text.slice(from, to);
  const lines = passed.split("\n");
  const last = codePoints(lines.at(-1) as string);
  return {
    line: line + lines.length - 1,
    column: lines.length === 1 ? column + last : 1 + last,
    offset: offset + encode(passed).length,
  };
}
