// Runs the golden fixtures until one fails. Stryker runs it once for each mutant, in the directory of the package.
import { pathToFileURL } from "node:url";

const { casesOf, topics, verify } = await import(new URL("build/test/golden.js", pathToFileURL(`${process.cwd()}/`)));
for (const { file } of topics) for (const one of casesOf(file)) verify(one);
