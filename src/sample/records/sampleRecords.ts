import { EXERTED, exerted } from "./exerted.ts";
import { heartRate } from "./heartRate.ts";
import { type Life, life } from "../life/life.ts";
import { meals } from "./meals.ts";
import type { SampleOptions } from "../life/options.ts";
import type { SampleRecord } from "./sampleRecord.ts";
import { sightings } from "./sightings.ts";
import { sleepStages } from "./sleepStages.ts";
import { since } from "./since.ts";
import { vitals } from "./vitals.ts";
import { walked } from "./walked.ts";
import { weight } from "./weight.ts";

/** Records of one data type, to be ingested in one go. */
export interface SampleBatch {
  /** Name of the data type in the catalog. */
  readonly data_type: string;
  /** At most 20 000 records, in about the order of time. */
  readonly records: SampleRecord[];
}

const BATCH = 20_000;

/**
 * Makes the metric records of the sample data, in batches of at most 20 000 records of one data type.
 *
 * The nights of source "Wrist" are real (see `sampleNights`); all else is made to agree with them and is decided
 * by the seed: equal options give equal records, ids included, and ingesting them again changes
 * nothing. With `days`, a record counts when it reaches into the last days before `sampleUntil`.
 *
 * @param lived The life of these options, where it is at hand.
 * @throws {RangeError} if the seed is no whole number or the days are not above 0
 */
export function* sampleRecords(
  options: SampleOptions = {},
  lived: Life = life(options),
): Generator<SampleBatch, void> {
  const { seed } = lived;
  yield* batches("SleepStage", sleepStages(lived), lived.from);
  yield* batches("HeartRate", heartRate(lived), lived.from);
  const { resting, sdnn } = vitals(lived);
  yield* batches("RestingHeartRate", resting, lived.from);
  yield* batches("HeartRateVariabilitySDNN", sdnn, lived.from);
  const seen = sightings(lived);
  for (const metric of ["StepCount", "DistanceTraveledOnFoot"] as const) {
    yield* batches(metric, walked(metric, seen, seed), lived.from);
  }
  const burned = "ActiveCaloriesBurned";
  const all = [...walked(burned, seen, seed), ...exerted(burned, lived.efforts, seed)];
  all.sort((a, b) => a.start_time < b.start_time ? -1 : 1);
  yield* batches(burned, all, lived.from);
  for (const metric of Object.keys(EXERTED) as (keyof typeof EXERTED)[]) {
    if (metric !== burned) yield* batches(metric, exerted(metric, lived.efforts, seed), lived.from);
  }
  yield* batches("Weight", weight(lived), lived.from);
  yield* batches("CaloriesConsumed", meals(lived), lived.from);
}

function* batches(
  data_type: string,
  records: readonly SampleRecord[],
  from: number,
): Generator<SampleBatch, void> {
  const wanted = since(records, from);
  for (let i = 0; i < wanted.length; i += BATCH) {
    yield { data_type, records: wanted.slice(i, i + BATCH) };
  }
}
