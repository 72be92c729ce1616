/**
 * The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.
 *
 * All findings are writer level. None repeats a value, and a path that would repeat a secret, because a member's *name*
 * has the shape of one, is cut at the parent of that member.
 */

import { finding, type Finding } from "./finding.js";
import { CONTENT_MEMBERS, CREDENTIAL_MEMBERS, CREDENTIAL_SUFFIXES, CREDENTIAL_VALUES, MESSAGE_MEMBERS } from "./leak-data.js";
import { escapeToken, hasLoneSurrogate, isMap, members, type Tree } from "./tree.js";

const CREDENTIAL_MEMBER = "leak/credential-member";
const CONTENT_MEMBER = "leak/content-member";
const MESSAGE = "leak/message";

// The members of a record that hold attempts and rejections, below which free text is a leak.
const TEXTLESS: ReadonlySet<string> = new Set(["attempts", "routeRejections"]);

const MESSAGES: Readonly<Record<string, string>> = {
  [CREDENTIAL_MEMBER]: "the name of this member says that it holds a credential; no credential belongs in a record",
  [CONTENT_MEMBER]: "the name of this member says that it holds request content or a provider payload; leave it out",
  [MESSAGE]: "free text on an attempt or a rejection can hold anything that a provider said; state codes only",
};

// Bounds of the memory for strings and names that were looked at before: ids and member names recur in a log.
const MEMO_ENTRIES = 4096;
const MEMO_LENGTH = 128;

// Paths can be as long as a record, and findings as many as its members: what they hold together is bounded. Beyond it,
// a finding's path is that of the whole record.
const MAX_PATH_TEXT = 1 << 24;

const KEYWORDS = anyOf(CREDENTIAL_VALUES.flatMap(({ keywords }) => keywords));
const safe = new Set<string>();
const judged = new Map<string, NameVerdict>();
// Most runs never need most of the patterns.
const compiled = new Map<string, RegExp>();

interface NameVerdict {
  /** What the name says anywhere, and what it says below TEXTLESS. */
  readonly anywhere: string | undefined;
  readonly below: string | undefined;
  /** The id of the credential that it has the shape of. */
  readonly shape: string | undefined;
}

/** Where a container stands: its parent's place and its own token; undefined for the root of the scan. */
interface Place {
  readonly above: Place | undefined;
  readonly token: string;
}

interface Frame {
  readonly items: Iterator<readonly [string | number, Tree]>;
  readonly place: Place | undefined;
  readonly isTextless: boolean;
  /** Whether the place was cut. */
  readonly isCut: boolean;
}

/** The id of the first pattern that `text` matches anywhere. Takes time linear in its length. */
export function hasCredential(text: string): string | undefined {
  if (text.length <= MEMO_LENGTH && safe.has(text)) return undefined;
  const lowered = text.toLowerCase();
  if (KEYWORDS.test(lowered)) {
    for (const { id, pattern, keywords } of CREDENTIAL_VALUES) {
      if (!keywords.some((keyword) => lowered.includes(keyword))) continue;
      let expression = compiled.get(id);
      if (expression === undefined) compiled.set(id, (expression = new RegExp(pattern, "u")));
      if (expression.test(text)) return id;
    }
  }
  if (text.length <= MEMO_LENGTH) {
    if (safe.size >= MEMO_ENTRIES) safe.clear();
    safe.add(alone(text));
  }
  return undefined;
}

/** A copy of `text` that does not keep alive the longer text which it was cut from. */
export function alone(text: string): string {
  return Array.from(text).join("");
}

/** Whether a pointer may run through `name`: it is Unicode text, and has not the shape of a credential. */
export function isNameable(name: string): boolean {
  return !hasLoneSurrogate(name) && hasCredential(name) === undefined;
}

/**
 * Every leak of a record, in document order. `prefix` is the JSON Pointer at which it stands; `known` holds the names of
 * the contract's own members, never reported for their name.
 */
export function scan(value: Tree, prefix: string, known: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  let room = MAX_PATH_TEXT;
  const report = (rule: string, message: string, place: Place | undefined): void => {
    const path = room > 0 ? pointer(prefix, place) : prefix;
    room -= path.length;
    findings.push(finding(rule, path, "writer", message));
  };
  const look = (text: string, what: string, place: Place | undefined): void => {
    const id = hasCredential(text);
    if (id !== undefined) report("leak/credential-value", `a ${what} here has the shape of a credential (${id}); remove it`, place);
  };
  if (typeof value === "string") look(value, "string", undefined);
  const frames: Frame[] = [];
  const enter = (child: Tree, place: Place | undefined, isTextless: boolean, isCut: boolean): boolean => {
    if (!(isMap(child) || Array.isArray(child))) return false;
    const items = isMap(child) ? members(child)[Symbol.iterator]() : child.entries();
    frames.push({ items, place, isTextless, isCut });
    return true;
  };
  enter(value, undefined, false, false);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { items, place, isTextless, isCut } = frame;
    let entered = false;
    for (let step = items.next(); step.done !== true; step = items.next()) {
      const [name, child] = step.value;
      let below = isTextless;
      let hidden = isCut;
      let here: Place | undefined;
      if (typeof name === "number") {
        here = isCut ? place : { above: place, token: String(name) };
      } else {
        const verdict = known.has(name) ? undefined : judge(name);
        // A name that is no text cannot stand in a pointer either.
        hidden = isCut || (verdict !== undefined && (verdict.shape !== undefined || hasLoneSurrogate(name)));
        here = hidden ? place : { above: place, token: name };
        below = isTextless || (place === undefined && !isCut && TEXTLESS.has(name));
        const rule = isTextless ? verdict?.below : verdict?.anywhere;
        if (rule !== undefined) report(rule, MESSAGES[rule] as string, here);
        if (verdict?.shape !== undefined) look(name, "name of a member", here);
      }
      if (typeof child === "string") look(child, "string", here);
      else if (enter(child, here, below, hidden)) {
        entered = true;
        break;
      }
    }
    if (!entered) frames.pop();
  }
  return findings;
}

function judge(name: string): NameVerdict {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const normal = normalise(name);
  let anywhere: string | undefined;
  if (CREDENTIAL_MEMBERS.has(normal) || CREDENTIAL_SUFFIXES.some((suffix) => normal.endsWith(suffix))) {
    anywhere = CREDENTIAL_MEMBER;
  } else if (CONTENT_MEMBERS.has(normal)) {
    anywhere = CONTENT_MEMBER;
  }
  const below = anywhere ?? (MESSAGE_MEMBERS.has(normal) ? MESSAGE : undefined);
  const verdict = { anywhere, below, shape: hasCredential(name) };
  if (name.length <= MEMO_LENGTH) {
    if (judged.size >= MEMO_ENTRIES) judged.clear();
    judged.set(alone(name), verdict);
  }
  return verdict;
}

/** The form in which member names are compared: ASCII letters lowered, `_`, `-`, `.` and spaces removed. */
export function normalise(name: string): string {
  // ASCII letters alone are lowered, so that every language normalises alike.
  return name.replace(/[_\-. ]+/g, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function anyOf(literals: readonly string[]): RegExp {
  // A literal that contains another is left out, since the other finds it too.
  const kept = literals.filter((one) => !literals.some((other) => other !== one && one.includes(other)));
  const escaped = [...new Set(kept)].map((literal) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(escaped.join("|") || "(?!)", "u");
}

function pointer(prefix: string, place: Place | undefined): string {
  const tokens: string[] = [];
  for (let one = place; one !== undefined; one = one.above) tokens.push(`/${escapeToken(one.token)}`);
  return prefix + tokens.reverse().join("");
}
