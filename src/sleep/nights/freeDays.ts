import { openFrame } from "../../frame/open.ts";
import type { Series } from "../../frame/polars/frame.ts";
import { isSeries } from "../../frame/polars/seriesOf.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type DayLike, dayOf, isoDay } from "../../time/day.ts";

/**
 * Free days: weekdays from Monday 1 to Sunday 7, dates, both, a column of dates, or a function of
 * the ISO date.
 */
export type FreeDays = readonly (number | DayLike)[] | Series | ((date: string) => boolean);

/**
 * Returns a function that tests whether a date is free.
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

/**
 * Returns the number of free days per week: the number of weekdays, otherwise the share of the
 * given dates.
 */
export function freeDaysPerWeek(freeDays: FreeDays, dates: readonly string[]): number {
  const days = typeof freeDays === "function" ? [""] : listOf(freeDays);
  if (days.every((day) => typeof day === "number")) return new Set(days).size;
  return dates.length === 0 ? 0 : 7 * dates.filter(isFree(freeDays)).length / dates.length;
}

/** Returns all dates from the first to the last of ascending dates. */
export function datesOver(dates: readonly string[]): string[] {
  if (dates.length === 0) return [];
  const first = dayOf(dates[0]!)!, last = dayOf(dates.at(-1)!)!;
  return Array.from({ length: last - first + 1 }, (_, day) => isoDay(first + day));
}

/** Returns the weekday of a day since 1970-01-01, a Thursday: Monday 1 to Sunday 7. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7 + 7) % 7 + 1;
}

/** Returns the days in a list or a column. */
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
