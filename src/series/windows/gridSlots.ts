import { type Length, windowLength } from "../../time/length.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_WINDOWS, windows } from "../../time/windows.ts";

/** Slots of a grid over a range. */
export interface GridSlots {
  /** Label of each slot: the start of its window, at or before the range's start. */
  readonly label: BigInt64Array;
  /** Edges of the slots, clipped to the range: slot `i` is `[edge[i], edge[i + 1])`. */
  readonly edge: BigInt64Array;
}

/**
 * Returns the slots of a grid. A number makes slots of that many seconds from the range's start; a
 * length such as `15m` or `1d` makes windows on the zone's clock and calendar. Slots are clipped to
 * the range.
 *
 * @throws {RangeError} if the length is invalid or under a microsecond, or makes more than 20
 * million slots
 */
export function gridSlots(
  range: Interval,
  length: number | Length | string,
  tz: string,
): GridSlots {
  if (range.start === range.end) return { label: new BigInt64Array(0), edge: new BigInt64Array(1) };
  const boundaries = typeof length === "number"
    ? seconds(range, length)
    : windows(range, windowLength(length), { tz });
  const edge = boundaries.slice();
  edge[0] = range.start;
  edge[edge.length - 1] = range.end;
  return { label: boundaries.subarray(0, -1), edge };
}

function seconds(range: Interval, length: number): BigInt64Array {
  const step = Number.isFinite(length) ? BigInt(Math.round(length * 1e6)) : 0n;
  if (step <= 0n) {
    throw new RangeError(
      `Cannot make a grid: ${length} seconds between rows is not a positive number`,
    );
  }
  const count = (range.end - range.start + step - 1n) / step;
  if (count > BigInt(MAX_WINDOWS)) {
    throw new RangeError(`Cannot make a grid of ${count} rows: the maximum is ${MAX_WINDOWS}`);
  }
  const boundaries = new BigInt64Array(Number(count) + 1);
  boundaries[0] = range.start;
  for (let i = 1; i < boundaries.length; i++) boundaries[i] = boundaries[i - 1]! + step;
  return boundaries;
}
