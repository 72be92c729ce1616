// Generated from tools/exprov/targets/typescript/runtime/test/golden.ts by `exprov generate`; edit that and run it again.
/** What a golden fixture says: verdicts, findings, what is read and written again, canonical bytes and digest. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import * as ep from "../src/index.js";
import { explain } from "../src/validator.js";

interface Case {
  readonly id: string;
  readonly carrier?: ep.Carrier;
  readonly input: { readonly text?: string; readonly b64?: string };
  readonly reader: "valid" | "invalid";
  readonly writer: "valid" | "invalid";
  readonly findings?: readonly { readonly rule: string; readonly path: string; readonly level: ep.Level }[];
  /** Null if there is none. */
  readonly canonical?: string | null;
  readonly digest?: string;
}

interface Manifest {
  readonly topics: readonly { readonly topic: string; readonly file: string; readonly cases: number }[];
  readonly counts: { readonly cases: number };
}

const directory = new URL("../../../fixtures/1.0/", import.meta.url);
export const { topics, counts } = load("manifest.json") as Manifest;

export function casesOf(file: string): readonly Case[] {
  return (load(file) as { cases: readonly Case[] }).cases;
}

function load(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, directory), "utf-8"));
}

function bytesOf({ text, b64 }: Case["input"]): Uint8Array {
  return new Uint8Array(text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text, "utf-8"));
}

function triples(findings: readonly { rule: string; path: string; level: string }[]): string[] {
  return [...new Set(findings.map(({ rule, path, level }) => JSON.stringify([rule, path, level])))].sort();
}

/** What reads and writes each kind of document. */
const CODECS = new Map<ep.Carrier | undefined, ep.Codec<object>>(
  Object.entries({
    "task-result": ep.TaskResult,
    "stream-terminal-outcome": ep.StreamTerminalOutcome,
    "inderun-error": ep.IndeRunError,
  }) as [ep.Carrier, ep.Codec<object>][],
).set(undefined, ep.ExecutionProvenance as ep.Codec<object>);

/** Throws unless the package does what the case says. */
export function verify(one: Case): void {
  const data = bytesOf(one.input);
  const { carrier } = one;
  const expected = one.findings ?? [];
  assert.equal(ep.isValid(data, { carrier, level: "reader" }), one.reader === "valid");
  assert.equal(ep.isValid(data, { carrier }), one.writer === "valid");
  const findings = ep.validate(data, { carrier });
  assert.deepEqual(triples(findings), triples(expected));
  assert.deepEqual(findings, explain(data, { carrier }));
  if (one.input.text !== undefined) assert.deepEqual(findings, ep.validate(one.input.text, { carrier }));
  const ofReaders = expected.filter(({ level }) => level === "reader");
  assert.deepEqual(triples(ep.validate(data, { carrier, level: "reader" })), triples(ofReaders));
  if (one.canonical === undefined) return;
  const codec = CODECS.get(carrier) as ep.Codec<object>;
  const record = codec.fromJson(data);
  const written = codec.toJson(record);
  if (one.canonical === null) {
    assert.throws(() => codec.canonical(record), RangeError);
    assert.throws(() => codec.digest(record), RangeError);
    assert.equal(codec.toJson(codec.fromJson(written)), written);
    return;
  }
  for (const value of [record, codec.fromJson(written), ep.parse(written), ep.parse(data)]) {
    const canonical = ep.canonical(value);
    assert.equal(Buffer.from(canonical).toString("utf-8"), one.canonical);
    assert.equal(ep.digest(value), one.digest);
  }
  // The value has the findings of its text, except those about how the text is written.
  const ofText = new Set(["json/byte-order-mark", "schema/integer-form"]);
  const ofValue = triples(ep.validate(record, { carrier }));
  assert.deepEqual(ofValue, triples(expected.filter(({ rule }) => !ofText.has(rule))));
}
