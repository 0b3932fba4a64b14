import { Random } from "../life/random.ts";
import { round } from "../life/round.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import type { DeviceReading } from "./deviceReadings.ts";

/**
 * Derives a cumulative metric from the steps that a source counted; null if the source lacks it.
 */
interface StepMetric {
  readonly unit: string;
  readonly value: (sighting: DeviceReading) => number | null;
}

const METERS_PER_MILE = 1609.344;
const CALORIES_PER_METER: Readonly<Record<DeviceReading["gait"], number>> = {
  indoors: 40,
  walk: 40,
  run: 75,
};

/** Metrics derived from steps. */
export const STEP_METRICS = {
  StepCount: { unit: "steps", value: ({ steps }) => steps },
  DistanceTraveledOnFoot: {
    unit: "mi",
    value: ({ meters }) => round(meters / METERS_PER_MILE, 5),
  },
  // The unit in the catalog is the small calorie: movement burns hundreds of thousands per day.
  ActiveCaloriesBurned: {
    unit: "cal",
    value: ({ source, gait, meters }) =>
      source === "Wrist" ? Math.round(meters * CALORIES_PER_METER[gait]) : null,
  },
} as const satisfies Readonly<Record<string, StepMetric>>;

/** Returns the records of one of these metrics, one per bout and source. */
export function stepMetrics(
  metric: keyof typeof STEP_METRICS,
  sightings: readonly DeviceReading[],
  seed: number,
): SampleRecord[] {
  const { unit, value: valueOf }: StepMetric = STEP_METRICS[metric];
  return sightings.flatMap((sighting) => {
    const value = valueOf(sighting);
    if (value === null) return [];
    const { start, end, source } = sighting;
    const ids = new Random(seed, metric, source, start);
    return [toRecord(start, end, { value, unit, source }, ids)];
  });
}
