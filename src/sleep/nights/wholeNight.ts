import type { AskedRange } from "../../frame/polars/askedRange.ts";
import type { Interval } from "../../time/interval.ts";
import { HOUR_MICROS } from "../../time/units.ts";

/** Minimum recorded share of a bed period for a night to count, as for days in GGIR and SRI. */
export const LEAST_COVERAGE = 2 / 3;

/**
 * Returns whether a frame has a whole night: `false` if the range cuts its window or the sleep may
 * not be over, `null` if unknown. The current time never cuts a window: a sleep is over one hour
 * after its end, even before noon.
 *
 * @param window Time from the end of the previous night to the end of this one.
 * @param wake End of the known sleep.
 */
export function wholeNight(
  range: AskedRange | undefined,
  window: Interval,
  wake: bigint,
): boolean | null {
  if (range === undefined) return null;
  const isCutOff = range.end < range.now && window.end > range.end;
  if (window.start < range.start || isCutOff || mayGoOn(range, window, wake)) return false;
  return range.complete ? true : null;
}

/** Tests whether the sleep of a night may not be over when its frame was read. */
export function mayGoOn(range: AskedRange | undefined, window: Interval, wake: bigint): boolean {
  return range !== undefined && window.end > range.now && wake + HOUR_MICROS > range.now;
}
