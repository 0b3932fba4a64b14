import { exportTimes } from "../export/exportTimes.ts";
import { type DaySpan, localDay } from "../export/localDay.ts";
import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { addFigures, type GarminFigure, SOURCE } from "./garminFigures.ts";
import type { GarminRecord } from "./garminRecord.ts";

const DAY: readonly GarminFigure[] = [
  { path: ["totalSteps"], metric: "StepCount", unit: "steps", coarse: true },
  { path: ["totalDistanceMeters"], metric: "DistanceTraveledOnFoot", unit: "m", coarse: true },
  { path: ["activeKilocalories"], metric: "ActiveCaloriesBurned", unit: "kcal", coarse: true },
  { path: ["bmrKilocalories"], metric: "BasalCaloriesBurned", unit: "kcal", least: 1 },
  { path: ["restingHeartRate"], metric: "RestingHeartRate", unit: "bpm", least: 1 },
  { path: ["minHeartRate"], other: "day_min_heart_rate", unit: "bpm", least: 1 },
  { path: ["maxHeartRate"], other: "day_max_heart_rate", unit: "bpm", least: 1 },
  { path: ["floorsAscendedInMeters"], other: "elevation_climbed", unit: "m" },
  { path: ["moderateIntensityMinutes"], other: "moderate_intensity", unit: "min" },
  { path: ["vigorousIntensityMinutes"], other: "vigorous_intensity", unit: "min" },
  {
    path: ["respiration", "avgWakingRespirationValue"],
    other: "waking_respiratory_rate",
    unit: "breaths/min",
    least: 1,
  },
];

const STRESS: GarminFigure = {
  path: ["averageStressLevel"],
  other: "average_stress",
  unit: "score",
};

/** Names of values in the list of body energy, and their names in the frames. */
const ENERGY: Readonly<Record<string, string>> = {
  HIGHEST: "body_battery_highest",
  LOWEST: "body_battery_lowest",
};

/** Adds the totals of a day, from its start and end in GMT, otherwise from its date in `tz`. */
export async function addDay(record: GarminRecord, context: RuleContext): Promise<void> {
  const day = spanOf(record, context);
  if (day === undefined) return;
  addFigures(DAY, record, day, context);
  await eachInTurns(record.list("allDayStress", "aggregatorList"), context.pause, (part) => {
    if (part.text("type") === "TOTAL") addFigures([STRESS], part, day, context);
  });
  await eachInTurns(record.list("bodyBattery", "bodyBatteryStatList"), context.pause, (part) => {
    const other = ENERGY[part.text("bodyBatteryStatType") ?? ""];
    if (other !== undefined) {
      addFigures([{ path: ["statsValue"], other, unit: "score" }], part, day, context);
    }
  });
}

function spanOf(record: GarminRecord, { collector, tz }: RuleContext): DaySpan | undefined {
  const { where } = record;
  const from = record.text("wellnessStartTimeGmt"), to = record.text("wellnessEndTimeGmt");
  if (from === undefined || to === undefined) {
    return localDay(record.text("calendarDate"), tz, collector, where);
  }
  const times = exportTimes(collector, "UTC"); // the names of the fields say GMT
  const start = times.at(from, where), end = times.at(to, where);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Values of the night before a date, by type; 0 or the status UNKNOWN means no value. */
const HEALTH: Readonly<Record<string, GarminFigure>> = {
  HRV: { path: ["value"], other: "hrv_rmssd", unit: "ms", least: 1 },
  HR: { path: ["value"], other: "overnight_heart_rate", unit: "bpm", least: 1 },
  SPO2: { path: ["value"], other: "overnight_oxygen_saturation", unit: "percent", least: 1 },
  RESPIRATION: {
    path: ["value"],
    other: "overnight_respiratory_rate",
    unit: "breaths/min",
    least: 1,
  },
};

/** Adds the values of the night before a date. */
export async function addHealthStatus(
  record: GarminRecord,
  context: RuleContext,
): Promise<void> {
  let isFirst = true, day: DaySpan | undefined;
  await eachInTurns(record.list("metrics"), context.pause, (part) => {
    if (part.text("status") === "UNKNOWN") return;
    if (isFirst) {
      day = localDay(record.text("calendarDate"), context.tz, context.collector, record.where);
    }
    isFirst = false;
    const figure = HEALTH[part.text("type") ?? ""];
    if (day !== undefined && figure !== undefined) addFigures([figure], part, day, context);
  });
}

/** Adds the VO2 max of a day, for each sport. */
export function addOxygenUptake(record: GarminRecord, context: RuleContext): void {
  const day = localDay(record.text("calendarDate"), context.tz, context.collector, record.where);
  const value = record.number("vo2MaxValue");
  if (day === undefined || value === undefined) return;
  const sample = { ...day, value, unit: "mL/min·kg", source: SOURCE };
  context.collector.sample("VO2Max", sample, record.where);
}
