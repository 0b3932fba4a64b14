import { headNames, readExportTable, type TableRow } from "../export/exportTable.ts";
import { exportTimes } from "../export/exportTimes.ts";
import type { FileRule, RuleContext } from "../export/readExport.ts";

/** Kind of CSV file with one value per row. */
interface FigureTable {
  /** Pattern of its files, by name without the folder. */
  readonly file: string;
  /** Column of the value. */
  readonly column: string;
  /** Metric of the catalog, or a word if the catalog has none. */
  readonly is: { readonly metric: string } | { readonly other: string };
  readonly unit: string;
  /** Meaning of a row's time: a moment, the start of this many minutes, or a local day. */
  readonly span: "moment" | "day" | number;
  /** Column of times. @default "timestamp" */
  readonly time?: string;
  /** Number that means no value. @default no such number */
  readonly none?: number;
  /** Factor of the values. @default 1 */
  readonly scale?: number;
  /** Pattern of files with the same data in a better format. @default none */
  readonly unless?: RegExp;
}

/** Optional date in the name of a file. */
const DATED = String.raw`(?:[_-]\d{4}-\d\d-\d\d)?\.csv$`;
/** Names such as `Minute SpO2 - 2024-05-01.csv`, `Daily SpO2 - 2024-05-01-2024-05-31.csv`, `Score - 2024-05-(01).csv`. */
const SPACED = String.raw` - [\d-]+(?:\(\d\d\))?\.csv$`;

const named = (name: string): RegExp => new RegExp(`(?:^|/)${name}`);

/** Google's tables first, then Fitbit's own, the only ones in older exports. */
// deno-fmt-ignore
const TABLES: readonly FigureTable[] = [
  { file: `steps${DATED}`, column: "steps", is: { metric: "StepCount" }, unit: "steps", span: 1, unless: /(?:^|\/)steps-\d{4}-\d\d-\d\d\.json$/ },
  { file: `distance${DATED}`, column: "distance", is: { metric: "DistanceTraveledOnFoot" }, unit: "m", span: 1, unless: /(?:^|\/)distance-\d{4}-\d\d-\d\d\.json$/ },
  { file: `floors${DATED}`, column: "floors", is: { metric: "StairFlightsClimbed" }, unit: "flights", span: 1 },
  { file: `active_energy_burned${DATED}`, column: "Kilocalories", is: { metric: "ActiveCaloriesBurned" }, unit: "kcal", span: 1 },
  { file: `calories${DATED}`, column: "calories", is: { other: "total_calories" }, unit: "kcal", span: 1 },
  { file: `active_zone_minutes${DATED}`, column: "total minutes", is: { other: "active_zone_minutes" }, unit: "min", span: 1 },
  { file: `heart_rate${DATED}`, column: "beats per minute", is: { metric: "HeartRate" }, unit: "bpm", span: "moment" },
  { file: `oxygen_saturation${DATED}`, column: "oxygen saturation percentage", is: { metric: "BloodOxygenSaturation" }, unit: "percent", span: "moment", none: 50 },
  { file: `heart_rate_variability${DATED}`, column: "root mean square of successive differences milliseconds", is: { other: "hrv_rmssd_5min" }, unit: "ms", span: 5, none: 0 },
  { file: `body_temperature${DATED}`, column: "temperature celsius", is: { other: "skin_temperature" }, unit: "degC", span: 1 },
  { file: `weight${DATED}`, column: "weight grams", is: { metric: "Weight" }, unit: "kg", span: "moment", scale: 0.001 },
  { file: `body_fat${DATED}`, column: "body fat percentage", is: { metric: "BodyFatPercentage" }, unit: "percent", span: "moment" },
  { file: `daily_resting_heart_rate${DATED}`, column: "beats per minute", is: { metric: "RestingHeartRate" }, unit: "bpm", span: "day", none: 0 },
  { file: `daily_respiratory_rate${DATED}`, column: "breaths per minute", is: { metric: "RespiratoryRate" }, unit: "breaths/min", span: "day", none: 0 },
  { file: `daily_heart_rate_variability${DATED}`, column: "average heart rate variability milliseconds", is: { other: "hrv_rmssd" }, unit: "ms", span: "day", none: 0 },
  { file: `daily_readiness${DATED}`, column: "score", is: { other: "readiness_score" }, unit: "score", span: "day" },
  { file: `sleep_score\\.csv$`, column: "overall_score", is: { other: "sleep_score" }, unit: "score", span: "moment" },
  { file: `Minute SpO2${SPACED}`, column: "value", is: { metric: "BloodOxygenSaturation" }, unit: "percent", span: "moment", none: 50, unless: named(`oxygen_saturation${DATED}`) },
  { file: `Heart Rate Variability Details${SPACED}`, column: "rmssd", is: { other: "hrv_rmssd_5min" }, unit: "ms", span: 5, none: 0, unless: named(`heart_rate_variability${DATED}`) },
  { file: `Daily Heart Rate Variability Summary${SPACED}`, column: "rmssd", is: { other: "hrv_rmssd" }, unit: "ms", span: "day", none: 0, unless: named(`daily_heart_rate_variability${DATED}`) },
  { file: `Daily Respiratory Rate Summary${SPACED}`, column: "daily_respiratory_rate", is: { metric: "RespiratoryRate" }, unit: "breaths/min", span: "day", none: 0, unless: named(`daily_respiratory_rate${DATED}`) },
  { file: `Daily Readiness Score${SPACED}`, column: "readiness_score_value", time: "date", is: { other: "readiness_score" }, unit: "score", span: "day", unless: named(`daily_readiness${DATED}`) },
  { file: `Stress Score\\.csv$`, column: "STRESS_SCORE", time: "DATE", is: { other: "stress_score" }, unit: "score", span: "day", none: 0 },
];

/** Rules for the tables with one value per row. */
export const FIGURE_RULES: readonly FileRule[] = TABLES.map((table) => ({
  name: named(table.file),
  gives: ["metric" in table.is ? table.is.metric : table.is.other],
  ...table.unless && { unless: table.unless },
  isOurs: async (file) => {
    // Other vendors have files of the same name, with the time in a later column.
    const names = await headNames(file), at = names.indexOf(table.time ?? "timestamp");
    return (at === 0 || at === 1) && names.includes(table.column);
  },
  read: async (file, context) => {
    const needs = [table.time ?? "timestamp", table.column];
    await readExportTable(
      file,
      { ...context, needs },
      figureReader(table, context),
    );
  },
}));

function figureReader(
  { column, is, unit, span, time = "timestamp", none, scale = 1 }: FigureTable,
  { collector, tz }: RuleContext,
): (row: TableRow) => void {
  const times = exportTimes(collector, tz);
  const spanOf = (row: TableRow): { start: number; end?: number } | undefined => {
    if (span === "day") return times.day(row.text(time), row.where);
    const start = times.at(row.text(time), row.where);
    if (start === undefined) return undefined;
    return span === "moment" ? { start } : { start, end: start + span * 60_000_000 };
  };
  return (row) => {
    const value = row.number(column);
    if (value === undefined) return collector.skip(`it has no ${column}`, row.where);
    if (value === none) return collector.omit(`a ${column} of ${none}, which means none`);
    const at = spanOf(row);
    if (at === undefined) return;
    const sample = {
      ...at,
      value: value * scale,
      unit,
      source: row.text("data source") ?? "Fitbit",
    };
    if ("metric" in is) collector.sample(is.metric, sample, row.where);
    else collector.other(is.other, sample, row.where);
  };
}
