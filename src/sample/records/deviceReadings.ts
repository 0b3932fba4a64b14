import type { Bout } from "../life/stepBouts.ts";
import type { Life } from "../life/simulateLife.ts";
import { findAt } from "../life/findAt.ts";
import { Random } from "../life/random.ts";
import type { Interval } from "../life/sampleUntil.ts";

/** Steps of a bout as one source counted them. */
export interface DeviceReading extends Interval {
  readonly source: "Wrist" | "Phone";
  readonly gait: Bout["gait"];
  readonly steps: number;
  readonly meters: number;
}

const CARRIED: Readonly<Record<Bout["gait"], number>> = { indoors: 0.35, walk: 0.97, run: 0.8 };

/**
 * Returns the steps of each bout as counted by the wrist tracker, unless it is off the wrist, and
 * by the phone, if the person carries it: from shortly after the start to shortly before the end.
 * Both count the same steps, so their counts must not be added.
 */
export function deviceReadings({ bouts, offWrist, seed }: Life): DeviceReading[] {
  const off = findAt(offWrist);
  return bouts.flatMap((bout) => {
    const { start, end, gait, steps, meters } = bout;
    const random = new Random(seed, "sighting", start);
    const seen: DeviceReading[] = [];
    const share = random.between(0.97, 1.03);
    if (off(start) === undefined && off(end) === undefined) {
      seen.push({ start, end, gait, source: "Wrist", ...count(steps, meters, share) });
    }
    const late = Math.floor(random.between(0, 20)) * 1000;
    const early = Math.floor(random.between(0, 20)) * 1000;
    if (random.chance(CARRIED[gait])) {
      const interval = { start: start + late, end: end - early };
      const part = (interval.end - interval.start) / (end - start) * random.between(0.92, 1);
      seen.push({ ...interval, gait, source: "Phone", ...count(steps, meters, part) });
    }
    return seen;
  });
}

function count(steps: number, meters: number, share: number): { steps: number; meters: number } {
  return { steps: Math.round(steps * share), meters: meters * share };
}
