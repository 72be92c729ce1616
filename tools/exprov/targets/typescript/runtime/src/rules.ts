/** The rule phase: what schemas cannot say, about objects that the schema phase found in order. */

import { LOGIC } from "./logic.js";
import { Place, type Found } from "./place.js";
import { OBJECTS, type Kind } from "./schema.js";
import { isMap, plain, type Tree, type TreeMap } from "./tree.js";

type Plain = Record<string, unknown>;

/** Add the rules that the document `value` breaks. */
export function addBroken(value: TreeMap, kind: Kind, all: Found[]): void {
  addBrokenBy(plain(value) as Plain, value, kind, undefined, all);
}

/** Add the rules that an object breaks: its own, then those of its members; none are inside of arrays. */
function addBrokenBy(self: Plain, value: TreeMap, kind: Kind, place: Place | undefined, all: Found[]): void {
  for (const { id: rule, path, message, holds } of kind.rules) {
    if (!holds(self, LOGIC)) all.push({ rule, level: "reader", message, place: placeAt(value, path, place) });
  }
  for (const { name, check } of kind.members) {
    const item = value.get(name);
    if (check.kind !== "object" || !isMap(item)) continue;
    addBrokenBy(self[name] as Plain, item, OBJECTS.get(check.name) as Kind, placeAt(value, [name], place), all);
  }
}

function placeAt(value: TreeMap, path: readonly string[], place: Place | undefined): Place | undefined {
  let node: Tree | undefined = value;
  for (const name of path) {
    place = new Place(place, name, isMap(node) ? [...node.keys()].indexOf(name) : -1);
    node = isMap(node) ? node.get(name) : undefined;
  }
  return place;
}
