/**
 * The name that somebody most likely meant, by the fewest changed letters (Levenshtein's distance,
 * case and underscores aside); undefined where none is near.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name);
  let best: string | undefined, least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
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
