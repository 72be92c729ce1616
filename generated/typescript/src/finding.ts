// Generated from tools/exprov/targets/typescript/runtime/src/finding.ts by `exprov generate`; edit that and run it again.
/** What a check reports: one finding per defect, and the error that carries them. */

/** Who must not accept a record: "reader" is every consumer, "writer" whoever emits it. */
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

/** One defect of a record. A finding of the parse phase also has its position in the text. */
export interface Finding extends Partial<Position> {
  /** The stable id of the rule; `RULES` explains it. */
  readonly rule: string;
  /** A JSON Pointer; empty for the root. */
  readonly path: string;
  readonly level: Level;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** The findings of one record, in document order: the first ones, and how many more there are. */
export interface Findings extends Array<Finding> {
  readonly omitted: number;
}

/** What a rule means. */
export interface RuleInfo {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  /** Why the rule exists. */
  readonly why: string;
  /** What to do. */
  readonly remedy: string;
  /** An input that has this finding. */
  readonly failing: string;
  /** The same input, corrected. */
  readonly passing: string;
  /** The rule in CEL, if it is a rule over several members. */
  readonly expression?: string;
  /** The carrier to validate the inputs as, if they are not records. */
  readonly carrier?: string;
}

/** A finding on one line of text, for people. */
export function describeFinding(one: Finding): string {
  const position = one.line === undefined ? "" : `, line ${one.line}, column ${one.column}`;
  return `${one.rule} at ${one.path || "(root)"}${position}: ${one.message}`;
}

/** Thrown for an invalid record. */
export class InvalidRecord extends Error {
  override readonly name = "InvalidRecord";
  readonly findings: Findings;

  constructor(findings: Findings) {
    const count = findings.length + findings.omitted;
    const lines = [`${count} finding${count === 1 ? "" : "s"}`, ...findings.map((one) => `  ${describeFinding(one)}`)];
    if (findings.omitted > 0) lines.push(`  and ${findings.omitted} more`);
    super(lines.join("\n"));
    this.findings = findings;
  }
}
