/** The place of each value among all, from 0; equal ones share theirs, and of none it is -1. */
export function rankValues(values: readonly (bigint | number | null)[]): number[] {
  const known = [...new Set(values.filter((value) => value !== null))]
    .sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
  const ranks = new Map(known.map((value, rank) => [value, rank]));
  return values.map((value) => value === null ? -1 : ranks.get(value)!);
}
