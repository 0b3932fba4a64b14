import type { Interval } from "../../time/interval.ts";
import { type Between, openInterval } from "../../time/openRange.ts";
import type { Zone } from "../../time/zone.ts";

/**
 * Returns the range of rows to keep; `undefined` for all. `{ days }` and `{ nights }` look back
 * from the current time.
 */
export function keptInterval(
  range: Between | undefined,
  tz: Zone | undefined,
): Interval | undefined {
  if (range === undefined) return undefined;
  const now = () => Temporal.Now.instant();
  return openInterval(range, { tz, now, action: "read an export" });
}
