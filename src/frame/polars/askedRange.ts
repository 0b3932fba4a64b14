import type { Interval } from "../../time/interval.ts";
import type { Frame } from "./frame.ts";

/**
 * The range that a frame was asked for: a half-open interval in microseconds UTC, and what is known of
 * the rows in it. Of days outside of it, or after `now`, the frame knows nothing.
 */
export interface AskedRange extends Interval {
  /** IANA zone in which the range was meant; `undefined` if the caller gave none. */
  readonly tz: string | undefined;
  /** The clock when the frame was read, in microseconds UTC: what lies behind it had not happened. */
  readonly now: bigint;
  /** `true` if the frame has every row of the range; `false` if rows may have been left out since. */
  readonly complete: boolean;
}

/** The range of each frame: Polars has no place for it. */
const ranges = new WeakMap<Frame, AskedRange>();

/** Returns the range that a frame was asked for; `undefined` if it is not known. */
export function askedRangeOf(frame: Frame): AskedRange | undefined {
  return ranges.get(frame);
}

/** Notes the range that a frame was asked for, or forgets it. */
export function setAskedRange(frame: Frame, range: AskedRange | undefined): void {
  if (range === undefined) ranges.delete(frame);
  else ranges.set(frame, range);
}

/**
 * Returns whether an interval, such as a day or a night, is whole in a frame: `false` if the range cuts
 * it or it was not over when the frame was read, `null` if that is not known.
 */
export function isWhole(
  range: AskedRange | undefined,
  { start, end }: Interval,
): boolean | null {
  if (range === undefined) return null;
  if (start < range.start || end > range.end || end > range.now) return false;
  return range.complete ? true : null;
}

/** Returns the part of a range that lies in an interval; of an unknown range, that interval with unknown rows. */
export function narrowRange(
  range: AskedRange | undefined,
  { start, end }: Interval,
  tz: string,
): AskedRange {
  if (range === undefined) return { start, end, tz, now: end, complete: false };
  const from = start > range.start ? start : range.start;
  const to = end < range.end ? end : range.end;
  return { ...range, start: from, end: to > from ? to : from };
}

/** Returns the range that several frames have in common; `undefined` if one of them is not known. */
export function commonRange(ranges: readonly (AskedRange | undefined)[]): AskedRange | undefined {
  const [first, ...others] = ranges;
  return others.reduce((common, range) => {
    if (common === undefined || range === undefined) return undefined;
    const narrowed = narrowRange(common, range, range.tz ?? "UTC");
    return {
      ...narrowed,
      now: range.now < common.now ? range.now : common.now,
      complete: range.complete && common.complete,
    };
  }, first);
}
