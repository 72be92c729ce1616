/** Places in a document, and what was found there: one type gives the pointer, the order and the finding. */

import { isNameable } from "./credentials.js";
import type { Finding, Level, Position } from "./finding.js";
import { say, type Key, type Values } from "./say.js";

/**
 * A value inside of a document: what `above` holds under `token`, as its `order`-th entry, or -1 if it is missing there.
 * What is hidden is reported at what is above it. The document itself is undefined.
 */
export type Place =
  | { readonly above: Place; readonly token: string | number; readonly order: number; readonly isHidden: boolean }
  | undefined;

/** The place below `above`; hidden if its name may not be shown. */
export function inside(above: Place, token: string | number, order: number): Place {
  return { above, token, order, isHidden: typeof token === "string" && !isNameable(token) };
}

/** A finding whose path is not written out yet. */
export interface Found {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly place: Place;
  readonly position?: Position;
}

// Paths can be as long as the text, and findings as many as its characters: what they hold together is bounded. Beyond
// it, a finding's path is that of the whole document.
const MOST_PATH_TEXT = 1 << 24;

/** The finding whose message is `key`. */
export function found(key: Key, level: Level, place: Place, values?: Values, position?: Position): Found {
  const rule = key.split(":", 1)[0] as string;
  return { rule, level, message: say(key, values), place, ...(position && { position }) };
}

/** The JSON Pointer of `place`. */
export function pointer(place: Place): string {
  return shown(place)
    .map(({ token }) => `/${escapeToken(String(token))}`)
    .join("");
}

/** The places that lead to `place`, outer ones first, up to one that is hidden. */
function shown(place: Place): NonNullable<Place>[] {
  const steps: NonNullable<Place>[] = [];
  for (let one = place; one !== undefined; one = one.above) steps.push(one);
  const end = steps.reverse().findIndex(({ isHidden }) => isHidden);
  return end < 0 ? steps : steps.slice(0, end);
}

function escapeToken(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** `all` in document order; what is missing comes before the members that are there. */
export function inDocumentOrder(all: readonly Found[]): Found[] {
  if (all.length < 2) return [...all];
  const ordered = all.map((one): [number[], Found] => [shown(one.place).map(({ order }) => order), one]);
  return ordered.sort(([left], [right]) => compareOrders(left, right)).map(([, one]) => one);
}

function compareOrders(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index] as number) - (right[index] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The findings as people get them, in the order given. */
export function written(all: readonly Found[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let room = MOST_PATH_TEXT;
  for (const { rule, level, message, place, position } of all) {
    const path = room > 0 ? pointer(place) : "";
    room -= path.length;
    // A member that is written twice can leak twice at one place, and so can what is below a name that is not shown.
    const key = `${rule}\n${message}\n${path}`;
    if (position === undefined && seen.has(key)) continue;
    seen.add(key);
    findings.push({ rule, path, level, message, ...position });
  }
  return findings;
}
