// Generated from tools/exprov/targets/typescript/runtime/test/package.test.ts by `exprov generate`; edit that and run it again.
/** What the golden fixtures do not cover: the types, parsed values, hostile names, numbers, text and SHA-256. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";

import * as ep from "../src/index.js";
import { canonicalText } from "../src/canonical.js";
import { ATTEMPT_RECORD } from "./record.js";
import { sha256 } from "../src/sha256.js";

const TEXT = JSON.stringify(ATTEMPT_RECORD);

function rulesOf(data: unknown, options: ep.Options = {}): string[] {
  return ep.validate(data, options).map(({ rule, path }) => `${rule} ${path}`);
}

test("a record is a plain object of its type", () => {
  const record: ep.ExecutionProvenance = ep.ExecutionProvenance.fromJson(TEXT);
  const provider: string | undefined = record.providerId;
  const locality: ep.Locality = record.locality;
  assert.deepEqual([provider, locality], ["cloud_a", "cloud"]);
  assert.deepStrictEqual(record, ATTEMPT_RECORD);
  assert.equal(inspect(record), inspect(ATTEMPT_RECORD));
  const made: ep.ExecutionProvenance = { ...ATTEMPT_RECORD, locality: "edge", reportedModel: undefined };
  assert.deepEqual(rulesOf(made), []);
  // @ts-expect-error: members are read-only
  assert.throws(() => (Object.freeze(made).locality = "cloud"), TypeError);
  // @ts-expect-error: not a value of the closed set
  const wrong: ep.Locality = "moon";
  // @ts-expect-error: null is never a value
  const absent: ep.ExecutionProvenance = { ...ATTEMPT_RECORD, providerId: null };
  assert.deepEqual(
    [rulesOf({ ...made, locality: wrong }), rulesOf(absent)],
    [["schema/enum /locality"], ["schema/type /providerId"]],
  );
  const future: ep.ErrorClass = "SomethingNew";
  assert.deepEqual(ep.ERROR_CLASS_VALUES.includes("Timeout"), true);
  assert.equal((ep.ERROR_CLASS_VALUES as readonly string[]).includes(future), false);
});

test("the types say what goes with an outcome", () => {
  const failed: ep.Attempt = { providerId: "a", outcome: "failed", errorClass: "Timeout" };
  const ended: ep.Attempt = { providerId: "a", outcome: "cancelled", errorClass: undefined };
  // @ts-expect-error: a failure has a class
  const bare: ep.Attempt = { providerId: "a", outcome: "failed" };
  // @ts-expect-error: and nothing else has
  const odd: ep.Attempt = { providerId: "a", outcome: "succeeded", errorClass: "Timeout" };
  const classOf = (one: ep.Attempt): ep.ErrorClass => (one.outcome === "failed" ? one.errorClass : "none");
  assert.deepEqual([failed, ended, bare, odd].map(classOf), ["Timeout", "none", undefined, "none"]);
});

test("members are written in the schema's order, and undefined ones not at all", () => {
  const { schemaVersion, ...rest } = ATTEMPT_RECORD;
  const record = { unknown: 1, ...rest, schemaVersion } as unknown as ep.ExecutionProvenance;
  const written = ep.ExecutionProvenance.toJson(record);
  assert.equal(written, `${TEXT.slice(0, -1)},"unknown":1}`);
  const loose: ep.ExecutionProvenance = { ...record, reportedModel: undefined };
  assert.equal(ep.ExecutionProvenance.toJson(loose), written);
  assert.deepEqual(rulesOf(loose), ["schema/unknown-member /unknown"]);
});

test("a stream's outcome is written by what it says it is", () => {
  const completed: ep.StreamTerminalOutcome = {
    outcome: "completed",
    finalText: "Hello.",
    runId: "run-1",
    schemaVersion: "1.0",
    provenance: ATTEMPT_RECORD,
  };
  const written = ep.StreamTerminalOutcome.toJson(completed);
  assert.equal(
    written,
    `{"schemaVersion":"1.0","runId":"run-1","outcome":"completed","finalText":"Hello.","provenance":${TEXT}}`,
  );
  assert.deepEqual(rulesOf(written, { carrier: "stream-terminal-outcome" }), []);
  assert.deepEqual(rulesOf(written, { carrier: "auto" }), []);
  const read = ep.StreamTerminalOutcome.fromJson(written);
  assert.equal(read.outcome === "completed" ? read.finalText : undefined, "Hello.");
  const odd = { outcome: "constructor" } as unknown as ep.StreamTerminalOutcome;
  assert.equal(ep.StreamTerminalOutcome.toJson(odd), '{"outcome":"constructor"}');
  assert.throws(() => ep.StreamTerminalOutcome.fromValue(odd), ep.InvalidRecord);
});

test("names of Object.prototype are names like others", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  const text = `${TEXT.slice(0, -1)},${names.map((name) => `"${name}":{"__proto__":[1]}`).join(",")}}`;
  const record = ep.ExecutionProvenance.fromJson(text);
  assert.equal(ep.ExecutionProvenance.toJson(record), text);
  assert.equal(Object.getPrototypeOf(record), Object.prototype);
  assert.deepEqual(Object.keys(ep.ExecutionProvenance.unknownMembers(record)), names);
  assert.deepEqual(
    rulesOf(text),
    names.map((name) => `schema/unknown-member /${name}`),
  );
  assert.deepEqual(rulesOf(record), rulesOf(text));
  assert.equal(({} as Record<string, unknown>)["1"], undefined);
  assert.deepEqual(rulesOf('{"__proto__":1,"__proto__":2}'), ["json/duplicate-member /__proto__"]);
  assert.deepEqual(rulesOf(TEXT.replace('"providerId":"cloud_a","outcome"', '"outcome"')), [
    "schema/required /attempts/0/providerId",
  ]);
});

test("numbers keep their value", () => {
  const numbers = [
    "9007199254740993",
    "1.0000000000000000000001",
    "1e1000000000",
    "-1e-1000000000",
    "0.1",
    "12345678901234567890",
  ];
  const text = `{"x":[${numbers.join(",")}]}`;
  assert.equal(ep.stringify(ep.parse(text)), text);
  const [first, , , , tenth] = (ep.parse(text) as { x: ep.JsonValue[] }).x;
  assert.ok(first instanceof ep.ExactNumber);
  assert.equal(tenth, 0.1);
  assert.deepEqual([first.compare(9007199254740992), first.compare(9007199254740994)], [1, -1]);
  assert.ok(new ep.ExactNumber("1.0").equals(1) && new ep.ExactNumber("-0").equals(0));
  assert.ok(new ep.ExactNumber(`1e${"9".repeat(400)}`).compare(new ep.ExactNumber(`10e${"9".repeat(400)}`)) < 0);
  assert.ok(new ep.ExactNumber(`1e-${"9".repeat(400)}`).compare(0) > 0);
  assert.equal(new ep.ExactNumber(`1e${"9".repeat(1_000_000)}`).isInteger(), true);
  assert.throws(() => new ep.ExactNumber("1,2"), SyntaxError);
  assert.deepEqual([first.compare(Infinity), first.compare(-Infinity)], [-1, 1]);
  assert.throws(() => first.compare(Number.NaN), RangeError);
  assert.throws(() => ep.canonical(ep.parse(text)), { name: "RangeError", message: /^at "\/x\/2": / });
  assert.equal(inspect(ep.parse("[1e400, 1.0]")), "[ 1e400, 1 ]");
  // As an instance of another copy of the package is.
  const foreign = Object.assign(Object.create({ [Symbol.for("exact-number")]: true }), { text: "1" });
  assert.deepEqual(rulesOf({ ...ATTEMPT_RECORD, attemptCount: foreign }), []);
  assert.equal(ep.stringify([foreign]), "[1]");
  assert.deepEqual(rulesOf({ ...ATTEMPT_RECORD, attemptCount: 1n }), []);
  assert.deepEqual(rulesOf({ ...ATTEMPT_RECORD, attemptCount: -0 }).slice(0, 1), ["rule/attempt-count /attemptCount"]);
});

test("canonical text is that of RFC 8785", () => {
  const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  assert.equal(canonicalText(value), '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  assert.equal(
    canonicalText(ep.parse("[1E21,1e-7,0.000001,-0.0,5e-324,1e23,100,333333333.33333329,9007199254740993]")),
    "[1e+21,1e-7,0.000001,0,5e-324,1e+23,100,333333333.3333333,9007199254740992]",
  );
  assert.equal(canonicalText('\u2028\u0007"\\/'), '"\u2028\\u0007\\"\\\\/"');
  assert.throws(() => ep.stringify({ a: ["\ud800"] }), RangeError);
  assert.throws(() => ep.stringify({ a: [() => 1] }), { name: "TypeError", message: /^at "\/a\/0": / });
  assert.throws(() => ep.stringify(Number.NaN), RangeError);
  assert.throws(() => ep.stringify(Array(2)), { name: "TypeError", message: /^at "\/0": / });
  const circle: Record<string, unknown> = { twice: [{}, {}] };
  assert.equal(ep.stringify(circle), '{"twice":[{},{}]}');
  circle["self"] = [circle];
  assert.throws(() => ep.stringify(circle), { name: "TypeError", message: /^at "\/self\/0": / });
  assert.deepEqual(rulesOf(circle), ["json/limit "]);
});

test("parsed values have the findings of their text", () => {
  assert.throws(() => ep.validate({ x: Number.NaN }), TypeError);
  assert.throws(() => ep.validate({ x: new Date() }), TypeError);
  assert.throws(() => ep.validate({ x: Symbol("x") }), TypeError);
  assert.deepEqual(rulesOf({ x: "\ud800" }), ["json/lone-surrogate /x"]);
  let deep: unknown = 1;
  for (let level = 0; level < 600; level++) deep = [deep];
  assert.deepEqual(rulesOf(deep), ["json/limit "]);
  const read = ep.parse("[".repeat(5000) + "]".repeat(5000), { maxDepth: 5000 });
  assert.equal(ep.stringify(read).length, 10_000);
  assert.deepEqual(rulesOf(new Map<string, unknown>(Object.entries(ATTEMPT_RECORD))), []);
  assert.throws(() => ep.validate(TEXT, { level: "both" as ep.Level }), RangeError);
  assert.throws(() => ep.validate(TEXT, { carrier: "letter" as ep.Carrier }), RangeError);
});

test("errors carry their findings", () => {
  const wrong = TEXT.replace('"attemptCount":1', '"attemptCount":2');
  assert.throws(
    () => ep.check(wrong),
    (error) => {
      assert.ok(error instanceof ep.InvalidRecord);
      assert.deepEqual(
        error.findings.map(({ rule }) => rule),
        ["rule/attempt-count", "rule/fallback-flag"],
      );
      assert.match(error.message, /^2 findings\n {2}rule\/attempt-count at \/attemptCount: /);
      return true;
    },
  );
  assert.throws(() => ep.ExecutionProvenance.fromJson("{"), ep.InvalidRecord);
  assert.deepEqual(ep.validate("[1,\n 2"), [
    {
      rule: "json/syntax",
      path: "",
      level: "reader",
      message:
        "the text ends within an array that opens at line 1, column 1, with 1 bracket left open; it was cut off: write it to the end",
      line: 2,
      column: 3,
      offset: 6,
    },
  ]);
  ep.check(TEXT);
  ep.check(ep.ExecutionProvenance.fromValue(ATTEMPT_RECORD));
});

test("the examples of the rules are right", () => {
  for (const { id, level, failing, passing, carrier } of ep.RULES.values()) {
    if (id.startsWith("jsonl/") || id === "json/encoding") continue;
    const options = carrier === undefined ? {} : { carrier: carrier as ep.Carrier };
    assert.ok(
      ep.validate(failing, options).some((one) => one.rule === id && one.level === level),
      id,
    );
    assert.deepEqual(rulesOf(passing, options), [], id);
  }
});

test("hostile text takes no more than linear time", () => {
  const start = TEXT.slice(0, TEXT.indexOf('"cloud_a"'));
  const opened = TEXT.slice(0, TEXT.indexOf("{", 1));
  const long = [" ".repeat(60_000), "a".repeat(60_000), '"'.repeat(60_000), '","'.repeat(20_000), "[{".repeat(200)];
  for (const middle of long) {
    for (const text of [
      start + middle,
      opened + middle,
      `${opened}{${middle}`,
      `${start}"${middle}`,
      TEXT.replace(":[", `:[${middle}`),
      TEXT.replace("cloud_a", middle),
      TEXT + middle,
    ]) {
      ep.isValid(text);
    }
  }
  assert.equal(ep.isValid(TEXT.replace(":[", `:[${" ".repeat(60_000)}`)), true);
});

test("SHA-256 is that of Node", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = new Uint8Array(length).map((_, index) => (index * 31 + length) & 255);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("the first findings are kept, and the others counted", () => {
  const count = 100_001;
  const text = `{"schemaVersion":"1.0","attempts":[${"{},".repeat(count - 1)}{}]}`;
  const findings = ep.validate(text);
  assert.deepEqual([findings.length, findings.omitted], [1000, 2 * count + 5 - 1000]);
  assert.deepEqual([ep.isValid(text), ep.isValid(text, { level: "reader" })], [false, false]);
  const few = ep.validate("{}", { maxFindings: 2 });
  assert.deepEqual([few.length, few.omitted], [2, 5]);
  assert.match(inspect(few), /omitted: 5\n\]$/);
  assert.match(new ep.InvalidRecord(few).message, /^7 findings\n[^]*\n {2}and 5 more$/);
  assert.equal(inspect(ep.validate(TEXT)), "[]");
  assert.throws(() => ep.check(text), ep.InvalidRecord);
  assert.throws(() => ep.validate(TEXT, { maxFindings: 0 }), RangeError);
  // Findings at writer level take no room of those that a reader asks for.
  const leaks = `{${Array.from({ length: 1001 }, (_, at) => `"token${at}":1`).join()}}`;
  assert.deepEqual(ep.validate(leaks, { level: "reader" }), ep.validate("{}", { level: "reader" }));
  assert.deepEqual(ep.validate(`{${'"a":1,'.repeat(2000)}"a":`).omitted, 1001);
});

test("a parsed value costs what its text would cost", () => {
  let shared: unknown = "x";
  for (let level = 0; level < 60; level++) shared = [shared, shared];
  assert.deepEqual(rulesOf(shared), ["json/limit "]);
  assert.deepEqual(rulesOf(["x".repeat(100)], { limits: { maxBytes: 100 } }), ["json/limit "]);
});

test("positions count from where the text begins", () => {
  const origin = { line: 7, column: 3, offset: 100 };
  const position = (text: string): unknown[] => {
    const [one] = ep.validate(text, { origin });
    return [
      one?.line,
      one?.column,
      one?.offset,
      /at column \d+ of this line|at line \d+, column \d+/.exec(one?.message ?? "")?.[0],
    ];
  };
  assert.deepEqual(position('[1, "\u00e9'), [7, 9, 107, "at column 7 of this line"]);
  assert.deepEqual(position("[1,\n 2"), [8, 3, 106, "at line 7, column 3"]);
  assert.deepEqual(position("\ufeff1"), [7, 3, 100, undefined]);
});

test("limits must be whole numbers", () => {
  assert.throws(() => ep.validate(TEXT, { limits: { maxBytes: NaN } }), RangeError);
  assert.throws(() => ep.isValid(TEXT, { limits: { maxDepth: -1 } }), RangeError);
  assert.throws(() => ep.parse(TEXT, { maxDepth: 0.5 }), RangeError);
  assert.throws(() => ep.ExecutionProvenance.fromJson(TEXT, { maxbytes: 1 } as Partial<ep.Limits>), RangeError);
});
