// The reference engine in TypeScript, apart from the golden cases: `node --test`, with these in the environment:
// ENGINES, the folder of the compiled modules; FACTS, a file of [{facts, record}...].

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const load = (...parts) => import(pathToFileURL(path.join(process.env.ENGINES, ...parts)).href);
const { Engine, MAX_RETRIES, ProviderError } = await load("reference_engine.js");
const { Recorder } = await load("recorder.js");
const { World } = await load("world.js");
const ep = await load("..", "node_modules", "execution-provenance", "dist", "index.js");

/** A provider that plays its calls one after the other: events, functions that are called, and errors that are thrown. */
class Scripted {
  constructor(providerId, ...calls) {
    this.descriptor = { providerId };
    this.calls = calls;
  }

  objections() {
    return [];
  }

  async *call() {
    for (const event of this.calls.shift()) {
      await setImmediate();
      if (event instanceof Error) throw event;
      else if (typeof event === "function") event();
      else yield event;
    }
  }
}

const opened = (model) => ({ type: "opened", model });
const text = (piece) => ({ type: "text", piece });
const failure = (errorClass) => new ProviderError(errorClass, "no", false);
const busy = new ProviderError("RateLimited", "later", true);

async function execute(mode, providers, { user = new AbortController(), deliver = () => {} } = {}) {
  const request = { prompt: "a prompt", authorization: "a key", mode };
  const result = await new Engine(providers, () => {}).execute(request, deliver, user.signal);
  assert.deepEqual(ep.validate(ep.ExecutionProvenance.toJson(result.provenance)), []);
  return result;
}

const attempts = ({ provenance }) => provenance.attempts.map((one) => [one.providerId, one.outcome, one.errorClass]);

test("other facts than the golden ones, all at once", async () => {
  const cases = JSON.parse(readFileSync(process.env.FACTS, "utf8"));
  assert.equal(cases.length, 178);
  const worlds = cases.map(({ facts }) => new World(facts));
  const results = await Promise.all(
    worlds.map(({ providers, check, request, deliver, signal }) =>
      new Engine(providers, check).execute(request, deliver, signal),
    ),
  );
  for (const [index, { facts, record }] of cases.entries()) {
    const [world, result] = [worlds[index], results[index]];
    const written = ep.ExecutionProvenance.toJson(result.provenance);
    assert.deepEqual(JSON.parse(written), record);
    assert.deepEqual(ep.validate(written), []);
    assert.ok(!written.includes("CANARY"));
    const answered = facts.attempts.at(-1)?.did === "answered";
    assert.equal(result.status, "cancelled" in facts ? "cancelled" : answered ? "answered" : "failed");
    // The world did say those words: whoever wants to leak can.
    assert.ok(result.status !== "failed" || facts.attempts.length === 0 || result.error.message.includes("CANARY"));
    const committed = facts.attempts.some((one) => one.committed);
    assert.equal(world.delivered.length > 0, committed);
    assert.equal(result.text !== "", committed || answered);
    for (const attempt of facts.attempts) {
      const provider = world.providers.find((one) => one.descriptor.providerId === attempt.providerId);
      assert.equal(provider.calls, attempt.retries + 1);
    }
  }
});

test("retries end", async () => {
  const first = new Scripted("a", ...Array.from({ length: 9 }, () => [busy]));
  const result = await execute("run", [first, new Scripted("b", [opened("m"), text("x")])]);
  assert.equal(first.calls.length, 9 - (MAX_RETRIES + 1));
  assert.deepEqual(attempts(result), [["a", "failed", "RateLimited"], ["b", "succeeded", undefined]]);
  assert.deepEqual([result.text, result.provenance.reportedModel], ["x", "m"]);
});

test("a committed stream is neither retried nor replaced", async () => {
  const [first, second] = [new Scripted("a", [text("Hel"), busy], []), new Scripted("b", [])];
  const result = await execute("stream", [first, second]);
  assert.deepEqual([first.calls.length, second.calls.length], [1, 1]);
  assert.deepEqual(attempts(result), [["a", "failed", "RateLimited"]]);
  assert.deepEqual([result.status, result.text, result.error], ["failed", "Hel", busy]);
  assert.equal(result.provenance.providerId, "a");
});

test("a run delivers nothing of a call that failed", async () => {
  const provider = new Scripted("a", [opened("old"), text("Hel"), busy], [text("Hello.")]);
  const result = await execute("run", [provider]);
  assert.deepEqual([result.status, result.text, attempts(result)], ["answered", "Hello.", [["a", "succeeded", undefined]]]);
});

test("cancelling between two retries cancels the attempt", async () => {
  const user = new AbortController();
  const result = await execute("run", [new Scripted("a", [() => user.abort(), busy], []), new Scripted("b", [])], { user });
  assert.deepEqual([result.status, attempts(result)], ["cancelled", [["a", "cancelled", undefined]]]);
  assert.equal(result.provenance.providerId, "a");
});

test("cancelling after the last failure is no error", async () => {
  const user = new AbortController();
  const result = await execute("run", [new Scripted("a", [() => user.abort(), failure("Internal")])], { user });
  assert.deepEqual([result.status, attempts(result)], ["cancelled", [["a", "failed", "Internal"]]]);
  assert.equal(result.provenance.providerId, undefined);
});

test("nothing is delivered after the cancellation, even if the provider goes on", async () => {
  const user = new AbortController();
  const heard = [];
  const deliver = (piece) => {
    heard.push(piece);
    user.abort("enough");
  };
  const result = await execute("stream", [new Scripted("a", [text("1"), text("2")])], { user, deliver });
  assert.deepEqual([result.status, result.text, heard], ["cancelled", "1", ["1"]]);
  assert.deepEqual(attempts(result), [["a", "cancelled", undefined]]);
});

test("the next piece waits until the application has the last one", async () => {
  const log = [];
  const provider = new Scripted("a", [text("1"), () => log.push("asked"), text("2")]);
  const deliver = async (piece) => {
    await setImmediate();
    log.push(piece);
  };
  await execute("stream", [provider], { deliver });
  assert.deepEqual(log, ["1", "asked", "2"]);
});

test("what is thrown by mistake is passed on", async () => {
  const mistake = new TypeError("a bug");
  const deliver = () => {
    throw mistake;
  };
  await assert.rejects(execute("run", [new Scripted("a", [mistake])]), mistake);
  await assert.rejects(execute("stream", [new Scripted("a", [text("1")])], { deliver }), mistake);
});

test("there is no record of an attempt that runs, and no attempt ends twice", () => {
  const recorder = new Recorder("auto");
  assert.throws(() => recorder.committed(), /no attempt is running/);
  recorder.attemptBegan({ providerId: "a" });
  assert.throws(() => recorder.record(), /the attempt of a has not ended/);
  recorder.attemptEnded({ outcome: "succeeded" });
  assert.throws(() => recorder.attemptEnded({ outcome: "failed", errorClass: "Internal" }), /no attempt is running/);
});

test("facts that do not fit together are an error", async () => {
  const facts = { mode: "run", request: { prompt: "p", authorization: "a" }, candidates: [{ providerId: "a" }], attempts: [] };
  const { providers, check, request, deliver, signal } = new World({ ...facts, plan: { rejections: [], chain: ["a"] } });
  const execution = new Engine(providers, check).execute(request, deliver, signal);
  await assert.rejects(execution, /the facts have no call to a/);
  assert.throws(() => new World({ ...facts, plan: { rejections: [], chain: ["b"] } }), /no candidate b/);
});
