/** Names of columns in German, without units, from exports in public repositories. */
const GERMAN: Readonly<Record<string, string>> = {
  "von": "from",
  "bis": "to",
  "leicht": "light",
  "tief": "deep",
  "wach": "awake",
  "Aufwachen": "wake up",
  "Dauer des Schlafs": "Duration to sleep", // sic
  "Dauer bis zum Wachwerden": "Duration to wake up",
  "Schnarchen": "Snoring",
  "Durchschnittliche Herzfrequenz": "Average heart rate",
  "Herzfrequenz": "Heart rate",
  "Datum": "Date",
  "Gewicht": "Weight",
  "Fettmasse": "Fat mass",
  "Knochenmasse": "Bone mass",
  "Muskelmasse": "Muscle mass",
  "Wasseranteil": "Hydration",
  "Grösse": "Height",
  "Größe": "Height",
  "Systole": "Systolic",
  "Diastole": "Diastolic",
};

/** Returns the name of a column in English: `Gewicht (kg)` is `Weight (kg)`. */
export function english(column: string): string {
  const [, name = column, unit = ""] = /^(.+?)( \([^()]+\))$/.exec(column) ?? [];
  return `${GERMAN[name] ?? name}${unit}`;
}
