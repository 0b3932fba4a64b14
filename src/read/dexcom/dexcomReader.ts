import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Dexcom", TIME = "Timestamp (YYYY-MM-DDThh:mm:ss)";

/**
 * Reads the table that Dexcom Clarity exports. Format: a parser,
 * https://github.com/kyjamies16/dbt_dexcom_analysis, and published files with the same columns in
 * https://physionet.org/content/big-ideas-glycemic-wearable.
 *
 * The first rows describe the patient and the devices. Times are local times. Values that the
 * sensor cannot measure are `Low` or `High`.
 */
export const DEXCOM: MakerReader = {
  name: "dexcom",
  title: "Dexcom Clarity export",
  rules: [
    tableRule({
      name: /\.csv$|^the file$/i,
      needs: [TIME, "Event Type", "Event Subtype"],
      times: [TIME],
    }, readRow),
  ],
};

function readRow(row: VendorRow, { collector }: RuleContext): void {
  const kind = row.text("Event Type");
  if (row.text(TIME) === undefined) return collector.omit(`${kind ?? "a row"} without a time`);
  const start = row.time(TIME);
  if (start === undefined) return;
  if (kind === "EGV" || kind === "Calibration") {
    const source = kind === "EGV" ? SOURCE : `${SOURCE} calibration`;
    for (const unit of ["mg/dL", "mmol/L"]) {
      const text = row.text(`Glucose Value (${unit})`);
      if (text === undefined) continue;
      if (/^(?:low|high)$/i.test(text)) {
        collector.leave("glucose is out of range for the sensor", row.where, text);
      } else {
        const value = row.number(`Glucose Value (${unit})`)!;
        collector.sample("BloodGlucose", { start, value, unit, source }, row.where);
      }
    }
    return;
  }
  const insulin = row.number("Insulin Value (u)"), grams = row.number("Carb Value (grams)");
  if (kind === "Insulin" && insulin !== undefined) {
    const sample = { start, value: insulin, unit: "IU", source: SOURCE };
    collector.sample("InsulinUnitsDelivered", sample, row.where);
  } else if (kind === "Carbs" && grams !== undefined) {
    const sample = { start, value: grams, unit: "g", source: SOURCE };
    collector.sample("DietaryCarbohydratesConsumed", sample, row.where);
  } else collector.omit(`events of type ${kind} are not read`);
}
