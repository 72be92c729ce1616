// Generated from tools/exprov/targets/typescript/runtime/src/encoding.ts by `exprov generate`; edit that and run it again.
/** Why bytes are not UTF-8, by what their writer will have meant. */

import type { Key, Values } from "./say.js";
import { isContinuation } from "./text.js";

const MARKS: readonly (readonly [mark: readonly number[], key: Key, values: Values])[] = [
  [[0x1f, 0x8b], "json/encoding:compressed", { format: "gzip", ending: ".gz" }],
  [[0x28, 0xb5, 0x2f, 0xfd], "json/encoding:compressed", { format: "Zstandard", ending: ".zst" }],
  [[0xff, 0xfe, 0, 0], "json/encoding:mark", { encoding: "UTF-32" }],
  [[0, 0, 0xfe, 0xff], "json/encoding:mark", { encoding: "UTF-32" }],
  [[0xff, 0xfe], "json/encoding:mark", { encoding: "UTF-16" }],
  [[0xfe, 0xff], "json/encoding:mark", { encoding: "UTF-16" }],
];

/** What is wrong with the bytes at `start`, the first bad ones. */
export function badBytes(bytes: Uint8Array, start: number): readonly [Key, Values] {
  const known = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (known !== undefined) return [known[1], known[2]];
  const lead = bytes[start] as number;
  return [aboutBytes(bytes.subarray(start), lead), { byte: lead.toString(16).toUpperCase().padStart(2, "0") }];
}

function aboutBytes(rest: Uint8Array, lead: number): Key {
  // The bounds of the second byte, if the first one begins a character at all.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const after = isContinuation(rest[1]) ? (rest[1] as number) : undefined;
  if (lead === 0xc0 || lead === 0xc1 || (after !== undefined && after < low)) return "json/encoding:overlong";
  if (lead > 0xf4 || (after !== undefined && after > high)) {
    return lead === 0xed ? "json/encoding:surrogate" : "json/encoding:no-character";
  }
  if (lead < 0xc0) return "json/encoding:continuation";
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return rest.length < length && rest.subarray(1).every(isContinuation) ? "json/encoding:cut" : "json/encoding:latin";
}
