import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const TIME = "Time of Glucose Reading [T=(local time) +/- (time zone offset)]";

/**
 * Reads the table of glucose that the app of Abbott's Lingo sensor exports. Format: files in
 * https://github.com/duncanbottrill/lingo-glucose, and https://github.com/nhanduahau/glucoseTrends.
 * Times have an offset.
 */
export const LINGO: MakerReader = {
  name: "lingo",
  title: "Lingo export",
  rules: [
    tableRule({
      needs: [TIME],
      times: [TIME],
      gives: ["BloodGlucose"],
    }, readRow),
  ],
};

function readRow(row: VendorRow, { collector }: RuleContext): void {
  const start = row.time(TIME);
  if (start === undefined) return;
  for (const unit of ["mg/dL", "mmol/L"]) {
    const value = row.number(`Measurement(${unit})`);
    if (value === undefined) continue;
    collector.sample("BloodGlucose", { start, value, unit, source: "Lingo" }, row.where);
  }
}
