import type { ExportFile } from "../export/exportFile.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { stepAt } from "../rules/stepAt.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

/**
 * Reads the logs of ActLumus (light) and ActTrust (activity) by Condor Instruments. Format: files
 * and a parser in https://github.com/tscnlab/LightLogR, and a parser in
 * https://github.com/ghammad/pyActigraphy (`io/atr`).
 *
 * Lines about the device come first. Dates are local times, with the day first. An epoch is as long
 * as the usual time from one row to the next.
 */
export const CONDOR: MakerReader = {
  name: "condor",
  title: "Condor Instruments log (ActLumus, ActTrust)",
  rules: [
    tableRule(
      {
        head: /Condor Instruments/,
        needs: ["DATE/TIME", "PIM", "LIGHT"],
      },
      readEpoch,
      addEpochs,
    ),
  ],
};

const SOURCE = "Condor";

const VALUES = [
  ["PIM", "activity_counts", "count"],
  ["LIGHT", "ambient_light", "lx"],
  ["MELANOPIC EDI", "melanopic_edi", "lx"],
  ["TEMPERATURE", "device_temperature", "degC"],
] as const;

interface Epoch {
  readonly start: number;
  readonly values: readonly (readonly [name: string, value: number, unit: string])[];
  readonly where: string;
}

const epochsOf = new WeakMap<ExportFile, Epoch[]>();

function readEpoch(row: VendorRow, { collector }: RuleContext, file: ExportFile): void {
  const [, day, month, year, clock] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (.+)$/.exec(row.text("DATE/TIME") ?? "") ?? [];
  const start = row.timeOf(day && `${year}-${month}-${day} ${clock}`);
  if (start === undefined) return;
  if (row.number("EVENT")) {
    collector.event({ start, title: "marker", calendar: "actigraph", source: SOURCE }, row.where);
  }
  const values = VALUES.flatMap(([column, name, unit]) => {
    const value = row.number(column);
    return value === undefined ? [] : [[name, value, unit] as const];
  });
  epochsOf.getOrInsertComputed(file, () => []).push({ start, values, where: row.where });
}

/** Adds the epochs of a file, each with the usual time from one row to the next. */
async function addEpochs({ collector, pause }: RuleContext, file: ExportFile): Promise<void> {
  const epochs = epochsOf.get(file) ?? [];
  const usual = await stepAt(epochs, (count) => (count - 1) >> 1, pause) ?? 0;
  for (const [at, { start, values, where }] of epochs.entries()) {
    if (at % 100 === 99) await pause();
    for (const [name, value, unit] of values) {
      collector.other(name, { start, end: start + usual, value, unit, source: SOURCE }, where);
    }
  }
}
