// Generated from tools/exprov/targets/typescript/runtime/src/rules.ts by `exprov generate`; edit that and run it again.
/** The rule phase: what schemas cannot say, about objects that are valid by the schema. */

import { LOGIC } from "./logic.js";
import { Place } from "./place.js";
import type { Report } from "./report.js";
import { OBJECTS, type Kind } from "./schema.js";
import { Members, plain, type Tree } from "./tree.js";

type Plain = Record<string, unknown>;

/** Report the rules that the document `value` breaks. */
export function checkRules(value: Members, kind: Kind, report: Report): void {
  checkObject(plain(value) as Plain, value, kind, undefined, report);
}

/** Report the rules that an object breaks: its own, then those of its members; none are inside of arrays. */
function checkObject(self: Plain, value: Members, kind: Kind, place: Place | undefined, report: Report): void {
  for (const rule of kind.rules) {
    if (!rule.holds(self, LOGIC)) report.addRule(rule, () => placeAt(value, rule.path, place));
  }
  for (const { name, check } of kind.members) {
    const item = value.get(name);
    if (check.kind !== "object" || !(item instanceof Members)) continue;
    checkObject(self[name] as Plain, item, OBJECTS.get(check.name) as Kind, placeAt(value, [name], place), report);
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
