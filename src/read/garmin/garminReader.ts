import type { ExportFile } from "../export/exportFile.ts";
import { eachInTurns } from "../export/pause.ts";
import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { jsonRecord } from "../rules/jsonRecord.ts";
import { FIT } from "../fit/fitReader.ts";
import { addDay, addHealthStatus, addOxygenUptake } from "./garminDays.ts";
import { addNight } from "./garminNights.ts";
import { type GarminRecord, readGarminEntries } from "./garminRecord.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { addFigures, type GarminFigure, SOURCE } from "./garminFigures.ts";

/**
 * Reads the export of a Garmin account: a zip file with JSON files in `DI_CONNECT`, and zip files
 * of the FIT files that devices uploaded. Format:
 * https://github.com/Wewoc/Garmin_Local_Archive/blob/main/garmin/garmin_import.py,
 * https://github.com/pe-st/garmin-connect-export/issues/7 (FIT files). Units:
 * https://github.com/arpanghosh8453/garmin-grafana/pull/278 (milliseconds, centimetres),
 * https://github.com/Taxuspt/garmin_mcp/pull/296 ("calories" are 4.19 times kilocalories).
 *
 * Weights are in grams. Times without a zone are GMT if their name says so. A night belongs to its
 * wake-up date and only has totals: its stages are in the FIT files. 0 or a negative stress means
 * that nothing was measured. Totals of days, nights and workouts only count without finer data of
 * the same time.
 */
export const GARMIN: MakerReader = {
  name: "garmin",
  title: "Garmin export",
  rules: [
    rule(/_sleepData\.json$/i, addNight),
    rule(/(?:^|\/)UDSFile_[^/]*\.json$/i, addDay),
    rule(/_healthStatusData\.json$/i, addHealthStatus),
    rule(/(?:^|\/)MetricsMaxMetData_[^/]*\.json$/i, addOxygenUptake),
    rule(/_userBioMetrics\.json$/i, addWeight),
    rule(/_summarizedActivities\.json$/i, addActivity, "summarizedActivitiesExport"),
    ...FIT.rules,
  ],
  finish: (context) => FIT.finish?.(context),
  mark:
    /_(?:sleepData|healthStatusData|userBioMetrics|summarizedActivities)\.json$|UDSFile_[^/]*\.json$/i,
};

function rule(
  name: RegExp,
  add: (record: GarminRecord, context: RuleContext) => void | Promise<void>,
  wrapped?: string,
): FileRule {
  return {
    name,
    read: async (file: ExportFile, context) => {
      const entries = await readGarminEntries(file, context, wrapped);
      await eachInTurns(
        entries,
        context.pause,
        (entry, at) => add(jsonRecord(entry, `entry ${at + 1}`), context),
      );
    },
  };
}

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
function addWeight(record: GarminRecord, context: RuleContext): void {
  const { collector } = context, time = record.text("weight", "timestampGMT");
  if (record.number("weight", "weight") === undefined || time === undefined) return;
  const start = exportTimes(collector, "UTC").at(time, record.where);
  if (start !== undefined) addFigures([WEIGHT], record, { start, end: start }, context);
}
