import type { FileRule, MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";
import { LIBRE_VIEW_NAMES, libreViewOrder } from "./libreViewNames.ts";

/**
 * Reads the table of FreeStyle Libre sensors that LibreView exports. Format: parsers in
 * https://github.com/slam/plot-libreview-csv and
 * https://github.com/shrugalic/LibreView_to_AppleHealth_converter.
 *
 * A line about the patient and the export comes before the header row. Times are local times of the
 * sensor. `Record Type` is 0 for the value of every 15 minutes, 1 for a scan, 2 for a test strip, 4
 * for insulin, 5 for food and 6 for a note; the columns that have a value say the same. The program
 * of the reader, which came before LibreView, has `ID` and `Time` instead of the device.
 */
export const LIBRE_VIEW: MakerReader = {
  name: "libreView",
  title: "LibreView export",
  rules: [
    rule(["Device", "Serial Number", "Device Timestamp", "Record Type"]),
    rule(["ID", "Device Timestamp", "Record Type", "Historic Glucose mg/dL"]),
    rule(["ID", "Device Timestamp", "Record Type", "Historic Glucose mmol/L"]),
  ],
};

function rule(needs: readonly string[]): FileRule {
  return tableRule({
    needs,
    names: LIBRE_VIEW_NAMES,
    byOrder: libreViewOrder,
    times: ["Device Timestamp"],
  }, readRow);
}

const GLUCOSE = ["Historic Glucose", "Scan Glucose", "Strip Glucose"];
const UNITS = ["mg/dL", "mmol/L"];

function readRow(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time("Device Timestamp"), source = row.text("Device") ?? "FreeStyle Libre";
  if (start === undefined) return;
  for (const kind of GLUCOSE) {
    for (const unit of UNITS) {
      const value = row.number(`${kind} ${unit}`);
      if (value === undefined) continue;
      const from = kind === "Strip Glucose" ? `${source} strip` : source;
      collector.sample("BloodGlucose", { start, value, unit, source: from }, row.where);
    }
  }
  const rapid = row.number("Rapid-Acting Insulin (units)");
  const long = row.number("Long-Acting Insulin (units)", "Long-Acting Insulin Value (units)");
  for (const value of [rapid, long]) {
    if (value === undefined) continue;
    collector.sample("InsulinUnitsDelivered", { start, value, unit: "IU", source }, row.where);
  }
  const grams = row.number("Carbohydrates (grams)"), ketone = row.number("Ketone mmol/L");
  if (grams !== undefined) {
    const sample = { start, value: grams, unit: "g", source };
    collector.sample("DietaryCarbohydratesConsumed", sample, row.where);
  }
  if (ketone !== undefined) {
    collector.other("blood_ketone", { start, value: ketone, unit: "mmol/L", source }, row.where);
  }
  const title = row.text("Notes");
  if (title !== undefined) {
    collector.event({ start, title, calendar: "glucose notes", source }, row.where);
  }
}
