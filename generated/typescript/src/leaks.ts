// Generated from tools/exprov/targets/typescript/runtime/src/leaks.ts by `exprov generate`; edit that and run it again.
/**
 * The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.
 *
 * All findings are writer level, and none repeats a value.
 */

import { credentialIn, escaped } from "./credentials.js";
import { Place, found, type Found } from "./place.js";
import { PROGRAM } from "./program.js";
import type { Key } from "./say.js";
import { hasLoneSurrogate } from "./text.js";
import { isMap, type Tree, type TreeMap } from "./tree.js";

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

/** An array or object that is being looked through. */
interface Frame {
  readonly items: Iterator<readonly [string | number, Tree]>;
  readonly place: Place | undefined;
  readonly isTextless: boolean;
  next: number;
}

/** Add every leak of the record `value` at `place`, in document order. */
export function addLeaks(value: Tree, place: Place | undefined, all: Found[]): void {
  const id = typeof value === "string" ? credentialIn(value) : undefined;
  if (id !== undefined) all.push(found("leak/credential-value", "writer", place, { id }));
  const stack = isMap(value) || Array.isArray(value) ? [frameOf(value, place, false)] : [];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const step = frame.items.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const [token, item] = step.value;
    const order = frame.next++;
    const { place: above, isTextless } = frame;
    let here: Place | undefined;
    if (typeof token === "string" && !known.has(token)) {
      const { anywhere, below, shape, isHidden } = judge(token);
      here = new Place(above, token, order, isHidden);
      const key = isTextless ? below : anywhere;
      if (key !== undefined) all.push(found(key, "writer", here));
      if (shape !== undefined) all.push(found("leak/credential-value:name", "writer", here, { id: shape }));
    }
    if (typeof item === "string") {
      const id = credentialIn(item);
      here ??= id === undefined ? undefined : new Place(above, token, order);
      if (id !== undefined) all.push(found("leak/credential-value", "writer", here, { id }));
    } else if (isMap(item) || Array.isArray(item)) {
      here ??= new Place(above, token, order);
      stack.push(frameOf(item, here, isTextless || (stack.length === 1 && textless.has(token as string))));
    }
  }
}

function frameOf(container: TreeMap | Tree[], place: Place | undefined, isTextless: boolean): Frame {
  // No repetition hides what a text holds.
  const items = isMap(container) ? (container.all ?? container)[Symbol.iterator]() : container.entries();
  return { items, place, isTextless, next: 0 };
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
