/**
 * Lets the conformance driver ask the npm package and, with --engine, the reference engine beside this file.
 *
 *     exprov conformance run -- node examples/engines/typescript/dist/adapter.js --engine
 *
 * One JSON object per line on standard input and output; docs/protocol.md describes every message.
 */

import { readFileSync } from "node:fs";
import process from "node:process";

import * as ep from "execution-provenance";
import { payloadOf } from "./payload.js";
import { Engine } from "./reference_engine.js";
import { World, type Facts } from "./world.js";

type Input = { readonly text?: string; readonly b64?: string; readonly facts?: Facts };

interface Case {
  readonly type: "case";
  readonly id: string;
  readonly op: string;
  readonly level: ep.Level;
  readonly carrier?: ep.Carrier;
  readonly input: Input;
}

type Hello = { readonly type: "hello"; readonly run: string; readonly protocol: readonly number[] };
type Message = Case | Hello | { readonly type: "bye" };
type Members = Record<string, unknown>;

/** What reads and writes each kind of document; the record if the case names no carrier. */
const CODECS = {
  record: ep.ExecutionProvenance,
  "task-result": ep.TaskResult,
  "stream-terminal-outcome": ep.StreamTerminalOutcome,
  "inderun-error": ep.IndeRunError,
};

/** The verdict at the level of the case, with every finding that counts there. */
function validate({ input, level, carrier }: Case): Members {
  const findings = ep.validate(bytesOf(input), { level, carrier });
  return {
    verdict: findings.length > 0 ? "invalid" : "valid",
    findings: findings.map(({ rule, path }) => ({ rule, path })),
  };
}

/** The input, read by the package and written again. */
function roundtrip({ input, carrier }: Case): Members {
  const codec = codecOf(carrier);
  return { output: { text: codec.toJson(codec.fromJson(bytesOf(input))) } };
}

/** The canonical bytes and their digest; null if a number or a lone surrogate has no canonical form. */
function canonical({ input, carrier }: Case): Members {
  const document = codecOf(carrier).fromJson(bytesOf(input));
  try {
    return { output: { text: Buffer.from(ep.canonical(document)).toString() }, digest: ep.digest(document) };
  } catch (error) {
    if (error instanceof RangeError) return { output: null };
    throw error;
  }
}

/** The record of an execution by the reference engine, in a world made from the facts, or the payload that carries it. */
async function emit({ input, carrier }: Case): Promise<Members> {
  const { providers, check, request, deliver, signal } = new World(input.facts as Facts);
  const result = await new Engine(providers, check).execute(request, deliver, signal);
  const emitted = carrier === undefined ? result.provenance : payloadOf(request, result, "run-1");
  return { output: { text: codecOf(carrier).toJson(emitted) } };
}

// Each codec writes only what it has read, so one type is enough for all of them.
function codecOf(carrier: ep.Carrier | undefined): ep.Codec<object> {
  return CODECS[carrier ?? "record"] as ep.Codec<object>;
}

/** The exact bytes of an input; those that are not text come in base64. */
function bytesOf({ text, b64 }: Input): Uint8Array {
  return b64 === undefined ? Buffer.from(text ?? "") : Buffer.from(b64, "base64");
}

type Op = (asked: Case) => Members | Promise<Members>;
const OPS = new Map<string, Op>(Object.entries({ validate, roundtrip, canonical }));
if (process.argv.includes("--engine")) OPS.set("emit", emit);

/** What this engine is and does. Cases that need more are not sent. */
function hello({ run, protocol }: Hello): Members {
  if (!protocol.includes(1)) throw new Error(`this adapter speaks protocol 1, and the driver speaks ${protocol}`);
  const manifest = readFileSync(new URL("../package.json", import.meta.resolve("execution-provenance")), "utf8");
  return {
    type: "hello",
    protocol: 1,
    run,
    engine: {
      name: "execution-provenance-typescript",
      version: JSON.parse(manifest).version,
      language: "typescript",
      runtime: `Node ${process.versions.node}`,
      os: process.platform,
    },
    contract: ["1.0"],
    ops: [...OPS.keys()],
    levels: ["reader", "writer"],
    features: ["carriers", "exact-numbers", "limits"],
    limits: { integer: null, depth: null },
    findings: "all",
    window: 16,
  };
}

/** The result of one case. A failure is an answer, too, so that the driver goes on with the next case. */
async function answer(asked: Case): Promise<Members> {
  const result = { type: "result", id: asked.id };
  const op = OPS.get(asked.op);
  if (op === undefined) return { ...result, status: "unsupported", unsupported: { feature: asked.op } };
  try {
    return { ...result, status: "ok", ...(await op(asked)) };
  } catch (error) {
    return { ...result, status: "error", error: { message: String(error), trace: (error as Error).stack } };
  }
}

/** The lines of standard input. `readline` would also end a line at U+2028, which JSON text may contain. */
async function* lines(): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      [parts, start] = [[], end + 1];
    }
    parts.push(chunk.subarray(start));
  }
}

/** Answer line by line until the driver says bye or closes the pipe. */
let answered = 0;
for await (const line of lines()) {
  const message: Message = JSON.parse(line);
  if (message.type === "hello") send(hello(message));
  else if (message.type === "case") {
    send(await answer(message));
    answered += 1;
  } else if (message.type === "bye") {
    send({ type: "bye", answered });
    break;
  }
}

function send(message: Members): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
