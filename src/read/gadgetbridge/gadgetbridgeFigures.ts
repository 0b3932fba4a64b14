import type { SampleTaker, TakerContext } from "./gadgetbridgeTaker.ts";

/** Value: its tables, name, unit and valid range. */
interface GadgetFigure {
  readonly tables: RegExp;
  readonly column: string;
  /** Metric of the catalog, or the word in `others`. */
  readonly metric?: string;
  readonly other?: string;
  readonly unit: string;
  /** Minimum of a valid value; outside the range, nothing was measured. */
  readonly least: number;
  readonly most?: number;
  /**
   * Number of minutes after its time over which it was counted; or the column of its end, in
   * seconds.
   */
  readonly minutes?: number;
  readonly until?: string;
  /** Restricts the rows to those with a code in a column. */
  readonly only?: readonly [column: string, code: number];
}

const RATE = { column: "HEART_RATE", unit: "bpm", least: 10, most: 250 };
const OXYGEN = {
  column: "SPO2",
  metric: "BloodOxygenSaturation",
  unit: "percent",
  least: 1,
  most: 100,
};
const STRESS = { column: "STRESS", other: "stress_level", unit: "score", least: 1, most: 100 };
const STEPS = { column: "STEPS", metric: "StepCount", unit: "steps", least: 1 };
const HUAWEI = { tables: /^HUAWEI_ACTIVITY_SAMPLE$/, until: "OTHER_TIMESTAMP" };
const MANUAL = { tables: /^XIAOMI_MANUAL_SAMPLE$/, column: "VALUE" };

const FIGURES: readonly GadgetFigure[] = [
  { tables: /ACTIVITY_SAMPLE$|_HEART_RATE(?:_MANUAL)?_SAMPLE$/, metric: "HeartRate", ...RATE },
  { tables: /_HEART_RATE_RESTING_SAMPLE$/, metric: "RestingHeartRate", ...RATE },
  {
    tables: /^XIAOMI_DAILY_SUMMARY_SAMPLE$/,
    metric: "RestingHeartRate",
    ...RATE,
    column: "HR_RESTING",
  },
  { ...MANUAL, ...RATE, column: "VALUE", metric: "HeartRate", only: ["TYPE", 0x11] },
  { ...OXYGEN, ...MANUAL, only: ["TYPE", 0x12] },
  { ...STRESS, ...MANUAL, only: ["TYPE", 0x13] },
  { ...STEPS, tables: /^(?:MI_BAND|HUAMI_EXTENDED|XIAOMI)_ACTIVITY_SAMPLE$/, minutes: 1 },
  { ...STEPS, tables: /^(?:COLMI_|PINE_TIME_|BANGLE_JS)ACTIVITY_SAMPLE$/ },
  { ...STEPS, ...HUAWEI },
  { ...HUAWEI, column: "DISTANCE", metric: "DistanceTraveledOnFoot", unit: "m", least: 1 },
  { ...OXYGEN, ...HUAWEI, column: "SPO" },
  { tables: /SPO2_SAMPLE$|^XIAOMI_ACTIVITY_SAMPLE$/, ...OXYGEN },
  { tables: /_STRESS_SAMPLE$|^XIAOMI_ACTIVITY_SAMPLE$/, ...STRESS },
  {
    tables: /^GARMIN_BODY_ENERGY_SAMPLE$/,
    column: "ENERGY",
    other: "body_battery",
    unit: "score",
    least: 0,
    most: 100,
  },
  {
    tables: /^GARMIN_HRV_VALUE_SAMPLE$/,
    column: "VALUE",
    other: "hrv_rmssd",
    unit: "ms",
    least: 1,
  },
  { tables: /^COLMI_HRV_VALUE_SAMPLE$/, column: "VALUE", other: "hrv", unit: "ms", least: 1 },
  {
    tables: /_RESPIRATORY_RATE_SAMPLE$/,
    column: "RESPIRATORY_RATE",
    metric: "RespiratoryRate",
    unit: "breaths/min",
    least: 1,
  },
  {
    tables: /^HUAMI_SLEEP_RESPIRATORY_RATE_SAMPLE$/,
    column: "RATE",
    metric: "RespiratoryRate",
    unit: "breaths/min",
    least: 1,
  },
  {
    tables: /^GARMIN_SLEEP_STATS_SAMPLE$/,
    column: "SLEEP_SCORE",
    other: "sleep_score",
    unit: "score",
    least: 1,
    most: 100,
  },
  {
    tables: /_TEMPERATURE_SAMPLE$/,
    column: "TEMPERATURE",
    other: "temperature",
    unit: "degC",
    least: 1,
    most: 60,
  },
  { tables: /_WEIGHT_SAMPLE$/, column: "WEIGHT_KG", metric: "Weight", unit: "kg", least: 1 },
];

/** Reads the values of a table. */
export function takeFigures(
  table: string,
  { collector, database }: TakerContext,
): SampleTaker | undefined {
  const figures = FIGURES.filter(({ tables, column }) =>
    tables.test(table) && database.has(table, column)
  );
  if (figures.length === 0) return undefined;
  const columns = figures.flatMap(({ column, until, only }) =>
    [column, until, only?.[0]].filter((name) => name !== undefined)
  );
  const row: SampleTaker["row"] = (sample) => {
    const { time: start, source, where } = sample;
    for (const { column, metric, other, unit, least, most, minutes, until, only } of figures) {
      const value = sample.value(column);
      if (value === undefined || (only !== undefined && sample.value(only[0]) !== only[1])) {
        continue;
      }
      if (value < least || value > (most ?? Infinity)) {
        collector.omit(`${column} without a measurement or count`);
        continue;
      }
      const ends = until === undefined ? undefined : sample.value(until);
      const end = ends === undefined ? start + (minutes ?? 0) * 60e6 : ends * 1e6;
      if (until !== undefined && end < start) continue; // the second row of an interval, which marks its end
      const found = { start, end, value, unit, source };
      if (metric !== undefined) collector.sample(metric, found, where);
      else collector.other(other!, found, where);
    }
  };
  return { columns, row };
}
