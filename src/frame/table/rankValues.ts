/** Returns the rank of each value from 0. Equal values share a rank; a missing value has -1. */
export function rankValues(values: readonly (bigint | number | null)[]): number[] {
  const known = [...new Set(values.filter((value) => value !== null))]
    .sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
  const ranks = new Map(known.map((value, rank) => [value, rank]));
  return values.map((value) => value === null ? -1 : ranks.get(value)!);
}
