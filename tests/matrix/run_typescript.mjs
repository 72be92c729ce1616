// Validates, reads and writes each document of standard input with a generated package that was compiled.
// Run: node run_typescript.mjs FOLDER-OF-THE-COMPILED-PACKAGE < documents > outcomes
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const ep = await import(pathToFileURL(`${process.argv[2]}/index.js`));

for (const line of readFileSync(0, "utf-8").trimEnd().split("\n")) {
  const [slug, kind, text] = JSON.parse(line);
  const options = kind === "Trace" ? {} : { carrier: slug };
  const findings = ep.validate(text, options);
  const outcome = {
    findings: findings.map(({ rule, path, level }) => [rule, path, level]),
    writer: ep.isValid(text, options),
    reader: ep.isValid(text, { ...options, level: "reader" }),
  };
  if (findings.every(({ rule, level }) => !rule.startsWith("schema/") || level === "writer")) {
    const written = ep[kind].toJson(ep[kind].fromJson(text));
    outcome.again = isDeepStrictEqual(JSON.parse(written), JSON.parse(text));
  }
  console.log(JSON.stringify(outcome));
}
