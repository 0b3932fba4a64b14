/** Other names of columns, by the English name. */
export type StravaNames = Readonly<Record<string, readonly string[]>>;

/** Names of columns in German, French and Spanish, from parsers in public repositories. */
export const STRAVA_NAMES: StravaNames = {
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
export const NAMES_OF_2018: StravaNames = {
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
export function stravaOrder(columns: readonly string[]): readonly string[] | undefined {
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
