import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { numberOf, tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Garmin";

/**
 * Reads the table that the list of activities of Garmin Connect exports (`Activities.csv`). Format:
 * parsers in https://github.com/tbidne/pacer and
 * https://github.com/StanleyCheng/garmin-activities-trend.
 *
 * Times are local times. The table does not name its units: distances are in kilometres, or in
 * metres for swimming and track running, as in metric accounts.
 */
export const GARMIN_CSV: MakerReader = {
  name: "garminCsv",
  title: "Garmin Connect table",
  rules: [
    tableRule({
      name: /\.csv$|^the file$/i,
      needs: ["Activity Type", "Date", "Favorite", "Title", "Distance", "Calories"],
      times: ["Date"],
      gives: ["workouts", "workout_average_heart_rate", "workout_max_heart_rate"],
    }, readActivity),
  ],
};

/** Activities whose distance is in metres. */
const IN_METERS = /swim|track/i;

function readActivity(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Date"), activity = row.text("Activity Type") ?? "";
  if (start === undefined) return;
  const elapsed = secondsOf(row.text("Elapsed Time")), moving = secondsOf(row.text("Moving Time"));
  const seconds = secondsOf(row.text("Time", "Activity Time")) ?? elapsed;
  if (seconds === undefined) return collector.skip("it has no length", row.where);
  const end = start + Math.round((elapsed ?? seconds) * 1e6), span = { start, end };
  const distance = valueOf(row, "Distance");
  if (distance) {
    collector.note(
      "the table does not name its units: distances are read in kilometres, for swimming and track " +
        "running in metres",
    );
  }
  collector.workout({
    ...span,
    duration_s: moving ?? seconds,
    distance_m: distance === undefined
      ? undefined
      : IN_METERS.test(activity)
      ? distance
      : distance * 1000,
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
  return text === undefined || /^-+$/.test(text) ? undefined : numberOf(text);
}

/** Reads `01:34:56`, `34:56` or `00:28:10.5` as seconds. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:\d+:)?\d{1,2}:\d\d(?:[.,]\d+)?$/.test(text)) return undefined;
  return text.replace(",", ".").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
