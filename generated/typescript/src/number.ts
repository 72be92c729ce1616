// Generated from tools/exprov/targets/typescript/runtime/src/number.ts by `exprov generate`; edit that and run it again.
/** JSON numbers by their exact value, whatever their size: nothing here expands an exponent or overflows. */

// sign * 0.DIGITS * 10**(place + exponent), the digits without zeros at either end; zero has none. `scale` is
// place + exponent, an infinity if the exponent is too long for a double; `exponent` has its digits.
interface Normal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly scale: number;
  readonly place: number;
  readonly exponent: string;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?)0*([0-9]*))?$/;
const ZERO: Normal = { sign: 0, digits: "", scale: 0, place: 0, exponent: "" };
// Exponents of more digits than this are compared by their text.
const MOST_EXPONENT_DIGITS = 15;
// Instances of another copy of this package (ES modules beside CommonJS) have it, too.
const BRAND = Symbol.for("exact-number");

/**
 * A JSON number kept as it was written, in `text`: one that is not a plain integer, or is too large for a `number`.
 *
 * `equals` and `compare` go by the exact value. Throws SyntaxError if `text` is not a JSON number.
 */
export class ExactNumber {
  /** The number as it was written. */
  readonly text: string;
  #normal: Normal | undefined;

  constructor(text: string) {
    if (text === "" || numberEnd(text, 0) !== text.length) {
      throw new SyntaxError("the text is not a JSON number; write one as RFC 8259 has it");
    }
    this.text = text;
  }

  /** `value` if it is an exact number, of any copy of this package. */
  static from(value: object): ExactNumber | undefined {
    if (value instanceof ExactNumber) return value;
    return BRAND in value ? new ExactNumber((value as ExactNumber).text) : undefined;
  }

  /** The nearest `number`; an infinity beyond its range. */
  toNumber(): number {
    return Number(this.text);
  }

  /** For arithmetic: the nearest `number`. */
  valueOf(): number {
    return this.toNumber();
  }

  /** The text as it was written. */
  toString(): string {
    return this.text;
  }

  /** For JSON.stringify, which has no exact numbers: the nearest `number`. `toJson` of this package keeps the text. */
  toJSON(): number {
    return this.toNumber();
  }

  get [BRAND](): true {
    return true;
  }

  /** How Node prints it. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.text;
  }

  /** Whether the exact value is an integer, however it is written. */
  isInteger(): boolean {
    const normal = this.normal();
    return normal.digits.length <= normal.scale;
  }

  /** Whether it is written as integers are: digits alone, with no point, exponent or sign of zero. */
  isPlain(): boolean {
    return this.text !== "-0" && !/[.eE]/.test(this.text);
  }

  /** Below, equal to or above `other`, exactly. Throws RangeError for NaN. */
  compare(other: number | ExactNumber): -1 | 0 | 1 {
    if (typeof other === "number" && !Number.isFinite(other)) {
      if (Number.isNaN(other)) throw new RangeError("NaN is neither below nor above a number; test for it first");
      return other > 0 ? -1 : 1;
    }
    const left = this.normal();
    const right = typeof other === "number" ? normalise(String(other)) : other.normal();
    if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1;
    const scales = compareScales(left, right);
    // Digits that follow the point compare as text does.
    const larger = scales !== 0 ? scales : left.digits === right.digits ? 0 : left.digits < right.digits ? -1 : 1;
    return (larger * left.sign || 0) as -1 | 0 | 1;
  }

  /** Whether it is equal to `other`, exactly. */
  equals(other: number | ExactNumber): boolean {
    return this.compare(other) === 0;
  }

  private normal(): Normal {
    this.#normal ??= normalise(this.text);
    return this.#normal;
  }
}

function compareScales(left: Normal, right: Normal): number {
  if (left.scale !== right.scale) return left.scale < right.scale ? -1 : 1;
  if (Number.isFinite(left.scale)) return 0;
  // Both exponents are enormous and have one sign.
  if (left.exponent === right.exponent) return Math.sign(left.place - right.place);
  const sign = left.scale > 0 ? 1n : -1n;
  const difference = sign * (BigInt(left.exponent) - BigInt(right.exponent)) + BigInt(left.place - right.place);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function normalise(text: string): Normal {
  const [, minus, whole = "", fraction = "", negative, exponent = ""] = PARTS.exec(text) ?? [];
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits.charCodeAt(start) === 48) start++;
  while (end > start && digits.charCodeAt(end - 1) === 48) end--;
  if (start === end) return ZERO;
  // The place of the first digit that counts, relative to the point: 0 for 0.1, 1 for 1, -1 for 0.01.
  const place = whole.length - start;
  const size = exponent.length > MOST_EXPONENT_DIGITS ? Infinity : Number(exponent);
  const scale = place + (negative === "-" ? -size : size);
  return { sign: minus === "-" ? -1 : 1, digits: digits.slice(start, end), scale, place, exponent };
}

/** The end of the JSON number that begins at `at`; -1 if none does. */
export function numberEnd(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : -1;
}

/** A JSON number: a `number` if it is a plain integer that a `number` represents exactly, else an ExactNumber. */
export function numberOf(lexeme: string): number | ExactNumber {
  if (lexeme.length <= 17 && lexeme !== "-0") {
    const value = Number(lexeme);
    if (Number.isSafeInteger(value) && String(value) === lexeme) return value;
  }
  return new ExactNumber(lexeme);
}

/** `value` as a `number` where that is the same value, written as JavaScript writes it; else as it is. */
export function simplest(value: ExactNumber): number | ExactNumber {
  // JavaScript would write a long integer with an exponent.
  if (value.isPlain()) return value;
  const nearest = value.toNumber();
  return Number.isFinite(nearest) && value.equals(nearest) ? nearest + 0 : value;
}

/** A text that equal numbers share, however they are written, and no others. */
export function numberKey(value: number | ExactNumber): string {
  const { sign, digits, scale, place, exponent } = normalise(String(value));
  const exact = Number.isFinite(scale) ? scale : BigInt(Math.sign(scale)) * BigInt(exponent) + BigInt(place);
  return `${sign}${digits}e${exact}`;
}

/** Below, equal to or above: of two numbers, exactly. */
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): -1 | 0 | 1 {
  if (left instanceof ExactNumber) return left.compare(right);
  if (right instanceof ExactNumber) return (0 - right.compare(left)) as -1 | 0 | 1;
  return left < right ? -1 : left > right ? 1 : 0;
}
