// Answers questions about inputs with the TypeScript package: one JSON object a line, in and out.
// Run: node answers.mjs PATH-OF-THE-BUILT-PACKAGE < questions > answers
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const ep = await import(new URL("index.js", folder));
const { explain } = await import(new URL("validator.js", folder));
const TYPES = {
  "task-result": ep.TaskResult,
  "stream-terminal-outcome": ep.StreamTerminalOutcome,
  "inderun-error": ep.IndeRunError,
};

class Failed {
  constructor(error) {
    this.error = error.name;
  }
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return new Failed(error);
  }
}

const lines = readFileSync(0, "utf-8").split("\n");
const answers = [];
for (const line of lines) {
  if (line === "") continue;
  const { b64, carrier } = JSON.parse(line);
  const data = new Uint8Array(Buffer.from(b64, "base64"));
  const options = carrier === undefined ? {} : { carrier };
  const findings = ep.validate(data, options);
  const answer = { findings, explained: explain(data, options), valid: ep.isValid(data, options) };
  answer.reader = ep.isValid(data, { ...options, level: "reader" });
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data));
  if (typeof text === "string") answer.text = ep.validate(text, options);
  const codec = TYPES[carrier] ?? ep.ExecutionProvenance;
  const record = attempt(() => codec.fromJson(data));
  if (!(record instanceof Failed)) {
    answer.written = attempt(() => codec.toJson(record));
    answer.canonical = attempt(() => new TextDecoder("utf-8", { ignoreBOM: true }).decode(codec.canonical(record)));
    answer.digest = attempt(() => codec.digest(record));
  }
  answers.push(JSON.stringify(answer));
}
process.stdout.write(answers.join("\n") + "\n");
