// Generated from tools/exprov/targets/typescript/runtime/src/schema.ts by `exprov generate`; edit that and run it again.
/**
 * The schema phase: one walk over a parsed value along the program's types.
 *
 * A value of the wrong type has that one finding, since no other check applies. No message repeats a value of the
 * record, which may be a secret.
 */

import { keyOf } from "./canonical.js";
import { credentialIn } from "./credentials.js";
import type { Level } from "./finding.js";
import { faultOf, isIdentifier } from "./identifiers.js";
import { near } from "./near.js";
import { ExactNumber, compareNumbers } from "./number.js";
import { Place, inside } from "./place.js";
import { PROGRAM } from "./program.js";
import type { Report } from "./report.js";
import { quoted, say, type Key, type Values } from "./say.js";
import type { Check, Condition, Member, ObjectType, UnionType } from "./tables.js";
import { codePoints } from "./text.js";
import { Members, type Tree } from "./tree.js";

/** An object type whose checks do not refer to sets any more. */
export interface Kind extends ObjectType {
  readonly members: readonly (Member & { readonly check: Resolved })[];
  readonly byName: ReadonlyMap<string, Member & { readonly check: Resolved }>;
  readonly names: readonly string[];
  readonly version: { readonly name: string; readonly value: string } | undefined;
}
export type Resolved = Exclude<Check, { kind: "set" }>;
type Of<Name extends Check["kind"]> = Extract<Check, { kind: Name }>;

const sets = new Map(PROGRAM.sets.map(({ name, check }) => [name, check]));
export const OBJECTS: ReadonlyMap<string, Kind> = new Map(PROGRAM.objects.map((one) => [one.name, prepared(one)]));
export const UNIONS: ReadonlyMap<string, UnionType> = new Map(PROGRAM.unions.map((one) => [one.name, one]));
const shapes = new Map<string, RegExp>();

function prepared(type: ObjectType): Kind {
  const members = type.members.map((one) => ({ ...one, check: resolved(one.check) }));
  const [version] = members.flatMap(({ name, check }) =>
    check.kind === "version" ? [{ name, value: check.value }] : [],
  );
  return {
    ...type,
    members,
    byName: new Map(members.map((one) => [one.name, one])),
    names: members.map(({ name }) => name),
    version,
  };
}

function resolved(check: Check): Resolved {
  if (check.kind === "array") return { ...check, items: resolved(check.items) };
  return check.kind === "set" ? (sets.get(check.name) as Of<"choice" | "token">) : check;
}

/** The type of an object of the object or union `type`; undefined if it is of none of several. */
export function typeOf(members: { get(name: string): unknown }, type: string): Kind | undefined {
  const union = UNIONS.get(type);
  if (union === undefined) return OBJECTS.get(type);
  return OBJECTS.get(union.branches.find(({ value }) => value === members.get(union.tag))?.type ?? "");
}

/** Report every finding of a value of the object or union `type`, in no order. */
export function checkSchema(value: Tree, type: string, report: Report): void {
  const walk = new Walk(report);
  const kind = value instanceof Members ? typeOf(value, type) : undefined;
  if (!(value instanceof Members)) walk.wrongType(value, { kind: "free" });
  else if (kind === undefined) walk.untagged(value, UNIONS.get(type) as UnionType);
  else walk.object(value, kind, undefined);
}

/** Walks with a cursor: `above`, `token` and `order` say where the value is that is being checked. */
class Walk {
  private readonly findings: Report;
  private above: Place | undefined;
  private token: string | number | undefined;
  private order = 0;
  /** Whether a null there is best left out. */
  private isOptional = false;

  constructor(report: Report) {
    this.findings = report;
  }

  private move(above: Place | undefined, token: string | number, order: number): void {
    this.above = above;
    this.token = token;
    this.order = order;
    this.isOptional = false;
  }

  /** Move to a member of an object, which may be missing. */
  private moveTo(value: Members, name: string, above: Place | undefined): void {
    this.move(above, name, value.at(name));
  }

  private here(): Place | undefined {
    return this.token === undefined ? undefined : new Place(this.above, this.token, this.order);
  }

  private report(key: Key, level: Level, values?: Values): void {
    this.findings.add(key, level, this.here(), values);
  }

  /** An object, open to unknown members. One of an unknown version is not checked any further. */
  object(value: Members, kind: Kind, place: Place | undefined): void {
    const { members, conditions } = kind;
    if (this.isUnread(value, kind, place)) return;
    for (const { name, required } of members) {
      if (required && !value.has(name)) this.missing("schema/required", name, place);
    }
    const { names, values } = value;
    for (let order = 0; order < names.length; order++) {
      const name = names[order] as string;
      const item = values[order] as Tree;
      const member = kind.byName.get(name);
      this.move(place, name, order);
      if (item === null && member !== undefined) this.isOptional = isOptional(member, conditions, value);
      if (member === undefined) this.unknownMember(name, kind, value);
      else this.value(item, member.check);
    }
    for (const condition of conditions) if (applies(condition, value)) this.condition(condition, value, place);
    if (place === undefined) this.asked(value, members);
  }

  private condition(condition: Condition, value: Members, place: Place | undefined): void {
    for (const name of condition.required) {
      if (!value.has(name)) this.missing("schema/required:condition", name, place, "reader", worded(condition));
    }
    for (const name of condition.forbidden) {
      if (!value.has(name)) continue;
      this.moveTo(value, name, place);
      this.report("schema/forbidden", "reader", { name: quoted(name), condition: worded(condition) });
    }
  }

  /** A document that should be one of several objects, and whose tag does not say which. */
  untagged(value: Members, { tag, branches }: UnionType): void {
    const tagged = value.get(tag);
    const kinds = branches.map(({ type }) => OBJECTS.get(type) as Kind);
    if (kinds.some((kind) => this.isUnread(value, kind, undefined))) return;
    this.moveTo(value, tag, undefined);
    if (tagged === undefined) this.missing("schema/required", tag, undefined);
    else this.value(tagged, { kind: "choice", values: branches.map((one) => one.value) });
    // What every branch asks of a writer is due, whichever was meant.
    const [first, ...others] = kinds as [Kind, ...Kind[]];
    const due = first.members.filter(({ name }) => others.every(({ byName }) => byName.get(name)?.writerRequired));
    this.asked(value, due);
  }

  private asked(value: Members, members: readonly Member[]): void {
    for (const { name, writerRequired } of members) {
      if (writerRequired && !value.has(name)) this.missing("schema/required:writer", name, undefined, "writer");
    }
  }

  private value(value: Tree, check: Resolved): void {
    if (kindOf(value) !== DUE[check.kind]) return this.wrongType(value, check);
    switch (check.kind) {
      case "object":
        return this.object(value as Members, OBJECTS.get(check.name) as Kind, this.here());
      case "array":
        return this.array(value as Tree[], check);
      case "number":
        return this.number(value as number | ExactNumber, check);
      case "text":
        return this.text(value as string, check);
      case "constant":
        if (value !== check.value) this.report("schema/const", "reader", { value: quoted(check.value) });
        return;
      case "choice":
        return this.choice("schema/enum", "reader", value as string, check.values);
      case "token": {
        const { pattern, known } = check;
        if (known.includes(value as string)) return;
        const key = shapeOf(pattern).test(value as string) ? "schema/unknown-token" : "schema/pattern";
        return this.choice(key, key === "schema/pattern" ? "reader" : "writer", value as string, known, { pattern });
      }
      // The others need only be of the right type; an unknown version was reported before.
    }
  }

  wrongType(value: Tree, check: Resolved): void {
    let key: Key = "schema/type";
    if (value === null && this.isOptional) key = "schema/type:null-optional";
    else if (value === null && check.kind === "array" && check.minItems === 0) key = "schema/type:null-array";
    this.report(key, "reader", { expected: expected(check), found: say(`word/${kindOf(value)}`) });
  }

  private text(value: string, { minLength: least, identifier }: Of<"text">): void {
    if (value.length < 2 * least && codePoints(value) < least) {
      const key = identifier ? "schema/minLength:identifier" : "schema/minLength";
      this.report(key, "reader", { least, length: codePoints(value) });
    } else if (identifier && !isIdentifier(value)) {
      this.report(`schema/identifier-text:${faultOf(value)}`, "writer");
    }
  }

  /** A string that is not one of `known` is reported, under `key`, with what was meant if that is clear. */
  private choice(
    key: "schema/enum" | "schema/unknown-token" | "schema/pattern",
    level: Level,
    value: string,
    known: readonly string[],
    values: Values = {},
  ): void {
    if (known.includes(value)) return;
    const meant = near(value, known, this.findings.total);
    if (meant === undefined) this.report(key, level, { ...values, values: known.join(", ") });
    else this.report(`${key}:near`, level, { ...values, near: quoted(meant) });
  }

  /** A number, by its exact value. */
  private number(value: number | ExactNumber, { integer, minimum, maximum }: Of<"number">): void {
    const exact = value instanceof ExactNumber ? value : undefined;
    if (integer && exact?.isInteger() === false) return this.report("schema/type:fraction", "reader");
    if (minimum !== null && compareNumbers(value, minimum) < 0) this.report("schema/minimum", "reader", { minimum });
    if (maximum !== null && compareNumbers(value, maximum) > 0) this.report("schema/maximum", "reader", { maximum });
    if (integer && exact?.isPlain() === false) this.report("schema/integer-form", "writer");
  }

  private array(value: readonly Tree[], { items, minItems, unique }: Of<"array">): void {
    if (value.length < minItems) this.report("schema/minItems", "reader", { least: minItems, length: value.length });
    if (unique && !allDiffer(value)) this.report("schema/uniqueItems", "reader");
    const place = this.here();
    for (let index = 0; index < value.length; index++) {
      this.move(place, index, index);
      this.value(value[index] as Tree, items as Resolved);
    }
  }

  private missing(key: Key, name: string, place: Place | undefined, level: Level = "reader", condition = ""): void {
    this.move(place, name, -1);
    this.report(key, level, { name: quoted(name), condition });
  }

  private unknownMember(name: string, { names }: Kind, present: Members): void {
    const meant = near(name, names, this.findings.total);
    const isNear = meant !== undefined && !present.has(meant);
    const place = inside(this.above, name, this.order);
    if (isNear) this.findings.add("schema/unknown-member:near", "writer", place, { near: quoted(meant) });
    else this.findings.add("schema/unknown-member", "writer", place);
  }

  /** Whether an object is of an unknown version, which is then its only finding. */
  private isUnread(value: Members, { version }: Kind, place: Place | undefined): boolean {
    const stated = version && value.get(version.name);
    if (version === undefined || typeof stated !== "string" || stated === version.value) return false;
    this.moveTo(value, version.name, place);
    // What looks like a version is not a secret; it is shown up to this length.
    const start = stated.slice(0, 16);
    const isShown = /^v?[0-9][0-9A-Za-z.+-]*$/.test(start) && credentialIn(stated) === undefined;
    const variant = !isShown ? ":other" : start === stated ? "" : ":begins";
    this.report(`schema/unknown-version${variant}`, "reader", { version: quoted(start), known: version.value });
    return true;
  }
}

function applies({ member, values }: Condition, value: Members): boolean {
  return values.includes(value.get(member) as string);
}

function worded({ member, values }: Condition): string {
  return values.map((value) => `${member} is ${value}`).join(" or ");
}

/** Whether nobody asks for `member` in the object `value`. */
function isOptional(member: Member, conditions: readonly Condition[], value: Members): boolean {
  const isDue = (one: Condition): boolean => one.required.includes(member.name) && applies(one, value);
  return !member.required && !member.writerRequired && !conditions.some(isDue);
}

type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";
/** The kind of JSON value that each check takes. */
const DUE: Readonly<Record<Resolved["kind"], JsonKind>> = {
  text: "string",
  constant: "string",
  version: "string",
  choice: "string",
  token: "string",
  boolean: "boolean",
  number: "number",
  array: "array",
  object: "object",
  free: "object",
};

function kindOf(value: Tree): JsonKind {
  if (value === null) return "null";
  if (typeof value === "object") return value instanceof Members ? "object" : Array.isArray(value) ? "array" : "number";
  return typeof value as "boolean" | "number" | "string";
}

/** What a check takes, in words. */
function expected(check: Resolved): string {
  if (check.kind === "version") return say("word/version", { version: quoted(check.value) });
  if (check.kind === "boolean") return say("word/true-or-false");
  return say(check.kind === "number" && check.integer ? "word/integer" : `word/${DUE[check.kind]}`);
}

function shapeOf(pattern: string): RegExp {
  let shape = shapes.get(pattern);
  if (shape === undefined) shapes.set(pattern, (shape = new RegExp(pattern, "u")));
  return shape;
}

function allDiffer(items: readonly Tree[]): boolean {
  return new Set(items.map((item) => (typeof item === "string" ? `"${item}` : keyOf(item)))).size === items.length;
}
