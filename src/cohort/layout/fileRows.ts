import { type Columns, rowCount } from "../../frame/columns/columns.ts";
import { ParquetRows } from "../../frame/polars/parquetRows.ts";
import { concatFrames } from "../../frame/polars/rearrange.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { sortRows } from "../../frame/polars/sortRows.ts";
import { PERSON, type TableSchema, timeColumnOf } from "../tableSchema.ts";
import { bucketFolder, bucketOf, type Person } from "./bucketOf.ts";
import { stageParquet, STAGING } from "./changeFolder.ts";
import { isThere } from "./commitFiles.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { DAY_US } from "../../time/units.ts";

/** Smaller files, in bytes, are joined with the next ones and with added rows. */
const SMALL_FILE = 128 << 20;

/** Number of small files in a folder at which they are joined even if more rows follow. */
const MANY_PARTS = 64;

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
export function* fileRows(
  table: string,
  columns: Columns,
  schema: TableSchema,
  persons: readonly Person[],
  buckets: number,
): Generator<FiledRows> {
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
  for (const [folder, own] of rows) {
    yield { folder, frame: sortRows(toFrame(takeRows(columns, Uint32Array.from(own))), keys) };
  }
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

/** Result of adding rows to a folder of a table, with paths below the cohort's folder. */
export interface StagedRows {
  /** File with the rows; `undefined` if nothing changes. */
  readonly added: string | undefined;
  /** Files whose rows the added file contains. */
  readonly joined: readonly string[];
}

/**
 * Writes rows to a folder of a table, together with the rows of its last files if those are small.
 *
 * @param frame Sorted rows; `undefined` to join only the rows that the folder has.
 * @param isLast `false` if more rows follow, so the rows become a separate file.
 */
export async function stageFile(
  root: string,
  { folder, frame }: { folder: string; frame: Frame | undefined },
  keys: readonly string[],
  isLast: boolean,
): Promise<StagedRows> {
  const parts = await partsOf(`${root}/${folder}`);
  const placeOf = (number: number): string => `${folder}/part-${number}.parquet`;
  const joins = isLast || parts.length >= MANY_PARTS;
  const joined: number[] = [];
  for (let size = 0; joins && parts.length > 0; joined.unshift(parts.pop()!)) {
    size += (await Deno.stat(`${root}/${placeOf(parts.at(-1)!)}`)).size;
    if (size >= SMALL_FILE) break;
  }
  if (frame === undefined && joined.length < 2) return { added: undefined, joined: [] };
  const added = placeOf(joined[0] ?? (parts.at(-1) ?? -1) + 1);
  const old = await Promise.all(joined.map((number) => currentPath(root, placeOf(number))));
  const frames = [...old.length > 0 ? [new ParquetRows(old).read()] : [], ...frame ? [frame] : []];
  await stageParquet(root, added, old.length > 0 ? sortRows(concatFrames(frames), keys) : frame!);
  return { added, joined: joined.slice(1).map(placeOf) };
}

/** Returns the path of a file as the commit will leave it: the staged file if it exists. */
async function currentPath(root: string, place: string): Promise<string> {
  const staged = `${root}/${STAGING}/${place}`;
  return await isThere(staged) ? staged : `${root}/${place}`;
}

/** Returns the numbers of the files in a folder that `writeCohort` wrote, ascending. */
async function partsOf(folder: string): Promise<number[]> {
  const numbers: number[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      const number = /^part-(\d+)\.parquet$/.exec(name)?.[1];
      if (number !== undefined) numbers.push(Number(number));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return numbers.sort((a, b) => a - b);
}
