import type { HealthSpan } from "./healthRows.ts";
import { type HealthStamp, healthStamp } from "./healthStamp.ts";
import type { Attributes } from "./recordScan.ts";
import { isZone, zoneOffsets } from "../csv/zoneOffsets.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { DAY_SECONDS } from "../../time/units.ts";

/**
 * Meaning of a time in a health export: an `instant`, from its digits and offset together, or a
 * `wall` time in the zone of the record, whatever its offset.
 */
export type StampsAs = "instant" | "wall";

/** Reads the interval of a record, or returns why it has none. */
export function healthSpans(
  { tz, stamps }: { readonly tz: string; readonly stamps: StampsAs },
): (item: Attributes, zone: string | null) => HealthSpan | string {
  const offsetAt = zoneOffsets();
  const zones = new Map<string, boolean>();
  const read = cacheStamps();
  const instant = (stamp: HealthStamp, zone: string): number => {
    if (stamps === "instant") return stamp.instant;
    // A repeated local time is the earlier one; a skipped one has the offset before.
    const before = stamp.wall - offsetAt(zone, stamp.wall - DAY_SECONDS);
    const after = stamp.wall - offsetAt(zone, before);
    return stamp.wall - offsetAt(zone, after) === after ? after : before;
  };
  return ({ startDate, endDate }, named) => {
    const start = startDate === undefined ? undefined : read(startDate);
    if (start === undefined) return `startDate ${JSON.stringify(startDate)} is not a time`;
    const end = endDate === undefined ? undefined : read(endDate);
    if (end === undefined) return `endDate ${JSON.stringify(endDate)} is not a time`;
    if (named !== null && !zones.has(named)) zones.set(named, isZone(named));
    const zone = named !== null && zones.get(named) === true ? named : null;
    if (stamps === "wall" && zone === null && tz === NO_ZONE) {
      return "the local times have no zone; pass tz";
    }
    const from = instant(start, zone ?? tz), to = instant(end, zone ?? tz);
    if (to < from) return `endDate ${endDate} is before startDate ${startDate}`;
    return { start: from, end: to, zone, offset: zone === null ? null : offsetAt(zone, from) };
  };
}

/** Caches times: most records repeat a time, their own or the previous record's. */
function cacheStamps(): (text: string) => HealthStamp | undefined {
  let last: { text: string; stamp: HealthStamp | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, stamp: healthStamp(text) };
    return last.stamp;
  };
}
