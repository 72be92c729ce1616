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
import { Members, type Tree } from "./tree.js";

const { leaks } = PROGRAM;
const separators = new RegExp(`[${escaped(leaks.separators)}]+`, "g");
const known = new Set(leaks.knownMembers);
const textless = new Set(leaks.textlessMembers);
const credentials = new Set(leaks.credentialMembers);
const contents = new Set(leaks.contentMembers);
const messages = new Set(leaks.messageMembers);

interface NameVerdict {
  readonly key: Key | undefined;
  /** The id of the credential that the name has the shape of. */
  readonly shape: string | undefined;
  readonly isHidden: boolean;
}

const HARMLESS: NameVerdict = { key: undefined, shape: undefined, isHidden: false };

/** Add every leak of the record `value` at `place`, in no order. */
export function addLeaks(value: Tree, place: Place | undefined, all: Found[]): void {
  const todo: [container: Members | Tree[], place: Place | undefined, isTextless: boolean][] = [];
  const look = (item: Tree, placeOf: () => Place | undefined, isTextless: boolean): void => {
    if (typeof item === "string") {
      const id = credentialIn(item);
      if (id !== undefined) all.push(found("leak/credential-value", "writer", placeOf(), { id }));
    } else if (item instanceof Members || Array.isArray(item)) {
      todo.push([item, placeOf(), isTextless]);
    }
  };
  look(value, () => place, false);
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [container, above, isTextless] = next;
    if (Array.isArray(container)) {
      container.forEach((item, index) => look(item, () => new Place(above, index, index), isTextless));
      continue;
    }
    const { names, values } = container;
    names.forEach((name, at) => {
      const { key, shape, isHidden } = known.has(name) ? HARMLESS : verdictOn(name, isTextless);
      const placeOf = (): Place => new Place(above, name, at, isHidden);
      if (key !== undefined) all.push(found(key, "writer", placeOf()));
      if (shape !== undefined) all.push(found("leak/credential-value:name", "writer", placeOf(), { id: shape }));
      look(values[at] as Tree, placeOf, isTextless || (container === value && textless.has(name)));
    });
  }
}

/** What is wrong with a member's name; free text is, too, below a textless member. */
function verdictOn(name: string, isTextless: boolean): NameVerdict {
  // Without separators, and with ASCII letters alone lowered, in every language alike.
  const normal = name.replace(separators, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const isCredential = credentials.has(normal) || leaks.credentialSuffixes.some((suffix) => normal.endsWith(suffix));
  const shape = credentialIn(name);
  let key: Key | undefined;
  if (isCredential) key = "leak/credential-member";
  else if (contents.has(normal)) key = "leak/content-member";
  else if (isTextless && messages.has(normal)) key = "leak/message";
  return { key, shape, isHidden: shape !== undefined || hasLoneSurrogate(name) };
}
