// Runs the golden fixtures until one fails. Stryker runs it once for each mutant, in the directory of the package.
import { pathToFileURL } from "node:url";

const { casesOf, topics, verify } = await import(new URL("build/test/golden.js", pathToFileURL(`${process.cwd()}/`)));
const cases = topics.flatMap(({ file }) => casesOf(file));
// Neighbours detect the same faults: large steps detect most of them soon.
const STEP = 97;
for (let start = 0; start < STEP; start++) for (let at = start; at < cases.length; at += STEP) verify(cases[at]);
