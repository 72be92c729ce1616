/**
 * The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops.
 *
 * One JSON object per line on standard input and output. Print nothing else there (no console.log); standard error is yours.
 */

import process from "node:process";

type Message = Record<string, any>;
type Level = "reader" | "writer";
type Finding = { rule: string; path: string };

/** What your engine does. What you take away here is not asked and is counted as unsupported; what you leave must work. */
const DECLARED = {
  contract: ["1.0"],
  ops: ["validate", "roundtrip", "canonical", "emit"],
  levels: ["reader", "writer"],
  features: [] as string[], // of "carriers", "exact-numbers", "limits"
  limits: { integer: Number.MAX_SAFE_INTEGER, depth: null }, // the biggest integer that stays exact, the deepest nesting
  findings: "all", // or "first", if your engine stops at the first finding
  window: 1, // how many cases may wait here at once
};

class NotWritten extends Error {}

/** Every finding that counts at `level`. `carrier` is undefined where `data` is the record itself. */
async function validate(data: Uint8Array, carrier: string | undefined, level: Level): Promise<Finding[]> {
  throw new NotWritten("not written yet: validate");
}

/** `data`, read by your engine and written again. */
async function roundtrip(data: Uint8Array, carrier: string | undefined): Promise<Uint8Array> {
  throw new NotWritten("not written yet: roundtrip");
}

/** The canonical form (RFC 8785) of `data`, and its SHA-256 in lower-case hexadecimal; null if there is none. */
async function canonical(
  data: Uint8Array,
  carrier: string | undefined,
): Promise<{ form: Uint8Array; digest: string } | null> {
  throw new NotWritten("not written yet: canonical");
}

/** The record that your engine emits when it goes through `facts`, see world.ts; or the payload of kind `carrier`. */
async function emit(facts: Message, carrier: string | undefined): Promise<Uint8Array> {
  throw new NotWritten("not written yet: emit");
}

// --- From here on it is done.

/** The members of the result that the op gives. */
async function perform(message: Message): Promise<Message> {
  const carrier: string | undefined = message.carrier;
  if (message.op === "emit") return { output: output(await emit(message.input.facts, carrier)) };
  const data = inputBytes(message.input);
  if (message.op === "validate") {
    const findings = await validate(data, carrier, message.level);
    return { verdict: findings.length ? "invalid" : "valid", findings };
  }
  if (message.op === "roundtrip") return { output: output(await roundtrip(data, carrier)) };
  const found = await canonical(data, carrier);
  return found === null ? { output: null } : { output: output(found.form), digest: found.digest };
}

function inputBytes(given: Message): Uint8Array {
  return given.b64 === undefined ? Buffer.from(given.text, "utf8") : Buffer.from(given.b64, "base64");
}

function output(data: Uint8Array): Message {
  const bytes = Buffer.from(data);
  const text = bytes.toString("utf8");
  return bytes.equals(Buffer.from(text, "utf8")) ? { text } : { b64: bytes.toString("base64") };
}

async function answer(message: Message): Promise<Message> {
  const result = { type: "result", id: message.id };
  if (!DECLARED.ops.includes(message.op)) {
    return { ...result, status: "unsupported", unsupported: { feature: message.op } };
  }
  try {
    return { ...result, status: "ok", ...(await perform(message)) };
  } catch (error) {
    if (error instanceof NotWritten) return { ...result, status: "error", error: { message: error.message } };
    const trace = error instanceof Error ? error.stack : undefined;
    return { ...result, status: "error", error: { message: String(error), trace } };
  }
}

function hello(message: Message): Message {
  if (!message.protocol.includes(1)) throw new Error(`this adapter speaks protocol 1, not ${message.protocol}`);
  const engine = {
    name: "my-engine",
    version: "0.0.0",
    language: "typescript",
    runtime: `Node ${process.versions.node}`,
    os: process.platform,
  };
  return { type: "hello", protocol: 1, run: message.run, engine, ...DECLARED };
}

/** One line, and out at once: the driver waits for it. */
function send(message: Message): void {
  process.stdout.write(JSON.stringify(message) + "\n");
}

/** The lines of standard input. Not `readline`: that one also ends a line at U+2028, which JSON text may hold. */
async function* lines(): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString("utf8");
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}

async function main(): Promise<void> {
  let answered = 0;
  for await (const line of lines()) {
    const message: Message = JSON.parse(line);
    if (message.type === "hello") {
      send(hello(message));
    } else if (message.type === "case") {
      send(await answer(message));
      answered += 1;
    } else if (message.type === "bye") {
      send({ type: "bye", answered });
      return;
    }
  }
}

await main();
