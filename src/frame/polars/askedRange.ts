import { isZone } from "../../time/zone.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";
import type { Interval } from "../../time/interval.ts";
import type { Frame } from "./frame.ts";

/**
 * Range that a frame was requested for: a half-open interval in microseconds UTC, with facts about
 * its rows. The frame knows nothing about days outside it or after `now`.
 */
export interface AskedRange extends Interval {
  /** IANA zone in which the range was meant; `undefined` if the caller gave none. */
  readonly tz: string | undefined;
  /** Time at which the frame was read, in microseconds UTC; later data did not exist yet. */
  readonly now: bigint;
  /**
   * `true` if the frame has every row of the range; `false` if rows may have been removed since.
   */
  readonly complete: boolean;
}

/** Range of each frame; Polars cannot store it. */
const ranges = new WeakMap<Frame, AskedRange>();

/** Returns the range that a frame was requested for; `undefined` if unknown. */
export function askedRangeOf(frame: Frame): AskedRange | undefined {
  return ranges.get(frame);
}

/** Sets the range that a frame was requested for, or clears it. */
export function setAskedRange(frame: Frame, range: AskedRange | undefined): void {
  if (range === undefined) ranges.delete(frame);
  else ranges.set(frame, range);
}

/**
 * Returns whether an interval, such as a day or a night, is complete in a frame. Returns `false` if
 * the range cuts it or it had not ended when the frame was read, and `null` if that is unknown.
 */
export function isWhole(
  range: AskedRange | undefined,
  { start, end }: Interval,
): boolean | null {
  if (range === undefined) return null;
  if (start < range.start || end > range.end || end > range.now) return false;
  return range.complete ? true : null;
}

/**
 * Returns the part of a range inside an interval; for an unknown range, the interval with unknown
 * rows.
 */
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

/**
 * Returns the intersection of the ranges of several frames; `undefined` if one of them is unknown.
 */
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

/** Writes the range of a frame as text, for the metadata of an Arrow file. */
export function rangeText({ start, end, tz, now, complete }: AskedRange, rows: number): string {
  const [from, to, read] = [start, end, now].map(String);
  return JSON.stringify({ start: from, end: to, tz, now: read, complete, rows });
}

/**
 * Reads the range that an Arrow file says it was requested for. Another program may have written
 * it: `undefined` if it is invalid, and incomplete if the number of rows has changed since.
 */
export function parseRange(text: string | undefined, rows: number): AskedRange | undefined {
  if (text === undefined) return undefined;
  try {
    const { start, end, tz, now, complete, rows: written } = JSON.parse(text);
    const range = { start: micros(start), end: micros(end), now: micros(now) };
    if (range.end < range.start || (tz !== undefined && !(typeof tz === "string" && isZone(tz)))) {
      return undefined;
    }
    return { ...range, tz, complete: complete === true && written === rows };
  } catch {
    return undefined;
  }
}

function micros(text: unknown): bigint {
  const value = BigInt(text as string);
  if (value < MIN_MICROS || value > MAX_MICROS) throw new RangeError("outside the years 1 to 9999");
  return value;
}
