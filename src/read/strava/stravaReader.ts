import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { NAMES_OF_2018, STRAVA_NAMES, type StravaNames, stravaOrder } from "./stravaNames.ts";

const SOURCE = "Strava";

/**
 * Reads `activities.csv` of Strava's bulk export. The FIT, TCX and GPX files in `activities/` have
 * readers of their own; a workout that is in both counts once. Format:
 * https://github.com/HzaCode/Athlytics, https://github.com/marcusvolz/strava_py, and Strava's help,
 * "Exporting your Data and Bulk Export".
 *
 * Times are in UTC. The first columns `Elapsed Time` and `Distance` are rounded for display
 * (kilometres); the second ones are in seconds and metres. German tables have kilometres in both.
 * The export of 2018 has one of each, in seconds and metres, and other names.
 */
export const STRAVA: MakerReader = {
  name: "strava",
  title: "Strava export",
  rules: [
    rule(["Activity ID", "Activity Date", "Activity Type"], STRAVA_NAMES),
    rule(["Activity ID", "Activity Date", "Elapsed Time", "commute", "filename"], NAMES_OF_2018),
  ],
  unread: /(?:^|\/)(?:media\/.*|[a-z_]+\.csv)$/i,
};

function rule(needs: readonly string[], names: StravaNames): FileRule {
  return tableRule({
    needs,
    names,
    byOrder: stravaOrder,
    times: ["Activity Date"],
    zone: "UTC",
    gives: ["workouts", "workout_average_heart_rate", "workout_max_heart_rate", "relative_effort"],
  }, readActivity);
}

function readActivity(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Activity Date");
  if (start === undefined) return;
  const seconds = row.number("Elapsed Time 2", "Elapsed Time", "Moving Time");
  if (seconds === undefined) return collector.skip("it has no length", row.where);
  const end = start + Math.round(seconds * 1e6), span = { start, end };
  const second = row.number("Distance 2"), rounded = row.number("Distance") ?? NaN;
  const meters = second === rounded ? undefined : second;
  // A table with one column has kilometres, or metres if nobody is as fast.
  const isMeters = rounded * 1000 / seconds > FASTEST;
  if (meters === undefined && rounded > 0) {
    collector.note(
      `distances of ${isMeters ? "some" : "all"} workouts are read in ` +
        `${isMeters ? "metres, because kilometres would be too fast" : "kilometres"}`,
    );
  }
  collector.workout({
    ...span,
    duration_s: row.number("Moving Time") ?? seconds,
    distance_m: meters ?? (rounded >= 0 ? rounded * (isMeters ? 1 : 1000) : undefined),
    energy_kcal: row.number("Calories"),
    activity: row.text("Activity Type"),
    source: SOURCE,
  }, row.where);
  for (const [columns, name, unit] of FIGURES) {
    const value = row.number(...columns);
    if (!value) continue;
    collector.other(name, { ...span, value, unit, source: SOURCE }, row.where);
  }
}

/** Speed in metres per second that no workout reaches on average. */
const FASTEST = 100;

const FIGURES = [
  [["Average Heart Rate"], "workout_average_heart_rate", "bpm"],
  [["Max Heart Rate 2", "Max Heart Rate"], "workout_max_heart_rate", "bpm"],
  [["Relative Effort 2", "Relative Effort"], "relative_effort", "score"],
] as const;
