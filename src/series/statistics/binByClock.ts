import type { ZoneClock } from "../clock/localClock.ts";
import type { Values } from "../input/readValues.ts";
import { DAY_US } from "../../time/units.ts";

/** A series in consecutive windows of one length on a clock. */
export interface ClockBins {
  /** Mean or sum of each window; NaN without values. */
  readonly value: Float64Array;
  /** Index of each window within its day; -1 without values. */
  readonly slot: Int32Array;
  /** Number of windows per day. */
  readonly perDay: number;
}

/**
 * Returns the means or sums of a series in clock windows, from the window of the first instant to
 * the window of the last. At an offset change a new window starts if the clock moves to a boundary
 * or into another window. A repeated hour is thus two windows with the same slot of the day. A
 * skipped hour has no window, so its neighbours are adjacent.
 *
 * A window with missing values has no sum, which would be too small. A value is expected at each
 * usual step up to the last instant.
 *
 * @param length Length that divides a day, in microseconds.
 */
export function binByClock(
  { at, value, span, step }: Values,
  clock: ZoneClock,
  length: number,
  reduce: "mean" | "sum" = "mean",
): ClockBins {
  const base = windowBases(clock, length);
  const perDay = DAY_US / length;
  const windowAt = (time: number, part: number): number =>
    base[part]! + Math.floor((time + clock.offset[part]!) / length);
  const first = windowAt(span.first, partOf(span.first, clock));
  const count = at.length === 0 ? 0 : windowAt(span.last, partOf(span.last, clock)) - first + 1;
  const means = new Float64Array(count).fill(NaN), slot = new Int32Array(count).fill(-1);
  const full = Math.max(1, Math.floor(length / step) || 1); // values of a window without gaps
  let sum = 0, size = 0;
  for (
    let i = 0,
      part = 0,
      from = 0,
      until = -Infinity,
      change = Infinity,
      window = -1,
      own = 0;
    i <= at.length;
    i++
  ) {
    const time = i < at.length ? at[i]! : Infinity;
    if (time >= until) { // divide only here: a division for each value would dominate the run time
      if (size > 0 && (reduce === "mean" || size >= countDue(from, until, span, step))) {
        means[window] = reduce === "mean" ? sum / size : sum;
        slot[window] = own;
      }
      if (i === at.length) break;
      const next = until + length;
      if (time < next && next <= change) { // the usual case, without a division
        window++;
        own = own + 1 === perDay ? 0 : own + 1;
        from = until;
        until = next;
        sum = size = 0;
      } else {
        while (time >= (clock.start[part + 1] ?? Infinity)) part++;
        change = clock.start[part + 1] ?? Infinity;
        const before = window, shift = clock.offset[part]!;
        const label = Math.floor((time + shift) / length);
        own = ((label % perDay) + perDay) % perDay;
        window = base[part]! + label - first;
        from = label * length - shift;
        until = Math.min((label + 1) * length - shift, change);
        if (window !== before) sum = size = 0;
      }
    }
    // Values are in order, so if the last value of a full window is in it, so are the others.
    const past = i + full;
    if (past <= at.length && at[past - 1]! < until) {
      for (; i < past - 1; i++) sum += value[i]!;
      size += full - 1;
    }
    sum += value[i]!;
    size++;
  }
  return { value: means, slot, perDay };
}

/**
 * Returns the expected number of values per window, at each usual step from first to last instant.
 */
function countDue(
  from: number,
  until: number,
  { first, last }: Values["span"],
  step: number,
): number {
  const before = (time: number): number => Math.max(0, Math.ceil((time - first) / step));
  return step === 0 ? 1 : before(Math.min(until, last + 1)) - before(from);
}

function partOf(time: number, { start }: ZoneClock): number {
  return start.findLastIndex((from) => from <= time);
}

/** Returns, for each interval of the clock, the number to add to a window's index in local time. */
function windowBases({ start, offset }: ZoneClock, length: number): number[] {
  const base = [0];
  for (let part = 1; part < start.length; part++) {
    const at = start[part]!;
    const before = Math.ceil((at + offset[part - 1]!) / length) - 1; // last window before the change
    const face = at + offset[part]!, label = Math.floor(face / length);
    const isNew = face % length === 0 || label !== before;
    base.push(base[part - 1]! + before + (isNew ? 1 : 0) - label);
  }
  return base;
}
