/**
 * What a verdict costs in JavaScript: the whole writer verdict of this package against `JSON.parse` and ajv, which checks
 * the schema alone (no rules, no leaks, no repeated members, no exact numbers).
 *
 * Run: npm install && node bench.mjs PATH-OF-THE-BUILT-PACKAGE [PATH-OF-THE-REPOSITORY [REPEATS]]. Everything is measured in one process on the same records: each
 * repeat times every contender once, in turn; a figure is the median over the repeats. Ratios are against the pair.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";

const [, , built = "../../generated/typescript/dist", repository = "../..", repeated = "60"] = process.argv;
const root = pathToFileURL(`${repository}/`);
const repeats = Number(repeated);
const { canonical, isValid, validate } = await import(new URL("index.js", pathToFileURL(`${built}/`)));
const { explain } = await import(new URL("validator.js", pathToFileURL(`${built}/`)));

const schema = JSON.parse(readFileSync(new URL("schemas/1.0/execution-provenance.schema.json", root), "utf-8"));
const ajv = new Ajv2020({ strict: false }).compile(schema);

function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Microseconds for one input, per contender. */
function measure(contenders, records) {
  const forms = { text: records, bytes: records.map((text) => new Uint8Array(Buffer.from(text))) };
  // So that a repeat takes long enough for the clock.
  const rounds = Math.ceil(3000 / records.length);
  const times = new Map(contenders.map(({ name }) => [name, []]));
  for (let repeat = 0; repeat < repeats + 5; repeat++) {
    for (const { name, form, run } of contenders) {
      const inputs = forms[form];
      const start = process.hrtime.bigint();
      for (let round = 0; round < rounds; round++) {
        for (const input of inputs) if (!run(input)) throw new Error(`${name} rejects a valid record`);
      }
      const micros = Number(process.hrtime.bigint() - start) / 1000 / (rounds * inputs.length);
      if (repeat >= 5) times.get(name).push(micros); // the first repeats are for the compiler
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const contenders = [
  { name: "JSON.parse + ajv, schema only", form: "text", run: (text) => ajv(JSON.parse(text)) },
  { name: "JSON.parse alone", form: "text", run: (text) => JSON.parse(text) !== null },
  { name: "isValid, whole writer verdict", form: "text", run: (text) => isValid(text) },
  { name: "validate, all findings", form: "text", run: (text) => validate(text).length === 0 },
  { name: "... without the fast path", form: "text", run: (text) => explain(text).length === 0 },
  { name: "bytes: JSON.parse + ajv", form: "bytes", run: (bytes) => ajv(JSON.parse(decoder.decode(bytes))) },
  { name: "bytes: isValid", form: "bytes", run: (bytes) => isValid(bytes) },
];

const lines = readFileSync(new URL("examples/engine-run.jsonl", root), "utf-8").split("\n");
const valid = lines.filter((line) => line !== "" && isValid(line));
const single = valid.find((line) => line.includes('"attemptCount":1,') && line.includes('"routeRejections":[]'));
const groups = [
  [`${valid.length} records`, valid],
  ["the same, spaced", valid.map((line) => JSON.stringify(JSON.parse(line), null, 1))],
  ["one attempt", [single]],
  ["members in the alphabet's order", valid.map((line) => Buffer.from(canonical(JSON.parse(line))).toString())],
  ["members backwards", valid.map((line) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())))],
];
console.log(`node ${process.version}, median of ${repeats} repeats; us for one record, and over JSON.parse + ajv`);
for (const [title, records] of groups) {
  const found = measure(contenders, records);
  const pair = found.get(contenders[0].name);
  console.log(`\n${title} (${Math.round(records.reduce((sum, text) => sum + text.length, 0) / records.length)} bytes)`);
  for (const [name, micros] of found) {
    console.log(`  ${name.padEnd(34)} ${micros.toFixed(2).padStart(7)}  ${(micros / pair).toFixed(2).padStart(6)}`);
  }
}
