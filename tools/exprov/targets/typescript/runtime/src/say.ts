/** The words of findings: every message is in the program, under a key. */

import { MESSAGES } from "./program.js";

/** A rule's id, with a variant after a colon; or `word/...`, a part of other messages. */
export type Key = keyof typeof MESSAGES;
export type Values = Readonly<Record<string, string | number>>;

/** The message `key` with its `{names}` filled in. */
export function say(key: Key, values: Values = {}): string {
  return MESSAGES[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** `text` as a quoted name in a message. */
export function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}

/** `count` as people read it: 1,048,576. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}
