/** Names of columns in German, Spanish and Italian, from parsers in public repositories. */
export const DEXCOM_NAMES: Readonly<Record<string, readonly string[]>> = {
  "Timestamp (YYYY-MM-DDThh:mm:ss)": [
    "Zeitstempel (JJJJ-MM-TTThh:mm:ss)",
    "Marca temporal (AAAA-MM-DDThh:mm:ss)",
    "Data e ora (AAAA-MM-GGThh:mm:ss)",
  ],
  "Event Type": ["Ereignistyp", "Ereignisart", "Tipo de evento", "Tipo di evento"],
  "Event Subtype": ["Ereignisuntertyp", "Subtipo de evento", "Sottotipo di evento"],
  "Glucose Value (mg/dL)": [
    "Glukosewert (mg/dL)",
    "Nivel de glucosa (mg/dL)",
    "Valore del glucosio (mg/dL)",
  ],
  "Glucose Value (mmol/L)": [
    "Glukosewert (mmol/L)",
    "Nivel de glucosa (mmol/L)",
    "Valore del glucosio (mmol/L)",
  ],
  "Insulin Value (u)": ["Insulinwert (IE)", "Insulinwert (u)", "Nivel de insulina (u)"],
  "Carb Value (grams)": ["Kohlenhydratwert (Gramm)", "Nivel de carbohidratos (gramos)"],
};

/** Columns in the order of every table, whatever its language. */
const ORDER = ["Index", "Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Event Subtype"];

/**
 * Returns the English names of a table in a language without known names: the format of its times is
 * in the second column, and the unit of glucose in the eighth. That column becomes `EGV (mg/dL)`,
 * because only this type of row has the same name in every language.
 */
export function dexcomOrder(columns: readonly string[]): readonly string[] | undefined {
  const time = columns[1] ?? "", [, unit] = /\((mg\/dL|mmol\/L)\)$/i.exec(columns[7] ?? "") ?? [];
  const isKnown = time === ORDER[1] || DEXCOM_NAMES[ORDER[1]!]!.includes(time);
  if (isKnown || unit === undefined || !/\(.+T.*hh:mm:ss\)$/i.test(time)) return undefined;
  const glucose = `EGV (${unit.toLowerCase().replace("dl", "dL").replace("/l", "/L")})`;
  const values = [glucose, "Insulin Value (u)", "Carb Value (grams)"];
  return [...ORDER, ...columns.slice(4, 7), ...values, ...columns.slice(10)];
}
