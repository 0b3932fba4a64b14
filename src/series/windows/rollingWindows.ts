import type { Every } from "../../time/every.ts";
import type { Closed } from "./closedRows.ts";
import { clockTimes, instantsAt, type Offsets, offsets } from "../clock/offsets.ts";
import { microsSince } from "../clock/int64Words.ts";
import type { Ranges } from "./slidingReducers.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** The window of each row. */
export interface RollingWindows extends Ranges {
  /** Returns the length of each window, in microseconds. */
  readonly lengths: () => Float64Array;
  /** Runs of rows whose windows only move forward, as their starts and the end. */
  readonly runs: readonly number[];
}

/** Position of windows relative to the row's time. */
export interface RollingWindowsOptions {
  /** IANA zone of windows of days or months. */
  readonly tz: string;
  /** Ends that belong to a window. */
  readonly closed: Closed;
  /** `true` if the row's time is the middle of its window instead of its end. */
  readonly center: boolean;
}

/** Starts and ends of windows, in microseconds after the first row. */
interface Ends {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Finds the rows in the window of each row.
 *
 * @param at Ascending instants in microseconds UTC.
 * @throws {RangeError} if windows of months are centred
 */
export function rollingWindows(
  at: BigInt64Array,
  window: Every,
  { tz, closed, center }: RollingWindowsOptions,
): RollingWindows {
  // In whole microseconds, including an end moves it by one microsecond.
  const start = closed === "left" || closed === "both" ? 0 : 1;
  const end = closed === "right" || closed === "both" ? 1 : 0;
  if (window.kind === "clock") {
    const back = center ? window.micros / 2n : window.micros, forth = window.micros - back;
    return elapsedWindows(at, { back, forth, start: BigInt(start), end: BigInt(end) });
  }
  const origin = at[0] ?? 0n, own = microsSince(at, origin);
  const { low, high } = calendarEnds(at, own, window as CalendarEvery, tz, center);
  const first = new Int32Array(at.length), past = new Int32Array(at.length), runs = [0];
  for (let i = 0, from = 0, to = 0; i < own.length; i++) {
    const opens = low[i]!, closes = high[i]!;
    const least = opens + start, most = closes + end;
    // When daylight saving time ends, windows of days move back, too.
    const goesBack = i > 0 && (opens < low[i - 1]! || closes < high[i - 1]!);
    if (goesBack) {
      while (from > 0 && own[from - 1]! >= least) from--;
      while (to > 0 && own[to - 1]! >= most) to--;
    }
    while (from < own.length && own[from]! < least) from++;
    while (to < own.length && own[to]! < most) to++;
    first[i] = from;
    past[i] = Math.max(from, to);
    if (goesBack && (from < first[i - 1]! || past[i]! < past[i - 1]!)) runs.push(i);
  }
  runs.push(at.length);
  return { first, past, runs, lengths: () => low.map((start, i) => high[i]! - start) };
}

/** Returns windows of elapsed time, which only move forward. */
function elapsedWindows(
  at: BigInt64Array,
  { back, forth, start, end }: { back: bigint; forth: bigint; start: bigint; end: bigint },
): RollingWindows {
  const count = at.length, first = new Int32Array(count), past = new Int32Array(count);
  const before = start - back, after = forth + end;
  for (let i = 0, from = 0, to = 0; i < count; i++) {
    const own = at[i]!;
    // A 64-bit sum compiles to a single machine instruction.
    const least = BigInt.asIntN(64, own + before), most = BigInt.asIntN(64, own + after);
    while (from < count && at[from]! < least) from++;
    while (to < count && at[to]! < most) to++;
    first[i] = from;
    past[i] = Math.max(from, to);
  }
  const lengths = (): Float64Array => new Float64Array(count).fill(Number(back + forth));
  return { first, past, runs: [0, count], lengths };
}

type CalendarEvery = Every & { kind: "calendar" };

/** Returns the ends of windows of days or months on a zone's clock. */
function calendarEnds(
  at: BigInt64Array,
  own: Float64Array,
  { days, months }: CalendarEvery,
  tz: string,
  center: boolean,
): Ends {
  const origin = at[0] ?? 0n, span = BigInt(days + 31 * months) * DAY_MICROS;
  const around = at.length === 0 ? at : BigInt64Array.of(origin - span, at.at(-1)! + span);
  const clock = offsets(around, tz);
  if (months === 0) return dayEnds(own, origin, clock, days * Number(DAY_MICROS), center);
  if (center) throw new RangeError("Cannot center windows of months: they have no middle");
  const shown = clockTimes(at, clock);
  return { low: microsSince(instantsAt(monthsBefore(shown, months), clock), origin), high: own };
}

/** Returns the ends of windows of days: the instants, moved in local time. */
function dayEnds(
  at: Float64Array,
  origin: bigint,
  clock: Offsets,
  length: number,
  center: boolean,
): Ends {
  const from = Float64Array.from(clock.from, (change) => Number(change - origin));
  const offset = Float64Array.from(clock.offset, Number);
  const back = center ? length / 2 : length;
  const low = movedOnClock(at, { from, offset }, -back);
  for (let i = 0; i < low.length; i++) {
    // If the zone skipped the day of the window's start, use elapsed days to avoid an empty window.
    const own = at[i]!;
    if (!(low[i]! < own)) low[i] = own - length;
  }
  return { low, high: center ? movedOnClock(at, { from, offset }, length - back) : at };
}

/**
 * Returns the instants whose local time differs by the given amount, as {@linkcode instantsAt}
 * does. Uses numbers, because single 64-bit integers are objects.
 */
function movedOnClock(
  at: Float64Array,
  { from, offset }: { from: Float64Array; offset: Float64Array },
  by: number,
): Float64Array {
  const moved = new Float64Array(at.length);
  for (let i = 0, here = 0, part = 0; i < at.length; i++) {
    const own = at[i]!;
    while (here + 1 < from.length && own >= from[here + 1]!) here++;
    const shown = own + offset[here]! + by;
    while (part > 0 && shown - offset[part - 1]! < from[part]!) part--;
    while (part + 1 < from.length && shown - offset[part]! >= from[part + 1]!) part++;
    const found = shown - offset[part]!;
    moved[i] = part > 0 && found < from[part]! ? shown - offset[part - 1]! : found;
  }
  return moved;
}

/** Moves local times back by months; the last day of the month if it is too short. */
function monthsBefore(shown: BigInt64Array, months: number): BigInt64Array {
  const known = new Map<bigint, bigint>(); // by day since 1970
  const origin = new Temporal.PlainDate(1970, 1, 1);
  return shown.map((instant) => {
    const time = ((instant % DAY_MICROS) + DAY_MICROS) % DAY_MICROS,
      day = (instant - time) / DAY_MICROS;
    let before = known.get(day);
    if (before === undefined) {
      const date = origin.add({ days: Number(day) }).subtract({ months });
      known.set(day, before = BigInt(origin.until(date, { largestUnit: "day" }).days));
    }
    return before * DAY_MICROS + time;
  });
}
