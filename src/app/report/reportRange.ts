import { between, type ZonedRange } from "../../time/range.ts";
import { type When, whenRange } from "../../time/when.ts";

/** Days of a report on a command line, given in one of three ways, or not at all. */
export interface RangeWords {
  /** Number of whole days back. @default "30" */
  readonly last?: string | undefined;
  /** Range as text, such as `2025-03` or `2025-W30/2025-W34`. */
  readonly range?: string | undefined;
  /** First local date. */
  readonly from?: string | undefined;
  /** Local date after the last. */
  readonly to?: string | undefined;
}

/**
 * Returns the range of a command line.
 *
 * @throws {RangeError} if options contradict each other or one is missing, or a date or number is
 * invalid
 */
export function reportRange(words: RangeWords, tz: string, now: Temporal.Instant): ZonedRange {
  const { last, range, from, to } = words;
  const ways = [last, range, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) {
    throw new RangeError("Cannot make a report: pass one of --last, --range, or --from with --to");
  }
  if ((from === undefined) !== (to === undefined)) {
    throw new RangeError("Cannot make a report: --from and --to go together");
  }
  if (last !== undefined && !/^[1-9]\d{0,4}$/.test(last)) {
    throw new RangeError(
      `Cannot make a report: --last is ${last}, expected a whole number of at least 1`,
    );
  }
  if (from !== undefined && to !== undefined) return between(from, to, tz);
  const when: When = range ?? { days: Number(last ?? 30) };
  return whenRange(when, { tz, now: () => now }) as ZonedRange; // days of a zone include it
}
