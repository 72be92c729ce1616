/** What identifiers may not contain. */

import { Memo } from "./memo.js";
import { PROGRAM } from "./program.js";
import type { Ranges } from "./tables.js";

const forbidden = new RegExp(oneOf(PROGRAM.identifiers.forbidden), "u");
const blank = new RegExp(`^(?:${oneOf(PROGRAM.identifiers.blank)})*$`, "u");
const identifiers = new Memo();

/** Whether `text` can be seen, and has no character that an identifier may not contain. */
export function isIdentifier(text: string): boolean {
  if (identifiers.has(text)) return true;
  if (forbidden.test(text) || blank.test(text)) return false;
  identifiers.add(text);
  return true;
}

/** Whether there is nothing in `text` that could be seen. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

function oneOf(ranges: Ranges): string {
  const code = (point: number): string => `\\u{${point.toString(16)}}`;
  return ranges.length === 0 ? "(?!)" : `[${ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join("")}]`;
}
