// Generated from tools/exprov/targets/typescript/runtime/src/parser.ts by `exprov generate`; edit that and run it again.
/** Reads one JSON text without recursion, and says where and why it is not one. */

import { isNameable } from "./leaks.js";
import { numberEnd, numberOf } from "./number.js";
import { Stop, type Found, type Frame } from "./stop.js";
import * as wrong from "./syntax.js";
import { escapeToken, hasLoneSurrogate, type Tree, type TreeMap } from "./tree.js";

// Paths can be as long as the text, and findings as many as its characters: what they hold together is bounded.
const MAX_PATH_TEXT = 1 << 24;

const ESCAPE_OR_CONTROL = /[\\\x00-\x1f]/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** `found` holds the repeated members and lone surrogates met on the way. */
export class Parser {
  readonly text: string;
  readonly found: Found[] = [];
  readonly stack: Frame[] = [];
  private readonly maxDepth: number;
  /** Whether every quote ends or begins a string: there are neither escapes nor control characters. */
  private readonly isSimple: boolean;
  private pathText = 0;
  private at = 0;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
    this.isSimple = !ESCAPE_OR_CONTROL.test(text);
  }

  /** The value of the text from `index` on. Throws Stop where the text is no JSON. */
  parse(index: number): Tree {
    const { text, stack } = this;
    this.skip(index);
    for (;;) {
      // Here a value begins.
      const start = this.at;
      const unit = text.charCodeAt(start);
      let value: Tree;
      let opened: Frame | undefined;
      if (unit === QUOTE) {
        value = this.string(undefined);
      } else if (unit === 0x7b || unit === 0x5b) {
        opened = this.open(unit === 0x5b);
        value = (opened.array ?? opened.map) as Tree;
      } else {
        value = this.scalar();
      }
      // Here it takes its place.
      const around = stack.at(-1);
      if (around?.array !== undefined) around.array.push(value);
      else if (around?.map !== undefined) around.map.set(around.key, value);
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
    if (this.stack.length >= this.maxDepth) {
      const message = `nested more than ${this.maxDepth} levels deep; flatten it or raise the limit`;
      throw new Stop("json/limit", this.at, message);
    }
    const opened = this.at++;
    const array: Tree[] | undefined = isArray ? [] : undefined;
    const map: TreeMap | undefined = isArray ? undefined : new Map<string, Tree>();
    return { array, map, opened, key: "", prefix: undefined, isNameable: true };
  }

  /** Read a name and its colon, to where the member's value begins. */
  private name(frame: Frame, comma: number | undefined): void {
    const start = this.at;
    if (this.text.charCodeAt(start) !== QUOTE) throw wrong.noName(this, start, comma);
    frame.key = this.string(frame);
    const earlier = frame.map?.get(frame.key);
    if (earlier !== undefined && frame.map !== undefined) {
      (frame.map.repeated ??= []).push([frame.key, earlier]);
      const message = "the member stands here a second time, and readers differ in which one they take; keep one of them";
      this.report(start, "json/duplicate-member", this.pointer(), message);
    }
    this.skip(this.at);
    if (this.text.charCodeAt(this.at) !== 0x3a) throw wrong.noColon(this, this.at);
    this.skip(this.at + 1);
  }

  /** A string; `named` is the object that it names a member of. */
  private string(named: Frame | undefined): string {
    const { text } = this;
    const start = this.at;
    if (this.isSimple) {
      const close = text.indexOf('"', start + 1);
      if (close < 0) throw wrong.badString(this, start, text.length);
      this.at = close + 1;
      return text.slice(start + 1, close);
    }
    let end = start + 1;
    let isPlain = true;
    for (;;) {
      const unit = text.charCodeAt(end);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        const length = escapeLength(text, end);
        if (length === 0) throw wrong.badString(this, start, end);
        isPlain = false;
        end += length;
      } else if (unit >= 0x20) {
        end++;
      } else {
        throw wrong.badString(this, start, end);
      }
    }
    this.at = end + 1;
    if (isPlain) return text.slice(start + 1, end);
    const value = JSON.parse(text.slice(start, end + 1)) as string;
    if (hasLoneSurrogate(value)) {
      // A name that is no text cannot stand in a pointer: its object is what can be named.
      const path = named === undefined ? this.pointer() : this.container();
      const message = "an escape writes half of a surrogate pair, which is no Unicode text; write the whole pair or \\ufffd";
      for (const index of loneEscapes(text, start + 1, end)) this.report(index, "json/lone-surrogate", path, message);
    }
    return value;
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

  private report(index: number, rule: string, path: string, message: string): void {
    this.pathText += path.length;
    // The verdict stands with the first one; beyond the bound the list ends, lest small input fill the memory.
    if (this.pathText <= MAX_PATH_TEXT || this.found.length === 0) this.found.push({ index, rule, path, message });
  }

  /** The pointer of the innermost array or object, as far as the names that lead to it may stand in one. */
  private container(): string {
    const top = this.stack.at(-1) as Frame;
    if (top.prefix === undefined) {
      const parts: string[] = [];
      for (const frame of this.stack.slice(0, -1)) {
        if (frame.array !== undefined) {
          // The element that is open was placed when it began.
          parts.push(`/${frame.array.length - 1}`);
        } else if (isNameable(frame.key)) {
          parts.push(`/${escapeToken(frame.key)}`);
        } else {
          top.isNameable = false;
          break;
        }
      }
      top.prefix = parts.join("");
    }
    return top.prefix;
  }

  /** The pointer of the member or element that is being read, or of the innermost one around it that has one. */
  private pointer(): string {
    const top = this.stack.at(-1);
    if (top === undefined || this.pathText > MAX_PATH_TEXT) return "";
    const prefix = this.container();
    if (!top.isNameable) return prefix;
    if (top.array !== undefined) return `${prefix}/${top.array.length}`;
    return isNameable(top.key) ? `${prefix}/${escapeToken(top.key)}` : prefix;
  }
}

function closing(frame: Frame): number {
  return frame.array === undefined ? 0x7d : 0x5d;
}

/** The length of the escape at `index`, or 0 if it is none. */
function escapeLength(text: string, index: number): number {
  const letter = text.charAt(index + 1);
  if (letter === "u") return isHexadecimal(text, index + 2) ? 6 : 0;
  return letter !== "" && '"\\/bfnrt'.includes(letter) ? 2 : 0;
}

function isHexadecimal(text: string, start: number): boolean {
  for (let at = start; at < start + 4; at++) {
    const unit = text.charCodeAt(at) | 0x20;
    if (!((unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66)) || text.charCodeAt(at) < 0x30) return false;
  }
  return true;
}

/** Where between `start` and `end` an escape writes a surrogate that has no other half beside it. */
function loneEscapes(text: string, start: number, end: number): number[] {
  const unitAt = (index: number): number =>
    index < end && text.startsWith("\\u", index) ? Number.parseInt(text.slice(index + 2, index + 6), 16) : 0;
  const found: number[] = [];
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== BACKSLASH) continue;
    const unit = unitAt(at);
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const next = unitAt(at + 6);
      if (unit > 0xdbff || next < 0xdc00 || next > 0xdfff) found.push(at);
      else at += 6;
      at += 5;
    } else {
      at++; // What is escaped is no backslash of its own.
    }
  }
  return found;
}
