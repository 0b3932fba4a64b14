import { exportTimes } from "../export/exportTimes.ts";
import type { RuleContext } from "../export/readExport.ts";
import { addFigures, type GarminFigure, SOURCE } from "./garminFigures.ts";
import type { GarminRecord } from "./garminRecord.ts";

/** Garmin's own factor from kilocalories to the kilojoules on file. */
const KILOJOULES_A_KILOCALORIE = 4.19;

const WORKOUT: readonly GarminFigure[] = [
  { path: ["avgHr"], other: "workout_average_heart_rate", unit: "bpm", least: 1 },
  { path: ["maxHr"], other: "workout_max_heart_rate", unit: "bpm", least: 1 },
  { path: ["aerobicTrainingEffect"], other: "aerobic_training_effect", unit: "score" },
  { path: ["anaerobicTrainingEffect"], other: "anaerobic_training_effect", unit: "score" },
];

/** Adds an activity: durations in milliseconds, distance in centimetres, energy in kilojoules. */
export function addActivity(record: GarminRecord, context: RuleContext): void {
  const { collector } = context, { where } = record;
  const begun = record.number("beginTimestamp") ?? record.number("startTimeGmt");
  const timed = record.number("duration");
  if (begun === undefined || timed === undefined) {
    return collector.skip("it has no start or no length", where);
  }
  const start = begun * 1000, elapsed = record.number("elapsedDuration") ?? timed;
  const distance = record.number("distance"), energy = record.number("calories");
  const span = { start, end: start + Math.round(elapsed * 1000) };
  collector.workout({
    ...span,
    duration_s: timed / 1000,
    distance_m: distance === undefined ? undefined : distance / 100,
    energy_kcal: energy === undefined ? undefined : energy / KILOJOULES_A_KILOCALORIE,
    activity: record.text("activityType")?.replaceAll("_", " "),
    source: SOURCE,
  }, where);
  addFigures(WORKOUT, record, span, context);
}

const WEIGHT: GarminFigure = {
  path: ["weight", "weight"],
  metric: "Weight",
  unit: "kg",
  least: 1,
  divisor: 1000,
};

/** Adds a weight, which is in grams on file. */
export function addWeight(record: GarminRecord, context: RuleContext): void {
  const { collector } = context, time = record.text("weight", "timestampGMT");
  if (record.number("weight", "weight") === undefined || time === undefined) return;
  const start = exportTimes(collector, "UTC").at(time, record.where);
  if (start !== undefined) addFigures([WEIGHT], record, { start, end: start }, context);
}
