// Generated from tools/exprov/targets/typescript/runtime/src/leaks.ts by `exprov generate`; edit that and run it again.
/**
 * The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.
 *
 * All findings are writer level, and none repeats a value.
 */

import { credentialIn, escaped } from "./credentials.js";
import { found, type Found, type Place } from "./place.js";
import { PROGRAM } from "./program.js";
import type { Key } from "./say.js";
import { hasLoneSurrogate } from "./text.js";
import { isMap, type Tree } from "./tree.js";

const { leaks } = PROGRAM;
const separators = new RegExp(`[${escaped(leaks.separators)}]+`, "g");
const known = new Set(leaks.knownMembers);
const textless = new Set(leaks.textlessMembers);
const credentials = new Set(leaks.credentialMembers);
const contents = new Set(leaks.contentMembers);
const messages = new Set(leaks.messageMembers);

interface NameVerdict {
  /** What the name says anywhere, and what it says below a textless member. */
  readonly anywhere: Key | undefined;
  readonly below: Key | undefined;
  /** The id of the credential that it has the shape of. */
  readonly shape: string | undefined;
  readonly isHidden: boolean;
}

interface Frame {
  readonly items: Iterator<readonly [string | number, Tree]>;
  readonly place: Place;
  readonly isTextless: boolean;
  next: number;
}

/** Every leak of the record `value` at `place`, in document order. */
export function leaksOf(value: Tree, place: Place): Found[] {
  const all: Found[] = [];
  const id = typeof value === "string" ? credentialIn(value) : undefined;
  if (id !== undefined) all.push(found("leak/credential-value", "writer", place, { id }));
  const stack: Frame[] = [];
  enter(stack, value, place, false);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const step = frame.items.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const [token, child] = step.value;
    const order = frame.next++;
    const { place: above, isTextless } = frame;
    let isHidden = false;
    if (typeof token === "string" && !known.has(token)) {
      const verdict = judge(token);
      isHidden = verdict.isHidden;
      const key = isTextless ? verdict.below : verdict.anywhere;
      if (key !== undefined) all.push(found(key, "writer", { above, token, order, isHidden }));
      if (verdict.shape !== undefined) {
        all.push(found("leak/credential-value:name", "writer", { above, token, order, isHidden }, { id: verdict.shape }));
      }
    }
    if (typeof child === "string") {
      const id = credentialIn(child);
      if (id !== undefined) all.push(found("leak/credential-value", "writer", { above, token, order, isHidden }, { id }));
    } else if (typeof child === "object" && child !== null) {
      enter(stack, child, { above, token, order, isHidden }, isTextless || (stack.length === 1 && textless.has(token as string)));
    }
  }
  return all;
}

function enter(stack: Frame[], container: Tree, place: Place, isTextless: boolean): void {
  // No repetition hides what a text holds.
  const items = Array.isArray(container) ? container.entries() : isMap(container) ? (container.all ?? container)[Symbol.iterator]() : undefined;
  if (items !== undefined) stack.push({ items, place, isTextless, next: 0 });
}

function judge(name: string): NameVerdict {
  // Without separators, and with ASCII letters alone lowered, in every language alike.
  const normal = name.replace(separators, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const isCredential = credentials.has(normal) || leaks.credentialSuffixes.some((suffix) => normal.endsWith(suffix));
  const anywhere = isCredential ? "leak/credential-member" : contents.has(normal) ? "leak/content-member" : undefined;
  const shape = credentialIn(name);
  return {
    anywhere,
    below: anywhere ?? (messages.has(normal) ? "leak/message" : undefined),
    shape,
    isHidden: shape !== undefined || hasLoneSurrogate(name),
  };
}
