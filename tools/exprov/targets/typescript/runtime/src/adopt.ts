/** Take an already parsed value for validation: what JSON text would have been refused for is refused here too. */

import { finding, type Finding } from "./finding.js";
import { isNameable } from "./leaks.js";
import { ExactNumber, numberOf } from "./number.js";
import type { Limits, Reading } from "./read.js";
import { escapeToken, hasLoneSurrogate, type Tree, type TreeMap } from "./tree.js";

type Task = [place: Tree[] | TreeMap, key: number | string, item: unknown, path: string, depth: number, isCut: boolean];

/**
 * `data` as a parsed value, and the findings of what no JSON text could say. Members that are undefined are absent.
 *
 * Throws TypeError for what JSON has no form for: a value other than an object, array, Map, string, number, bigint,
 * ExactNumber, boolean and null, NaN and infinities.
 */
export function adopt(data: unknown, limits: Limits): Reading {
  const findings: Finding[] = [];
  const holder: Tree[] = [];
  const todo: Task[] = [[holder, 0, data, "", 0, false]];
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    const [place, key, item, path, depth, isCut] = task;
    let value: Tree;
    if (typeof item === "object" && item !== null && !(item instanceof ExactNumber)) {
      if (depth >= limits.maxDepth) {
        const message = `nested more than ${limits.maxDepth} levels deep; flatten it or raise the limit`;
        return { value: undefined, findings: [finding("json/limit", "", "reader", message)], parsed: undefined };
      }
      value = Array.isArray(item) ? new Array<Tree>(item.length) : new Map<string, Tree>();
      const inner = Array.isArray(item) ? [...item.entries()] : entries(item, path);
      for (const [name] of inner) {
        if (typeof name === "number") continue;
        checkText(name, path, findings);
        (value as TreeMap).set(name, null); // fixes the order
      }
      for (const [name, member] of inner.reverse()) {
        // A path ends before a name that may not stand in one.
        const isHidden = isCut || (typeof name === "string" && !isNameable(name));
        const token = typeof name === "number" ? name : escapeToken(name);
        todo.push([value as Tree[] | TreeMap, name, member, isHidden ? path : `${path}/${token}`, depth + 1, isHidden]);
      }
    } else {
      value = scalar(item, path, findings);
    }
    if (Array.isArray(place)) place[key as number] = value;
    else place.set(key as string, value);
  }
  return { value: findings.length === 0 ? holder[0] : undefined, findings, parsed: holder[0] };
}

function entries(item: object, path: string): [string, unknown][] {
  if (item instanceof Map) {
    for (const name of item.keys()) {
      if (typeof name !== "string") throw new TypeError(`a member name at ${JSON.stringify(path)} is no string; JSON knows no other names`);
    }
    return [...(item as Map<string, unknown>)].filter(([, member]) => member !== undefined);
  }
  const prototype: unknown = Object.getPrototypeOf(item);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError(`an object of a class at ${JSON.stringify(path)} has no JSON form; convert it first`);
  }
  return Object.entries(item).filter(([, member]) => member !== undefined);
}

function scalar(item: unknown, path: string, findings: Finding[]): Tree {
  if (typeof item === "string") {
    checkText(item, path, findings);
    return item;
  }
  if (item === null || typeof item === "boolean") return item;
  if (item instanceof ExactNumber) return numberOf(item.text);
  if (typeof item === "bigint") return numberOf(String(item));
  if (typeof item === "number") {
    if (Number.isFinite(item)) return numberOf(String(item));
    throw new TypeError(`${item} at ${JSON.stringify(path)} is no JSON number; leave the member out or write a finite number`);
  }
  throw new TypeError(`a value of type ${typeof item} at ${JSON.stringify(path)} has no JSON form; convert it first`);
}

function checkText(text: string, path: string, findings: Finding[]): void {
  if (!hasLoneSurrogate(text)) return;
  const message = "a lone surrogate is no Unicode text; write the whole pair or U+FFFD";
  findings.push(finding("json/lone-surrogate", path, "reader", message));
}
