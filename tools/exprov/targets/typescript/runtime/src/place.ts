/** Places in a document, which give findings their paths and their order. */

import { isNameable } from "./credentials.js";

/** Where a value is: in `above`, under `token`, as the `order`-th entry; -1 if it is missing. */
export class Place {
  readonly above: Place | undefined;
  readonly token: string | number;
  readonly order: number;
  readonly depth: number;
  /** Where findings are reported: here, or around the first name on the way that may not be shown. */
  readonly shown: Place | undefined;

  /** `above` is undefined for what is in the document itself, whose own place is undefined, too. */
  constructor(above: Place | undefined, token: string | number, order: number, isHidden = false) {
    this.above = above;
    this.token = token;
    this.order = order;
    this.depth = above === undefined ? 1 : above.depth + 1;
    this.shown = above !== undefined && above.shown !== above ? above.shown : isHidden ? above : this;
  }
}

/** The place below `above`, by a name that may have to be hidden. */
export function inside(above: Place | undefined, token: string | number, order: number): Place {
  return new Place(above, token, order, typeof token === "string" && !isNameable(token));
}

/** The JSON Pointer of `place`. */
export function pointer(place: Place | undefined): string {
  const tokens: string[] = [];
  for (let one = place?.shown; one !== undefined; one = one.above) tokens.push(`/${escaped(String(one.token))}`);
  return tokens.reverse().join("");
}

function escaped(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** The document order of two places; what is missing comes before the members that are there. */
export function compareOrder(left: Place | undefined, right: Place | undefined): number {
  const deeper = (left?.depth ?? 0) - (right?.depth ?? 0);
  for (let more = deeper; more > 0; more--) left = left?.above;
  for (let more = deeper; more < 0; more++) right = right?.above;
  // What lies around decides, and most of it is shared.
  let difference = deeper;
  for (; left !== right && left !== undefined && right !== undefined; left = left.above, right = right.above) {
    if (left.order !== right.order) difference = left.order - right.order;
  }
  return difference;
}
