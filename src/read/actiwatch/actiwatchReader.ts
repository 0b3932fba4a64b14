import type { ExportFile } from "../export/exportFile.ts";
import { SLEEP_AND_WAKE } from "../export/exportTables.ts";
import type { MakerReader, RuleContext } from "../export/readExport.ts";
import { stepAt } from "../rules/stepAt.ts";
import { tableRule, type VendorRow } from "../rules/tableRule.ts";

const SOURCE = "Actiwatch";

/** Names of columns in French, German, Italian and Dutch. */
const NAMES = {
  Line: ["ligne", "zeile", "linea", "lijn"],
  Date: ["datum", "data"],
  Time: ["heure", "zeit", "ora", "tijd"],
  Activity: ["activité", "aktivität", "attività", "activiteit"],
  Marker: ["marqueur", "markierung", "indicatore", "markering"],
  "Sleep/Wake": ["sommeil/éveil", "schlaf/wach", "sonno/veglia", "slapen/waken"],
  "Interval Status": [
    "statut de l’intervalle",
    "intervallstatus",
    "stato intervallo",
    "intervalstatus",
  ],
  "White Light": ["lumière blanche", "weißes licht", "luce bianca"],
  "Red Light": ["lumière rouge", "rotes licht", "luce rossa"],
  "Green Light": ["lumière verte", "grünes licht", "luce verde"],
  "Blue Light": ["lumière bleu", "blaues licht", "luce blu"],
};

/**
 * Reads the CSV export of Actiware, the program of Philips' Actiwatch Spectrum and Actiwatch 2.
 * Format: parsers in https://github.com/ghammad/pyActigraphy (`io/rpx`) and
 * https://github.com/wadpac/GGIRread.
 *
 * Sections about the person, the device and statistics come first; the table of epochs follows. An
 * epoch lasts until the next one. Sleep and wake count within rest intervals.
 */
export const ACTIWATCH: MakerReader = {
  name: "actiwatch",
  title: "Actiware export (Actiwatch)",
  rules: [
    tableRule(
      {
        head: /Actiwatch|Actiware/,
        needs: ["Line", "Date", "Time", "Activity"],
        times: ["Date"],
        names: NAMES,
      },
      readRow,
      addEpochs,
    ),
  ],
};

/** Words for rest intervals in English and Dutch; sleep is not read in other languages. */
const REST = /^(?:REST|RUST|SLAAP)/i;

interface Epoch {
  readonly start: number;
  readonly stage: number | undefined;
  readonly values: readonly (readonly [name: string, value: number, unit: string])[];
  readonly where: string;
}

const VALUES = [
  ["Activity", "activity_counts", "count"],
  ["White Light", "ambient_light", "lx"],
  ["Red Light", "red_light", "uW/cm2"],
  ["Green Light", "green_light", "uW/cm2"],
  ["Blue Light", "blue_light", "uW/cm2"],
] as const;

const epochsOf = new WeakMap<ExportFile, Epoch[]>();

function readRow(row: VendorRow, { collector }: RuleContext, file: ExportFile): void {
  const start = row.clock("Date", "Time");
  if (start === undefined) return;
  const isRest = REST.test(row.text("Interval Status") ?? "");
  const isAwake = row.text("Sleep/Wake");
  const stage = !isRest ? undefined : isAwake === "1" ? 2 : isAwake === "0" ? 1 : undefined;
  const values = VALUES.flatMap(([column, name, unit]) => {
    const text = row.text(column);
    if (text === undefined || /^(?:nan|kz)$/i.test(text)) return []; // off the wrist
    return [[name, row.number(column)!, unit] as const];
  });
  if (row.number("Marker") === 1) {
    collector.event({ start, title: "marker", calendar: "actigraph", source: SOURCE }, row.where);
  }
  const all = epochsOf.get(file) ?? [];
  if (all.length === 0) epochsOf.set(file, all);
  all.push({ start, stage, values, where: row.where });
}

async function addEpochs({ collector, pause }: RuleContext, file: ExportFile): Promise<void> {
  const epochs = epochsOf.get(file) ?? [];
  const usual = await stepAt(epochs, (count) => count >> 1, pause, 0);
  if (usual === undefined) return;
  collector.note(`an epoch is read as ${usual / 1e6} s, the usual time from one row to the next`);
  let open: { start: number; end: number; stage: number; where: string } | undefined;
  const close = (): void => {
    if (open !== undefined) {
      const { where, ...stage } = open;
      collector.stage({ ...stage, known: SLEEP_AND_WAKE, source: SOURCE }, where);
    }
    open = undefined;
  };
  for (const [at, { start, stage, values, where }] of epochs.entries()) {
    if (at % 100 === 99) await pause();
    const end = start + usual;
    for (const [name, value, unit] of values) {
      collector.other(name, { start, end, value, unit, source: SOURCE }, where);
    }
    if (open === undefined || open.stage !== stage || open.end !== start) {
      close();
      if (stage !== undefined) open = { start, end, stage, where };
    } else open.end = end;
  }
  close();
}
