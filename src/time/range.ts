/** Ranges of local days, weeks, months and nights. @module */
import { checkOptions } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import type { DateText, DayOrMoment, MonthText, WeekText } from "./day.ts";
import { type TimeLike, toMicros } from "./instant.ts";
import { type Range, toInterval } from "./interval.ts";
import { zone, type Zones } from "./zone.ts";
import { localInstant, zonedTime } from "./zones.ts";

/** Range with zoned ends. */
export interface ZonedRange extends Range {
  /** Inclusive start. */
  readonly start_time: Temporal.ZonedDateTime;
  /** Exclusive end. */
  readonly end_time: Temporal.ZonedDateTime;
}

/** Options of ranges that look back. */
export interface UntilOptions {
  /**
   * Instant to look back from, such as `me.now()`. Text without a zone is read in the zone of the
   * range.
   * @default the system's clock
   */
  until?: TimeLike;
}

/**
 * Returns one local day, from its first instant to the first instant of the next day: 23, 24 or 25
 * hours.
 *
 * @example A day on which clocks go forward has 23 hours
 * ```ts
 * import { range } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const { start_time, end_time } = range.day("2024-03-31", "Europe/Berlin");
 * assertEquals(start_time.until(end_time).hours, 23);
 * ```
 * @throws {RangeError} if the zone or the date does not exist, or the zone skipped that day
 */
export function day<T extends string>(
  date: DateText<T> | DayOrMoment,
  tz: Zones,
): ZonedRange {
  const from = plainDate(date, tz);
  return midnights(from, from.add({ days: 1 }), tz);
}

/**
 * Returns the whole local days before the day of `until`, from midnight to midnight. The day of
 * `until` itself is not over and therefore not included.
 *
 * @throws {RangeError} if the zone does not exist or `count` is not an integer of at least 1
 * @throws {TypeError} if an option is unknown
 */
export function lastDays(count: number, tz: Zones, options: UntilOptions = {}): ZonedRange {
  const today = lastDate(options, tz);
  return midnights(daysBefore(today, count), today, tz);
}

/**
 * Returns the last nights, each from local noon to local noon. The last one ends at noon of the
 * local day of `until`, so both in the morning and in the evening it is the night from which you
 * woke that day.
 *
 * @example Thirty nights up to a given noon
 * ```ts
 * import { range } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = range.lastNights(30, "Europe/Berlin", { until: "2024-04-15T09:00+02:00" });
 * assertEquals(nights.end_time.toString(), "2024-04-15T12:00:00+02:00[Europe/Berlin]");
 * assertEquals(nights.start_time.toString(), "2024-03-16T12:00:00+01:00[Europe/Berlin]");
 * ```
 * @throws {RangeError} if the zone does not exist or `count` is not an integer of at least 1
 * @throws {TypeError} if an option is unknown
 */
export function lastNights(count: number, tz: Zones, options: UntilOptions = {}): ZonedRange {
  const name = zone(tz), today = lastDate(options, name);
  return {
    start_time: noon(daysBefore(today, count), name),
    end_time: noon(today, name),
  };
}

/**
 * Returns an ISO week (Monday to Sunday), given as `2025-W11` or by any date in it.
 *
 * @throws {RangeError} if the zone or the date does not exist
 */
export function week<T extends string>(
  date: WeekText<T> | DayOrMoment,
  tz: Zones,
): ZonedRange {
  const inside = typeof date === "string" && /^\d{4}-W\d\d$/.test(date)
    ? dateInWeek(date)
    : plainDate(date, tz);
  const monday = inside.subtract({ days: inside.dayOfWeek - 1 });
  return midnights(monday, monday.add({ days: 7 }), tz);
}

/**
 * Returns a calendar month, given as `2024-03` or by any date in it.
 *
 * @throws {RangeError} if the zone or the month does not exist
 */
export function month<T extends string>(
  date: MonthText<T> | DayOrMoment,
  tz: Zones,
): ZonedRange {
  const inside = typeof date === "string" && /^\d{4}-\d\d$/.test(date)
    ? plainDate(`${date}-01`, tz, date)
    : plainDate(date, tz);
  const first = inside.with({ day: 1 });
  return midnights(first, first.add({ months: 1 }), tz);
}

/**
 * Returns a calendar year, given as `2024` (a number or text) or by any date in it.
 *
 * @example This year against last year
 * ```ts
 * import { range, series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const tz = "Europe/Berlin";
 * const months = [4, 5].flatMap((steps, i) =>
 *   Array.from({ length: 28 }, (_, day) => ({
 *     date: `202${4 + i}-02-${String(day + 1).padStart(2, "0")}`,
 *     steps: 1000 * steps,
 *   }))
 * );
 * const { mean_a, mean_b } = series.compare(months, {
 *   a: range.year(2024, tz),
 *   b: range.year(2025, tz),
 *   tz,
 * });
 * assertEquals([mean_a, mean_b], [4000, 5000]);
 * ```
 * @throws {RangeError} if the zone or the year does not exist
 */
export function year(date: number | string | DayOrMoment, tz: Zones): ZonedRange {
  const isYear = typeof date === "number" || typeof date === "string" && /^\d{4}$/.test(date);
  const inside = isYear
    ? plainDate(`${String(date).padStart(4, "0")}-01-01`, tz, String(date))
    : plainDate(date as DayOrMoment, tz);
  const first = inside.with({ month: 1, day: 1 });
  return midnights(first, first.add({ years: 1 }), tz);
}

/**
 * Returns the nights with a wake-up date in a range, each whole from local noon to local noon. For
 * example, it widens `range.month("2024-03", tz)`, which cuts the night to 1 March, so that it
 * starts at noon of 29 February and ends at noon of 31 March.
 *
 * @example March without partial nights
 * ```ts
 * import { range } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = range.wholeNights(range.month("2024-03", "Europe/Berlin"), "Europe/Berlin");
 * assertEquals(nights.start_time.toString(), "2024-02-29T12:00:00+01:00[Europe/Berlin]");
 * assertEquals(nights.end_time.toString(), "2024-03-31T12:00:00+02:00[Europe/Berlin]");
 * ```
 * @throws {RangeError} if the zone or a time does not exist, or the range ends before it starts
 */
export function wholeNights(range: Range, tz: Zones): ZonedRange {
  if (typeof range !== "object" || range === null) {
    throw new TypeError(
      `Cannot make a range: the range is ${
        describeValue(range)
      }, expected { start_time, end_time }`,
    );
  }
  const name = zone(tz), { start, end } = toInterval(range, { tz: name });
  const dayAfter = (at: bigint): Temporal.PlainDate => {
    const date = zonedTime(at, name).toPlainDate();
    return localInstant(date, name) === at ? date : date.add({ days: 1 });
  };
  // A night is in the range if the midnight that starts its wake-up date is.
  const first = dayAfter(start), next = dayAfter(end);
  return {
    start_time: noon(first.subtract({ days: 1 }), name),
    end_time: noon(next.subtract({ days: 1 }), name),
  };
}

/**
 * Returns the range from the first instant of one local date to the first instant of another, which
 * is excluded.
 *
 * @throws {RangeError} if the zone or a date does not exist, the second is before the first, or the
 * zone skipped the only day between them
 */
export function between<F extends string, E extends string>(
  first: DateText<F> | DayOrMoment,
  end: DateText<E> | DayOrMoment,
  tz: Zones,
): ZonedRange {
  const from = plainDate(first, tz), to = plainDate(end, tz);
  if (Temporal.PlainDate.compare(to, from) < 0) {
    throw new RangeError(`Cannot make a range: ${to} is before ${from}`);
  }
  return midnights(from, to, tz);
}

/** A date in the ISO week such as `2025-W11`: week 1 is the one with 4 January. */
function dateInWeek(text: string): Temporal.PlainDate {
  const year = Number(text.slice(0, 4)), number = Number(text.slice(6));
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const inside = number < 1 ? undefined : fourth.add({ weeks: number - 1 });
  if (inside?.yearOfWeek === year) return inside;
  throw new RangeError(
    `Cannot use the range "${text}": ${text.slice(0, 4)} has the weeks 01 to ${
      Temporal.PlainDate.from({ year, month: 12, day: 28 }).weekOfYear
    }`,
  );
}

function midnights(from: Temporal.PlainDate, to: Temporal.PlainDate, tz: Zones): ZonedRange {
  const name = zone(tz);
  if (to.year > 9999) {
    throw new RangeError(`Cannot make a range: it ends after the year 9999. Pass an earlier date.`);
  }
  const start = (date: Temporal.PlainDate) => zonedTime(localInstant(date, name), name);
  const range = { start_time: start(from), end_time: start(to) };
  if (!from.equals(to) && range.start_time.equals(range.end_time)) {
    throw new RangeError(
      `Cannot make a range: the zone ${name} skipped the day ${from}. ` +
        "Choose another day.",
    );
  }
  return range;
}

function noon(date: Temporal.PlainDate, tz: string): Temporal.ZonedDateTime {
  return zonedTime(localInstant(date.toPlainDateTime("12:00"), tz), tz);
}

/** Returns the local date of `until`. */
function lastDate(options: UntilOptions, tz: Zones): Temporal.PlainDate {
  checkOptions("look back", options, { until: true });
  const { until = Temporal.Now.instant() } = options;
  const name = zone(tz), micros = toMicros(until, { tz: name, what: "until" });
  return zonedTime(micros, name).toPlainDate();
}

/** Parses a calendar date, or returns the local date of an instant; `said` is the caller's text for it. */
function plainDate(
  date: string | DayOrMoment,
  tz: Zones,
  said: string | DayOrMoment = date,
): Temporal.PlainDate {
  if (
    date instanceof Date || date instanceof Temporal.Instant ||
    date instanceof Temporal.ZonedDateTime
  ) return zonedTime(toMicros(date, { what: "date" }), zone(tz)).toPlainDate();
  if (typeof date !== "string" && !(date instanceof Temporal.PlainDate)) {
    throw new TypeError(
      `Cannot read date: it is ${describeValue(date)}, expected text such as "2024-03-31"`,
    );
  }
  try {
    return Temporal.PlainDate.from(date, { overflow: "reject" });
  } catch (cause) {
    const why = /^\d{4}-\d\d-\d\d$/.test(String(date))
      ? "this date does not exist"
      : "write it as 2024-03-31";
    throw new RangeError(`Cannot read date ${JSON.stringify(said)}: ${why}`, { cause });
  }
}

/** Returns the date a number of days before another. */
function daysBefore(today: Temporal.PlainDate, count: number): Temporal.PlainDate {
  if (typeof count !== "number") {
    throw new TypeError(`Cannot look back: count is ${describeValue(count)}, expected a number`);
  }
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`Cannot look back ${count} days: expected a whole number of at least 1`);
  }
  const first = count > 366 * today.year ? undefined : today.subtract({ days: count });
  if (first === undefined || first.year < 1) {
    throw new RangeError(
      `Cannot look back ${count} days: that is before the year 1. Pass fewer days.`,
    );
  }
  return first;
}
