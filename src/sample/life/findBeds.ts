import { Random } from "./random.ts";
import type { SampleNight } from "../nights/sampleNights.ts";
import type { Interval } from "./sampleUntil.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/**
 * Interval in bed, around a real sleep or, if the wrist tracker was not worn, around an unrecorded
 * one.
 */
export interface Bed extends Interval {
  /** Recorded sleep; null if unrecorded. */
  readonly night: SampleNight | null;
}

const MISSED = 8 * HOUR_MS; // length of an unrecorded sleep
const CYCLE = 24 * HOUR_MS;

/**
 * Returns the intervals in bed in order, without overlap: every night with the minutes in bed
 * around it, and evenly spread sleeps of eight hours in gaps of a day or more.
 */
export function findBeds(nights: readonly SampleNight[], seed: number): Bed[] {
  const found: Bed[] = [];
  for (const [i, night] of nights.entries()) {
    const random = new Random(seed, "bed", night.start);
    const start = night.start - Math.round(random.between(3, night.nap ? 8 : 25)) * MINUTE_MS;
    const end = night.end + Math.round(random.between(1, 12)) * MINUTE_MS;
    const before = found.at(-1)?.end ?? -Infinity;
    const after = nights[i + 1]?.start ?? Infinity;
    const bed = {
      start: Math.max(start, Math.min(before + HOUR_MS / 4, night.start)),
      end: Math.min(end, (night.end + after) / 2),
      night,
    };
    found.push(...missed(before, bed.start), bed);
  }
  return found;
}

function missed(from: number, to: number): Bed[] {
  const gap = to - from;
  if (!Number.isFinite(gap)) return [];
  const count = Math.max(0, Math.round((gap - CYCLE + MISSED) / CYCLE));
  const awake = Math.floor((gap - count * MISSED) / (count + 1) / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: count }, (_, k) => {
    const start = from + (k + 1) * awake + k * MISSED;
    return { start, end: start + MISSED, night: null };
  });
}
