import { effortRates } from "./effortRates.ts";
import type { Effort } from "../life/efforts.ts";
import { EXERTED, exerted } from "./exerted.ts";
import { type Life, life } from "../life/life.ts";
import { lookup } from "../life/lookup.ts";
import type { SampleOptions } from "../life/options.ts";
import { Random } from "../life/random.ts";
import { recordId } from "./recordId.ts";
import { round } from "../life/round.ts";
import { iso } from "./sampleRecord.ts";
import { sampleZone } from "../nights/sampleZone.ts";
import type { Activity } from "../life/segments.ts";
import { sightings } from "./sightings.ts";
import { type SampleStatistic, statistic } from "./statistic.ts";
import { WALKED, walked } from "./walked.ts";

/** A workout as the wire names its fields (interface 2.7). */
export type SampleWorkout = {
  apple_workout_id: string;
  /** ISO 8601 in UTC. */
  start_date: string;
  /** ISO 8601 in UTC, exclusive. */
  end_date: string;
  /** Seconds, pauses left out. */
  duration: number;
  has_undetermined_duration: boolean;
  workout_activity_type: Activity;
  /** By data type of the catalog. */
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

/** The app that followed them, and the tracker, with all that can be said of them. */
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

/**
 * Makes the workouts of the sample, in order of time: runs and walks in the park, rides, swims and
 * weights, those that the wrist tracker followed. Their statistics are those of the records that
 * `sampleRecords` of the same seed has in them, and `sampleLocation` has the way of those outdoors.
 *
 * With `days`, a workout counts when it reaches into the last days before `sampleUntil`.
 *
 * @param lived The life of these options, where it is at hand.
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export function sampleWorkouts(
  options: SampleOptions = {},
  lived: Life = life(options),
): SampleWorkout[] {
  const { seed, until, from } = lived;
  const wanted = lived.efforts.filter(({ end }) => end > from);
  const within = lookup(wanted);
  const seen = sightings(lived)
    .filter(({ source, start }) => source === "Wrist" && within(start) !== undefined);
  const metrics = [
    ...Object.keys(WALKED).map((metric) => ({
      metric,
      records: walked(metric as keyof typeof WALKED, seen, seed),
    })),
    ...Object.keys(EXERTED).map((metric) => ({
      metric,
      records: exerted(metric as keyof typeof EXERTED, wanted, seed),
    })),
  ].flatMap(({ metric, records }) => records.map((record) => ({ metric, record })));
  const byEffort = Map.groupBy(metrics, ({ record }) => within(Date.parse(record.start_time)));
  return wanted.map((effort) => {
    const rates = effortRates(effort, until, seed).map(({ value }) => value);
    const sums = Map.groupBy(byEffort.get(effort) ?? [], ({ metric }) => metric);
    const statistics = [
      statistic("HeartRate", "bpm", effort, { rates }),
      ...[...sums].map(([metric, all]) => {
        const sum = round(all.reduce((total, { record }) => total + record.value, 0), 5);
        return statistic(metric, all[0]!.record.unit, effort, { sum });
      }),
    ];
    return workout(effort, statistics, seed);
  });
}

function workout(effort: Effort, statistics: SampleStatistic[], seed: number): SampleWorkout {
  const { start, end, activity, segments } = effort;
  const random = new Random(seed, "workout", start);
  const id = recordId(start, random);
  const events: { type: string; startDate: string; endDate: string }[] = [];
  let seconds = (end - start) / 1000;
  if (activity === "strength_training" && random.chance(0.4)) {
    const paused = start + (end - start) / 2, resumed = paused + 180_000;
    for (const [type, at] of [["pause", paused], ["resume", resumed]] as const) {
      events.push({ type, startDate: iso(at), endDate: iso(at) });
    }
    seconds -= 180;
  }
  return {
    apple_workout_id: id,
    start_date: iso(start),
    end_date: iso(end),
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
      startDate: iso(segment.start),
      endDate: iso(segment.end),
      duration: (segment.end - segment.start) / 1000,
    })),
    workout_events: events,
  };
}
