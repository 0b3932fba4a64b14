/**
 * Returns the name with the fewest changed letters (Levenshtein distance, without case and underscores),
 * or `undefined` if none is near.
 *
 * @param most Most changed letters. @default a third of the name, at least 2 of long ones
 */
export function nearest(
  name: string,
  names: readonly string[],
  most: number = usualMost(plain(name).length),
): string | undefined {
  const wanted = plain(name);
  let best: string | undefined, least = most + 1;
  for (const candidate of names) {
    const changes = distance(wanted, plain(candidate));
    if (changes < least) [best, least] = [candidate, changes];
  }
  return best;
}

/** Most changed letters of a name: of a single letter none, of two or three letters one. */
function usualMost(length: number): number {
  return length < 4 ? Math.min(1, length - 1) : Math.max(2, Math.floor(length / 3));
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
