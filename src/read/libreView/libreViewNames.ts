/** Glucose columns without their unit, in German, French, Spanish and Italian. */
const GLUCOSE: Readonly<Record<string, readonly string[]>> = {
  "Historic Glucose": [
    "Historic Glucose",
    "Glukosewert-Verlauf",
    "Historique de la glycémie",
    "Historial de glucosa",
    "Histórico glucosa",
    "Storico del glucosio",
  ],
  "Scan Glucose": [
    "Scan Glucose",
    "Glukose-Scan",
    "Numérisation de la glycémie",
    "Scan de glycémie",
    "Escaneo de glucosa",
    "Escanear glucosa",
    "Glucosa leída",
  ],
  "Strip Glucose": [
    "Strip Glucose",
    "Glukose-Teststreifen",
    "Glycémie par bandelette",
    "Glycémie de la bandelette",
    "Tira reactiva para glucosa",
    "Glucosa de la tira",
  ],
};
const UNITS = ["mg/dL", "mmol/L"];

/**
 * Names of columns in other languages, and in the program that came before LibreView, from tables
 * and parsers in public repositories.
 */
export const LIBRE_VIEW_NAMES: Readonly<Record<string, readonly string[]>> = {
  "Device": ["Meter", "Gerät", "Appareil", "Dispositivo"],
  "Serial Number": ["Seriennummer", "Numéro de série", "Número de serial", "Número de serie"],
  "Device Timestamp": [
    "Meter Timestamp",
    "Gerätezeitstempel",
    "Horodatage de l'appareil",
    "Sello de tiempo del dispositivo",
    "Timestamp del dispositivo",
    "Time",
    "Hora",
  ],
  "Record Type": ["Aufzeichnungstyp", "Type d'enregistrement", "Tipo de registro"],
  ...Object.fromEntries(
    Object.entries(GLUCOSE).flatMap(([kind, others]) =>
      UNITS.map((unit) => [
        `${kind} ${unit}`,
        others.flatMap((other) => [`${other} ${unit}`, `${other} (${unit})`, `${other}(${unit})`]),
      ])
    ),
  ),
  "Rapid-Acting Insulin (units)": [
    "Schnellwirkendes Insulin (Einheiten)",
    "Insuline à action rapide (unités)",
    "Insulina de acción rápida (unidades)",
  ],
  "Long-Acting Insulin (units)": [
    "Depotinsulin (Einheiten)",
    "Insuline à action longue (unités)",
    "Insuline à action lente (unités)",
    "Insulina de acción larga (unidades)",
    "Insulina de acción lenta (unidades)",
    "Insulina de acción prolongada (unidades)",
  ],
  "Carbohydrates (grams)": [
    "Kohlenhydrate (Gramm)",
    "Glucides (grammes)",
    "Carbohidratos (gramos)",
    "Carboidrati (grammi)",
  ],
  "Ketone mmol/L": [
    "Keton mmol/L",
    "Cétone mmol/L",
    "Cetona mmol/L",
    "Ketone (mmol/L)",
    "Ketone(mmol/L)",
  ],
  "Notes": ["Notizen", "Remarques", "Notas"],
};

/** Columns in the order of every table, whatever its language; glucose has its unit at the end. */
const ORDER = [
  "Device",
  "Serial Number",
  "Device Timestamp",
  "Record Type",
  "Historic Glucose",
  "Scan Glucose",
  undefined,
  "Rapid-Acting Insulin (units)",
  undefined,
  "Carbohydrates (grams)",
  undefined,
  undefined,
  "Long-Acting Insulin (units)",
  "Notes",
  "Strip Glucose",
  "Ketone mmol/L",
];

/**
 * Returns the English names of a table in a language without known names: the columns of glucose,
 * which name their unit, are the same in every language.
 */
export function libreViewOrder(columns: readonly string[]): readonly string[] | undefined {
  const time = columns[2] ?? "";
  const isKnown = time === ORDER[2] || LIBRE_VIEW_NAMES[ORDER[2]!]!.includes(time);
  const units = [4, 5, 14].map((at) => /\b(?:mg\/dl|mmol\/l)\b/i.exec(columns[at] ?? "")?.[0]);
  if (isKnown || new Set(units).size > 1 || units[0] === undefined) return undefined;
  const unit = UNITS.find((unit) => unit.toLowerCase() === units[0]!.toLowerCase());
  return columns.map((column, at) => {
    const name = ORDER[at];
    return name === undefined ? column : / Glucose$/.test(name) ? `${name} ${unit}` : name;
  });
}
