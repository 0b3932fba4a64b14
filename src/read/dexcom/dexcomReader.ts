import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

/** Names of columns in German, Spanish and Italian, from parsers in public repositories. */
const DEXCOM_NAMES: Readonly<Record<string, readonly string[]>> = {
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
function dexcomOrder(columns: readonly string[]): readonly string[] | undefined {
  const time = columns[1] ?? "", [, unit] = /\((mg\/dL|mmol\/L)\)$/i.exec(columns[7] ?? "") ?? [];
  const isKnown = time === ORDER[1] || DEXCOM_NAMES[ORDER[1]!]!.includes(time);
  const isFormat = /hh:mm:ss\)$/i.test(time) && /^[^(]*\(.+T/i.test(time);
  if (isKnown || unit === undefined || !isFormat) return undefined;
  const glucose = `EGV (${unit.toLowerCase().replace("dl", "dL").replace("/l", "/L")})`;
  const values = [glucose, "Insulin Value (u)", "Carb Value (grams)"];
  return [...ORDER, ...columns.slice(4, 7), ...values, ...columns.slice(10)];
}

const SOURCE = "Dexcom", TIME = "Timestamp (YYYY-MM-DDThh:mm:ss)";

/**
 * Reads the table that Dexcom Clarity exports. Format: a parser,
 * https://github.com/kyjamies16/dbt_dexcom_analysis, and published files with the same columns in
 * https://physionet.org/content/big-ideas-glycemic-wearable.
 *
 * The first rows describe the patient and the devices. Times are local times. Values that the
 * sensor cannot measure are `Low` or `High`. Types of rows are in the language of the account, so
 * the column that has a value decides.
 */
export const DEXCOM: MakerReader = {
  name: "dexcom",
  title: "Dexcom Clarity export",
  rules: [
    tableRule({
      needs: [TIME, "Event Type", "Event Subtype"],
      names: DEXCOM_NAMES,
      byOrder: dexcomOrder,
      times: [TIME],
    }, readRow),
  ],
};

/** Words that begin the types of rows whose value is a limit, not a measurement. */
const ALERT = /^(?:alert|alarm|warn|avvis)/i;

function readRow(row: VendorRow, { collector }: RuleContext): void {
  const kind = row.text("Event Type") ?? "a row";
  if (row.text(TIME) === undefined) return collector.omit(`${kind} without a time`);
  const start = row.time(TIME);
  if (start === undefined) return;
  const source = /^[ck]alib/i.test(kind) ? `${SOURCE} calibration` : SOURCE;
  for (const unit of ALERT.test(kind) ? [] : ["mg/dL", "mmol/L"]) {
    const columns = [`Glucose Value (${unit})`, ...kind === "EGV" ? [`EGV (${unit})`] : []];
    const text = row.text(...columns), value = row.number(...columns);
    if (text === undefined || value === undefined) continue;
    if (/^\p{L}+$/u.test(text)) { // "Low" or "High"
      return collector.leave("glucose is out of range for the sensor", row.where, text);
    }
    return collector.sample("BloodGlucose", { start, value, unit, source }, row.where);
  }
  const insulin = row.number("Insulin Value (u)"), grams = row.number("Carb Value (grams)");
  if (insulin !== undefined) {
    const sample = { start, value: insulin, unit: "IU", source: SOURCE };
    collector.sample("InsulinUnitsDelivered", sample, row.where);
  } else if (grams !== undefined) {
    const sample = { start, value: grams, unit: "g", source: SOURCE };
    collector.sample("DietaryCarbohydratesConsumed", sample, row.where);
  } else collector.omit(`events of type ${kind} are not read`);
}
