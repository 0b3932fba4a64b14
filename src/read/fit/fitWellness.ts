import { eachInTurns } from "../export/pause.ts";
import type { RuleContext } from "../export/readExport.ts";
import { type FitMessages, numberOf, timeOf } from "./fitMessages.ts";

/** Kind of message with a value at a time: its fields, and their name in the frames. */
interface Wellness {
  readonly kind: string;
  readonly time?: string;
  readonly field: string;
  readonly metric?: string;
  readonly other?: string;
  readonly unit: string;
  /** Minimum of a measured value; lower values mean that nothing was measured. */
  readonly least: number;
}

const WELLNESS: readonly Wellness[] = [
  {
    kind: "stress_level",
    time: "stress_level_time",
    field: "stress_level_value",
    other: "stress_level",
    unit: "score",
    least: 0,
  },
  {
    kind: "respiration_rate",
    field: "respiration_rate",
    metric: "RespiratoryRate",
    unit: "breaths/min",
    least: 1,
  },
  {
    kind: "spo2_data",
    field: "reading_spo2",
    metric: "BloodOxygenSaturation",
    unit: "percent",
    least: 1,
  },
  { kind: "hrv_value", field: "value", other: "hrv_rmssd", unit: "ms", least: 0.001 },
  {
    kind: "monitoring_hr_data",
    field: "current_day_resting_heart_rate",
    metric: "RestingHeartRate",
    unit: "bpm",
    least: 1,
  },
  { kind: "weight_scale", field: "weight", metric: "Weight", unit: "kg", least: 0.001 },
];

/** Adds occasional measurements: stress, breathing rate, oxygen, heart rate variability. */
export async function addWellness(
  messages: FitMessages,
  source: string,
  { collector, pause }: RuleContext,
): Promise<void> {
  for (const { kind, time = "timestamp", field, metric, other, unit, least } of WELLNESS) {
    await eachInTurns(messages[kind] ?? [], pause, (message, at) => {
      const start = timeOf(message, time), value = numberOf(message, field);
      if (start === undefined || value === undefined) return;
      const where = `${kind} ${at + 1}`;
      if (value < least) {
        collector.skip("its value marks a missing measurement", where, String(value));
      } else if (metric !== undefined) {
        collector.sample(metric, { start, value, unit, source }, where);
      } else collector.other(other!, { start, value, unit, source }, where);
    });
  }
}
