import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Omron";

/**
 * Reads the blood pressure report of the app OMRON connect (CSV, in English). Format: parsers in
 * https://github.com/vpnry/visualize-blood-pressure and https://github.com/nbrosnahan/bpo2g.
 * Times are local times; `-` means no value.
 */
export const OMRON: MakerReader = {
  name: "omron",
  title: "OMRON connect report",
  rules: [
    tableRule({
      needs: ["Date", "Time", "Systolic (mmHg)", "Diastolic (mmHg)"],
      times: ["Date"],
    }, readRow),
  ],
};

function readRow(row: VendorRow, { collector }: RuleContext): void {
  const start = row.clock("Date", "Time");
  if (start === undefined) return;
  for (
    const [column, metric, unit] of [
      ["Systolic (mmHg)", "BloodPressureSystolic", "mmHg"],
      ["Diastolic (mmHg)", "BloodPressureDiastolic", "mmHg"],
      ["Pulse (bpm)", "HeartRate", "bpm"],
    ] as const
  ) {
    if (/^-*$/.test(row.text(column) ?? "")) continue;
    const value = row.number(column)!;
    collector.sample(metric, { start, value, unit, source: SOURCE }, row.where);
  }
  const notes = row.text("Notes");
  if (notes !== undefined && !/^-+$/.test(notes)) {
    collector.event({ start, title: notes, calendar: "blood pressure", source: SOURCE }, row.where);
  }
}
