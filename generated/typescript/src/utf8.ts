// Generated from tools/exprov/targets/typescript/runtime/src/utf8.ts by `exprov generate`; edit that and run it again.
/** UTF-8, strictly: text to bytes and back. */

// The platform's own, which every runtime has; declared here so that neither the DOM's nor Node's types are needed.
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of UTF-8 bytes, a byte order mark included; undefined if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The UTF-8 form of `text`, which holds no lone surrogate. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** How many bytes the UTF-8 form of `text` from `start` to `end` has; half of a pair counts three. */
export function byteLength(text: string, start = 0, end = text.length): number {
  let size = end - start;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      size += 1;
    } else {
      size += 2;
      const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;
      if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
        at++;
        // A pair is two units and four bytes.
      }
    }
  }
  return size;
}

/** Where the first byte stands that is not UTF-8: the beginning of the character that it spoils; -1 if all are. */
export function firstBad(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
    if (length === 0 || at + length > bytes.length) return at;
    const second = bytes[at + 1] as number;
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) return at;
    for (let place = at + 2; place < at + length; place++) {
      if (((bytes[place] as number) & 0xc0) !== 0x80) return at;
    }
    at += length;
  }
  return -1;
}

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0, 0], "UTF-32"],
  [[0, 0, 0xfe, 0xff], "UTF-32"],
  [[0xff, 0xfe], "UTF-16"],
  [[0xfe, 0xff], "UTF-16"],
];

const COMPRESSED: readonly (readonly [readonly number[], string, string])[] = [
  [[0x1f, 0x8b], "gzip", ".gz"],
  [[0x28, 0xb5, 0x2f, 0xfd], "Zstandard", ".zst"],
];

/** What is wrong with the bytes at `start`, and what to do. */
export function encodingMessage(bytes: Uint8Array, start: number): string {
  for (const [mark, name, ending] of COMPRESSED) {
    if (mark.every((byte, index) => bytes[index] === byte)) {
      return `the text is compressed (${name}); decompress it first (exprov reads it from a file that ends in ${ending})`;
    }
  }
  for (const [mark, name] of MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) {
      return `the text is ${name}, as its byte order mark says; write it as UTF-8 without a byte order mark`;
    }
  }
  const lead = bytes[start] as number;
  const hexadecimal = lead.toString(16).toUpperCase().padStart(2, "0");
  return `byte 0x${hexadecimal}: ${aboutByte(bytes, start, lead, bytes[start + 1] ?? 0)}`;
}

function aboutByte(bytes: Uint8Array, start: number, lead: number, after: number): string {
  const isWithin = (low: number, high: number): boolean => after >= low && after < high;
  if (lead === 0xc0 || lead === 0xc1 || (lead === 0xe0 && isWithin(0x80, 0xa0)) || (lead === 0xf0 && isWithin(0x80, 0x90))) {
    return "an overlong form of a character, which is not UTF-8; write the shortest form";
  }
  if (lead === 0xed && isWithin(0xa0, 0xc0)) {
    return "the bytes of a surrogate, which are not UTF-8; write the character of the whole pair in four bytes";
  }
  if ((lead === 0xf4 && isWithin(0x90, 0xc0)) || lead > 0xf4) {
    return "a byte that begins no Unicode character; write the text as UTF-8";
  }
  if (lead < 0xc0) {
    return "a byte that is not UTF-8 here; the text may be Latin-1 or cut within a character: write it as UTF-8";
  }
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (start + length > bytes.length && bytes.subarray(start + 1).every((byte) => (byte & 0xc0) === 0x80)) {
    return "the text ends within a character: it was cut off; write it to the end";
  }
  return "a byte that is not UTF-8 here, as in Latin-1 text; write the text as UTF-8";
}
