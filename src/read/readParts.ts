import { callSignal } from "../options/callSignal.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { zone } from "../time/zone.ts";
import { type ExportFile, exportFiles } from "./export/exportFiles.ts";
import type { ExportOptions, ExportSource, MakerExport } from "./export/makerExport.ts";
import {
  checkOnly,
  EXPORT_OPTIONS,
  type FoundFiles,
  type Reader,
  readFiles,
  recognizeFiles,
} from "./export/readExport.ts";
import { showExport } from "./export/showExport.ts";
import { READERS } from "./readers.ts";

const ACTION = "read the export";

/**
 * Reads an export with the reader that recognizes it, in parts of about `rows` rows; see
 * `read.parts`.
 */
export async function* readParts(
  source: ExportSource,
  options: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  checkOptions(ACTION, options, EXPORT_OPTIONS);
  if (options.tz !== undefined) zone(options.tz);
  checkOnly(ACTION, options.only);
  const signal = callSignal(options.signal);
  const files = await exportFiles(source, ACTION, signal);
  const [first, ...further] = await readersOf(files, signal);
  const also = further.map(({ reader: { name, title } }) =>
    `there is also a ${title}: read.${name} reads it`
  );
  for await (const part of partsOf(first, files, options, rows)) {
    const { report } = part;
    yield also.length === 0
      ? part
      : showExport({ ...part, report: { ...report, notes: [...report.notes, ...also] } });
  }
}

/** A reader with the files that it reads. */
interface Found {
  readonly reader: Reader;
  readonly files: FoundFiles;
}

async function* partsOf(
  { reader, files: found }: Found,
  files: readonly ExportFile[],
  options: ExportOptions,
  rows: number,
): AsyncGenerator<MakerExport, void, void> {
  if ("parts" in reader) {
    const [file, ...others] = found.keys();
    if (file !== undefined) yield* reader.parts([file, ...others], options, rows);
  } else {
    yield await readFiles(reader, files, found, options);
  }
}

/** Returns the readers that recognize files of an export, starting with the one that reads it. */
async function readersOf(
  files: readonly ExportFile[],
  signal: AbortSignal | undefined,
): Promise<[Found, ...Found[]]> {
  const taken = new Set<ExportFile>();
  const readers = READERS.filter(({ mark }) =>
    mark === undefined || files.some(({ name }) => mark.test(name))
  );
  const all = await recognizeFiles(readers, files, signal);
  const [first, ...others] = readers.flatMap((reader, i) => {
    const own = all[i] ?? new Map();
    if ([...own.keys()].every((file) => taken.has(file))) return [];
    for (const file of own.keys()) taken.add(file);
    return { reader, files: own };
  });
  if (first !== undefined) return [first, ...others];
  const names = files.slice(0, 10).map(({ name }) => name).join(", ");
  const known = READERS.map(({ title }) => title).join(", ");
  throw new TypeError(
    `Cannot ${ACTION}: it is none of ${known}; it holds ${names || "nothing"}` +
      (files.some(({ name }) => /\.[ct]sv$/i.test(name)) ? "; read a table with read.csv" : ""),
  );
}
