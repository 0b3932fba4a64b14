import type { ExportFile } from "../export/exportFile.ts";
import { ALL_STAGES } from "../export/exportTables.ts";
import { exportTimes } from "../export/exportTimes.ts";
import { eachInTurns } from "../export/pause.ts";
import type { JsonRecord } from "../rules/jsonRecord.ts";
import { jsonRule } from "../rules/jsonRule.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads Google Fit from Google Takeout: `Takeout/Fit/All Data/*.json` (samples) and `All
 * Sessions/*.json` (workouts and sleep). The TCX files in `Activities` have a reader of their own.
 * Of the CSV files in `Daily activity metrics`, the one with all days counts where the export has no
 * finer data. Format: the data types of
 * https://developers.google.com/fit/datatypes, their values in
 * https://developers.google.com/fit/rest/v1/reference/users/dataSources, and a parser,
 * https://github.com/grapako/google-fit-takeout-parser.
 *
 * A merged stream repeats the points of its origin and names it, so both have the same source and
 * each point counts once.
 */
export const GOOGLE_FIT: MakerReader = {
  name: "googleFit",
  title: "Google Fit export",
  rules: [
    jsonRule(
      { name: /\.json$|^the file$/i, head: /"Data Source"\s*:/ },
      async (record, context) => {
        const fallback = streamOf(record.text("Data Source"));
        await eachInTurns(
          record.list("Data Points"),
          context.pause,
          (point, at) => addPoint(point, { ...context, fallback, where: `point ${at + 1}` }),
        );
      },
    ),
    jsonRule({ name: /\.json$|^the file$/i, head: /"fitnessActivity"\s*:/ }, addSession),
    tableRule({
      needs: ["Date", "Calories (kcal)", "Distance (m)", "Step count"],
    }, addDay),
  ],
  unread: /(?:^|\/)Daily activity metrics\/[^/]*\.csv$/i,
};

/** Data types: the name, unit and factor of their value. */
const TYPES: Readonly<Record<string, readonly [name: string, unit: string, factor?: number]>> = {
  "com.google.heart_rate.bpm": ["HeartRate", "bpm"],
  "com.google.step_count.delta": ["StepCount", "steps"],
  "com.google.distance.delta": ["DistanceTraveledOnFoot", "m"],
  "com.google.weight": ["Weight", "kg"],
  "com.google.height": ["Height", "m"],
  "com.google.body.fat.percentage": ["BodyFatPercentage", "percent"],
  "com.google.oxygen_saturation": ["BloodOxygenSaturation", "percent"],
  "com.google.blood_glucose": ["BloodGlucose", "mmol/L"],
  "com.google.body.temperature": ["BodyTemperature", "degC"],
};

/** Stages of `com.google.sleep.segment`: awake, sleep, out of bed, light, deep, REM. */
const STAGES: Readonly<Record<number, number>> = { 1: 2, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5 };

/** Number of values of a point that are read: a location has four. */
const MOST_VALUES = 4;

interface PointContext extends RuleContext {
  readonly fallback: string;
  readonly where: string;
}

function addPoint(point: JsonRecord, { collector, fallback, where }: PointContext): void {
  const type = point.text("dataTypeName") ?? "";
  const nanos = (field: string): number => (point.number(field) ?? NaN) / 1000;
  const span = {
    start: Math.round(nanos("startTimeNanos")),
    end: Math.round(nanos("endTimeNanos")),
  };
  const source = streamOf(point.text("originDataSourceId")) || fallback || "Google Fit";
  const values = point.list("fitValue").take(MOST_VALUES)
    .map((value) => value.number("value", "fpVal") ?? value.number("value", "intVal")).toArray();
  const [first] = values;
  const known = TYPES[type];
  if (known !== undefined) {
    const [name, unit, factor = 1] = known;
    if (first === undefined) return collector.skip("it has no value", where);
    return collector.sample(name, { ...span, value: first * factor, unit, source }, where);
  }
  if (type === "com.google.blood_pressure") {
    const [systolic, diastolic] = values;
    if (systolic === undefined || diastolic === undefined) {
      return collector.skip("it has no value", where);
    }
    const unit = "mmHg";
    collector.sample("BloodPressureSystolic", { ...span, value: systolic, unit, source }, where);
    collector.sample("BloodPressureDiastolic", { ...span, value: diastolic, unit, source }, where);
    return;
  }
  if (type === "com.google.sleep.segment") {
    const stage = STAGES[first ?? -1];
    if (stage === undefined) return collector.skip("its sleep stage is unknown", where);
    const known = stage > 2 ? ALL_STAGES : undefined;
    return collector.stage({ ...span, stage, known, source }, where);
  }
  if (type === "com.google.location.sample") {
    const [latitude, longitude, accuracy, altitude] = values;
    return collector.location({
      time: span.start,
      latitude_degrees: latitude ?? NaN,
      longitude_degrees: longitude ?? NaN,
      horizontal_accuracy_meters: accuracy,
      altitude_meters: altitude,
      source,
    }, where);
  }
  collector.omit(`${type || "a point without a data type"} is not read`);
}

/** Adds the totals of a day in `Daily activity metrics.csv`. */
function addDay(row: VendorRow, { collector }: RuleContext): void {
  const day = row.day("Date");
  if (day === undefined) return;
  for (
    const [column, metric, unit] of [
      ["Step count", "StepCount", "steps"],
      ["Distance (m)", "DistanceTraveledOnFoot", "m"],
      ["Average weight (kg)", "Weight", "kg"],
    ] as const
  ) {
    const value = row.number(column);
    if (value === undefined) continue;
    const add = metric === "Weight" ? "coarseSample" : "total"; // weights do not add up
    collector[add](metric, { ...day, value, unit, source: "Google Fit" }, row.where);
  }
}

/** Returns the program and device of a stream: `raw:com.google.weight:com.app:Phone`. */
function streamOf(id: string | undefined): string {
  return id === undefined ? "" : id.replace(/^(?:raw|derived):[^:]*:/, "");
}

async function addSession(
  record: JsonRecord,
  { collector, tz, pause }: RuleContext,
  file: ExportFile,
): Promise<void> {
  const times = exportTimes(collector, tz), { where } = record;
  const span = times.span(record.text("startTime"), record.text("endTime"), where);
  if (span === undefined) return;
  const activity = record.text("fitnessActivity") ?? null, source = "Google Fit";
  if (/^sleep/.test(activity ?? "") || /_SLEEP\.json$/i.test(file.name)) {
    return collector.coarseStage({ ...span, stage: 1, source }, where);
  }
  const totals = new Map<string, number | undefined>();
  await eachInTurns(record.list("aggregate"), pause, (one) => {
    totals.set(one.text("metricName") ?? "", one.number("floatValue") ?? one.number("intValue"));
  });
  const seconds = Number(/^([\d.]+)s$/.exec(record.text("duration") ?? "")?.[1] ?? NaN);
  collector.workout({
    ...span,
    duration_s: Number.isFinite(seconds) ? seconds : (span.end - span.start) / 1e6,
    distance_m: totals.get("com.google.distance.delta"),
    energy_kcal: totals.get("com.google.calories.expended"),
    activity,
    source,
  }, where);
}
