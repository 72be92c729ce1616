// Generated from tools/exprov/targets/typescript/runtime/src/text.ts by `exprov generate`; edit that and run it again.
/** What identifiers may hold. */

// The characters with the property White_Space that are no control characters.
const BLANK = /^[ \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;
// Those that are, and the separators of information, which other languages count as white space too.
const CONTROL_BLANK = /^[\t-\r\x1c-\x1f\x85]$/;

/** Whether `character` is white space, of JSON or not. */
export function isBlank(character: string): boolean {
  return character !== "" && (BLANK.test(character) || CONTROL_BLANK.test(character));
}

/** Whether there is nothing but white space in `text`. */
export function isBlankText(text: string): boolean {
  return BLANK.test(text);
}

/** Whether an identifier is neither blank nor holds a control character or a noncharacter. */
export function isClean(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return false;
    if (unit >= 0xd800 && isNoncharacter(text, at, unit)) return false;
  }
  return !BLANK.test(text);
}

/** Whether the unit at `at` ends one of the 66 noncharacters of Unicode; other separators are ordinary text. */
function isNoncharacter(text: string, at: number, unit: number): boolean {
  if (unit >= 0xfdd0 && unit <= 0xfdef) return true;
  if (unit >= 0xfffe) return true;
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return false;
  // The last two code points of every plane: their second half is 0xdffe or 0xdfff, their first ends in 6 ones.
  return unit >= 0xdffe && (text.charCodeAt(at - 1) & 0xfc3f) === 0xd83f;
}
