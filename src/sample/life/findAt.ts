import type { Interval } from "./interval.ts";

/** Gives a function that finds the interval at an instant among intervals that are in order and apart. */
export function findAt<T extends Interval>(
  intervals: readonly T[],
): (instant: number) => T | undefined {
  return (instant) => {
    let low = 0;
    let high = intervals.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((intervals[middle]?.end ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    const interval = intervals[low];
    return interval !== undefined && interval.start <= instant ? interval : undefined;
  };
}
