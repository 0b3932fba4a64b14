import { columnsOf } from "../frame/polars/columnsOf.ts";
import { callSignal } from "../options/callSignal.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { makePause, type Pause } from "../options/pause.ts";
import { zone } from "../time/zone.ts";
import type { WorkoutSpan } from "./export/distinctWorkouts.ts";
import { StrictError } from "./export/exportCollector.ts";
import { damagedHead, type ExportFile } from "./export/exportFile.ts";
import { exportFiles } from "./export/exportFiles.ts";
import type {
  ExportOptions,
  ExportReport,
  ExportSource,
  MakerExport,
} from "./export/makerExport.ts";
import {
  checkOnly,
  EXPORT_OPTIONS,
  type FoundReader,
  type MakerReader,
  type PartsReader,
  type Reader,
  readFiles,
  recognizeFiles,
} from "./export/readExport.ts";
import { withReport } from "./export/joinExports.ts";
import { READERS } from "./readers.ts";

const ACTION = "read the export";

/**
 * Reads an export with all readers that recognize files of it, in parts of about `rows` rows; see
 * `read.parts`. The files of readers without parts are the last part.
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
  const found = await readersOf(files, signal);
  const whole = found.filter(isWhole), workouts: WorkoutSpan[] = [], reports: ExportReport[] = [];
  const taken = new Set<ExportFile>();
  for (const { reader, files } of found.filter(isParted)) {
    const [first, ...others] = files.keys();
    if (first === undefined) continue;
    for (const file of files.keys()) taken.add(file);
    let last: ExportReport | undefined;
    try {
      for await (const part of reader.parts([first, ...others], options, rows)) {
        last = part.report;
        workouts.push(...spansOf(part));
        yield withReport(part, [...reports, last]);
      }
    } catch (error) {
      if (!(error instanceof StrictError)) throw error;
      throw new StrictError(`Cannot read the ${reader.title}: ${error.message}`);
    }
    if (last !== undefined) reports.push(last);
  }
  const rest = files.filter((file) => !taken.has(file));
  if (rest.length === 0) return;
  const part = await readFiles(whole, rest, options, workouts);
  yield withReport(part, [...reports, part.report]);
}

function isWhole(found: FoundReader): found is FoundReader<MakerReader> {
  return !("parts" in found.reader);
}

function isParted(found: FoundReader): found is FoundReader<PartsReader> {
  return "parts" in found.reader;
}

/** Returns the intervals of the workouts of a part. */
function spansOf({ workouts }: MakerExport): WorkoutSpan[] {
  if (workouts.height === 0) return [];
  const { start_time, end_time } = columnsOf(workouts);
  const [starts, ends] = [start_time, end_time]
    .map((column) => (column as unknown as { values: BigInt64Array }).values);
  return Array.from(starts!, (start, row) => ({ start: Number(start), end: Number(ends![row]) }));
}

/** Returns whether the name of a file has the mark of a reader, or the reader needs none. */
async function mayRead(
  { mark }: Reader,
  files: readonly ExportFile[],
  pause: Pause,
): Promise<boolean> {
  if (mark === undefined) return true;
  for (const { name } of files) {
    if (mark.test(name)) return true;
    if (pause.isDue()) await pause();
  }
  return false;
}

/** Returns the readers that recognize files of an export. Each file has one reader. */
async function readersOf(
  files: readonly ExportFile[],
  signal: AbortSignal | undefined,
): Promise<readonly FoundReader[]> {
  const taken = new Set<ExportFile>();
  const readers: Reader[] = [], pause = makePause(signal);
  for (const reader of READERS) {
    if (await mayRead(reader, files, pause)) readers.push(reader);
  }
  const all = await recognizeFiles(readers, files, signal);
  const found = readers.flatMap((reader, i): FoundReader[] => {
    const own = new Map([...all[i]!].filter(([file]) => !taken.has(file)));
    for (const file of own.keys()) taken.add(file);
    return own.size === 0 ? [] : [{ reader, files: own }];
  });
  if (found.length > 0) return found;
  const [fault] = files.flatMap(({ fault }) => fault ?? []);
  if (fault !== undefined) throw fault;
  const names = files.slice(0, 10).map(({ name }) => name).join(", ");
  const damaged: string[] = [];
  for (const file of files.slice(0, 10)) {
    const where = await damagedHead(file);
    if (where !== undefined) {
      damaged.push(`; a character of ${file.name}, ${where}, is damaged or not UTF-8`);
    }
  }
  const known = READERS.map(({ title }) => title).join(", ");
  throw new TypeError(
    `Cannot ${ACTION}: no reader recognizes it; it contains ${names || "nothing"}${
      damaged.join("")
    }. Known formats: ${known}` +
      (files.some(({ name }) => /\.[ct]sv$/i.test(name)) ? "; read a table with read.csv" : ""),
  );
}
