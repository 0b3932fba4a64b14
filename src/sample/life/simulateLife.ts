import { type Awake, planDays } from "./planDays.ts";
import { type Bed, findBeds } from "./findBeds.ts";
import { type Bout, stepBouts } from "./stepBouts.ts";
import { findWorkouts, type Workout } from "./findWorkouts.ts";
import { readOptions, type SampleOptions } from "./options.ts";
import { type SampleNight, sampleNights } from "../nights/sampleNights.ts";
import type { Interval } from "./sampleUntil.ts";
import { Random } from "./random.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Simulated life of the person; all sample records are derived from it. */
export interface Life {
  readonly seed: number;
  /** Earliest requested instant in milliseconds UTC; records that end before it are omitted. */
  readonly from: number;
  /** Start of the first bed. */
  readonly start: number;
  /** End of the last night and of the simulation. */
  readonly until: number;
  /** Real nights. */
  readonly nights: readonly SampleNight[];
  readonly beds: readonly Bed[];
  readonly awake: readonly Awake[];
  readonly offWrist: readonly Interval[];
  readonly bouts: readonly Bout[];
  /** Workouts recorded by the wrist tracker. */
  readonly efforts: readonly Workout[];
}

/**
 * Simulates the life behind the sample.
 *
 * @throws {RangeError} if an option is out of range
 */
export function simulateLife(options: SampleOptions = {}): Life {
  const { seed, from } = readOptions(options);
  const nights = sampleNights();
  const until = nights.at(-1)!.end;
  const margin = from - 36 * HOUR_MS; // a margin, so that the first records have their context
  const inBed = findBeds(nights, seed);
  const days = planDays(inBed, margin, until, seed);
  const off = offWristIntervals(inBed, days, seed);
  return {
    seed,
    from,
    start: inBed[0]!.start,
    until,
    nights: nights.filter((night) => night.end > margin),
    beds: inBed.filter((bed) => bed.end > margin),
    awake: days,
    offWrist: off,
    bouts: days.flatMap((day) => stepBouts(day, seed)),
    efforts: findWorkouts(days, off),
  };
}

/**
 * Returns the intervals without measurements of the wrist tracker, in order and without overlap:
 * while it charges, sometimes for hours, and around every unrecorded sleep.
 */
function offWristIntervals(
  beds: readonly Bed[],
  awake: readonly Awake[],
  seed: number,
): Interval[] {
  const missed = beds.filter((bed) => bed.night === null);
  const before = new Map(missed.map((bed) => [bed.end, bed]));
  const after = new Map(missed.map((bed) => [bed.start, bed]));
  const intervals: Interval[] = [...missed];
  for (const { start, end } of awake) {
    const random = new Random(seed, "off wrist", start);
    const length = end - start;
    if (before.has(start) && after.has(end)) intervals.push({ start, end });
    else if (before.has(start)) intervals.push({ start, end: start + length / 4 });
    else if (after.has(end)) intervals.push({ start: end - length / 4, end });
    if (length > 2 * HOUR_MS && random.chance(0.6)) {
      const at = start + random.between(0.02, 0.9) * (length - 80 * MINUTE_MS);
      intervals.push({ start: at, end: at + random.between(25, 80) * MINUTE_MS });
    }
    if (length > 12 * HOUR_MS && random.chance(0.04)) {
      const at = start + random.between(1, 4) * HOUR_MS;
      intervals.push({ start: at, end: at + random.between(4, 7) * HOUR_MS });
    }
  }
  return union(intervals);
}

function union(intervals: readonly Interval[]): Interval[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
