import { between, lastDays, month, type ZonedRange } from "../../time/range.ts";

/** The days of a report as words of a command line: one of the three ways to say them, or none. */
export interface RangeWords {
  /** How many whole days back. @default "30" */
  readonly last?: string | undefined;
  /** A month, such as `2025-03`. */
  readonly month?: string | undefined;
  /** The first local date. */
  readonly from?: string | undefined;
  /** The last local date, included. */
  readonly to?: string | undefined;
}

/**
 * The range that words mean.
 *
 * @throws {RangeError} if they say it twice or half, or a date or number is invalid
 */
export function reportRange(words: RangeWords, tz: string, now: Temporal.Instant): ZonedRange {
  const { last, month: named, from, to } = words;
  const ways = [last, named, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) {
    throw new RangeError("Cannot make a report: give one of --last, --month, or --from with --to");
  }
  if (named !== undefined) return month(named, tz);
  if ((from === undefined) !== (to === undefined)) {
    throw new RangeError("Cannot make a report: --from and --to go together");
  }
  if (from !== undefined && to !== undefined) {
    const days = between(from, to, tz);
    return between(from, days.end_time.toPlainDate().add({ days: 1 }), tz);
  }
  if (last !== undefined && !/^[1-9]\d{0,4}$/.test(last)) {
    throw new RangeError(`Cannot make a report: --last ${last} is not an integer from 1`);
  }
  return lastDays(Number(last ?? 30), tz, { until: now });
}
