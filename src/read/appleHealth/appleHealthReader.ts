import { makePause } from "../../options/pause.ts";
import { type ExportFile, headText } from "../export/exportFile.ts";
import { withReport } from "../export/joinExports.ts";
import type { ExportOptions, ExportReport, MakerExport } from "../export/makerExport.ts";
import { openColumns } from "../../frame/open.ts";
import type { PartsReader } from "../export/readExport.ts";
import { healthAsExport, type HealthCounts } from "./healthAsExport.ts";
import { healthStamp } from "./healthStamp.ts";
import { isHealthTable, readHealthTable } from "./healthTable.ts";
import { checkUnpacked, healthParts } from "./readHealth.ts";

/**
 * Apple Health's export. Its file has a localized name, so its first lines decide. A phone exports
 * everything, so only the latest of several exports counts, and tables made from an export only
 * count without it.
 */
export const APPLE_HEALTH: PartsReader = {
  name: "appleHealth",
  title: "Apple Health",
  rules: [{
    name: /^(?!.*_cda\.xml$).*\.xml$|^the file$/i,
    isOurs: async (file) => /<(?:!DOCTYPE )?HealthData[\s>[]/.test(await headText(file)),
  }, { name: /\.csv$|^the file$/i, isOurs: isHealthTable }],
  parts: async function* (files, options, rows) {
    const exports: ExportFile[] = [], tables: ExportFile[] = [];
    for (const file of files) (await isHealthTable(file) ? tables : exports).push(file);
    const latest = await latestOf(exports), chosen = latest === undefined ? tables : [latest];
    const left = files.filter((file) => !chosen.includes(file));
    const reports: ExportReport[] = left.length === 0 ? [] : [{
      ...EMPTY,
      files: { seen: left.length, read: 0 },
      notes: left.map(({ name }) => `${name} is skipped: ${latest!.name} is the latest export`),
    }];
    for (const [at, file] of chosen.entries()) {
      let last: ExportReport | undefined;
      for await (
        const part of latest === undefined
          ? tableParts(file, options)
          : xmlParts(file, options, rows)
      ) {
        last = at === 0 ? part.report : { ...part.report, reader: "" };
        yield withReport(part, [...reports, last]);
      }
      if (last !== undefined) reports.push(last);
    }
  },
};

const EMPTY: ExportReport = {
  reader: "",
  files: { seen: 0, read: 0 },
  read: {},
  repeated: 0,
  skipped: {},
  ignored: {},
  problems: [],
  notes: [],
};

/** Returns the export with the latest date; the largest one if they have none. */
async function latestOf(files: readonly ExportFile[]): Promise<ExportFile | undefined> {
  let best: { readonly file: ExportFile; readonly at: number } | undefined;
  for (const file of files) {
    const [, date = ""] = /<ExportDate value="([^"]*)"/.exec(await headText(file)) ?? [];
    const at = healthStamp(date)?.instant ?? -Infinity;
    const isLater = best === undefined || at > best.at ||
      (at === best.at && file.size > best.file.size);
    if (isLater) best = { file, at };
  }
  return best?.file;
}

async function* xmlParts(
  file: ExportFile,
  { signal, onProgress, ...range }: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  const counts: HealthCounts = { read: {}, left: {} };
  if (file.path === undefined) checkUnpacked(file);
  const content = { pieces: file.pieces(), total: file.size };
  const options = {
    ...range.tz !== undefined && { tz: range.tz },
    ...signal && { signal },
    ...range.strict !== undefined && { strict: range.strict },
    ...onProgress && { onProgress },
  };
  for await (const part of healthParts(content, options, { rows, make: openColumns })) {
    checkStrict(part.report, range);
    yield healthAsExport(part, range, counts, file.name);
  }
}

async function* tableParts(
  file: ExportFile,
  { signal, ...range }: ExportOptions,
): AsyncGenerator<MakerExport, void, void> {
  const pause = makePause(signal), { tz } = range;
  const content = await readHealthTable(file, { tz, make: openColumns, pause });
  checkStrict(content.report, range);
  yield healthAsExport(content, range, undefined, file.name);
}

function checkStrict(
  { problems: [problem] }: { readonly problems: readonly { line: number; reason: string }[] },
  { strict }: Pick<ExportOptions, "strict">,
): void {
  if (!strict || problem === undefined) return;
  throw new TypeError(`Cannot read the health export: line ${problem.line}: ${problem.reason}`);
}
