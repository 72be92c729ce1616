// Generated from tools/exprov/targets/typescript/runtime/src/read.ts by `exprov generate`; edit that and run it again.
/** The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would read different things). */

import { finding, type Finding } from "./finding.js";
import { Parser } from "./parser.js";
import { Stop, type Found } from "./stop.js";
import { loneSurrogate, type Tree } from "./tree.js";
import { byteLength, decode, encodingMessage, firstBad } from "./utf8.js";

/** How much the reader takes: `maxBytes` of UTF-8 text, and `maxDepth` arrays and objects within one another. */
export interface Limits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

export const DEFAULT_LIMITS: Limits = { maxBytes: 1 << 20, maxDepth: 512 };

export interface Reading {
  /** The value; undefined where a finding is at reader level. */
  readonly value: Tree | undefined;
  /** What is wrong, in the order of the text. */
  readonly findings: Finding[];
  /** What is said where the grammar holds, be a member repeated or a surrogate alone: for the leak phase. */
  readonly parsed: Tree | undefined;
}

/** Parse one JSON text. Syntax, encoding and limits end the search; repeated members and lone surrogates do not. */
export function read(data: Uint8Array | string, limits: Limits): Reading {
  // No character has more than three bytes a unit: most texts need not be measured.
  const isShort = typeof data === "string" && 3 * data.length <= limits.maxBytes;
  const size = typeof data !== "string" ? data.length : isShort ? 0 : byteLength(data);
  if (size > limits.maxBytes) {
    const message = `the text has ${grouped(size)} bytes and the limit is ${grouped(limits.maxBytes)}; shorten it or raise the limit`;
    return failed([{ ...finding("json/limit", "", "reader", message), line: 1, column: 1, offset: 0 }]);
  }
  const text = typeof data === "string" ? data : decode(data);
  if (text === undefined) return badEncoding(data as Uint8Array);
  const findings = text.startsWith("\ufeff") ? [byteOrderMark()] : [];
  const surrogate = typeof data === "string" ? loneSurrogate(text) : -1;
  if (surrogate >= 0) {
    const message = "a surrogate code point stands in the text, which no UTF-8 can hold; decode the input as UTF-8, strictly";
    return failed([...findings, ...locate(text, [{ index: surrogate, rule: "json/encoding", path: "", message }])]);
  }
  const parser = new Parser(text, limits.maxDepth);
  let value: Tree | undefined;
  try {
    value = parser.parse(findings.length);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    parser.found.push({ index: error.index, rule: error.rule, path: "", message: error.message });
  }
  if (parser.found.length === 0) return { value, findings, parsed: value };
  return { value: undefined, findings: [...findings, ...locate(text, parser.found)], parsed: value };
}

function failed(findings: Finding[]): Reading {
  return { value: undefined, findings, parsed: undefined };
}

function badEncoding(bytes: Uint8Array): Reading {
  const start = firstBad(bytes);
  const good = decode(bytes.subarray(0, start)) ?? "";
  const findings = good.startsWith("\ufeff") ? [byteOrderMark()] : [];
  const message = encodingMessage(bytes, start);
  return failed([...findings, ...locate(good, [{ index: good.length, rule: "json/encoding", path: "", message }])]);
}

function byteOrderMark(): Finding {
  const message = "the text begins with a byte order mark, which some readers refuse; write UTF-8 without one";
  return { ...finding("json/byte-order-mark", "", "writer", message), line: 1, column: 1, offset: 0 };
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}

/** The findings in the order of the text: indexes become lines, columns and offsets in one walk. */
function locate(text: string, found: readonly Found[]): Finding[] {
  let [at, line, column, offset] = [0, 1, 1, 0];
  return [...found]
    .sort((left, right) => left.index - right.index)
    .map(({ index, rule, path, message }) => {
      offset += byteLength(text, at, index);
      for (; at < index; at++) {
        const unit = text.charCodeAt(at);
        if (unit === 10) {
          line++;
          column = 1;
        } else if (!isSecondHalf(text, at, unit)) {
          column++;
        }
      }
      return { ...finding(rule, path, "reader", message), line, column, offset };
    });
}

function isSecondHalf(text: string, at: number, unit: number): boolean {
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
