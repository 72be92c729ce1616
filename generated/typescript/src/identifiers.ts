// Generated from tools/exprov/targets/typescript/runtime/src/identifiers.ts by `exprov generate`; edit that and run it again.
/** What identifiers may not contain, not consist of alone, and not be. */

import { Memo } from "./memo.js";
import { PROGRAM } from "./program.js";
import type { Ranges } from "./tables.js";

const forbidden = new RegExp(oneOf(PROGRAM.identifiers.forbidden), "u");
const blank = new RegExp(`^(?:${oneOf(PROGRAM.identifiers.blank)})*$`, "u");
const missing = new Set(PROGRAM.identifiers.missing);
const identifiers = new Memo();

/** Whether `text` is a name. */
export function isIdentifier(text: string): boolean {
  if (identifiers.has(text)) return true;
  if (missing.has(text) || forbidden.test(text) || blank.test(text)) return false;
  identifiers.add(text);
  return true;
}

/** What is wrong with a text that is not a name. */
export function faultOf(text: string): "missing" | "blank" | "control" {
  return missing.has(text) ? "missing" : blank.test(text) ? "blank" : "control";
}

function oneOf(ranges: Ranges): string {
  const code = (point: number): string => `\\u{${point.toString(16)}}`;
  return ranges.length === 0 ? "(?!)" : `[${ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join("")}]`;
}
