import { csvTimes } from "../csv/csvTimes.ts";
import type { ExportCollector } from "./exportCollector.ts";

/**
 * Reads the times of an export as microseconds since 1970; a row with an invalid time is skipped.
 */
export interface ExportTimes {
  /**
   * Reads an ISO 8601 time, with or without a zone, or seconds or milliseconds since
   * 1970; skips the row and returns undefined if it is invalid.
   */
  at(text: string | undefined, where?: string): number | undefined;
  /** Reads the interval of a start and an end like `at`. */
  span(
    start: string | undefined,
    end: string | undefined,
    where?: string,
  ): { start: number; end: number } | undefined;
  /**
   * Returns the day of a date, or of the date of a time, from its first moment to the next day's.
   */
  day(text: string | undefined, where?: string): { start: number; end: number } | undefined;
}

/** Seconds or milliseconds since 1970, from 2001 on. */
const EPOCH = /^(\d{10})(?:(\d{3})|\.(\d{1,6}))?$/;
const OFFSET_OR_ZONE = /(?:[zZ]|[+-]\d\d(?::?\d\d)?)(?:\[[^\]]+\])?$/;

/**
 * Reads the times of an export. A time without a zone is read in `tz`: in a repeated hour it is the
 * earlier time, in a skipped hour it is read with the offset before.
 */
export function exportTimes(collector: ExportCollector, tz: string | undefined): ExportTimes {
  const read = csvTimes(tz);
  const at = (text: string | undefined, where?: string): number | undefined => {
    if (text === undefined) return void collector.skip("it has no time", where);
    const epoch = EPOCH.exec(text);
    if (epoch !== null) return Number(`${epoch[1]}${(epoch[2] ?? epoch[3] ?? "").padEnd(6, "0")}`);
    const isLocal = !OFFSET_OR_ZONE.test(text.slice(10));
    if (isLocal && tz === undefined) {
      return void collector.skip("its time has no zone; pass tz", where, text);
    }
    try {
      return Number(read(text));
    } catch {
      return isLocal ? unusual(text, where) : odd(text, where);
    }
  };
  const unusual = (text: string, where?: string): number | undefined => {
    try {
      const local = Temporal.PlainDateTime.from(text), moment = local.toZonedDateTime(tz!);
      collector.note(
        moment.toPlainDateTime().equals(local)
          ? `a repeated hour in ${tz} is read as the earlier one`
          : `a skipped hour in ${tz} is read with the offset before it`,
      );
      return Number(moment.epochNanoseconds / 1000n);
    } catch {
      return odd(text, where);
    }
  };
  const odd = (text: string, where?: string): undefined =>
    void collector.skip("its time cannot be read", where, text);
  const startOf = (date: Temporal.PlainDate): number =>
    Number(date.toZonedDateTime(tz!).epochNanoseconds / 1000n);
  const day = (text: string | undefined, where?: string) => {
    if (text === undefined) return void collector.skip("it has no date", where);
    if (tz === undefined) return void collector.skip("a day needs a zone; pass tz", where, text);
    try {
      const date = Temporal.PlainDate.from(text.slice(0, 10));
      return { start: startOf(date), end: startOf(date.add({ days: 1 })) };
    } catch {
      return void collector.skip("its date cannot be read", where, text);
    }
  };
  const span: ExportTimes["span"] = (first, last, where) => {
    const start = at(first, where), end = start === undefined ? undefined : at(last, where);
    return start === undefined || end === undefined ? undefined : { start, end };
  };
  return { at, span, day };
}
