/** What a check reports: one finding per defect, and the error that carries them. */

/** Who must refuse a record: every consumer ("reader"), or whoever emits it ("writer"). */
export type Level = "reader" | "writer";

/**
 * Where something is in a text: `line` and `column` count from 1, the column in code points; `offset` counts bytes of
 * the UTF-8 form from 0. A byte order mark counts like any other character.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * One defect of a record.
 *
 * `rule` is the stable id, `path` a JSON Pointer (the root is the empty string), `level` who must refuse the record,
 * `message` what is wrong and what to do. Parse findings also have a position in the text as it was given.
 */
export interface Finding extends Partial<Position> {
  readonly rule: string;
  readonly path: string;
  readonly level: Level;
  readonly message: string;
}

/** A rule: what it means, why it exists, what to do, and a failing and a passing input as JSON text. */
export interface RuleInfo {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly why: string;
  readonly remedy: string;
  readonly failing: string;
  readonly passing: string;
  readonly expression?: string;
  readonly carrier?: string;
}

/** A finding on one line of text, for people. */
export function describeFinding(one: Finding): string {
  const position = one.line === undefined ? "" : `, line ${one.line}, column ${one.column}`;
  return `${one.rule} at ${one.path || "(root)"}${position}: ${one.message}`;
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
