import type { Bout } from "../life/bouts.ts";
import type { Life } from "../life/life.ts";
import { lookup } from "../life/lookup.ts";
import { Random } from "../life/random.ts";
import type { Span } from "../life/span.ts";

/** What one source counted of a bout of steps. */
export interface Sighting extends Span {
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
export function sightings({ bouts, offWrist, seed }: Life): Sighting[] {
  const off = lookup(offWrist);
  return bouts.flatMap((bout) => {
    const { start, end, gait, steps, meters } = bout;
    const random = new Random(seed, "sighting", start);
    const seen: Sighting[] = [];
    const share = random.between(0.97, 1.03);
    if (off(start) === undefined && off(end) === undefined) {
      seen.push({ start, end, gait, source: "Wrist", ...count(steps, meters, share) });
    }
    const late = Math.floor(random.between(0, 20)) * 1000;
    const early = Math.floor(random.between(0, 20)) * 1000;
    if (random.chance(CARRIED[gait])) {
      const span = { start: start + late, end: end - early };
      const part = (span.end - span.start) / (end - start) * random.between(0.92, 1);
      seen.push({ ...span, gait, source: "Phone", ...count(steps, meters, part) });
    }
    return seen;
  });
}

function count(steps: number, meters: number, share: number): { steps: number; meters: number } {
  return { steps: Math.round(steps * share), meters: meters * share };
}
