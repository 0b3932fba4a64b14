import type { Interval } from "../../time/interval.ts";

/** What the service says that it has of a data type. */
export interface Available {
  /** Records. */
  readonly count: number;
  /** The first time that is known, in microseconds UTC; null where none is. */
  readonly start: bigint | null;
  /** The last time that is known, in microseconds UTC; null where none is. */
  readonly end: bigint | null;
}

/** About how many records one slice has: a few seconds of reading, a few megabytes of memory. */
export const ROWS = 20_000;

/** An interval cut into parts of about as many records each, by what there is of them in it. */
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
