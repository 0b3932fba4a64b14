import type { Interval } from "../../time/interval.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** Returns the days that contain at least one of ascending moments. */
export function daysContaining(moments: readonly bigint[], bounds: BigInt64Array): Interval[] {
  const days: Interval[] = [];
  let day = 0;
  for (const at of moments) {
    while (bounds[day + 1]! <= at) day++;
    if (days.at(-1)?.start !== bounds[day]) {
      days.push({ start: bounds[day]!, end: bounds[day + 1]! });
    }
  }
  return days;
}

/**
 * Clips days to within 24 hours of a sleep: if sleep crosses the edge of a day, the rest of the day
 * beyond it belongs to an unrecorded sleep.
 */
export function clipNearSleeps(days: readonly Interval[], sleeps: readonly Interval[]): Interval[] {
  const near: Interval[] = [];
  for (const { start, end } of sleeps) {
    const last = near.at(-1), reach = { start: end - DAY_MICROS, end: start + DAY_MICROS };
    if (last === undefined || last.end < reach.start) near.push(reach);
    else near[near.length - 1] = { start: last.start, end: max(last.end, reach.end) };
  }
  let first = 0;
  return days.flatMap((day) => {
    while (first < near.length && near[first]!.end <= day.start) first++;
    const clipped: Interval[] = [];
    for (let i = first; i < near.length && near[i]!.start < day.end; i++) {
      const { start, end } = near[i]!;
      clipped.push({ start: max(day.start, start), end: end < day.end ? end : day.end });
    }
    return clipped;
  });
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
