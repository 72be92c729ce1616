/** What the parser and the explanations of its failures share. */

import type { Tree, TreeMap } from "./tree.js";

/** A broken rule before its place is worked out: the index in the text, the rule, the path and the message. */
export interface Found {
  readonly index: number;
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

/** What ends the search. */
export class Stop extends Error {
  readonly rule: string;
  readonly index: number;

  constructor(rule: string, index: number, message: string) {
    super(message);
    this.rule = rule;
    this.index = index;
  }
}

/** An array or object that is being read; `prefix` is the pointer that its elements share, once it was needed. */
export interface Frame {
  readonly array: Tree[] | undefined;
  readonly map: TreeMap | undefined;
  readonly opened: number;
  key: string;
  prefix: string | undefined;
  isNameable: boolean;
}

/** How far a text was read: the arrays and objects that are open, outer ones first. */
export interface Progress {
  readonly text: string;
  readonly stack: readonly Frame[];
}
