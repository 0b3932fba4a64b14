import type { Awake } from "./planDays.ts";
import { Random } from "./random.ts";
import type { Segment } from "./segments.ts";
import type { Interval } from "./sampleUntil.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Bout of steps. */
export interface Bout extends Interval {
  /** Steps during a stay are `indoors`. */
  readonly gait: "indoors" | "walk" | "run";
  readonly steps: number;
  readonly meters: number;
}

const LONGEST = 15 * MINUTE_MS;
const STRIDE = { indoors: 0.6, walk: 0.75, run: 1.05 } as const; // metres per step
const PER_HOUR = { home: 0.9, work: 1.3, park: 0, pool: 0, gym: 0 } as const; // bouts per hour during a stay

/**
 * Returns the bouts of steps in an interval awake, in order and without overlap, each of 1 to 15
 * minutes.
 */
export function stepBouts(awake: Awake, seed: number): Bout[] {
  const random = new Random(seed, "bouts", awake.start);
  return awake.segments.flatMap((segment) => {
    if (segment.gait === "still") return indoors(segment, random);
    return segment.gait === "ride" ? [] : outdoors(segment, segment.gait);
  });
}

function outdoors(segment: Segment, gait: "walk" | "run"): Bout[] {
  const length = segment.end - segment.start;
  const count = Math.ceil(length / LONGEST);
  return Array.from({ length: count }, (_, i) => {
    const meters = segment.meters / count;
    return {
      start: segment.start + second(length * i / count),
      end: segment.start + second(length * (i + 1) / count),
      gait,
      steps: Math.round(meters / STRIDE[gait]),
      meters,
    };
  });
}

function indoors(segment: Segment, random: Random): Bout[] {
  const found: Bout[] = [];
  if (PER_HOUR[segment.place ?? "home"] === 0) return found;
  const mean = HOUR_MS / PER_HOUR[segment.place ?? "home"];
  let now = segment.start;
  while (true) {
    const start = now + MINUTE_MS + second(-mean * Math.log(1 - random.between(0, 1)));
    const end = start + second(random.between(1, 6) * MINUTE_MS);
    if (end > segment.end - MINUTE_MS) return found;
    const steps = Math.round(random.between(40, 90) * (end - start) / MINUTE_MS);
    found.push({ start, end, gait: "indoors", steps, meters: steps * STRIDE.indoors });
    now = end;
  }
}

function second(milliseconds: number): number {
  return Math.round(milliseconds / 1000) * 1000;
}
