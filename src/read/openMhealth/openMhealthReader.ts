import { exportTimes } from "../export/exportTimes.ts";
import type { JsonRecord } from "../rules/jsonRecord.ts";
import { jsonRule } from "../rules/jsonRule.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";

/**
 * Reads data points of Open mHealth (IEEE 1752, JSON): a list of them, or one. Format: the schemas
 * and examples of https://www.openmhealth.org/documentation/#/schema-docs/schema-library and
 * https://github.com/openmhealth/schemas.
 */
export const OPEN_MHEALTH: MakerReader = {
  name: "openMhealth",
  title: "Open mHealth data",
  rules: [
    jsonRule(
      { name: /\.json$|^the file$/i, head: /"(?:schema_id|effective_time_frame)"\s*:/ },
      addPoint,
    ),
  ],
};

/** Fields of the values: the metric, and its units by their names in the file. */
const MEASURES: Readonly<
  Record<string, readonly [metric: string, units: Readonly<Record<string, string>>]>
> = {
  heart_rate: ["HeartRate", { "beats/min": "bpm" }],
  step_count: ["StepCount", { steps: "steps" }],
  body_weight: ["Weight", {}],
  body_height: ["Height", {}],
  body_fat_percentage: ["BodyFatPercentage", { "%": "percent" }],
  body_mass_index: ["BodyMassIndex", { "kg/m2": "BMI", "kg/m^2": "BMI" }],
  body_temperature: ["BodyTemperature", { C: "degC", F: "degF" }],
  oxygen_saturation: ["BloodOxygenSaturation", { "%": "percent" }],
  respiratory_rate: ["RespiratoryRate", { "breaths/min": "breaths/min" }],
  blood_glucose: ["BloodGlucose", {}],
  kcal_burned: ["ActiveCaloriesBurned", {}],
  distance: ["DistanceTraveledOnFoot", {}],
  systolic_blood_pressure: ["BloodPressureSystolic", {}],
  diastolic_blood_pressure: ["BloodPressureDiastolic", {}],
};

function addPoint(record: JsonRecord, { collector, tz }: RuleContext): void {
  const isBody = record.value("body") === undefined, { where } = record;
  const path = isBody ? [] : ["body"];
  const times = exportTimes(collector, tz), frame = [...path, "effective_time_frame"];
  const moment = record.text(...frame, "date_time");
  const interval = [...frame, "time_interval"];
  let start: number | undefined, end: number | undefined;
  if (moment !== undefined) start = end = times.at(moment, where);
  else {
    const length = microsOf(record, [...interval, "duration"]);
    const first = record.text(...interval, "start_date_time");
    const last = record.text(...interval, "end_date_time");
    start = first === undefined ? undefined : times.at(first, where);
    end = last === undefined ? undefined : times.at(last, where);
    if (start === undefined && end === undefined) {
      return collector.skip("it has no time, or only a part of a day", where);
    }
    if (length !== undefined) {
      start ??= end! - length;
      end ??= start + length;
    }
    start ??= end;
    end ??= start;
  }
  if (start === undefined || end === undefined) return;
  const statistic = record.text(...path, "descriptive_statistic");
  if (statistic !== undefined && !MEANS.has(statistic)) {
    return collector.omit(`a ${statistic}, which is not a measurement`);
  }
  const isMean = statistic === "average" || statistic === "median";
  const source = record.text("header", "acquisition_provenance", "source_name") ?? "Open mHealth";
  const activity = record.text(...path, "activity_name");
  if (activity !== undefined) {
    return collector.workout({
      start,
      end,
      duration_s: (end - start) / 1e6,
      distance_m: metersOf(record, [...path, "distance"]),
      energy_kcal: record.number(...path, "kcal_burned", "value"),
      activity,
      source,
    }, where);
  }
  const latitude = record.number(...path, "latitude", "value");
  const longitude = record.number(...path, "longitude", "value");
  if (latitude !== undefined && longitude !== undefined) {
    return collector.location({
      time: start,
      latitude_degrees: latitude,
      longitude_degrees: longitude,
      altitude_meters: metersOf(record, [...path, "elevation"]),
      source,
    }, where);
  }
  const asleep = microsOf(record, [...path, "total_sleep_time"]) ??
    microsOf(record, [...path, "sleep_duration"]);
  if (asleep !== undefined) {
    if (isMean) return collector.omit(NOT_A_TOTAL);
    collector.stage({ start, end, stage: 1, source }, where);
    const sample = { start, end, value: asleep / 60e6, unit: "min", source };
    return collector.other("asleep_duration", sample, where);
  }
  let found = 0;
  for (const [field, [metric, units]] of Object.entries(MEASURES)) {
    const value = record.number(...path, field, "value") ?? record.number(...path, field);
    if (value === undefined || Number.isNaN(value)) continue;
    found++;
    if (isMean && TOTALS.has(field)) {
      collector.omit(NOT_A_TOTAL);
      continue;
    }
    const written = record.text(...path, field, "unit");
    const unit = written === undefined ? DEFAULT[metric] ?? null : units[written] ?? written;
    collector.sample(metric, { start, end, value, unit, source }, where);
  }
  if (found === 0) {
    const schema = record.text("header", "schema_id", "name") ?? "a schema without a name";
    collector.omit(`${schema} is not read`);
  }
}

/** Statistics of an interval that are read like a measurement of it. */
const MEANS: ReadonlySet<string> = new Set(["average", "median", "sum", "count"]);

/** Fields of totals: an average per day is not the total of its interval. */
const TOTALS: ReadonlySet<string> = new Set(["step_count", "kcal_burned", "distance"]);
const NOT_A_TOTAL = "a mean of totals, which is not a total";

/** Units of values that are only a number. */
const DEFAULT: Readonly<Record<string, string>> = { StepCount: "steps" };

/** Microseconds of the units of a duration. */
const UNITS: Readonly<Record<string, number>> = {
  sec: 1e6,
  min: 60e6,
  h: 3_600e6,
  d: 86_400e6,
};

function microsOf(record: JsonRecord, path: readonly string[]): number | undefined {
  const value = record.number(...path, "value"), unit = UNITS[record.text(...path, "unit") ?? ""];
  return value === undefined || unit === undefined ? undefined : Math.round(value * unit);
}

const METERS: Readonly<Record<string, number>> = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 };

function metersOf(record: JsonRecord, path: readonly string[]): number | undefined {
  const value = record.number(...path, "value"),
    meters = METERS[record.text(...path, "unit") ?? ""];
  return value === undefined || meters === undefined ? undefined : value * meters;
}
