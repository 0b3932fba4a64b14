import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { GARMIN_CSV_NAMES } from "./garminCsvNames.ts";

const SOURCE = "Garmin";

/**
 * Reads the table that the list of activities of Garmin Connect exports (`Activities.csv`). Format:
 * parsers in https://github.com/tbidne/pacer and
 * https://github.com/StanleyCheng/garmin-activities-trend.
 *
 * Times are local times. The table does not name its units: distances are in kilometres, or in
 * metres for swimming and track running, as in metric accounts. In other languages than English, a
 * speed that nobody reaches tells metres from kilometres.
 */
export const GARMIN_CSV: MakerReader = {
  name: "garminCsv",
  title: "Garmin Connect table",
  rules: [
    tableRule({
      name: /\.csv$|^the file$/i,
      needs: ["Activity Type", "Date", "Title", "Distance", "Calories"],
      names: GARMIN_CSV_NAMES,
      times: ["Date"],
      gives: ["workouts", "workout_average_heart_rate", "workout_max_heart_rate"],
    }, readActivity),
  ],
};

/** Activities whose distance is in metres. */
const IN_METERS = /swim|track/i;
/** Speed in metres per second that no activity reaches on average. */
const FASTEST = 50;

function readActivity(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Date"), activity = row.text("Activity Type") ?? "";
  if (start === undefined) return;
  const elapsed = secondsOf(row.text("Elapsed Time")), moving = secondsOf(row.text("Moving Time"));
  const seconds = secondsOf(row.text("Time", "Activity Time")) ?? elapsed;
  if (seconds === undefined) return collector.skip("it has no length", row.where);
  const end = start + Math.round((elapsed ?? seconds) * 1e6), span = { start, end };
  const distance = metersOf(row, activity, seconds);
  if (distance) {
    collector.note(
      "the table does not name its units: distances are read in kilometres, for swimming and track " +
        "running in metres",
    );
  }
  collector.workout({
    ...span,
    duration_s: moving ?? seconds,
    distance_m: distance || undefined,
    energy_kcal: valueOf(row, "Calories"),
    activity,
    source: SOURCE,
  }, row.where);
  for (
    const [column, name] of [
      ["Avg HR", "workout_average_heart_rate"],
      ["Max HR", "workout_max_heart_rate"],
    ] as const
  ) {
    const value = valueOf(row, column);
    if (value) collector.other(name, { ...span, value, unit: "bpm", source: SOURCE }, row.where);
  }
}

/** Returns the number of a column, which has `--` if nothing was measured. */
function valueOf(row: VendorRow, column: string): number | undefined {
  const text = row.text(column);
  return text === undefined || /^-+$/.test(text) ? undefined : row.number(column);
}

/** Returns the distance in metres; `21,130` kilometres are read as 21130 metres, too. */
function metersOf(row: VendorRow, activity: string, seconds: number): number | undefined {
  const value = valueOf(row, "Distance");
  if (value === undefined || IN_METERS.test(activity)) return value;
  return value * 1000 > FASTEST * seconds ? value : Math.round(value * 1000);
}

/** Reads `01:34:56`, `34:56` or `00:28:10.5` as seconds; 0 means that it was not measured. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:\d+:)?\d{1,2}:\d\d(?:[.,]\d+)?$/.test(text)) return undefined;
  const parts = text.replace(",", ".").split(":");
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0) || undefined;
}
