import type { ExportCollector } from "./exportCollector.ts";

/** Interval of a day, in microseconds since 1970. */
export interface DaySpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the interval of a date such as `2024-03-31` in a zone, 23 to 25 hours long. Skips the row
 * and returns undefined if the date is invalid or the zone is missing.
 */
export function localDay(
  date: string | undefined,
  tz: string | undefined,
  collector: ExportCollector,
  where?: string,
): DaySpan | undefined {
  if (tz === undefined) {
    return void collector.skip("its day needs a zone; pass tz", where, date);
  }
  try {
    const day = Temporal.PlainDate.from(date ?? "");
    const micros = (of: Temporal.PlainDate): number =>
      Number(of.toZonedDateTime(tz).epochNanoseconds / 1000n);
    return { start: micros(day), end: micros(day.add({ days: 1 })) };
  } catch {
    return void collector.skip("its day is not a date", where, date);
  }
}
