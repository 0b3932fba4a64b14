import type { Every } from "../../time/every.ts";
import type { Closed } from "./closedRows.ts";
import { clockTimes, instantsAt, type Offsets, offsets } from "../clock/offsets.ts";
import { microsSince } from "../clock/int64Words.ts";
import type { Ranges } from "./slidingReducers.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** The window of each row. */
export interface RollingWindows extends Ranges {
  /** How long each is, in microseconds. */
  readonly lengths: () => Float64Array;
  /** Ranges of rows, by their starts and the end, in which windows only go forward. */
  readonly runs: readonly number[];
}

/** How windows lie about a row's time. */
export interface RollingWindowsOptions {
  /** IANA zone of windows of days or months. */
  readonly tz: string;
  /** Which of its ends belong to a window. */
  readonly closed: Closed;
  /** Whether the row's time is the middle of its window, not its end. */
  readonly center: boolean;
}

/** Where windows begin and end, in microseconds after the first row. */
interface Ends {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Finds the rows in the window of each row.
 *
 * @param at Instants in microseconds UTC, ascending.
 * @throws {RangeError} if a window of months is to have a middle
 */
export function rollingWindows(
  at: BigInt64Array,
  window: Every,
  { tz, closed, center }: RollingWindowsOptions,
): RollingWindows {
  const first = new Int32Array(at.length), past = new Int32Array(at.length), runs = [0];
  const origin = at[0] ?? 0n, own = microsSince(at, origin);
  const { low, high } = window.kind === "clock"
    ? elapsedEnds(own, window.micros, center)
    : calendarEnds(at, window, tz, center);
  // In whole microseconds an end that belongs to the window is one that is a microsecond further.
  const start = closed === "left" || closed === "both" ? 0 : 1;
  const end = closed === "right" || closed === "both" ? 1 : 0;
  for (let i = 0, from = 0, to = 0; i < own.length; i++) {
    const least = low[i]! + start, most = high[i]! + end;
    // A clock that is put back puts back the windows of days, too.
    while (from > 0 && own[from - 1]! >= least) from--;
    while (from < own.length && own[from]! < least) from++;
    while (to > 0 && own[to - 1]! >= most) to--;
    while (to < own.length && own[to]! < most) to++;
    first[i] = from;
    past[i] = Math.max(from, to);
    if (i > 0 && (from < first[i - 1]! || past[i]! < past[i - 1]!)) runs.push(i);
  }
  runs.push(at.length);
  return { first, past, runs, lengths: () => low.map((start, i) => high[i]! - start) };
}

/** The ends of windows of elapsed time. */
function elapsedEnds(at: Float64Array, micros: bigint, center: boolean): Ends {
  const back = Number(center ? micros / 2n : micros), forth = Number(micros) - back;
  const low = new Float64Array(at.length), high = forth === 0 ? at : new Float64Array(at.length);
  for (let i = 0; i < at.length; i++) {
    low[i] = at[i]! - back;
    high[i] = at[i]! + forth;
  }
  return { low, high };
}

/** Instants so much later; in a loop, because lone 64-bit integers would cost objects. */
function shift(at: BigInt64Array, by: bigint): BigInt64Array {
  const result = new BigInt64Array(at.length);
  for (let i = 0; i < at.length; i++) result[i] = at[i]! + by;
  return result;
}

/** The ends of windows of days or months on the clock of a zone. */
function calendarEnds(
  at: BigInt64Array,
  { days, months }: Every & { kind: "calendar" },
  tz: string,
  center: boolean,
): Ends {
  const origin = at[0] ?? 0n, span = BigInt(days + 31 * months) * DAY_MICROS;
  const around = at.length === 0 ? at : BigInt64Array.of(origin - span, at.at(-1)! + span);
  const clock: Offsets = offsets(around, tz);
  const shown = clockTimes(at, clock);
  const ends = (lower: BigInt64Array, upper: BigInt64Array): Ends => ({
    low: microsSince(lower, origin),
    high: microsSince(upper, origin),
  });
  if (months === 0) {
    const length = BigInt(days) * DAY_MICROS, back = center ? length / 2n : length;
    const lower = instantsAt(shift(shown, -back), clock);
    const upper = center ? instantsAt(shift(shown, length - back), clock) : at;
    return ends(replaceSkippedDays(lower, at, length), upper);
  }
  if (center) throw new RangeError("Cannot center windows of months: they have no middle");
  return ends(instantsAt(monthsBefore(shown, months), clock), at);
}

/** Where a zone left out the day on which a window would begin, elapsed days, lest it hold nothing. */
function replaceSkippedDays(
  lower: BigInt64Array,
  at: BigInt64Array,
  length: bigint,
): BigInt64Array {
  return lower.map((edge, i) => edge < at[i]! ? edge : at[i]! - length);
}

/** The same time of day so many months before, on the last day where a month is too short. */
function monthsBefore(shown: BigInt64Array, months: number): BigInt64Array {
  const known = new Map<bigint, bigint>(); // days by days, since 1970
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
