import type { Bout } from "../life/stepBouts.ts";
import type { Life } from "../life/simulateLife.ts";
import { findAt } from "../life/findAt.ts";
import { Random } from "../life/random.ts";
import type { Interval } from "../life/interval.ts";

/** What one source counted of a bout of steps. */
export interface DeviceReading extends Interval {
  readonly source: "Wrist" | "Phone";
  readonly gait: Bout["gait"];
  readonly steps: number;
  readonly meters: number;
}

const CARRIED: Readonly<Record<Bout["gait"], number>> = { indoors: 0.35, walk: 0.97, run: 0.8 };

/**
 * Gives what the wrist tracker and the phone count of each bout: the tracker unless it is off the
 * wrist, the phone if it is carried, from a little after the start to a little before the end. The
 * two see the same steps, so their counts are not to be added up.
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
