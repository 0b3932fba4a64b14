import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { concatFrames } from "../../frame/polars/rearrange.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { PERSON, type TableSchema, timeColumnOf } from "../tableSchema.ts";
import { bucketFolder, bucketOf, type Person } from "./bucketOf.ts";
import { stageParquet, STAGING } from "./changeFolder.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { DAY_US } from "../../time/units.ts";

/** Smaller files, in bytes, are rewritten with added rows; otherwise a new file starts. */
export const SMALL_FILE = 128 << 20;

/** Rows for one folder. */
export interface FiledRows {
  /** Folder below the cohort's: `stages/bucket=03/month=2025-01`. */
  readonly folder: string;
  /** Sorted rows. */
  readonly frame: Frame;
}

/**
 * Groups rows of a table by folder: by the person's bucket, and by the month (UTC) of the first
 * time column. A row without a time goes to 1970-01.
 */
export function fileRows(
  table: string,
  columns: Columns,
  schema: TableSchema,
  persons: readonly Person[],
  buckets: number,
): FiledRows[] {
  const time = timeColumnOf(schema);
  const column = time === undefined ? undefined : columns[time];
  const months = column?.type === "time" ? column.values : undefined;
  const bucketOfPerson = new Map<Person, string>();
  const rows = new Map<string, number[]>();
  for (let row = 0; row < rowCount(columns); row++) {
    const person = persons[row]!;
    let bucket = bucketOfPerson.get(person);
    if (bucket === undefined) {
      bucket = bucketFolder(bucketOf(person, buckets));
      bucketOfPerson.set(person, bucket);
    }
    const folder = months === undefined
      ? `${table}/${bucket}`
      : `${table}/${bucket}/month=${monthOf(months[row]!)}`;
    const own = rows.get(folder);
    if (own === undefined) rows.set(folder, [row]);
    else own.push(row);
  }
  const keys = sortKeys(schema);
  return Array.from(rows, ([folder, own]) => ({
    folder,
    frame: sortRows(toFrame(takeRows(columns, Uint32Array.from(own))), keys),
  }));
}

/** Returns the sort columns: person, then time. */
export function sortKeys(schema: TableSchema): string[] {
  const time = timeColumnOf(schema);
  return time === undefined ? [PERSON] : [PERSON, time];
}

const monthTexts = new Map<number, string>();

function monthOf(micros: bigint): string {
  const day = Math.floor(Number(micros) / DAY_US);
  let text = monthTexts.get(day);
  if (text === undefined) {
    text = new Date(day * 86_400_000).toISOString().slice(0, 7);
    monthTexts.set(day, text);
  }
  return text;
}

/**
 * Writes rows to a folder of a table, together with the rows of its last file if that is small.
 *
 * @returns path of the file below the cohort's folder
 */
export async function stageFile(
  root: string,
  { folder, frame }: FiledRows,
  keys: readonly string[],
): Promise<string> {
  const last = await lastPart(`${root}/${folder}`);
  const joins = last !== undefined && last.size < SMALL_FILE;
  const number = last === undefined ? 0 : joins ? last.number : last.number + 1;
  const place = `${folder}/part-${number}.parquet`;
  const all = joins ? sortRows(concatFrames([await currentRows(root, place), frame]), keys) : frame;
  await stageParquet(root, place, all);
  return place;
}

/** Reads a file as the commit will leave it: the staged file if it exists. */
async function currentRows(root: string, place: string): Promise<Frame> {
  const staged = `${root}/${STAGING}/${place}`;
  const isStaged = await Deno.stat(staged).then(() => true, () => false);
  return new ParquetRows([isStaged ? staged : `${root}/${place}`]).read();
}

async function lastPart(folder: string): Promise<{ number: number; size: number } | undefined> {
  let last: { number: number; size: number } | undefined;
  try {
    for await (const { name } of Deno.readDir(folder)) {
      const number = Number(/^part-(\d+)\.parquet$/.exec(name)?.[1] ?? -1);
      if (number <= (last?.number ?? -1)) continue;
      last = { number, size: (await Deno.stat(`${folder}/${name}`)).size };
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return last;
}
