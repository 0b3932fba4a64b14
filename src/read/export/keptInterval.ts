import type { Interval } from "../../time/interval.ts";
import { type Between, openInterval } from "../../time/openRange.ts";
import type { Zone } from "../../time/zone.ts";

/**
 * Reads the range of what is kept of an export; `undefined` if all is. `{ days }` and `{ nights }` look back
 * from the present of the system.
 */
export function keptInterval(
  range: Between | undefined,
  tz: Zone | undefined,
): Interval | undefined {
  if (range === undefined) return undefined;
  const now = () => Temporal.Now.instant();
  return openInterval(range, { tz, now, action: "read an export" });
}
