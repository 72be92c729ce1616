/** The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would read different things). */

import { badBytes } from "./encoding.js";
import type { Position } from "./finding.js";
import { Parser, type Broken } from "./parser.js";
import { found, type Found } from "./place.js";
import { Stop } from "./syntax.js";
import type { Limits } from "./tables.js";
import { advance, decode, encode, firstBad, fits, loneSurrogate } from "./text.js";
import type { Tree } from "./tree.js";

/** Where a text begins, unless it is a part of a longer one. */
export const START: Position = { line: 1, column: 1, offset: 0 };

export interface Reading {
  /** The value; undefined where a finding is at reader level. */
  readonly value: Tree | undefined;
  /** What is wrong, in the order of the text. */
  readonly findings: readonly Found[];
  /** The value for the leak phase, even if a member is repeated or a surrogate is alone. */
  readonly parsed: Tree | undefined;
}

/** Parse one JSON text. Syntax, encoding and limits end the search; repeated members and lone surrogates do not. */
export function read(data: Uint8Array | string, { maxBytes, maxDepth }: Limits, origin: Position = START): Reading {
  if (typeof data === "string" ? !fits(data, maxBytes) : data.length > maxBytes) {
    const { length } = typeof data === "string" ? encode(data) : data;
    const values = { bytes: grouped(length), limit: grouped(maxBytes) };
    return failed([found("json/limit:size", "reader", undefined, values, origin)]);
  }
  const text = typeof data === "string" ? data : decode(data);
  if (text === undefined) return badEncoding(data as Uint8Array, origin);
  const findings = byteOrderMark(text, origin);
  const surrogate = typeof data === "string" ? loneSurrogate(text) : -1;
  if (surrogate >= 0) {
    const broken: Broken = { key: "json/encoding:surrogate-code-point", index: surrogate, place: undefined };
    return failed([...findings, ...located(text, [broken], origin)]);
  }
  const parser = new Parser(text, maxDepth, origin);
  let value: Tree | undefined;
  try {
    value = parser.parse(findings.length);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    parser.broken.push({ key: error.key, index: error.index, place: undefined, values: error.values });
  }
  if (parser.broken.length === 0) return { value, findings, parsed: value };
  return { value: undefined, findings: [...findings, ...located(text, parser.broken, origin)], parsed: value };
}

function failed(findings: readonly Found[]): Reading {
  return { value: undefined, findings, parsed: undefined };
}

function badEncoding(bytes: Uint8Array, origin: Position): Reading {
  const start = firstBad(bytes);
  const good = decode(bytes.subarray(0, start)) ?? "";
  const [key, values] = badBytes(bytes, start);
  const broken: Broken = { key, index: good.length, place: undefined, values };
  return failed([...byteOrderMark(good, origin), ...located(good, [broken], origin)]);
}

function byteOrderMark(text: string, origin: Position): Found[] {
  return text.startsWith("\ufeff") ? [found("json/byte-order-mark", "writer", undefined, {}, origin)] : [];
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}

/** The findings in the order of the text: indexes become positions in one walk. */
function located(text: string, all: readonly Broken[], origin: Position): Found[] {
  let [at, position] = [0, origin];
  return [...all]
    .sort((left, right) => left.index - right.index)
    .map(({ key, index, place, values }) => {
      position = advance(position, text, at, index);
      at = index;
      return found(key, "reader", place, values, position);
    });
}
