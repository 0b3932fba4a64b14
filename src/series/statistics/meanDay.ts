import { clockFaces, type ZoneClock } from "../clock/localClock.ts";
import { DAY_US } from "../../time/units.ts";
import type { Values } from "../input/readValues.ts";

/** Mean day of a series, in slots of one length from local midnight. */
export interface MeanDay {
  /** Mean of all values in each slot; NaN without values. */
  readonly mean: Float64Array;
  /** Number of values in each slot. */
  readonly count: Uint32Array;
}

/** Averages all values at each time of day; a repeated hour counts twice. */
export function meanDay(
  { at, value }: { readonly at: Float64Array; readonly value: Float64Array },
  clock: ZoneClock,
  length: number,
): MeanDay {
  const slots = DAY_US / length;
  const mean = new Float64Array(slots), count = new Uint32Array(slots);
  const face = clockFaces(at, clock);
  let midnight = NaN;
  for (let i = 0; i < at.length; i++) {
    const own = face[i]!, since = own - midnight;
    if (!(since >= 0 && since < DAY_US)) midnight = Math.floor(own / DAY_US) * DAY_US;
    const slot = Math.floor((own - midnight) / length);
    mean[slot]! += value[i]!;
    count[slot]!++;
  }
  for (let slot = 0; slot < slots; slot++) mean[slot]! /= count[slot]!; // 0 / 0 is NaN
  return { mean, count };
}

/** Lowest or highest part of a mean day. */
export interface Extreme {
  /** Mean of the slots that have values. */
  readonly value: number;
  readonly slot: number;
  /** Number of values in the part. */
  readonly n: number;
}

/** Fraction of a part that must be known for a comparison. */
const KNOWN = 0.9;

/**
 * Returns the part of a mean day, `width` slots wide and possibly across midnight, with the lowest
 * (`sign` -1) or highest (1) mean. The earliest of equal parts counts. Returns `undefined` if no
 * part is nine tenths known.
 *
 * @param first Slot that no part crosses. Default: parts may cross any
 */
export function extreme(
  day: MeanDay,
  width: number,
  sign: -1 | 1,
  first?: number,
): Extreme | undefined {
  const { mean, count } = day, slots = mean.length;
  let sum = 0, known = 0, best = -Infinity, found = -1, scale = 0;
  for (const value of mean) if (Math.abs(value) > scale) scale = Math.abs(value);
  const least = scale * 1e-10; // smaller differences are rounding
  const turn = (slot: number, way: 1 | -1): void => {
    const value = mean[slot % slots]!;
    if (Number.isNaN(value)) return;
    sum += way * value;
    known += way;
  };
  const from = first ?? 0, past = first === undefined ? slots : from + slots - width + 1;
  for (let slot = from; slot < from + width; slot++) turn(slot, 1);
  for (let slot = from; slot < past; slot++) {
    const score = sign * sum / known;
    if (known >= KNOWN * width && (found < 0 || score > best + least)) {
      best = score;
      found = slot;
    }
    turn(slot, -1);
    turn(slot + width, 1);
  }
  if (found < 0) return undefined;
  let total = 0, size = 0, n = 0;
  for (let i = found; i < found + width; i++) {
    const own = count[i % slots]!;
    if (own === 0) continue;
    total += mean[i % slots]!;
    size++;
    n += own;
  }
  return { value: total / size, slot: found % slots, n };
}

/** A daily window on the local clock, possibly across midnight. */
export interface DayWindow {
  /** Start, in microseconds after midnight. */
  readonly from: number;
  /** Length in microseconds. */
  readonly length: number;
}

/**
 * Returns the fraction, 0 to 1, of a daily window's time within a record that values cover. The
 * record runs from its first instant to a usual step after its last. A value covers the usual step
 * after it, up to the next value. Returns 0 if the record misses the window or has no usual step.
 */
export function windowCoverage(
  { at, span, step }: Pick<Values, "at" | "span" | "step">,
  clock: ZoneClock,
  window: DayWindow,
): number {
  const end = span.last + step;
  const whole = timeWithin(clock, window)(span.first, end);
  if (step === 0 || whole === 0) return 0;
  const within = timeWithin(clock, window);
  let covered = 0;
  for (let i = 0; i < at.length;) {
    const begin = at[i]!;
    while (i + 1 < at.length && at[i + 1]! - at[i]! <= step) i++; // values without a gap between them
    covered += within(begin, Math.min(at[i]! + step, at[i + 1] ?? end));
    i++;
  }
  return covered / whole;
}

/** Returns the time of ascending intervals within a daily window. */
function timeWithin(
  { start, offset }: ZoneClock,
  { from, length }: DayWindow,
): (begin: number, end: number) => number {
  /** Returns the time in the window up to a local time, from a fixed midnight. */
  const upTo = (face: number): number => {
    const days = Math.floor((face - from) / DAY_US);
    return days * length + Math.min(face - from - days * DAY_US, length);
  };
  let part = 0;
  return (begin, end) => {
    while (begin >= (start[part + 1] ?? Infinity)) part++;
    let sum = 0, at = begin;
    for (let own = part; at < end; own++) {
      const until = Math.min(end, start[own + 1] ?? Infinity), shift = offset[own]!;
      sum += upTo(until + shift) - upTo(at + shift);
      at = until;
    }
    return sum;
  };
}
