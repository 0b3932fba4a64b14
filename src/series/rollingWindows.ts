import type { Every } from "../time/every.ts";
import type { Closed } from "./closedRows.ts";
import { clockTimes, instantsAt, type Offsets, offsets } from "./offsets.ts";
import type { Sliding } from "./sliding.ts";

/** The window of each row. */
export interface RollingWindows extends Sliding {
  /** How long each is, in microseconds. */
  readonly length: Float64Array;
  /** Stretches of rows, by their starts and the end, in which windows only go forward. */
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

const DAY = 86_400_000_000n;

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
  const { lower, upper } = window.kind === "clock"
    ? shifted(at, window.micros, center)
    : onCalendar(at, window, tz, center);
  const first = new Int32Array(at.length), past = new Int32Array(at.length);
  const length = new Float64Array(at.length), runs = [0];
  // In whole microseconds an end that belongs to the window is one that is a microsecond further.
  const low = moved(lower, closed === "left" || closed === "both" ? 0n : 1n);
  const high = moved(upper, closed === "right" || closed === "both" ? 1n : 0n);
  for (let i = 0, from = 0, to = 0; i < at.length; i++) {
    // A clock that is put back puts back the windows of days, too.
    while (from > 0 && at[from - 1]! >= low[i]!) from--;
    while (from < at.length && at[from]! < low[i]!) from++;
    while (to > 0 && at[to - 1]! >= high[i]!) to--;
    while (to < at.length && at[to]! < high[i]!) to++;
    first[i] = from;
    past[i] = Math.max(from, to);
    if (i > 0 && (first[i]! < first[i - 1]! || past[i]! < past[i - 1]!)) runs.push(i);
  }
  runs.push(at.length);
  if (window.kind === "clock") length.fill(Number(window.micros));
  else for (let i = 0; i < at.length; i++) length[i] = Number(upper[i]! - lower[i]!);
  return { first, past, length, runs };
}

/** Moments so much later; in a loop, because lone 64-bit integers would cost objects. */
function moved(at: BigInt64Array, by: bigint): BigInt64Array {
  const result = new BigInt64Array(at.length);
  for (let i = 0; i < at.length; i++) result[i] = at[i]! + by;
  return result;
}

/** The ends of windows of a length that is the same on each row. */
function shifted(
  at: BigInt64Array,
  length: bigint,
  center: boolean,
): { lower: BigInt64Array; upper: BigInt64Array } {
  const back = center ? length / 2n : length, forth = length - back;
  return {
    lower: moved(at, -back),
    upper: forth === 0n ? at : moved(at, forth),
  };
}

/** The ends of windows of days or months on the clock of a zone. */
function onCalendar(
  at: BigInt64Array,
  { days, months }: Every & { kind: "calendar" },
  tz: string,
  center: boolean,
): { lower: BigInt64Array; upper: BigInt64Array } {
  const span = BigInt(days + 31 * months) * DAY;
  const around = at.length === 0 ? at : BigInt64Array.of(at[0]! - span, at.at(-1)! + span);
  const clock: Offsets = offsets(around, tz);
  const shown = clockTimes(at, clock);
  if (months === 0) {
    const { lower, upper } = shifted(shown, BigInt(days) * DAY, center);
    return {
      lower: inTime(instantsAt(lower, clock), at, BigInt(days) * DAY),
      upper: upper === shown ? at : instantsAt(upper, clock),
    };
  }
  if (center) throw new RangeError("Cannot center windows of months: they have no middle");
  return { lower: instantsAt(monthsBefore(shown, months), clock), upper: at };
}

/** Where a zone left out the day on which a window would begin, elapsed days, lest it hold nothing. */
function inTime(lower: BigInt64Array, at: BigInt64Array, length: bigint): BigInt64Array {
  return lower.map((edge, i) => edge < at[i]! ? edge : at[i]! - length);
}

/** The same time of day so many months before, on the last day where a month is too short. */
function monthsBefore(shown: BigInt64Array, months: number): BigInt64Array {
  const known = new Map<bigint, bigint>(); // days by days, since 1970
  const origin = new Temporal.PlainDate(1970, 1, 1);
  return shown.map((moment) => {
    const time = ((moment % DAY) + DAY) % DAY, day = (moment - time) / DAY;
    let before = known.get(day);
    if (before === undefined) {
      const date = origin.add({ days: Number(day) }).subtract({ months });
      known.set(day, before = BigInt(origin.until(date, { largestUnit: "day" }).days));
    }
    return before * DAY + time;
  });
}
