import type { SkippedTime } from "../axis/clockChanges.ts";
import { axisBelow, type AxisBelowOptions } from "../axis/axisBelow.ts";
import { hourTicks } from "../axis/hourTicks.ts";
import type { XAxis } from "../picture/chart.ts";
import { hatch } from "../picture/hatch.ts";
import type { Labels } from "../picture/labels.ts";
import type { Mark } from "../picture/spec.ts";
import { INK } from "../picture/theme.ts";

/** The clock below rows of days or nights. */
export interface ClockBelow {
  /** The hours that the rows show, from left to right. */
  readonly hours: readonly [number, number];
  /** The hour of the clock that is 0 in them. @default 0 */
  readonly origin?: number;
  /** How times are written, and of which zone they are. */
  readonly labels: Labels;
  /** The changes of the clock, in words: lines of their own below the zone. */
  readonly notes: readonly string[];
  /** How opaque the lines of hours are. @default that of all grids */
  readonly opacity?: AxisBelowOptions["opacity"] | undefined;
}

/** The axis of a picture with a row for each day or night: times of day, the zone, changes of the clock. */
export function clockAxis({ hours, origin = 0, labels, notes, opacity }: ClockBelow): XAxis {
  // Rows that begin at midnight are days; others are nights, of which each has two dates.
  const label = origin === 0 || labels.tz === "UTC"
    ? labels.timesLabel
    : `${labels.timesLabel}; nights by the day they end`;
  return {
    domain: hours,
    reading: { kind: "clock", labels, origin },
    layout: (pixels) =>
      axisBelow({ ticks: hourTicks(hours, pixels, labels, origin), label, notes }, { opacity }),
  };
}

/** The times that no clock showed, hatched: they are not without data. */
export function skippedMark(skipped: readonly SkippedTime[]): Mark {
  const boxes = skipped.map(({ row, from, to }) => ({ x1: from, x2: to, y1: row, y2: row + 1 }));
  return boxes.length === 0
    ? []
    : hatch(boxes, { stroke: INK, strokeOpacity: 0.45, label: "clock forward" });
}

/** The height of a row in pixels: at most, at least, and of all rows together if they are many. */
export function rowHeight(
  rows: number,
  { most, least, whole }: { most: number; least: number; whole: number },
): number {
  return Math.max(least, Math.min(most, whole / rows));
}
