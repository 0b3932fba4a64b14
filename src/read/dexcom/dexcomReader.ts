import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { DEXCOM_NAMES, dexcomOrder } from "./dexcomNames.ts";

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
