// Generated from tools/exprov/targets/typescript/runtime/src/finding.ts by `exprov generate`; edit that and run it again.
/** What a check reports: one finding per defect, and the error that carries them. */

/** Who must refuse a record: every consumer ("reader"), or whoever emits it ("writer"). */
export type Level = "reader" | "writer";

/**
 * One defect of a record.
 *
 * `rule` is the stable id, `path` a JSON Pointer (the root is the empty string), `level` who must refuse the record,
 * `message` what is wrong and what to do. Parse findings also say where in the text as it was given: `line` and `column`
 * count from 1, the column in code points; `offset` counts bytes of its UTF-8 form from 0. A byte order mark counts like
 * any other character.
 */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly level: Level;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
}

export function finding(rule: string, path: string, level: Level, message: string): Finding {
  return { rule, path, level, message };
}

/** A finding on one line of text, for people. */
export function describeFinding(one: Finding): string {
  const place = one.line === undefined ? "" : `, line ${one.line}, column ${one.column}`;
  return `${one.rule} at ${one.path || "(root)"}${place}: ${one.message}`;
}

/** A record has findings; `findings` holds them all, in document order. */
export class InvalidRecord extends Error {
  override readonly name = "InvalidRecord";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const head = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
    super([head, ...findings.map((one) => `  ${describeFinding(one)}`)].join("\n"));
    this.findings = findings;
  }
}
