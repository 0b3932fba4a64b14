import type { AskedRange } from "../../frame/polars/askedRange.ts";
import type { Interval } from "../../time/interval.ts";
import { HOUR_MICROS } from "../../time/units.ts";

/**
 * Returns whether a night is whole in a frame: `false` if the range cuts its window, or the sleep may
 * not be over, `null` if that is not known. The present cuts no window: a sleep is over once it
 * ended an hour ago, also before noon.
 *
 * @param window From the time at which the night before ended to the time at which this one ends.
 * @param wake The end of the sleep that is known.
 */
export function wholeNight(
  range: AskedRange | undefined,
  window: Interval,
  wake: bigint,
): boolean | null {
  if (range === undefined) return null;
  const isCutOff = range.end < range.now && window.end > range.end;
  const mayGoOn = window.end > range.now && wake + HOUR_MICROS > range.now;
  if (window.start < range.start || isCutOff || mayGoOn) return false;
  return range.complete ? true : null;
}
