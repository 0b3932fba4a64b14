import { WORKOUT_METRICS, workoutMetrics } from "./workoutMetrics.ts";
import { heartRateRecords } from "./heartRateRecords.ts";
import { restingHeartRate } from "./workoutHeartRates.ts";
import { type Life, simulateLife } from "../life/simulateLife.ts";
import { mealRecords } from "./mealRecords.ts";
import type { SampleOptions } from "../life/options.ts";
import { type SampleRecord, toRecord } from "./toRecord.ts";
import { deviceReadings } from "./deviceReadings.ts";
import { sleepStageRecords } from "./sleepStageRecords.ts";
import { dropBefore } from "./dropBefore.ts";
import { stepMetrics } from "./stepMetrics.ts";
import { Random } from "../life/random.ts";
import { round } from "../life/round.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Records of one data type for one upload. */
export interface SampleBatch {
  /** Name of the data type in the catalog. */
  readonly data_type: string;
  /** At most 20 000 records, roughly in order of time. */
  readonly records: SampleRecord[];
}

const BATCH = 20_000;

/** Scale, with every property. */
const SOURCE = {
  name: "Scale",
  version: "2.4.0",
  productType: "Scale2,1",
  operatingSystemVersion: [2, 4, 0],
  sourceBundleIdentifier: "com.example.scale",
} as const;

const DEVICE = {
  name: "Scale",
  model: "Body 2",
  manufacturer: "Example",
  hardwareVersion: "1.1",
  softwareVersion: "2.4.0",
} as const;

/**
 * Creates the metric records of the sample, in batches of at most 20 000 records of one data type.
 *
 * The nights of the source "Wrist" are real (see `sampleNights`). All other records agree with them
 * and are determined by the seed: equal options give equal records with equal ids, so sending them
 * again has no effect. With `days`, only records that reach into the last days before `sampleUntil`
 * are created.
 *
 * @param lived The simulated life for these options, if the caller has it.
 * @throws {RangeError} if the seed is not an integer or `days` is not above 0
 */
export function* sampleRecords(
  options: SampleOptions = {},
  lived: Life = simulateLife(options),
): Generator<SampleBatch, void> {
  const { seed } = lived;
  yield* batches("SleepStage", sleepStageRecords(lived), lived.from);
  yield* batches("HeartRate", heartRateRecords(lived), lived.from);
  const { resting, sdnn } = vitalRecords(lived);
  yield* batches("RestingHeartRate", resting, lived.from);
  yield* batches("HeartRateVariabilitySDNN", sdnn, lived.from);
  const seen = deviceReadings(lived);
  for (const metric of ["StepCount", "DistanceTraveledOnFoot"] as const) {
    yield* batches(metric, stepMetrics(metric, seen, seed), lived.from);
  }
  const burned = "ActiveCaloriesBurned";
  const all = [...stepMetrics(burned, seen, seed), ...workoutMetrics(burned, lived.efforts, seed)];
  all.sort((a, b) => a.start_time < b.start_time ? -1 : 1);
  yield* batches(burned, all, lived.from);
  for (const metric of Object.keys(WORKOUT_METRICS) as (keyof typeof WORKOUT_METRICS)[]) {
    if (metric !== burned) {
      yield* batches(metric, workoutMetrics(metric, lived.efforts, seed), lived.from);
    }
  }
  yield* batches("Weight", weightRecords(lived), lived.from);
  yield* batches("CaloriesConsumed", mealRecords(lived), lived.from);
}

function* batches(
  data_type: string,
  records: readonly SampleRecord[],
  from: number,
): Generator<SampleBatch, void> {
  const wanted = dropBefore(records, from);
  for (let i = 0; i < wanted.length; i += BATCH) {
    yield { data_type, records: wanted.slice(i, i + BATCH) };
  }
}

/**
 * Returns, for each main sleep of at least three hours, the RestingHeartRate at its end and the
 * HeartRateVariabilitySDNN during it, from the source "Wrist".
 */
function vitalRecords(
  { nights, seed }: Life,
): { resting: SampleRecord[]; sdnn: SampleRecord[] } {
  const resting: SampleRecord[] = [];
  const sdnn: SampleRecord[] = [];
  let day = NaN;
  for (const { start, end, nap } of nights) {
    if (nap || end - start < 3 * HOUR_MS || Math.floor(end / DAY_MS) === day) continue;
    day = Math.floor(end / DAY_MS);
    const random = new Random(seed, "vitals", start);
    const rate = restingHeartRate(end, seed);
    const variability = round(47 - 2 * (rate - 56) + random.normal(0, 4), 1);
    const bpm = { value: Math.round(rate), unit: "bpm", source: "Wrist" };
    const ms = { value: variability, unit: "ms", source: "Wrist" };
    resting.push(toRecord(end, null, bpm, random));
    sdnn.push(toRecord(start, end, ms, random));
  }
  return { resting, sdnn };
}

/**
 * Returns the Weight records (lb, source "Scale"): after getting up, on most Sundays and a few
 * other days.
 */
function weightRecords({ awake, seed }: Life): SampleRecord[] {
  return awake.flatMap(({ start, end, date }) => {
    const random = new Random(seed, "Weight", start);
    const wanted = random.chance(date.dayOfWeek === 7 ? 0.85 : 0.06);
    if (!wanted || end - start < 4 * HOUR_MS) return [];
    const at = start + Math.round(random.between(8, 40)) * MINUTE_MS;
    const trend = 167 + 3 * Math.cos(2 * Math.PI * start / (365 * DAY_MS));
    const value = Math.round((trend + random.normal(0, 0.7)) * 5) / 5;
    const fields = { value, unit: "lb", source: SOURCE, device: DEVICE };
    return [toRecord(at, null, fields, random)];
  });
}
