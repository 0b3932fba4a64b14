import type { Labels } from "../picture/labels.ts";
import { type TimeTicks, timeTicks } from "./timeTicks.ts";
import { DAY_MS } from "../../time/units.ts";

/** A day in milliseconds, on an axis of days: each stands for a local date, however long it was. */

/**
 * The labels of an axis of local days, where each day is a slot of one width.
 *
 * @param first The first slot: the local date as if it were in UTC, in milliseconds since 1970.
 * @param end The end of the last slot.
 * @param labels How days are written, and of which zone they are.
 * @param pixels The length of the axis.
 */
export function dayTicks(
  first: number,
  end: number,
  labels: Labels,
  pixels: number,
): TimeTicks {
  const found = timeTicks({ start: first, end }, pixels, labels.in("UTC"), { finest: "1d" });
  return {
    ...found,
    ticks: found.ticks
      .filter(({ at }) => at < end)
      .map(({ at, text }) => ({ text, at: found.format === "month" ? at : at + DAY_MS / 2 })),
    label: labels.tz === "UTC" ? "Days, UTC" : `Local days, ${labels.tz}`,
  };
}

/** The slot of a local date. */
export function daySlot(date: { year: number; month: number; day: number }): number {
  return Date.UTC(date.year, date.month - 1, date.day);
}
