import type { HealthSpan } from "./healthRows.ts";
import type { HealthStamp } from "./healthStamp.ts";
import { isZone, zoneOffsets } from "../csv/zoneOffsets.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { DAY_SECONDS } from "../../time/units.ts";

/**
 * Meaning of a time in a health export: an `instant`, from its digits and offset together, or a
 * `wall` time in the zone of the record, whatever its offset.
 */
export type StampsAs = "instant" | "wall";

/** A record, whose attributes are read on request. */
export interface HealthItem {
  /** Returns the text of an attribute; undefined if it is missing. */
  text(name: string): string | undefined;
  /** Returns a time; undefined if it is missing or invalid. */
  stamp(name: "startDate" | "endDate"): HealthStamp | undefined;
}

/** Reads the interval of a record, or returns why it has none. */
export function healthSpans(
  { tz, stamps }: { readonly tz: string; readonly stamps: StampsAs },
): (item: HealthItem, zone: string | null) => HealthSpan | string {
  const offsetAt = zoneOffsets();
  const zones = new Map<string, boolean>();
  const instant = (stamp: HealthStamp, zone: string): number => {
    if (stamps === "instant") return stamp.instant;
    // A repeated local time is the earlier one; a skipped one has the offset before.
    const before = stamp.wall - offsetAt(zone, stamp.wall - DAY_SECONDS);
    const after = stamp.wall - offsetAt(zone, before);
    return stamp.wall - offsetAt(zone, after) === after ? after : before;
  };
  const odd = (item: HealthItem, name: string): string =>
    `${name} ${JSON.stringify(item.text(name))} is not a time`;
  return (item, named) => {
    const start = item.stamp("startDate");
    if (start === undefined) return odd(item, "startDate");
    const end = item.stamp("endDate");
    if (end === undefined) return odd(item, "endDate");
    if (named !== null && !zones.has(named)) zones.set(named, isZone(named));
    const zone = named !== null && zones.get(named) === true ? named : null;
    if (stamps === "wall" && zone === null && tz === NO_ZONE) {
      return "the local times have no zone; pass tz";
    }
    const from = instant(start, zone ?? tz), to = instant(end, zone ?? tz);
    if (to < from) {
      return `endDate ${item.text("endDate")} is before startDate ${item.text("startDate")}`;
    }
    return { start: from, end: to, zone, offset: zone === null ? null : offsetAt(zone, from) };
  };
}
