import { localInstant, zonedTime } from "./zones.ts";
import { DAY_MS } from "./units.ts";

/** Calendar day: `2024-03-31`, or a `Temporal.PlainDate`. */
export type DayLike = string | Temporal.PlainDate;

/** Day, or an instant, which means its local day. */
export type DayOrMoment =
  | Temporal.PlainDate
  | Date
  | Temporal.Instant
  | Temporal.ZonedDateTime;

/** Digit that is not zero. */
export type Digit = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
/** Month in two digits, `01` to `12`. */
export type MonthDigits = `0${Digit}` | "10" | "11" | "12";
/** Day of a month in two digits, `01` to `31`. */
export type DayDigits = `0${Digit}` | `${"1" | "2"}${"0" | Digit}` | "30" | "31";

/** Text that the compiler checks: month and day of a literal; other strings are accepted. */
export type DateText<T extends string> =
  & T
  & (string extends T ? unknown : `${number}-${MonthDigits}-${DayDigits}`);

/** Text that the compiler checks: a date, or a month such as `2024-03`. */
export type MonthText<T extends string> =
  & T
  & (string extends T ? unknown
    : `${number}-${MonthDigits}-${DayDigits}` | `${number}-${MonthDigits}`);

/** Text that the compiler checks: a date, or an ISO week such as `2025-W11`. */
export type WeekText<T extends string> =
  & T
  & (string extends T ? unknown : `${number}-${MonthDigits}-${DayDigits}` | `${number}-W${number}`);

const FIRST = -719_162, LAST = 2_932_896; // 0001-01-01 and 9999-12-31

/**
 * Converts a day to the number of days since 1970-01-01; returns `undefined` if it is not a day of
 * the years 1 to 9999.
 */
export function dayOf(value: unknown): number | undefined {
  const text = value instanceof Temporal.PlainDate
    ? value.withCalendar("iso8601").toString()
    : value;
  if (typeof text !== "string") return undefined;
  const day = Date.parse(text) / DAY_MS;
  return day >= FIRST && day <= LAST && isoDay(day) === text ? day : undefined;
}

const TWO_DIGITS = Array.from({ length: 32 }, (_, number) => `${number}`.padStart(2, "0"));

/** Formats a day as ISO text. */
export function isoDay(day: number): string {
  const date = new Date(day * DAY_MS), year = date.getUTCFullYear();
  // Takes a third of the time of toISOString, which is only needed for other years.
  return year > 999 && year <= 9999
    ? `${year}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`
    : date.toISOString().slice(0, 10);
}

/** Returns the local day of an instant in microseconds UTC. */
export function localDay(at: bigint, tz: string): number {
  return dayOf(zonedTime(at, tz).toPlainDate())!;
}

/** Returns the first instant of a local day, in microseconds UTC. */
export function dayStart(day: number, tz: string): bigint {
  if (tz === "UTC") return BigInt(day) * 86_400_000_000n;
  return localInstant(Temporal.PlainDate.from(isoDay(day)), tz);
}
