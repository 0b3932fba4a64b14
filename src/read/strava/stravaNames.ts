/** Other names of columns, by the English name. */
export type StravaNames = Readonly<Record<string, readonly string[]>>;

/** Names of columns in German, French and Spanish, from parsers in public repositories. */
export const STRAVA_NAMES: StravaNames = {
  "Activity ID": ["Aktivitäts-ID", "ID de l'activité", "ID de actividad"],
  "Activity Date": ["Aktivitätsdatum", "Date de l'activité", "Fecha de la actividad"],
  "Activity Type": ["Aktivitätsart", "Type d'activité", "Tipo de actividad"],
  "Elapsed Time": ["Verstrichene Zeit", "Temps écoulé"],
  "Moving Time": ["Bewegungszeit", "Durée de déplacement"],
  "Distance": ["Distanz"],
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
