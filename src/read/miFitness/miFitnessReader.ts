import { ALL_STAGES } from "../export/exportTables.ts";
import { type JsonRecord, jsonRecord } from "../rules/jsonRecord.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { parseJson } from "../../options/parseJson.ts";

/**
 * Reads the export of a Xiaomi account for Mi Fitness: `..._hlth_center_fitness_data.csv` and
 * `..._hlth_center_sport_record.csv`. Format: the description in
 * https://github.com/heshi2019/Mi-Fitness_DataAnalyze, a parser,
 * https://github.com/luoingly/mi-fitness-yearly-visual, and Gadgetbridge's codes of Xiaomi's sleep
 * stages.
 *
 * Column `Value` holds JSON, whose fields depend on `Key`; times are seconds since 1970. Stages count
 * only if their minutes fit the totals of the night.
 */
export const MI_FITNESS: MakerReader = {
  name: "miFitness",
  title: "Mi Fitness export",
  rules: [
    tableRule({
      name: /hlth_center_fitness_data\.csv$|^the file$/i,
      needs: ["Uid", "Sid", "Key", "Time", "Value"],
    }, readValue),
    tableRule({
      name: /hlth_center_sport_record\.csv$/i,
      needs: ["Key", "Time", "Value"],
    }, readWorkout),
  ],
  unread: /MiFitness_[^/]*\.csv$|hlth_center_[^/]*\.csv$/i,
};

/** Values by key: the field, name and unit. */
const VALUES: Readonly<Record<string, readonly [field: string, name: string, unit: string]>> = {
  heart_rate: ["bpm", "HeartRate", "bpm"],
  single_heart_rate: ["bpm", "HeartRate", "bpm"],
  steps: ["steps", "StepCount", "steps"],
  spo2: ["spo2", "BloodOxygenSaturation", "percent"],
  single_spo2: ["spo2", "BloodOxygenSaturation", "percent"],
  weight: ["weight", "Weight", "kg"],
  stress: ["stress", "stress_score", "score"],
};

function readValue(row: VendorRow, context: RuleContext): void {
  const { collector } = context, key = row.text("Key") ?? "", record = valueOf(row, context);
  if (record === undefined) return;
  if (key === "sleep" || key === "watch_night_sleep") return addNight(record, row, context);
  const known = VALUES[key];
  if (known === undefined) return collector.omit(`values of the kind ${key} are not read`);
  const [field, name, unit] = known, value = record.number(field);
  const start = (record.number("time") ?? row.number("Time") ?? NaN) * 1e6;
  if (!value) return;
  const end = key === "steps" ? start + 60e6 : start; // counted per minute
  const sample = { start, end, value, unit, source: sourceOf(row) };
  if (/^[A-Z]/.test(name)) collector.sample(name, sample, row.where);
  else collector.other(name, sample, row.where);
}

function sourceOf(row: VendorRow): string {
  const device = row.text("Sid");
  return device === undefined ? "Mi Fitness" : `Mi Fitness ${device}`;
}

function valueOf(row: VendorRow, { collector }: RuleContext): JsonRecord | undefined {
  try {
    return jsonRecord(parseJson(row.text("Value") ?? ""), row.where);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return void collector.skip("its value is not JSON", row.where);
  }
}

/** Codes of stages: deep, light, REM, awake. */
const STAGES: Readonly<Record<number, number>> = { 2: 4, 3: 3, 4: 5, 5: 2 };

/** Totals of a night in minutes: the field, the name, and the code of its stage. */
const TOTALS = [
  ["sleep_deep_duration", "deep_sleep_duration", 2],
  ["sleep_light_duration", "light_sleep_duration", 3],
  ["sleep_rem_duration", "rem_sleep_duration", 4],
  ["sleep_awake_duration", "awake_duration", 5],
] as const;

/** Largest difference in minutes between a total and the sum of its stages. */
const TOLERANCE = 3;

function addNight(record: JsonRecord, row: VendorRow, { collector }: RuleContext): void {
  const source = sourceOf(row), { where } = row;
  const start = (record.number("bedtime") || record.number("device_bedtime") || NaN) * 1e6;
  const end = (record.number("wake_up_time") || record.number("device_wake_up_time") || NaN) * 1e6;
  if (!(end > start)) return collector.omit("a day without sleep");
  collector.coarseStage({ start, end, stage: 1, source }, where);
  const items = record.list("items").map((item) => ({
    start: (item.number("start_time") ?? NaN) * 1e6,
    end: (item.number("end_time") ?? NaN) * 1e6,
    code: item.number("state") ?? NaN,
  })).toArray();
  const minutesOf = (code: number): number =>
    items.filter((item) => item.code === code)
      .reduce((sum, item) => sum + (item.end - item.start) / 60e6, 0);
  const totals = TOTALS.map(([field, name, code]) => ({ name, code, value: record.number(field) }));
  for (const { name, value } of totals) {
    if (value === undefined) continue;
    collector.other(name, { start, end, value, unit: "min", source }, where);
  }
  const isKnown = items.every(({ code }) => STAGES[code] !== undefined) &&
    totals.every(({ code, value }) =>
      value === undefined || Math.abs(minutesOf(code) - value) <= TOLERANCE
    );
  if (!isKnown) {
    return collector.leave("its stages do not fit the totals of the night, which count", where);
  }
  for (const item of items) {
    const stage = STAGES[item.code]!;
    collector.stage({ ...item, stage, known: ALL_STAGES, source }, where);
  }
}

function readWorkout(row: VendorRow, context: RuleContext): void {
  const { collector } = context, record = valueOf(row, context);
  if (record === undefined) return;
  const start = (record.number("start_time") ?? row.number("Time") ?? NaN) * 1e6;
  const seconds = record.number("duration");
  const end = (record.number("end_time") ?? NaN) * 1e6;
  if (seconds === undefined && !Number.isFinite(end)) {
    return collector.skip("it has no length", row.where);
  }
  collector.workout({
    start,
    end: Number.isFinite(end) ? end : start + seconds! * 1e6,
    duration_s: seconds ?? (end - start) / 1e6,
    distance_m: record.number("distance"),
    energy_kcal: record.number("calories"),
    activity: row.text("Key")?.replaceAll("_", " "),
    source: sourceOf(row),
  }, row.where);
}
