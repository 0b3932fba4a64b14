import { openFrame } from "../../frame/open.ts";
import type { Series } from "../../frame/polars/frame.ts";
import { isSeries } from "../../frame/polars/seriesOf.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type DayLike, dayOf, isoDay } from "../../time/day.ts";

/**
 * Which days are free: weekdays from Monday 1 to Sunday 7, dates, both, a column of dates, or a
 * function of the ISO date.
 */
export type FreeDays = readonly (number | DayLike)[] | Series | ((date: string) => boolean);

/**
 * Whether a date is free, as an option says.
 *
 * @throws {RangeError} if a weekday or a date is invalid
 */
export function isFree(freeDays: FreeDays): (date: string) => boolean {
  if (typeof freeDays === "function") return freeDays;
  const known = new Set(
    listOf(freeDays).map((day) => {
      const date = typeof day === "number" ? undefined : dayOf(day);
      if (date !== undefined) return isoDay(date);
      if (typeof day === "number" && [1, 2, 3, 4, 5, 6, 7].includes(day)) return day;
      throw new RangeError(
        `Cannot use freeDays: ${
          describeValue(day)
        } is neither a weekday from 1 (Monday) to 7 nor a date such as 2024-12-25`,
      );
    }),
  );
  return (date) => known.has(date) || known.has(weekdayOf(dayOf(date)!));
}

/** How many days of a week are free: of weekdays their number, else the share of the dates given. */
export function freeDaysPerWeek(freeDays: FreeDays, dates: readonly string[]): number {
  const days = typeof freeDays === "function" ? [""] : listOf(freeDays);
  if (days.every((day) => typeof day === "number")) return new Set(days).size;
  return dates.length === 0 ? 0 : 7 * dates.filter(isFree(freeDays)).length / dates.length;
}

/** All dates from the first to the last of some, which ascend. */
export function datesOver(dates: readonly string[]): string[] {
  if (dates.length === 0) return [];
  const first = dayOf(dates[0]!)!, last = dayOf(dates.at(-1)!)!;
  return Array.from({ length: last - first + 1 }, (_, day) => isoDay(first + day));
}

/** The weekday of a day since 1970-01-01, a Thursday: Monday 1 to Sunday 7. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7 + 7) % 7 + 1;
}

/** The days that a list or a column has. */
function listOf(
  freeDays: Exclude<FreeDays, (date: string) => boolean>,
): readonly (number | DayLike)[] {
  if (Array.isArray(freeDays)) return freeDays;
  if (!isSeries(freeDays)) {
    throw new TypeError(
      `Cannot use freeDays: ${
        describeValue(freeDays)
      } is neither a list of days, a column of dates nor a function`,
    );
  }
  const days = openFrame(freeDays.alias("day").toFrame(), { action: "use freeDays" });
  const { day } = days.read({ day: "date" }, { full: ["day"] });
  return Array.from(day.values, isoDay);
}
