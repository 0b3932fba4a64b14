import type { Workout } from "../life/findWorkouts.ts";
import { Random } from "../life/random.ts";
import { round } from "../life/round.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import type { Activity } from "../life/segments.ts";
import { MINUTE_MS } from "../../time/units.ts";

/** Derives a cumulative metric from a workout that is not on foot. */
interface WorkoutMetric {
  readonly unit: string;
  /** Value from the metres and minutes of an activity; absent for activities without the metric. */
  readonly value: Partial<Record<Activity, (meters: number, minutes: number) => number>>;
}

const METERS_PER_MILE = 1609.344;
const LONGEST = 5 * MINUTE_MS;

/** Metrics of rides, swims and weights; `WALKED` has the metrics on foot. */
export const WORKOUT_METRICS = {
  // The unit is the small calorie, as in `WALKED`.
  ActiveCaloriesBurned: {
    unit: "cal",
    value: {
      cycling: (meters) => Math.round(meters * 27),
      swimming: (meters) => Math.round(meters * 220),
      strength_training: (_, minutes) => Math.round(minutes * 5200),
    },
  },
  DistanceTraveledCycling: {
    unit: "mi",
    value: { cycling: (meters) => round(meters / METERS_PER_MILE, 5) },
  },
  DistanceTraveledSwimming: { unit: "m", value: { swimming: (meters) => round(meters, 1) } },
  SwimmingStrokeCount: {
    unit: "strokes",
    value: { swimming: (meters) => Math.round(meters * 0.72) },
  },
} as const satisfies Readonly<Record<string, WorkoutMetric>>;

/**
 * Returns the records of one of these metrics from the source "Wrist", each of at most five
 * minutes.
 */
export function workoutMetrics(
  metric: keyof typeof WORKOUT_METRICS,
  efforts: readonly Workout[],
  seed: number,
): SampleRecord[] {
  const { unit, value }: WorkoutMetric = WORKOUT_METRICS[metric];
  return efforts.flatMap(({ activity, segments, start }) => {
    const valueOf = value[activity];
    if (valueOf === undefined) return [];
    const ids = new Random(seed, metric, "exerted", start);
    return segments.flatMap((segment) => {
      const length = segment.end - segment.start, count = Math.ceil(length / LONGEST);
      const edge = (i: number) => segment.start + Math.round(length * i / count / 1000) * 1000;
      return Array.from({ length: count }, (_, i) => {
        const interval = { start: edge(i), end: edge(i + 1) };
        const part = (interval.end - interval.start) / length;
        const value = valueOf(segment.meters * part, length * part / MINUTE_MS);
        return toRecord(interval.start, interval.end, { value, unit, source: "Wrist" }, ids);
      });
    });
  });
}
