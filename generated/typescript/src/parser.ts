// Generated from tools/exprov/targets/typescript/runtime/src/parser.ts by `exprov generate`; edit that and run it again.
/** Reads one JSON text without recursion, and says where and why it is not one. */

import type { Position } from "./finding.js";
import { numberEnd, numberOf } from "./number.js";
import { inside, type Place } from "./place.js";
import { PROGRAM } from "./program.js";
import type { Report } from "./report.js";
import type { Key, Values } from "./say.js";
import * as wrong from "./syntax.js";
import { Stop, type Frame, type Progress } from "./syntax.js";
import { hasLoneSurrogate } from "./text.js";
import { Members, type Tree } from "./tree.js";

const ESCAPE_OR_CONTROL = /[\\\x00-\x1f]/;
// A correct piece of a string. (An expression for whole strings would need a stack as long as the string.)
const PIECE = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
// Whole pairs of surrogates and other escapes, passed over, and in the group a surrogate without its other half.
const SURROGATE_ESCAPES = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\./g;
// A name that is looked up several times is hashed once if it is the program's own string.
const KNOWN = new Map(PROGRAM.leaks.knownMembers.map((name) => [name, name]));
const QUOTE = 0x22;
const COMMA = 0x2c;

/** Something wrong at an index of the text. */
export interface Broken {
  readonly key: Key;
  readonly index: number;
  readonly place: Place | undefined;
  readonly values?: Values | undefined;
}

/** `broken` has the repeated members and lone surrogates found so far; `stack` what is open, outermost first. */
export class Parser implements Progress {
  readonly broken: Broken[] = [];
  readonly stack: Frame[] = [];
  /** Whether every quote ends or begins a string: there are neither escapes nor control characters. */
  private readonly isSimple: boolean;
  private at = 0;

  constructor(
    readonly text: string,
    private readonly maxDepth: number,
    private readonly report: Report,
    readonly origin: Position,
  ) {
    this.isSimple = !ESCAPE_OR_CONTROL.test(text);
  }

  /** Report something, if there is room. */
  add(key: Key, index: number, place: Place | undefined, values?: Values): void {
    if (this.report.count("reader")) this.broken.push({ key, index, place, values });
  }

  /** The value of the text from `index` on. Throws Stop where the text is not JSON. */
  parse(index: number): Tree {
    const { text, stack } = this;
    this.skip(index);
    for (;;) {
      // Here a value begins.
      const unit = text.charCodeAt(this.at);
      let value: Tree;
      let opened: Frame | undefined;
      if (unit === QUOTE) {
        value = this.string(false);
      } else if (unit === 0x7b || unit === 0x5b) {
        opened = this.open(unit === 0x5b);
        value = (opened.array ?? opened.map) as Tree;
      } else {
        value = this.scalar();
      }
      // Here it takes its place.
      const around = stack.at(-1);
      if (around?.array !== undefined) {
        around.array.push(value);
      } else if (around?.map !== undefined) {
        around.map.values.push(value);
      }
      this.skip(this.at);
      if (opened !== undefined) {
        if (text.charCodeAt(this.at) !== closing(opened)) {
          stack.push(opened);
          if (opened.map !== undefined) this.name(opened, undefined);
          continue;
        }
        this.skip(this.at + 1);
      }
      // Here a value has ended: close what it was the last of.
      let frame = stack.at(-1);
      while (frame !== undefined && text.charCodeAt(this.at) === closing(frame)) {
        stack.pop();
        value = (frame.array ?? frame.map) as Tree;
        this.skip(this.at + 1);
        frame = stack.at(-1);
      }
      if (frame === undefined) {
        if (this.at < text.length) throw wrong.afterEnd(this, this.at);
        return value;
      }
      // Here the next element or member begins.
      const comma = this.at;
      if (text.charCodeAt(comma) !== COMMA) throw wrong.noComma(this, comma, frame);
      this.skip(comma + 1);
      if (frame.map !== undefined) this.name(frame, comma);
      else if (text.charCodeAt(this.at) === 0x5d) throw wrong.trailingComma(comma);
    }
  }

  private skip(index: number): void {
    let unit = this.text.charCodeAt(index);
    while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) unit = this.text.charCodeAt(++index);
    this.at = index;
  }

  private open(isArray: boolean): Frame {
    if (this.stack.length >= this.maxDepth) throw new Stop("json/limit:depth", this.at, { limit: this.maxDepth });
    const opened = this.at++;
    const array: Tree[] | undefined = isArray ? [] : undefined;
    const map: Members | undefined = isArray ? undefined : new Members();
    return { array, map, opened, key: "", place: undefined };
  }

  /** Read a name and its colon, to where the member's value begins. */
  private name(frame: Frame, comma: number | undefined): void {
    const start = this.at;
    if (this.text.charCodeAt(start) !== QUOTE) throw wrong.noName(this, start, comma);
    const name = this.string(true);
    frame.key = KNOWN.get(name) ?? name;
    if (frame.map?.has(frame.key)) {
      this.add("json/duplicate-member", start, this.place(this.stack.length));
    }
    frame.map?.names.push(frame.key);
    this.skip(this.at);
    if (this.text.charCodeAt(this.at) !== 0x3a) throw wrong.noColon(this, this.at);
    this.skip(this.at + 1);
  }

  private string(isName: boolean): string {
    const { text } = this;
    const start = this.at;
    let end = this.isSimple ? text.indexOf('"', start + 1) : start + 1;
    if (end < 0) end = text.length;
    if (!this.isSimple) for (PIECE.lastIndex = end; PIECE.test(text);) end = PIECE.lastIndex;
    if (text.charCodeAt(end) !== QUOTE) throw wrong.badString(this, start, end);
    this.at = end + 1;
    const value = text.slice(start + 1, end);
    if (this.isSimple || !value.includes("\\")) return value;
    const unescaped = JSON.parse(text.slice(start, end + 1)) as string;
    if (hasLoneSurrogate(unescaped)) {
      // A name that is not text cannot be a part of a path: its object is what can be named.
      const place = this.place(this.stack.length - (isName ? 1 : 0));
      for (const { 1: lone, index } of value.matchAll(SURROGATE_ESCAPES)) {
        if (lone !== undefined) this.add("json/lone-surrogate:escape", start + 1 + index, place);
      }
    }
    return unescaped;
  }

  /** A number or a literal. */
  private scalar(): Tree {
    const { text } = this;
    const start = this.at;
    const end = numberEnd(text, start);
    if (end >= 0) {
      if (wrong.goesOn(text, end, ".+-$_")) throw wrong.badNumber(text, start, end);
      this.at = end;
      return numberOf(text.slice(start, end));
    }
    for (const [literal, value] of wrong.LITERALS) {
      if (text.startsWith(literal, start) && !wrong.goesOn(text, start + literal.length, "_$")) {
        this.at = start + literal.length;
        return value;
      }
    }
    throw wrong.noValue(this, start);
  }

  /** The place of what is being read inside the first `depth` open arrays and objects. */
  private place(depth: number): Place | undefined {
    if (depth === 0) return undefined;
    // While an array or object is open, its own place stays what it is.
    let known = depth - 1;
    while (known > 0 && this.stack[known]?.place === undefined) known--;
    for (let at = known + 1; at < depth; at++) (this.stack[at] as Frame).place = this.child(at - 1);
    return this.child(depth - 1);
  }

  private child(at: number): Place {
    const { array, key, place } = this.stack[at] as Frame;
    // The element that is open was placed when it began.
    const token = array === undefined ? key : array.length - (at + 1 < this.stack.length ? 1 : 0);
    return inside(place, token, 0);
  }
}

function closing(frame: Frame): number {
  return frame.array === undefined ? 0x7d : 0x5d;
}
