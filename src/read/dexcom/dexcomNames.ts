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
