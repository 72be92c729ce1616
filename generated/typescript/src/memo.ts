// Generated from tools/exprov/targets/typescript/runtime/src/memo.ts by `exprov generate`; edit that and run it again.
/** A memory of texts that passed a check: ids, model names and member names recur from record to record. */

const PLACES = 1024;
const LONGEST = 256;

/**
 * Remembers texts, each at a place that its length and three of its characters give: comparing a text costs less than
 * hashing it. A text takes the place of another, so that hostile input cannot fill the memory.
 */
export class Memo {
  private readonly texts = new Array<string | undefined>(PLACES).fill(undefined);

  has(text: string): boolean {
    return this.texts[placeOf(text)] === text;
  }

  add(text: string): void {
    // A copy does not keep alive the longer text from which `text` was cut.
    if (text.length <= LONGEST) this.texts[placeOf(text)] = Array.from(text).join("");
  }
}

function placeOf(text: string): number {
  const { length } = text;
  const ends = text.charCodeAt(0) * 7 + text.charCodeAt(length - 1) * 131;
  return (length * 31 + ends + text.charCodeAt(length >> 1)) & (PLACES - 1);
}
