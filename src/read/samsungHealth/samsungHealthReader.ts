import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { headText } from "../export/exportFile.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { ALL_STAGES } from "../export/exportTables.ts";

const SOURCE = "Samsung Health";

/**
 * Reads "Download personal data" of Samsung Health: a folder of CSV files named after their data
 * type and the time of the export. Format: https://github.com/vnegi10/Health_data_analysis (files
 * and a parser), https://github.com/Livia-Zaharia/samsung_health_extractor, and the data types of
 * the Samsung Health SDK (https://developer.samsung.com/health/android/data/api-reference).
 *
 * The first line is the name of the data type; the header row follows. A column may have the name
 * of its data type as a prefix, and rows end in a comma. Times are in UTC, and `time_offset` says
 * where the phone was; `day_time` is midnight of a date.
 */
export const SAMSUNG_HEALTH: MakerReader = {
  name: "samsungHealth",
  title: "Samsung Health export",
  rules: [
    rule(
      "s?health(?:\\.tracker)?\\.heart_rate",
      ["heart_rate"],
      addValues([
        ["heart_rate", "HeartRate", "bpm"],
      ]),
    ),
    rule("health\\.sleep_stage", ["stage"], readStage),
    rule("s?health\\.sleep", ["end_time"], readNight),
    rule(
      "s?health\\.tracker\\.pedometer_step_count",
      ["count"],
      addValues([
        ["count", "StepCount", "steps"],
      ]),
    ),
    rule("s?health\\.tracker\\.pedometer_day_summary", ["step_count", "day_time"], readDay),
    rule(
      "health\\.floors_climbed",
      ["floor"],
      addValues([
        ["floor", "StairFlightsClimbed", "flights"],
      ]),
    ),
    rule(
      "health\\.weight",
      ["weight"],
      addValues([
        ["weight", "Weight", "kg"],
        ["body_fat", "BodyFatPercentage", "percent"],
      ]),
    ),
    rule("health\\.height", ["height"], addValues([["height", "Height", "cm"]])),
    rule(
      "s?health\\.tracker\\.oxygen_saturation",
      ["spo2"],
      addValues([
        ["spo2", "BloodOxygenSaturation", "percent"],
      ]),
    ),
    rule(
      "health\\.respiratory_rate",
      ["average"],
      addValues([
        ["average", "RespiratoryRate", "breaths/min"],
      ]),
    ),
    rule(
      "health\\.blood_pressure",
      ["systolic", "diastolic"],
      addValues([
        ["systolic", "BloodPressureSystolic", "mmHg"],
        ["diastolic", "BloodPressureDiastolic", "mmHg"],
      ]),
    ),
    rule(
      "health\\.blood_glucose",
      ["glucose"],
      addValues([["glucose", "BloodGlucose", "mmol/L"]]),
    ),
    rule(
      "s?health\\.stress",
      ["score"],
      addValues([["score", "stress_score", "score"]]),
    ),
    rule("s?health\\.exercise", ["exercise_type", "end_time"], readWorkout),
  ],
  unread: /(?:^|\/)(?:jsons|files)\/|com\.samsung\.[^/]*\.csv$/i,
};

/** Returns a rule for the files of a data type: its name is in the first line and the file's name. */
function rule(
  type: string,
  needs: readonly string[],
  read: (row: VendorRow, context: RuleContext) => void,
): FileRule {
  const name = new RegExp(`(?:^|/)com\\.samsung\\.${type}\\.\\d+\\.csv$`, "i");
  const head = new RegExp(`^\\s*com\\.samsung\\.${type},`, "i");
  const table = tableRule({
    needs: needs.includes("day_time") ? needs : ["start_time", ...needs],
    short: (column) => column.replace(/^com\.samsung\..*\./i, ""),
    zone: "UTC",
  }, (row, context) => {
    context.collector.note("times are read in UTC; where the phone was is not kept");
    read(row, context);
  });
  return {
    ...table,
    isOurs: async (file) =>
      (name.test(file.name) || head.test(await headText(file))) && await table.isOurs!(file),
  };
}

/** Returns the device of a row: several devices count the same steps. */
function sourceOf(row: VendorRow): string {
  const device = row.text("deviceuuid");
  return device === undefined ? SOURCE : `${SOURCE} ${device}`;
}

function spanOf(row: VendorRow): { start: number; end: number } | undefined {
  const start = row.time("start_time");
  if (start === undefined) return undefined;
  const end = row.text("end_time") === undefined ? start : row.time("end_time");
  return end === undefined ? undefined : { start, end };
}

function addValues(
  values: readonly (readonly [column: string, name: string, unit: string])[],
): (row: VendorRow, context: RuleContext) => void {
  return (row, { collector }) => {
    const span = spanOf(row);
    if (span === undefined) return;
    for (const [column, name, unit] of values) {
      const value = row.number(column);
      if (value === undefined || (value === 0 && name !== "StepCount")) continue;
      const sample = { ...span, value, unit, source: sourceOf(row) };
      if (/^[A-Z]/.test(name)) collector.sample(name, sample, row.where);
      else collector.other(name, sample, row.where);
    }
  };
}

/** Stages in the file: awake, light, deep, REM. */
const STAGES: Readonly<Record<string, number>> = { 40001: 2, 40002: 3, 40003: 4, 40004: 5 };

function readStage(row: VendorRow, { collector }: RuleContext): void {
  const span = spanOf(row), stage = STAGES[row.text("stage") ?? ""];
  if (span === undefined) return;
  if (stage === undefined) {
    return collector.skip("its sleep stage is unknown", row.where, row.text("stage"));
  }
  collector.stage({ ...span, stage, known: ALL_STAGES, source: sourceOf(row) }, row.where);
}

/** Reads a night, which counts as one stage if no file has its stages. */
function readNight(row: VendorRow, { collector }: RuleContext): void {
  const span = spanOf(row);
  if (span === undefined) return;
  collector.coarseStage({ ...span, stage: 1, source: sourceOf(row) }, row.where);
  const score = row.number("sleep_score"), efficiency = row.number("efficiency");
  if (score) {
    collector.other("sleep_score", { ...span, value: score, unit: "score", source: SOURCE });
  }
  if (efficiency) {
    const sample = { ...span, value: efficiency, unit: "percent", source: SOURCE };
    collector.other("sleep_efficiency", sample, row.where);
  }
}

function readDay(row: VendorRow, context: RuleContext): void {
  const written = row.text("day_time"), number = Number(written);
  const date = written !== undefined && Number.isFinite(number)
    ? new Date(number).toISOString()
    : written;
  const day = row.dayOf(date, context.tz);
  if (day === undefined) return;
  const source = sourceOf(row), steps = row.number("step_count"), meters = row.number("distance");
  const { collector } = context;
  if (steps !== undefined) {
    collector.total("StepCount", { ...day, value: steps, unit: "steps", source }, row.where);
  }
  if (meters !== undefined) {
    const sample = { ...day, value: meters, unit: "m", source };
    collector.total("DistanceTraveledOnFoot", sample, row.where);
  }
}

/** Names of the types of exercise in the SDK; others keep their number. */
const EXERCISES: Readonly<Record<string, string>> = {
  1001: "walking",
  1002: "running",
  11007: "cycling",
  13001: "hiking",
  14001: "swimming",
};

function readWorkout(row: VendorRow, { collector }: RuleContext): void {
  const span = spanOf(row), type = row.text("exercise_type") ?? "";
  if (span === undefined) return;
  const millis = row.number("duration");
  collector.workout({
    ...span,
    duration_s: millis === undefined ? (span.end - span.start) / 1e6 : millis / 1000,
    distance_m: row.number("distance"),
    energy_kcal: row.number("calorie"),
    activity: EXERCISES[type] ?? (type === "" ? null : `exercise ${type}`),
    source: sourceOf(row),
  }, row.where);
  const rate = row.number("mean_heart_rate");
  if (rate) {
    const sample = { ...span, value: rate, unit: "bpm", source: sourceOf(row) };
    collector.other("workout_average_heart_rate", sample, row.where);
  }
}
