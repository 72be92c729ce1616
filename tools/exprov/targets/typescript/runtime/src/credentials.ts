/** The shapes of credentials: strings that have one are leaks, and names that have one are never part of a path. */

import { Memo } from "./memo.js";
import { PROGRAM } from "./program.js";
import { hasLoneSurrogate } from "./text.js";

const { values, redacted } = PROGRAM.leaks;
const keywordIn = anyOf(values.flatMap(({ keywords }) => keywords));
const bracket = `[${escaped(redacted.brackets)}]*`;
const isRedacted = new RegExp(
  `^${bracket}(?:[${escaped(redacted.fill)}]+|${redacted.words.map(escaped).join("|")})${bracket}$`,
  "i",
);
const safe = new Memo();
// Most runs never need most of the patterns.
const compiled = new Map<string, RegExp>();

/** The id of the first pattern that `text` matches, with a secret that is not redacted. Linear in its length. */
export function credentialIn(text: string): string | undefined {
  if (safe.has(text)) return undefined;
  const lowered = text.toLowerCase();
  if (keywordIn.test(lowered)) {
    for (const { id, pattern, keywords } of values) {
      if (!keywords.some((keyword) => lowered.includes(keyword))) continue;
      let expression = compiled.get(id);
      if (expression === undefined) compiled.set(id, (expression = new RegExp(pattern, "gu")));
      for (const [, ...groups] of text.matchAll(expression)) {
        // At most one group takes part in a match: it is the secret.
        const secret = groups.find((group) => group !== undefined);
        if (secret === undefined || !isRedacted.test(secret)) return id;
      }
    }
  }
  safe.add(text);
  return undefined;
}

/** Whether a path may show `name`: it is Unicode text, and does not have the shape of a credential. */
export function isNameable(name: string): boolean {
  return credentialIn(name) === undefined && !hasLoneSurrogate(name);
}

/** `text` as a part of a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (mark) => `\\x${mark.charCodeAt(0).toString(16)}`);
}

function anyOf(literals: readonly string[]): RegExp {
  // A literal that contains another is left out, since the other finds it too.
  const kept = literals.filter((one) => !literals.some((other) => other !== one && one.includes(other)));
  return new RegExp([...new Set(kept)].map(escaped).join("|") || "(?!)", "u");
}
