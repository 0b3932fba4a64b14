import { percentileOf } from "./percentiles.ts";

/** Returns the lowest and highest of all values, except NaN; `undefined` without values. */
export function extent(lists: readonly ArrayLike<number>[]): [number, number] | undefined {
  let low = Infinity, high = -Infinity;
  for (const values of lists) {
    for (let i = 0; i < values.length; i++) { // an iterator would take four times as long
      const value = values[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** Number of interquartile ranges from a quartile to the values that an axis may leave out. */
const REACH = 5;
/** Minimum number of values for quartiles, and maximum share of values left out. */
const FEWEST = 12, MOST_SHARE = 0.02;

/**
 * Returns the ends of an axis: like {@linkcode extent}, but each list without the few values more
 * than five interquartile ranges from its quartiles, if these would take more than half of the
 * axis.
 */
export function axisExtent(lists: readonly ArrayLike<number>[]): [number, number] | undefined {
  return extent(lists.map((values) => {
    const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort();
    if (sorted.length < FEWEST) return sorted;
    const q1 = percentileOf(sorted, 25), q3 = percentileOf(sorted, 75), reach = REACH * (q3 - q1);
    const kept = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
    const size = (all: Float64Array): number => all.at(-1)! - all[0]!;
    const isFew = sorted.length - kept.length <= Math.max(1, MOST_SHARE * sorted.length);
    return reach > 0 && isFew && 2 * size(kept) < size(sorted) ? kept : sorted;
  }));
}
