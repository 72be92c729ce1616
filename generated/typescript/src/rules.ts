// Generated from tools/exprov/targets/typescript/runtime/src/rules.ts by `exprov generate`; edit that and run it again.
/** The rule phase: what schemas cannot say, about objects that are valid by the schema. */

import { LOGIC } from "./logic.js";
import { Place, type Found } from "./place.js";
import { OBJECTS, type Kind } from "./schema.js";
import { Members, plain, type Tree } from "./tree.js";

type Plain = Record<string, unknown>;

/** Add the rules that the document `value` breaks. */
export function addBroken(value: Members, kind: Kind, all: Found[]): void {
  addBrokenBy(plain(value) as Plain, value, kind, undefined, all);
}

/** Add the rules that an object breaks: its own, then those of its members; none are inside of arrays. */
function addBrokenBy(self: Plain, value: Members, kind: Kind, place: Place | undefined, all: Found[]): void {
  for (const { id: rule, path, message, holds } of kind.rules) {
    if (!holds(self, LOGIC)) all.push({ rule, level: "reader", message, place: placeAt(value, path, place) });
  }
  for (const { name, check } of kind.members) {
    const item = value.get(name);
    if (check.kind !== "object" || !(item instanceof Members)) continue;
    addBrokenBy(self[name] as Plain, item, OBJECTS.get(check.name) as Kind, placeAt(value, [name], place), all);
  }
}

function placeAt(value: Members, path: readonly string[], place: Place | undefined): Place | undefined {
  let node: Tree | undefined = value;
  for (const name of path) {
    place = new Place(place, name, node instanceof Members ? node.at(name) : -1);
    node = node instanceof Members ? node.get(name) : undefined;
  }
  return place;
}
