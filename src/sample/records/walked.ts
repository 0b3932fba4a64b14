import { Random } from "../life/random.ts";
import { round } from "../life/round.ts";
import { type SampleRecord, sampleRecord } from "./sampleRecord.ts";
import type { Sighting } from "./sightings.ts";

/** How a cumulative metric follows from what a source counted; null where the source has no such. */
interface Walked {
  readonly unit: string;
  readonly value: (sighting: Sighting) => number | null;
}

const METERS_PER_MILE = 1609.344;
const CALORIES_PER_METER: Readonly<Record<Sighting["gait"], number>> = {
  indoors: 40,
  walk: 40,
  run: 75,
};

/** The metrics that follow from the steps. */
export const WALKED = {
  StepCount: { unit: "steps", value: ({ steps }) => steps },
  DistanceTraveledOnFoot: {
    unit: "mi",
    value: ({ meters }) => round(meters / METERS_PER_MILE, 5),
  },
  // The catalog's unit is the small calorie: a person burns hundreds of thousands a day by moving.
  ActiveCaloriesBurned: {
    unit: "cal",
    value: ({ source, gait, meters }) =>
      source === "Wrist" ? Math.round(meters * CALORIES_PER_METER[gait]) : null,
  },
} as const satisfies Readonly<Record<string, Walked>>;

/** Gives the records of one of these metrics, a record for each bout and source that counted it. */
export function walked(
  metric: keyof typeof WALKED,
  sightings: readonly Sighting[],
  seed: number,
): SampleRecord[] {
  const { unit, value: valueOf }: Walked = WALKED[metric];
  return sightings.flatMap((sighting) => {
    const value = valueOf(sighting);
    if (value === null) return [];
    const { start, end, source } = sighting;
    const ids = new Random(seed, metric, source, start);
    return [sampleRecord(start, end, { value, unit, source }, ids)];
  });
}
