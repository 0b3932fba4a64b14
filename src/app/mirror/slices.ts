import type { Interval } from "../../time/interval.ts";

/** Amount of a data type that the service has. */
export interface Available {
  /** Number of records. */
  readonly count: number;
  /** First known time, in microseconds UTC; null if unknown. */
  readonly start: bigint | null;
  /** Last known time, in microseconds UTC; null if unknown. */
  readonly end: bigint | null;
}

/**
 * Approximate number of records of a slice: a few seconds of reading, a few megabytes of memory.
 */
export const ROWS = 20_000;

/** Cuts an interval into parts with about the same number of records. */
export function slices(interval: Interval, { count, start, end }: Available): Interval[] {
  const parts = BigInt(Math.ceil(count / ROWS));
  if (parts <= 1n || start === null || end === null || end <= start) return [interval];
  const cuts = Array.from(
    { length: Number(parts) - 1 },
    (_, i) => start + (end - start) * BigInt(i + 1) / parts,
  ).filter((cut) => cut > interval.start && cut < interval.end);
  const edges = [interval.start, ...new Set(cuts), interval.end];
  return edges.slice(1).map((end, i) => ({ start: edges[i]!, end }));
}
