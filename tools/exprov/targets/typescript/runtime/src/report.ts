/** Collects what is found: the first findings are kept, and the others counted. */

import type { Finding, Findings, Level, Position } from "./finding.js";
import { compareOrder, pointer, type Place } from "./place.js";
import { say, type Key, type Values } from "./say.js";
import type { Rule } from "./tables.js";

/** A finding whose path is not written out yet. */
interface Found {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly place: Place | undefined;
  readonly position?: Position | undefined;
}

// Paths can be as long as the text, and each finding has one: their sum is limited. Beyond it, a finding has the path of
// the whole document.
const MOST_PATH_TEXT = 1 << 24;

/** What `Report` throws at the first finding if it may keep none. */
export const FIRST = new Error("a finding");

/** The findings of one document at `level`, of which `most` are kept. */
export class Report {
  /** How many there are. */
  total = 0;
  /** Whether one is of the reader level. */
  isOfReaders = false;
  private readonly kept: Found[] = [];
  private readonly level: Level;
  private readonly most: number;

  constructor(level: Level, most: number) {
    this.level = level;
    this.most = most;
  }

  /** Report the finding whose message is `key`. */
  add(key: Key, level: Level, place: Place | undefined, values?: Values, position?: Position): void {
    if (this.count(level)) this.keep(key, level, place, values, position);
  }

  /** Count a finding that is about to be kept. Returns whether there is room for it. */
  count(level: Level): boolean {
    if (level === "writer" && this.level === "reader") return false;
    if (this.most === 0) throw FIRST;
    this.isOfReaders ||= level === "reader";
    return ++this.total <= this.most;
  }

  /** Keep a finding that was counted. */
  keep(key: Key, level: Level, place: Place | undefined, values?: Values, position?: Position): void {
    this.kept.push({ rule: key.split(":", 1)[0] as string, level, message: say(key, values), place, position });
  }

  /** Report a rule that does not hold. `placeOf` is called if there is room. */
  addRule({ id, message }: Rule, placeOf: () => Place | undefined): void {
    if (this.count("reader")) this.kept.push({ rule: id, level: "reader", message, place: placeOf() });
  }

  /** The findings as people get them: those of the text in its order, then the others in document order. */
  findings(): Findings {
    const findings: Finding[] = [];
    const seen = new Set<string>();
    let room = MOST_PATH_TEXT;
    for (const { rule, level, message, place, position } of this.kept.sort(compare)) {
      const path = room > 0 ? pointer(place) : "";
      room -= path.length;
      // A member that is written twice can leak twice at one place, and so can what is below a name that is not shown.
      const key = `${rule}\n${message}\n${path}`;
      if (position === undefined && seen.has(key)) continue;
      seen.add(key);
      findings.push({ rule, path, level, message, ...position });
    }
    const omitted = Math.max(0, this.total - this.most);
    // It is printed with the array only if it says something.
    return Object.defineProperty(findings, "omitted", { value: omitted, enumerable: omitted > 0 }) as Findings;
  }
}

function compare(left: Found, right: Found): number {
  if (left.position !== undefined || right.position !== undefined)
    return Number(left.position === undefined) - Number(right.position === undefined);
  return compareOrder(left.place?.shown, right.place?.shown);
}
