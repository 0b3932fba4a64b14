import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

/** Other names of columns, by the English name. */
type StravaNames = Readonly<Record<string, readonly string[]>>;

/** Names of columns in German, French and Spanish, from parsers in public repositories. */
const STRAVA_NAMES: StravaNames = {
  "Activity ID": ["Aktivitäts-ID", "ID de l'activité", "ID de actividad"],
  "Activity Date": ["Aktivitätsdatum", "Date de l'activité", "Fecha de la actividad"],
  "Activity Type": ["Aktivitätsart", "Type d'activité", "Tipo de actividad"],
  "Elapsed Time": ["Verstrichene Zeit", "Temps écoulé", "Elapsed Time (seconds)"],
  "Moving Time": ["Bewegungszeit", "Durée de déplacement"],
  "Distance": ["Distanz"],
  "Distance 2": ["Distance (meters)"],
  "Calories": ["Kalorien"],
  "Average Heart Rate": ["Durchschnittliche Herzfrequenz"],
  "Max Heart Rate": ["Max. Herzfrequenz", "Fréquence cardiaque max."],
  "Relative Effort": ["Effort relatif"],
};

/** Names of columns in the export of 2018. */
const NAMES_OF_2018: StravaNames = {
  "Activity ID": ["id"],
  "Activity Date": ["date"],
  "Activity Type": ["type"],
  "Elapsed Time": ["elapsed_time"],
};

/** Columns of the table of activities at their distance from the second column of elapsed times. */
const AFTER_TIME: Readonly<Record<number, string>> = {
  0: "Elapsed Time",
  1: "Moving Time",
  2: "Distance",
  15: "Max Heart Rate",
  16: "Average Heart Rate",
  19: "Calories",
  22: "Relative Effort",
};

/**
 * Returns the English names of a table in any language. The order of the columns is the same in all of
 * them, and the names of elapsed time, distance and effort occur twice.
 */
function stravaOrder(columns: readonly string[]): readonly string[] | undefined {
  const [, , , , , time, distance] = columns;
  const second = columns.indexOf(time ?? "", 6);
  if (second < 0 || columns[second + 2] !== distance) return undefined;
  const effort = columns[second + 22];
  if (effort === undefined || !columns.slice(7, second).includes(effort)) return undefined;
  const english = [...columns];
  for (const [at, name] of ["Activity ID", "Activity Date", , "Activity Type"].entries()) {
    if (name !== undefined) english[at] = name;
  }
  for (const [after, name] of Object.entries(AFTER_TIME)) {
    const at = second + Number(after), first = columns.indexOf(columns[at]!);
    english[at] = name;
    if (first < second) english[first] = name;
  }
  return english;
}

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
