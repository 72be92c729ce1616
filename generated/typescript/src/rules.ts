// Generated from tools/exprov/targets/typescript/runtime/src/rules.ts by `exprov generate`; edit that and run it again.
/** The rule phase: what schemas cannot say, about objects that the schema phase found in order. */

import { LOGIC } from "./logic.js";
import { Place, type Found } from "./place.js";
import { OBJECTS, type Kind } from "./schema.js";
import { isMap, plain, put, type Tree, type TreeMap } from "./tree.js";

type Plain = Record<string, unknown>;

/** Add the rules that the document `value` breaks. */
export function addBroken(value: TreeMap, kind: Kind, all: Found[]): void {
  addBrokenBy(made(value, kind), value, kind, undefined, all);
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

/** An object as rules take it, made in one way whatever the order of its members: that is what makes rules quick. */
function made(value: TreeMap, { members, byName, make }: Kind): Plain {
  let unknown = value.size;
  const self = make(
    members.map(({ name, check }) => {
      const item = value.get(name);
      if (item !== undefined) unknown--;
      if (typeof item !== "object") return item;
      if (check.kind === "object") return made(item as TreeMap, OBJECTS.get(check.name) as Kind);
      if (check.kind !== "array" || check.items.kind !== "object") return plain(item);
      const kind = OBJECTS.get(check.items.name) as Kind;
      return (item as TreeMap[]).map((one) => made(one, kind));
    }),
  ) as Plain;
  if (unknown > 0) for (const [name, item] of value) if (!byName.has(name)) put(self, name, plain(item));
  return self;
}
