/**
 * The leak phase: what makes a record unsafe to log, found by the names of members and by the shapes of strings.
 *
 * All findings are writer level, and none repeats a value.
 */

import { credentialIn, escaped } from "./credentials.js";
import { Place } from "./place.js";
import { PROGRAM } from "./program.js";
import type { Report } from "./report.js";
import type { Key } from "./say.js";
import { hasLoneSurrogate } from "./text.js";
import { Members, type Tree } from "./tree.js";

const { leaks } = PROGRAM;
const separators = new RegExp(`[${escaped(leaks.separators)}]+`, "g");
const foldable = new RegExp(`[A-Z${escaped(Object.keys(leaks.folded).join(""))}]`, "g");
const known = new Set(leaks.knownMembers);
const textless = new Set(leaks.textlessMembers);
const credentials = new Set(leaks.credentialMembers);
const contents = new Set(leaks.contentMembers);
const messages = new Set(leaks.messageMembers);

const longest = Math.max(
  ...[credentials, contents, messages].flatMap((names) => [...names].map(({ length }) => length)),
);

interface NameVerdict {
  readonly key: Key | undefined;
  /** The id of the credential that the name has the shape of. */
  readonly shape: string | undefined;
  readonly isHidden: boolean;
}

const HARMLESS: NameVerdict = { key: undefined, shape: undefined, isHidden: false };

/** Add every leak of the record `value` at `place`, in no order. */
export function addLeaks(value: Tree, place: Place | undefined, report: Report): void {
  const todo: [container: Members | Tree[], place: Place | undefined, isTextless: boolean][] = [];
  const look = (item: Tree, placeOf: () => Place | undefined, isTextless: boolean): void => {
    if (typeof item === "string") {
      const id = credentialIn(item);
      if (id !== undefined) report.add("leak/credential-value", "writer", placeOf(), { id });
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
      if (key !== undefined) report.add(key, "writer", placeOf());
      if (shape !== undefined) report.add("leak/credential-value:name", "writer", placeOf(), { id: shape });
      look(values[at] as Tree, placeOf, isTextless || (container === value && textless.has(name)));
    });
  }
}

/** What is wrong with a member's name; free text is, too, below a textless member. */
function verdictOn(name: string, isTextless: boolean): NameVerdict {
  const forms = formsOf(name);
  const isIn = (names: ReadonlySet<string>): boolean => forms.some((form) => names.has(form));
  const hasSuffix = (form: string): boolean => leaks.credentialSuffixes.some((suffix) => form.endsWith(suffix));
  const shape = credentialIn(name);
  let key: Key | undefined;
  if (isIn(credentials) || forms.some(hasSuffix)) key = "leak/credential-member";
  else if (isIn(contents)) key = "leak/content-member";
  else if (isTextless && isIn(messages)) key = "leak/message";
  return { key, shape, isHidden: shape !== undefined || hasLoneSurrogate(name) };
}

/** The forms in which a name is compared: itself, and the tails of its segments without those of digits alone. */
function formsOf(name: string): string[] {
  const forms = [normalised(name)];
  if (!name.includes(".")) return forms;
  let tail = "";
  for (const segment of name.split(".").reverse()) {
    if (/^[0-9]+$/.test(segment)) continue;
    tail = normalised(segment) + tail;
    forms.push(tail);
    // A longer tail is not in any list, and ends as this one does.
    if (tail.length > longest) break;
  }
  return forms;
}

/** `name` without separators, with ASCII letters and those listed folded, in every language alike. */
function normalised(name: string): string {
  return name.replace(separators, "").replace(foldable, (letter) => leaks.folded[letter] ?? letter.toLowerCase());
}
