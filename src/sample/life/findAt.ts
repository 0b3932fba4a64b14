// @ts-types="@types/d3-array"
import { bisector } from "d3-array";
import type { Interval } from "./interval.ts";

const BY_END = bisector(({ end }: Interval) => end);

/** Gives a function that finds the interval at an instant among intervals that are in order and apart. */
export function findAt<T extends Interval>(
  intervals: readonly T[],
): (instant: number) => T | undefined {
  return (instant) => {
    const interval = intervals[BY_END.right(intervals, instant)];
    return interval !== undefined && interval.start <= instant ? interval : undefined;
  };
}
