/** The program as data: the shape of `program.ts`. `exprov program --schema` says what each member means. */

import type { Logic } from "./logic.js";

/** What one value must be. */
export type Check =
  | { readonly kind: "text"; readonly minLength: number; readonly identifier: boolean }
  | { readonly kind: "constant"; readonly value: string }
  | { readonly kind: "version"; readonly value: string }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "token"; readonly pattern: string; readonly known: readonly string[] }
  | { readonly kind: "set"; readonly name: string }
  | { readonly kind: "boolean" }
  | {
      readonly kind: "number";
      readonly integer: boolean;
      readonly minimum: number | null;
      readonly maximum: number | null;
    }
  | { readonly kind: "array"; readonly items: Check; readonly minItems: number; readonly unique: boolean }
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "free" };

export interface Member {
  readonly name: string;
  readonly check: Check;
  readonly required: boolean;
  readonly writerRequired: boolean;
}

export interface Condition {
  readonly member: string;
  readonly values: readonly string[];
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
}

/** The finding is at `path`, names inside the object. `holds` takes plain values that are valid by the schema. */
export interface Rule {
  readonly id: string;
  readonly path: readonly string[];
  readonly message: string;
  readonly holds: (self: any, logic: Logic) => boolean;
}

export interface ObjectType {
  readonly name: string;
  readonly members: readonly Member[];
  readonly conditions: readonly Condition[];
  readonly rules: readonly Rule[];
}

export interface UnionType {
  readonly name: string;
  readonly tag: string;
  readonly branches: readonly { readonly value: string; readonly type: string }[];
}

export interface Document {
  readonly slug: string;
  readonly type: string;
  readonly recognisedBy: readonly string[];
  readonly records: readonly (readonly string[])[];
}

export interface Leaks {
  readonly separators: string;
  readonly folded: Readonly<Record<string, string>>;
  readonly redacted: { readonly words: readonly string[]; readonly fill: string; readonly brackets: string };
  readonly credentialMembers: readonly string[];
  readonly credentialSuffixes: readonly string[];
  readonly contentMembers: readonly string[];
  readonly messageMembers: readonly string[];
  readonly textlessMembers: readonly string[];
  readonly knownMembers: readonly string[];
  readonly values: readonly { readonly id: string; readonly pattern: string; readonly keywords: readonly string[] }[];
}

/** Ranges of code points, both ends included. */
export type Ranges = readonly (readonly [number, number])[];

/** How much a reader takes: `maxBytes` of UTF-8 text, and `maxDepth` arrays and objects within one another. */
export interface Limits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

export interface Program {
  readonly version: string;
  readonly documents: readonly [Document, ...Document[]];
  readonly recognition: Readonly<Record<"recordOnly" | "recordMembers" | "order", readonly string[]>>;
  readonly objects: readonly ObjectType[];
  readonly unions: readonly UnionType[];
  readonly sets: readonly { readonly name: string; readonly check: Check }[];
  readonly identifiers: { readonly forbidden: Ranges; readonly blank: Ranges; readonly missing: readonly string[] };
  readonly leaks: Leaks;
  readonly limits: Limits;
}
