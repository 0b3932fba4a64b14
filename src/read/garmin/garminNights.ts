import { exportTimes } from "../export/exportTimes.ts";
import type { RuleContext } from "../export/readExport.ts";
import { addFigures, type GarminFigure, SOURCE } from "./garminFigures.ts";
import type { GarminRecord } from "./garminRecord.ts";

const MINUTES = { unit: "min", divisor: 60 } as const;

const NIGHT: readonly GarminFigure[] = [
  { path: ["deepSleepSeconds"], other: "deep_sleep_duration", ...MINUTES },
  { path: ["lightSleepSeconds"], other: "light_sleep_duration", ...MINUTES },
  { path: ["remSleepSeconds"], other: "rem_sleep_duration", ...MINUTES },
  { path: ["awakeSleepSeconds"], other: "awake_duration", ...MINUTES },
  { path: ["unmeasurableSeconds"], other: "unmeasurable_duration", ...MINUTES },
  { path: ["sleepScores", "overallScore"], other: "sleep_score", unit: "score", least: 1 },
  { path: ["avgSleepStress"], other: "sleep_stress", unit: "score" },
  { path: ["restlessMomentCount"], other: "restless_moments", unit: "count" },
  { path: ["awakeCount"], other: "wake_ups", unit: "count" },
  {
    path: ["spo2SleepSummary", "averageHR"],
    other: "sleep_average_heart_rate",
    unit: "bpm",
    least: 1,
  },
  {
    path: ["averageRespiration"],
    metric: "RespiratoryRate",
    unit: "breaths/min",
    least: 1,
    coarse: true,
  },
  {
    path: ["spo2SleepSummary", "averageSPO2"],
    metric: "BloodOxygenSaturation",
    unit: "percent",
    least: 1,
    coarse: true,
  },
];

/** Lengths that are all 0 if the watch was not worn. */
const STAGES = ["deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds", "awakeSleepSeconds"];

/** Adds the totals of a night, and the night as one stage if the FIT files have no stages of it. */
export function addNight(record: GarminRecord, context: RuleContext): void {
  const { collector } = context, { where } = record;
  const times = exportTimes(collector, "UTC"); // the names of the fields say GMT
  const from = record.text("sleepStartTimestampGMT"), to = record.text("sleepEndTimestampGMT");
  if (from === undefined || to === undefined) {
    return collector.skip("a night without its start or end: nothing was measured", where);
  }
  const start = times.at(from, where), end = times.at(to, where);
  if (start === undefined || end === undefined) return;
  const isMeasured = STAGES.every((name) => record.number(name) === undefined) ||
    STAGES.some((name) => record.number(name)! > 0);
  if (!isMeasured) return collector.skip("a night of which nothing was measured", where);
  collector.coarseStage({ start, end, stage: 1, source: SOURCE }, where);
  collector.note(
    "nights of JSON come without the times of their stages: where no FIT file has them, a night is asleep " +
      "(code 1) from its start to its end; the minutes of each stage are in others",
  );
  addFigures(NIGHT, record, { start, end }, context);
}
