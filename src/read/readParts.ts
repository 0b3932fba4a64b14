import { checkOptions } from "../options/checkOptions.ts";
import { zone } from "../time/zone.ts";
import { type ExportFile, exportFiles } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import { checkOnly, EXPORT_OPTIONS } from "./export/readExport.ts";
import { showExport } from "./export/showExport.ts";
import { type Reader, READERS } from "./readers.ts";

const ACTION = "read the export";

/** Reads an export with the reader that knows it, in parts of about so many rows, as `read.parts` says. */
export async function* readParts(
  source: ExportSource,
  options: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  checkOptions(ACTION, options, EXPORT_OPTIONS);
  if (options.tz !== undefined) zone(options.tz);
  checkOnly(ACTION, options.only);
  const files = await exportFiles(source, ACTION);
  const [reader, ...further] = await readersOf(files);
  const also = further.map(({ name, title }) => `there is also a ${title}: read.${name} reads it`);
  for await (const part of reader!.parts(files, options, rows)) {
    const { report } = part;
    yield also.length === 0
      ? part
      : showExport({ ...part, report: { ...report, notes: [...report.notes, ...also] } });
  }
}

/** The readers that know files of an export, the one that reads it first. */
async function readersOf(files: readonly ExportFile[]): Promise<Reader[]> {
  const found: Reader[] = [], taken = new Set<ExportFile>();
  for (const reader of READERS) {
    const own = await reader.recognise(files);
    if (own.isSubsetOf(taken)) continue;
    found.push(reader);
    for (const file of own) taken.add(file);
  }
  if (found.length > 0) return found;
  const names = files.slice(0, 10).map(({ name }) => name).join(", ");
  const known = READERS.map(({ title }) => title).join(", ");
  throw new TypeError(
    `Cannot ${ACTION}: it is none of ${known}; it holds ${names || "nothing"}` +
      (files.some(({ name }) => /\.[ct]sv$/i.test(name)) ? "; read a table with read.csv" : ""),
  );
}
