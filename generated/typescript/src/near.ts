// Generated from tools/exprov/targets/typescript/runtime/src/near.ts by `exprov generate`; edit that and run it again.
/** What a misspelt name most likely meant. */

// After so many findings of a record, names are no longer searched for by likeness: it costs more than all the rest.
const MOST_SEARCHES = 64;
const LONGEST = 64;
const LEAST_LIKENESS = 0.8;
const MOST_REMEMBERED = 512;

// An application that adds a member of its own adds it to every record.
const searched = new WeakMap<readonly string[], Map<string, string | undefined>>();

/**
 * The known token that `token` most likely meant, compared without case and separators. After `MOST_SEARCHES` findings,
 * which `before` counts, only a token that differs in nothing else has one.
 */
export function near(token: string, known: readonly string[], before: number): string | undefined {
  if (token.length > LONGEST && [...token].length > LONGEST) return undefined;
  const key = keyOf(token);
  if (before >= MOST_SEARCHES) return known.find((candidate) => keyOf(candidate) === key);
  let memory = searched.get(known);
  if (memory === undefined) searched.set(known, (memory = new Map()));
  if (!memory.has(token)) {
    if (memory.size >= MOST_REMEMBERED) memory.clear();
    memory.set(token, nearest(key, known));
  }
  return memory.get(token);
}

function nearest(key: string, known: readonly string[]): string | undefined {
  const byKey = new Map(known.map((candidate) => [keyOf(candidate), candidate]));
  const alike = [...byKey.keys()].map((candidate): [number, string] => [ratio(candidate, key), candidate]);
  const [best] = alike
    .filter(([likeness]) => likeness >= LEAST_LIKENESS)
    .sort(([one, left], [other, right]) => other - one || (left < right ? 1 : -1));
  return best && byKey.get(best[1]);
}

function keyOf(token: string): string {
  return token.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** How alike two strings are, by Ratcliff and Obershelp: twice the characters in common blocks, over all. */
function ratio(left: string, right: string): number {
  const total = left.length + right.length;
  return total === 0 ? 1 : (2 * common(left, right)) / total;
}

function common(left: string, right: string): number {
  let [size, leftAt, rightAt] = [0, 0, 0];
  let lengths: number[] = [];
  for (let row = 0; row < left.length; row++) {
    const next: number[] = [];
    for (let column = 0; column < right.length; column++) {
      if (left[row] !== right[column]) continue;
      const length = (lengths[column - 1] ?? 0) + 1;
      next[column] = length;
      if (length > size) [size, leftAt, rightAt] = [length, row - length + 1, column - length + 1];
    }
    lengths = next;
  }
  if (size === 0) return 0;
  const before = common(left.slice(0, leftAt), right.slice(0, rightAt));
  return size + before + common(left.slice(leftAt + size), right.slice(rightAt + size));
}
