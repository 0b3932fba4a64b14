import type { XAxis } from "../picture/chart.ts";
import type { Labels } from "../picture/labels.ts";
import { DAY_MS } from "../../time/units.ts";
import { axisBelow, type AxisLabels } from "./axisBelow.ts";
import { daysSpan } from "./clockChanges.ts";
import { timeTicks } from "./timeTicks.ts";

/**
 * Returns an axis of local days below the frame; all days have the same width.
 *
 * @param first First slot: the local date as if it were UTC, in milliseconds since 1970.
 * @param end End of the last slot.
 * @param labels Formats of the days, and their zone.
 */
export function dayAxis(first: number, end: number, labels: Labels): XAxis {
  return {
    type: "utc",
    reading: { kind: "day", labels },
    domain: [first, end],
    key: `days ${labels.tz}`,
    within: ([first, end]) => dayAxis(first, end, labels),
    layout: (pixels) => axisBelow(dayLabels(first, end, labels, pixels)),
  };
}

function dayLabels(first: number, end: number, labels: Labels, pixels: number): AxisLabels {
  const found = timeTicks({ start: first, end }, pixels, labels.in("UTC"), { finest: "1d" });
  return {
    ...found,
    ticks: found.ticks
      .filter(({ at }) => at < end)
      .map(({ at, text }) => ({ text, at: found.format === "month" ? at : at + DAY_MS / 2 })),
    source: [
      labels.daysLabel(daysSpan([first, end - DAY_MS], labels.tz)),
      ...(found.year === undefined ? [] : [found.year]),
    ].join(", "),
  };
}

/** Returns the slot of a local date. */
export function daySlot(date: { year: number; month: number; day: number }): number {
  return Date.UTC(date.year, date.month - 1, date.day);
}
