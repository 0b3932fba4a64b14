import { isZone } from "../../time/zone.ts";
import { type ExportFile, readText } from "../export/exportFile.ts";
import { headNames, readExportTable } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import type { FileRule, MakerReader } from "../export/readExport.ts";
import { readCsvRows } from "../../frame/formats/csv.ts";
import {
  daily,
  entriesOf,
  exercise,
  heartRate,
  isKnownWorkout,
  KNOWN_WORKOUT,
  minutes,
  sleepLog,
  weight,
} from "./fitbitJson.ts";
import { fitbitKnown } from "./sleepLogs.ts";
import { CSV_RULE } from "./fitbitCsv.ts";
import { FIGURE_RULES } from "./fitbitTables.ts";

/** Files of `Global Export Data`; in older exports, they are in other folders. */
const json = (name: string): RegExp =>
  new RegExp(String.raw`(?:^|/)${name}-(?:\d{4}-\d\d-\d\d|\d+)\.json$`);
const google = (name: string): RegExp =>
  new RegExp(String.raw`(?:^|/)${name}(?:_\d{4}-\d\d-\d\d)?\.csv$`);

const LOG_RULES: readonly FileRule[] = [
  { name: json("steps"), gives: ["StepCount"], read: entriesOf(minutes("StepCount", "steps")) },
  {
    name: json("distance"),
    gives: ["DistanceTraveledOnFoot"],
    read: entriesOf(minutes("DistanceTraveledOnFoot", "m", 0.01)),
  },
  {
    name: json("heart_rate"),
    gives: ["HeartRate"],
    read: entriesOf(heartRate),
    unless: google("heart_rate"),
  },
  {
    name: json("resting_heart_rate"),
    gives: ["RestingHeartRate"],
    read: entriesOf(daily("RestingHeartRate", "bpm", "value")),
    unless: google("daily_resting_heart_rate"),
  },
  {
    name: json("demographic_vo2_max"),
    gives: ["VO2Max"],
    read: entriesOf(daily("VO2Max", "mL/min·kg", "filteredDemographicVO2Max")),
  },
  {
    name: json("weight"),
    gives: ["Weight", "BodyFatPercentage", "BodyMassIndex"],
    read: entriesOf(weight),
    unless: google("weight"),
  },
  { name: json("exercise"), gives: ["workouts"], read: entriesOf(exercise) },
  { name: json("sleep"), gives: ["sleep"], read: entriesOf(sleepLog) },
];

const STAGES: Readonly<Record<string, number>> = {
  AWAKE: 2,
  LIGHT: 3,
  DEEP: 4,
  REM: 5,
  ASLEEP: 1,
  RESTLESS: 2,
};

/** Tables whose rows have a start and an end. */
const SPAN_RULES: readonly FileRule[] = [
  {
    name: google("UserSleepStages"),
    gives: ["sleep"],
    unless: json("sleep"),
    read: async (file, { collector, tz, pause }) => {
      const needs = ["sleep_stage_type", "sleep_stage_start", "sleep_stage_end"];
      const times = exportTimes(collector, tz);
      await readExportTable(file, { needs, collector, pause }, ({ text, where }) => {
        const word = text("sleep_stage_type"), stage = STAGES[word ?? ""];
        if (stage === undefined) return collector.skip("its stage is unknown", where, word);
        const span = times.span(text("sleep_stage_start"), text("sleep_stage_end"), where);
        // Both kinds of logs use AWAKE: the stages around it show which kind this is.
        const known = stage === 2 ? undefined : fitbitKnown(word!);
        if (span !== undefined) collector.stage({ ...span, stage, source: "Fitbit", known }, where);
      });
    },
  },
  {
    name: google("UserExercises"),
    gives: ["workouts"],
    read: async (file, { collector, tz, pause }) => {
      const needs = ["exercise_start", "exercise_end", "activity_name"];
      const times = exportTimes(collector, tz);
      await readExportTable(file, { needs, collector, pause }, ({ text, number, where }) => {
        const span = times.span(text("exercise_start"), text("exercise_end"), where);
        if (span === undefined) return;
        const { start, end } = span;
        if (isKnownWorkout(collector, start)) return collector.omit(KNOWN_WORKOUT);
        const millimeters = number("tracker_total_distance_mm");
        collector.workout({
          start,
          end,
          duration_s: (end - start) / 1e6,
          distance_m: millimeters === undefined ? null : millimeters / 1000,
          energy_kcal: number("tracker_total_calories"),
          activity: text("activity_name"),
          source: "Fitbit",
        }, where);
      });
    },
  },
  {
    gives: ["SleepingWristTemperature"],
    name: /(?:^|\/)Computed Temperature - [\d-]+(?:\(\d\d\))?\.csv$/,
    read: async (file, { collector, tz, pause }) => {
      const needs = ["sleep_start", "sleep_end", "nightly_temperature"];
      const times = exportTimes(collector, tz);
      await readExportTable(file, { needs, collector, pause }, ({ text, number, where }) => {
        const value = number("nightly_temperature");
        if (value === undefined) return collector.skip("it has no nightly_temperature", where);
        const span = times.span(text("sleep_start"), text("sleep_end"), where);
        if (span === undefined) return;
        const sample = { ...span, value, unit: "degC", source: "Fitbit" };
        collector.sample("SleepingWristTemperature", sample, where);
      });
    },
  },
];

/**
 * Reads exports of Fitbit, now Google Health: by Google Takeout, or earlier from the account's own
 * page. Google does not describe the format; it is taken from public programs that read it:
 *
 * - `Global Export Data/*.json`, in older exports in `Physical Activity` and similar folders:
 * entries with `dateTime` `MM/dd/yy HH:mm:ss`. Steps, distance (centimetres), heart rate and
 * exercises are in UTC (https://github.com/saubury/duckdb-fitbit adds the offset of its owner's
 * zone). Days (resting heart rate, VO2 max), weights (pounds) and sleep logs (ISO 8601) are in
 * local time without a zone (https://github.com/kev-m/FitOut;
 * https://github.com/ashrobertsdragon/fitbit2oscar, which also reads the zone in `Your
 * Profile/Profile.csv`). Unknown days have a value of 0.
 * - `Physical Activity_GoogleData/*.csv` and `Health Fitness Data_GoogleData/*.csv`: `timestamp` in
 * UTC, a value, `data source`; column names are from
 * https://github.com/armixlabs/FitbitToGarminConverter. A daily value is at midnight in UTC, which
 * means the local date.
 * - `Sleep Score`, `Oxygen Saturation (SpO2)` (in UTC; 50.0 means no value), `Heart Rate
 * Variability`, `Temperature`, `Stress Score`, `Daily Readiness` (local): separate CSV files.
 * - `fitbit_export_*.csv`, which the account's page offered by month: see `fitbitCsv.ts`.
 *
 * Most values occur twice. Steps and distance are taken from JSON, where the vendor has merged
 * watch and phone into one series. Everything else is taken from CSV, which names the device.
 * Calories in JSON are not read: public sources disagree on whether they are in UTC.
 */
export const FITBIT: MakerReader = {
  name: "fitbit",
  title: "Fitbit export",
  rules: [...LOG_RULES, ...FIGURE_RULES, ...SPAN_RULES, CSV_RULE],
  unread: /readme|archive_browser\.html$/i,
  zoneIn,
};

async function zoneIn(files: readonly ExportFile[]): Promise<string | undefined> {
  const profile = files.find(({ name }) => /(?:^|\/)Profile\.csv$/.test(name));
  if (profile === undefined) return undefined;
  const place = (await headNames(profile)).indexOf("timezone");
  let tz: string | undefined;
  if (place < 0) return undefined;
  readCsvRows(await readText(profile), {}, (fields) => {
    tz = fields[place] ?? undefined;
  });
  return tz !== undefined && isZone(tz) ? tz : undefined;
}
