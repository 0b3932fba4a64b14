/**
 * Which days are free: weekdays from Monday 1 to Sunday 7, ISO dates, both, or a function of the ISO
 * date.
 */
export type FreeDays = readonly (number | string)[] | ((date: string) => boolean);

/**
 * Whether a date is free, as an option says.
 *
 * @throws {RangeError} if a weekday or a date is none
 */
export function isFree(freeDays: FreeDays): (date: string) => boolean {
  if (typeof freeDays === "function") return freeDays;
  if (!Array.isArray(freeDays)) {
    throw new TypeError(
      `Cannot use freeDays: ${JSON.stringify(freeDays)} is neither a list of days nor a function`,
    );
  }
  const known = new Set((freeDays as readonly (number | string)[]).map((day) => {
    const isDay = typeof day === "number" ? [1, 2, 3, 4, 5, 6, 7].includes(day) : isDate(day);
    if (isDay) return day;
    throw new RangeError(
      `Cannot use freeDays: ${
        JSON.stringify(day)
      } is neither a weekday from 1 (Monday) to 7 nor a date such as 2024-12-25`,
    );
  }));
  return (date) => known.has(date) || known.has(Temporal.PlainDate.from(date).dayOfWeek);
}

/** How many days of a week are free: of weekdays their number, else the share of the dates given. */
export function freeDaysPerWeek(freeDays: FreeDays, dates: readonly string[]): number {
  if (typeof freeDays !== "function" && freeDays.every((day) => typeof day === "number")) {
    return new Set(freeDays).size;
  }
  return dates.length === 0 ? 0 : 7 * dates.filter(isFree(freeDays)).length / dates.length;
}

/** All dates from the first to the last of some, which ascend. */
export function datesOver(dates: readonly string[]): string[] {
  if (dates.length === 0) return [];
  const first = Temporal.PlainDate.from(dates[0]!);
  const { days } = first.until(Temporal.PlainDate.from(dates.at(-1)!), { largestUnit: "day" });
  return Array.from({ length: days + 1 }, (_, day) => first.add({ days: day }).toString());
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
