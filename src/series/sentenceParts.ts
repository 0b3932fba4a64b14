import { CLOCK_UNIT } from "../time/units.ts";

/** Units that the name of a column already says. */
export const COUNTS: readonly string[] = ["1", "count"];

/** Returns two significant digits, or all digits before the point. */
export function digits(value: number): string {
  const shown = value >= 100 ? Math.round(value) : Number(value.toPrecision(2));
  return shown.toLocaleString("en-US", { maximumSignificantDigits: 15 });
}

/** Returns the name of a column as words. */
export function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** Returns the unit of a difference: hours for clock times. */
export function differenceUnit(unit: string): string {
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
  const month = (date: Temporal.PlainDate): string => date.toLocaleString("en-GB", MONTH);
  const whole = `${last.day} ${month(last)} ${last.year}`;
  if (first.equals(last)) return whole;
  if (first.year !== last.year) return `${first.day} ${month(first)} ${first.year} to ${whole}`;
  return first.month === last.month
    ? `${first.day} to ${whole}`
    : `${first.day} ${month(first)} to ${whole}`;
}

const MONTH = { month: "long" } as const;
