import { localText } from "../time/localText.ts";
import { CLOCK_UNIT } from "../time/units.ts";

/** Units that the name of a column already says. */
export const COUNTS: readonly string[] = ["1", "count"];

/** Returns two significant digits, or all digits before the point, and possibly more. */
export function digits(value: number, more = 0): string {
  const shown = value >= 100 ? value.toFixed(more) : value.toPrecision(2 + more);
  return Number(shown).toLocaleString("en-US", { maximumSignificantDigits: 15 });
}

/** Returns two decimals of a coefficient, or as many more as it takes to differ from 1: `0.996`. */
export function coefficient(value: number): string {
  let decimals = 2;
  while (decimals < 6 && Math.abs(value) < 1 && Math.abs(+value.toFixed(decimals)) === 1) {
    decimals++;
  }
  return value.toFixed(decimals);
}

/** Maximum number of digits that an end of an interval has beyond the usual ones. */
const MOST_MORE = 12;

/**
 * Formats the ends of an interval with enough digits that neither rounds to 0 and that they differ. An
 * interval that excludes 0 would otherwise look as if it contained 0.
 *
 * @param text Formats a value with a number of digits beyond the usual ones.
 */
export function intervalEnds(
  low: number,
  high: number,
  text: (value: number, more: number) => string,
): readonly [low: string, high: string] {
  const least = (end: number): number => {
    let more = 0;
    while (end !== 0 && more < MOST_MORE && text(Math.abs(end), more) === text(0, more)) more++;
    return more;
  };
  let a = least(low), b = least(high);
  while (low !== high && Math.max(a, b) < MOST_MORE && text(low, a) === text(high, b)) {
    a++;
    b++;
  }
  return [text(low, a), text(high, b)];
}

/** Returns the name of a column as words. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** Returns the unit of a difference: hours for clock times. */
export function differenceUnit<U extends string | undefined>(unit: U): U | "h" {
  return unit === CLOCK_UNIT ? "h" : unit;
}

/** Returns the words for a greater and a smaller value: `later` and `earlier` for clock times. */
export function wordsOf(unit: string): readonly [greater: string, smaller: string] {
  return unit === CLOCK_UNIT ? ["later", "earlier"] : ["more", "less"];
}

/** Returns a unit with a space before it; empty for a count or no unit. */
export function unitText(unit: string | undefined): string {
  return unit === undefined || COUNTS.includes(unit) ? "" : ` ${differenceUnit(unit)}`;
}

/** Returns the dates from a first to a last day, such as `10 to 14 February 2025`. */
export function dateSpan(first: Temporal.PlainDate, last: Temporal.PlainDate): string {
  const month = (date: Temporal.PlainDate): string =>
    MONTHS[date.month] ??= localText(Date.UTC(2024, date.month - 1), "UTC", "MMMM");
  const whole = `${last.day} ${month(last)} ${last.year}`;
  if (first.equals(last)) return whole;
  if (first.year !== last.year) return `${first.day} ${month(first)} ${first.year} to ${whole}`;
  return first.month === last.month
    ? `${first.day} to ${whole}`
    : `${first.day} ${month(first)} to ${whole}`;
}

/** Names of months by their number, as far as they were needed. */
const MONTHS: string[] = [];
