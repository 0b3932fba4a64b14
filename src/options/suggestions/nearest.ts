/** Maximum length of names to compare. The time of a comparison grows with its square. */
const LONGEST = 200;

/**
 * Returns the name with the smallest edit distance (ignoring case and underscores), or
 * `undefined` if none is close or the name has over 200 characters.
 *
 * @param most Maximum distance. @default a third of the name, at least 2 for long names
 */
export function nearest(
  name: string,
  names: readonly string[],
  most: number = usualMost(plain(name).length),
): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = plain(name);
  let best: string | undefined, least = most + 1;
  for (const candidate of names) {
    const other = plain(candidate);
    if (Math.abs(other.length - wanted.length) >= least) continue; // as many insertions at least
    const changes = distance(wanted, other);
    if (changes < least) [best, least] = [candidate, changes];
  }
  return best;
}

/** Default maximum distance: 0 for a single letter, 1 for two or three. */
function usualMost(length: number): number {
  return length < 4 ? Math.min(1, length - 1) : Math.max(2, Math.floor(length / 3));
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [], row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(change, swap, row[j]! + 1, next[j - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
