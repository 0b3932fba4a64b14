// @ts-types="@types/d3-array"
import { bisector } from "d3-array";
import type { Interval } from "./sampleUntil.ts";

const BY_END = bisector(({ end }: Interval) => end);

/**
 * Returns a function that finds the interval at an instant. The intervals must be sorted and must
 * not overlap.
 */
export function findAt<T extends Interval>(
  intervals: readonly T[],
): (instant: number) => T | undefined {
  return (instant) => {
    const interval = intervals[BY_END.right(intervals, instant)];
    return interval !== undefined && interval.start <= instant ? interval : undefined;
  };
}
