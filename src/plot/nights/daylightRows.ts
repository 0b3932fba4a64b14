import { DAY_MS } from "../../time/units.ts";
import { daysSpan } from "../axis/clockChanges.ts";
import { barRows } from "../marks/barRows.ts";
import { DAYLIGHT, daylight, daylightEntry, type SunPlace } from "../marks/daylight.ts";
import type { Box } from "../picture/pathMark.ts";
import type { Mark } from "../picture/spec.ts";
import { clockIntervals } from "./clockIntervals.ts";

/** Daylight on the clock of a day. */
interface DaylightHours {
  /** Index of its day among the slots. */
  readonly row: number;
  /** Start in hours after the start of the row. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns when the sun is up on the clocks of days.
 *
 * @param slots Slots of the days, ascending; for rows that start after noon, the days on which they
 * end.
 * @param options With `from`, the hour of the clock at which rows start, and the hours that are
 * `shown`.
 */
export function daylightHours(
  slots: readonly number[],
  tz: string,
  { place, from, shown, action }: {
    place: SunPlace | undefined;
    from: number;
    shown: readonly [number, number];
    action: string;
  },
): DaylightHours[] {
  if (place === undefined || slots.length === 0) return [];
  const { start, end } = daysSpan(slots, tz, from), later = from >= 12 ? DAY_MS : 0;
  const rows = new Map(slots.map((slot, row) => [slot, row]));
  return daylight(start, end, place, action)
    .flatMap((span) => clockIntervals(span.start, span.end, tz, from))
    .flatMap((interval) => {
      const row = rows.get(interval.slot + later);
      const hours = {
        from: Math.max(shown[0], interval.from),
        to: Math.min(shown[1], interval.to),
      };
      return row === undefined || hours.from >= hours.to ? [] : [{ row, ...hours }];
    });
}

/** Draws daylight behind rows of days, as a box in each. */
export function daylightRows(hours: readonly DaylightHours[]): Mark {
  return daylightBoxes(
    hours.map(({ row, from, to }) => ({ x1: from, x2: to, y1: row + 1, y2: row })),
  );
}

/** Draws daylight behind a chart, as one path. */
export function daylightBoxes(boxes: readonly Box[]): Mark {
  if (boxes.length === 0) return [];
  return barRows(boxes, { ...DAYLIGHT, title: daylightEntry().label });
}
