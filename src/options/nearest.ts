/**
 * Returns the name with the fewest changed letters (Levenshtein distance, without case and underscores),
 * or `undefined` if none is near.
 *
 * @param most Most changed letters. @default a third of the name, at least 2
 */
export function nearest(
  name: string,
  names: readonly string[],
  most: number = Math.max(2, Math.floor(plain(name).length / 3)),
): string | undefined {
  const wanted = plain(name);
  let best: string | undefined, least = most + 1;
  for (const candidate of names) {
    const changes = distance(wanted, plain(candidate));
    if (changes < least) [best, least] = [candidate, changes];
  }
  return best;
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
