/** The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would read different things). */

import { badBytes } from "./encoding.js";
import type { Position } from "./finding.js";
import { Parser, type Broken } from "./parser.js";
import type { Report } from "./report.js";
import { grouped } from "./say.js";
import { Stop } from "./syntax.js";
import type { Limits } from "./tables.js";
import { advance, decode, encode, firstBad, fits, loneSurrogate } from "./text.js";
import type { Tree } from "./tree.js";

/** Where a text begins, unless it is a part of a longer one. */
export const START: Position = { line: 1, column: 1, offset: 0 };

/**
 * The value of one JSON text; undefined if the syntax, the encoding or a limit is violated. A text with repeated members
 * or lone surrogates, which are reported, has a value.
 */
export function read(
  data: Uint8Array | string,
  limits: Limits,
  report: Report,
  origin: Position = START,
): Tree | undefined {
  if (typeof data === "string" ? !fits(data, limits.maxBytes) : data.length > limits.maxBytes) {
    const { length } = typeof data === "string" ? encode(data) : data;
    const values = { bytes: grouped(length), limit: grouped(limits.maxBytes) };
    report.add("json/limit:size", "reader", undefined, values, origin);
    return undefined;
  }
  const text = typeof data === "string" ? data : decode(data);
  if (text === undefined) return badEncoding(data as Uint8Array, report, origin);
  const start = passMark(text, report, origin);
  const surrogate = typeof data === "string" ? loneSurrogate(text) : -1;
  if (surrogate >= 0) {
    const position = advance(origin, text, 0, surrogate);
    report.add("json/encoding:surrogate-code-point", "reader", undefined, {}, position);
    return undefined;
  }
  const parser = new Parser(text, limits.maxDepth, report, origin);
  let value: Tree | undefined;
  try {
    value = parser.parse(start);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    parser.add(error.key, error.index, undefined, error.values);
  }
  locate(text, parser.broken, report, origin);
  return value;
}

function badEncoding(bytes: Uint8Array, report: Report, origin: Position): undefined {
  const start = firstBad(bytes);
  const good = decode(bytes.subarray(0, start)) ?? "";
  const [key, values] = badBytes(bytes, start);
  passMark(good, report, origin);
  report.add(key, "reader", undefined, values, advance(origin, good, 0, good.length));
}

/** The index after the byte order mark, which is reported, if there is one. */
function passMark(text: string, report: Report, origin: Position): number {
  if (!text.startsWith("\ufeff")) return 0;
  report.add("json/byte-order-mark", "writer", undefined, {}, origin);
  return 1;
}

/** Keep what is broken, in the order of the text: indexes become positions in one walk. */
function locate(text: string, all: readonly Broken[], report: Report, origin: Position): void {
  let [at, position] = [0, origin];
  for (const { key, index, place, values } of [...all].sort((left, right) => left.index - right.index)) {
    position = advance(position, text, at, index);
    at = index;
    report.keep(key, "reader", place, values, position);
  }
}
