import { workoutHeartRates } from "./workoutHeartRates.ts";
import type { Workout } from "../life/findWorkouts.ts";
import { WORKOUT_METRICS, workoutMetrics } from "./workoutMetrics.ts";
import { type Life, simulateLife } from "../life/simulateLife.ts";
import { findAt } from "../life/findAt.ts";
import type { SampleOptions } from "../life/options.ts";
import { Random } from "../life/random.ts";
import { recordId } from "./recordId.ts";
import { round } from "../life/round.ts";
import { toIso } from "./toRecord.ts";
import { type Interval, sampleZone } from "../life/sampleUntil.ts";
import type { Activity } from "../life/segments.ts";
import { deviceReadings } from "./deviceReadings.ts";
import { STEP_METRICS, stepMetrics } from "./stepMetrics.ts";

/** Workout in wire format. */
export type SampleWorkout = {
  apple_workout_id: string;
  /** ISO 8601 in UTC. */
  start_date: string;
  /** ISO 8601 in UTC, exclusive. */
  end_date: string;
  /** Seconds, without pauses. */
  duration: number;
  has_undetermined_duration: boolean;
  workout_activity_type: Activity;
  /** Statistics by data type of the catalog. */
  all_statistics: Record<string, SampleStatistic>;
  source_revision: Record<string, unknown> & { name: string };
  device: Record<string, unknown> & { name: string };
  extras: Record<string, unknown>;
  workout_activities: object[];
  workout_events: object[];
};

/** Mean effort by activity, in multiples of the energy at rest (kcal per hour and kg). */
const METS: Readonly<Record<Activity, number>> = {
  cycling: 7.5,
  running: 9.8,
  strength_training: 5,
  swimming: 6,
  walking: 3.8,
};

const INDOORS: ReadonlySet<Activity> = new Set(["swimming", "strength_training"]);

/** App and tracker that recorded the workouts, with every property. */
const SOURCE_REVISION = {
  name: "Wrist",
  source: { name: "Wrist", bundleIdentifier: "com.example.wrist" },
  version: "11.2",
  productType: "Wrist7,1",
  operatingSystemVersion: [11, 2, 0],
} as const;

const DEVICE = {
  name: "Wrist",
  model: "Wrist",
  manufacturer: "Example",
  hardwareVersion: "Wrist7,1",
  softwareVersion: "11.2",
} as const;

/** Statistic of a workout in wire format: a sum, or an average with its bounds. */
type SampleStatistic = {
  /** Data type of the catalog. */
  quantityType: string;
  /** Unit of the type in the catalog. */
  unit: string;
  sum?: number;
  average?: number;
  minimum?: number;
  maximum?: number;
  startDate: string;
  endDate: string;
  sources: string[];
};

/**
 * Creates the workouts of the sample in order of time: runs and walks in the park, rides, swims and
 * weights, if the wrist tracker recorded them. Their statistics agree with the records of
 * `sampleRecords` for the same seed, and `sampleLocation` has the paths of outdoor workouts.
 *
 * With `days`, only workouts that reach into the last days before `sampleUntil` are created.
 *
 * @param lived The simulated life for these options, if the caller has it.
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function sampleWorkouts(
  options: SampleOptions = {},
  lived: Life = simulateLife(options),
): SampleWorkout[] {
  const { seed, until, from } = lived;
  const wanted = lived.efforts.filter(({ end }) => end > from);
  const within = findAt(wanted);
  const seen = deviceReadings(lived)
    .filter(({ source, start }) => source === "Wrist" && within(start) !== undefined);
  const metrics = [
    ...Object.keys(STEP_METRICS).map((metric) => ({
      metric,
      records: stepMetrics(metric as keyof typeof STEP_METRICS, seen, seed),
    })),
    ...Object.keys(WORKOUT_METRICS).map((metric) => ({
      metric,
      records: workoutMetrics(metric as keyof typeof WORKOUT_METRICS, wanted, seed),
    })),
  ].flatMap(({ metric, records }) => records.map((record) => ({ metric, record })));
  const byEffort = Map.groupBy(metrics, ({ record }) => within(Date.parse(record.start_time)));
  return wanted.map((effort) => {
    const rates = workoutHeartRates(effort, until, seed).map(({ value }) => value);
    const sums = Map.groupBy(byEffort.get(effort) ?? [], ({ metric }) => metric);
    const statistics = [
      toStatistic("HeartRate", "bpm", effort, { rates }),
      ...[...sums].map(([metric, all]) => {
        const sum = round(all.reduce((total, { record }) => total + record.value, 0), 5);
        return toStatistic(metric, all[0]!.record.unit, effort, { sum });
      }),
    ];
    return workout(effort, statistics, seed);
  });
}

function workout(effort: Workout, statistics: SampleStatistic[], seed: number): SampleWorkout {
  const { start, end, activity, segments } = effort;
  const random = new Random(seed, "workout", start);
  const id = recordId(start, random);
  const events: { type: string; startDate: string; endDate: string }[] = [];
  let seconds = (end - start) / 1000;
  if (activity === "strength_training" && random.chance(0.4)) {
    const paused = start + (end - start) / 2, resumed = paused + 180_000;
    for (const [type, at] of [["pause", paused], ["resume", resumed]] as const) {
      events.push({ type, startDate: toIso(at), endDate: toIso(at) });
    }
    seconds -= 180;
  }
  return {
    apple_workout_id: id,
    start_date: toIso(start),
    end_date: toIso(end),
    duration: seconds,
    has_undetermined_duration: false,
    workout_activity_type: activity,
    all_statistics: Object.fromEntries(statistics.map((each) => [each.quantityType, each])),
    source_revision: SOURCE_REVISION,
    device: DEVICE,
    extras: {
      indoor: INDOORS.has(activity),
      HKIndoorWorkout: INDOORS.has(activity) ? 1 : 0,
      HKTimeZone: sampleZone,
      HKAverageMETs: `${round(random.between(0.9, 1.1) * METS[activity], 2)} kcal/hr·kg`,
    },
    workout_activities: segments.map((segment) => ({
      workout_activity_type: activity,
      startDate: toIso(segment.start),
      endDate: toIso(segment.end),
      duration: (segment.end - segment.start) / 1000,
    })),
    workout_events: events,
  };
}

/** Creates the statistic of a data type over an interval from its sum or from all its values. */
function toStatistic(
  quantityType: string,
  unit: string,
  { start, end }: Interval,
  of: { sum: number } | { rates: readonly number[] },
): SampleStatistic {
  const head = { quantityType, unit };
  const tail = { startDate: toIso(start), endDate: toIso(end), sources: ["Wrist"] };
  if ("sum" in of) return { ...head, sum: of.sum, ...tail };
  const total = of.rates.reduce((sum, value) => sum + value, 0);
  return {
    ...head,
    average: round(total / of.rates.length, 2),
    minimum: Math.min(...of.rates),
    maximum: Math.max(...of.rates),
    ...tail,
  };
}
