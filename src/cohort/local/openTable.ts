import type { Columns } from "../../frame/columns/columns.ts";
import type { Condition } from "../conditions.ts";
import { parseCondition } from "../conditions.ts";
import { bucketOf, type Person } from "../layout/bucketOf.ts";
import { type CheckedFiles, checkFiles } from "../layout/checkFiles.ts";
import { readFooter } from "../layout/fileFooter.ts";
import { folderState } from "../layout/changeFolder.ts";
import { readManifest } from "../layout/manifest.ts";
import { personsOf, readPeople, type Zones, zonesOf } from "../layout/people.ts";
import { type TableFile, tableFiles, tableNames } from "../layout/tableFiles.ts";
import { ParquetRows, type RowCondition } from "../../frame/polars/parquetRows.ts";
import { columnType, PERSON, type TableSchema, timeColumnOf } from "../tableSchema.ts";

/** Table of a folder with checked files. */
export interface OpenTable {
  readonly name: string;
  /** Returns `false` if a writer has changed the folder since the table was opened. */
  readonly isCurrent: () => Promise<boolean>;
  /** Columns. */
  readonly schema: TableSchema;
  /** Storage formats of the files, by path, that store columns as other types. */
  readonly stored: CheckedFiles["stored"];
  /** Files that can contain selected rows. */
  readonly files: readonly TableFile[];
  /** Number of buckets; `undefined` without a manifest. */
  readonly buckets: number | undefined;
  /** Conditions of the selection. */
  readonly conditions: readonly Condition[];
  /** People of the cohort with all columns. */
  readonly people: Columns;
  /** Zone of each person. */
  readonly zones: Zones;
}

/**
 * Opens a table for a query: finds its files, checks the columns of all of them, and skips files
 * that cannot contain matching rows.
 *
 * @throws {TypeError} if the table does not exist, or a file has other columns
 */
export async function openTable(
  folder: string,
  table: string,
  conditions: readonly Condition[],
): Promise<OpenTable> {
  const action = `read table ${table} of ${folder}`;
  for (let tries = 1;; tries++) {
    const state = await folderState(folder, action);
    const isCurrent = async () => await folderState(folder, action) === state;
    try {
      return { ...await openOnce(folder, table, conditions, action), isCurrent };
    } catch (error) {
      // A writer may have removed a file after it was listed.
      if (tries === READ_TRIES || await isCurrent()) throw error;
    }
  }
}

/** Maximum number of attempts to read a table that is being written to. */
export const READ_TRIES = 5;

async function openOnce(
  folder: string,
  table: string,
  conditions: readonly Condition[],
  action: string,
): Promise<Omit<OpenTable, "isCurrent">> {
  const manifest = await readManifest(folder), people = await readPeople(folder);
  if (people === undefined) throw new TypeError(`Cannot ${action}: the folder has no people`);
  const files = await tableFiles(folder, table);
  const schema = manifest?.tables[table];
  if (files.length === 0 && schema === undefined) {
    const names = await tableNames(folder);
    throw new RangeError(
      `Cannot ${action}: no such table; available: ${names.join(", ") || "none"}`,
    );
  }
  const checked = checkFiles(table, files, schema);
  return {
    name: table,
    ...checked,
    files: pruneFiles(files, checked.schema, conditions, manifest?.buckets),
    buckets: manifest?.buckets,
    conditions,
    people,
    zones: zonesOf(people, action),
  };
}

/**
 * Selects the files that can contain matching rows, by the bucket and month in their path. Only
 * files of `writeCohort` are skipped, and only if their first and last person and time belong
 * there: other writers may put rows in other folders, and files can be moved.
 *
 * @param buckets Number of buckets; `undefined` if another engine wrote the folder.
 */
export function pruneFiles(
  files: readonly TableFile[],
  schema: TableSchema,
  conditions: readonly Condition[],
  buckets: number | undefined,
): TableFile[] {
  if (buckets === undefined) return [...files];
  const time = timeColumnOf(schema), moved = new Map<TableFile, boolean>();
  const stays = (file: TableFile): boolean => {
    const isMoved = moved.get(file) ?? !isInPlace(file, schema, buckets);
    moved.set(file, isMoved);
    return !file.isOwn || isMoved;
  };
  let kept = [...files];
  for (const condition of conditions) {
    const typed = parseCondition(condition, columnType(condition.column, schema));
    if (condition.column === PERSON && "in" in typed) {
      const wanted = new Set(typed.in.map((person) => bucketOf(person as string, buckets)));
      kept = kept.filter((file) => wanted.has(file.bucket) || stays(file));
    }
    if (condition.column === time && !("in" in typed)) {
      const from = monthOf(typed.from), to = monthOf(typed.to);
      kept = kept.filter((file) => {
        const { month } = file;
        const overlaps = month === undefined ||
          (from === undefined || month >= from) && (to === undefined || month <= to);
        return overlaps || stays(file);
      });
    }
  }
  return kept;
}

/** Returns whether the first and the last person and time of a file belong to its path. */
function isInPlace(file: TableFile, schema: TableSchema, buckets: number): boolean {
  const footer = readFooter(file), time = timeColumnOf(schema);
  if (footer === undefined) return false;
  const int64 = (bytes: Uint8Array): bigint =>
    new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0, true);
  const personOf = (bytes: Uint8Array): Person =>
    schema[PERSON] === "int64" ? int64(bytes) : new TextDecoder().decode(bytes);
  const isInBucket = (bytes: Uint8Array | undefined): boolean =>
    bytes !== undefined && bucketOf(personOf(bytes), buckets) === file.bucket;
  const isInMonth = (bytes: Uint8Array | undefined): boolean =>
    bytes !== undefined && monthOf(int64(bytes)) === file.month;
  return footer.ends(PERSON).every(isInBucket) &&
    (time === undefined || file.month === undefined || footer.ends(time).every(isInMonth));
}

function monthOf(micros: unknown): string | undefined {
  if (typeof micros !== "bigint") return undefined;
  return new Date(Number(micros / 1000n)).toISOString().slice(0, 7);
}

/**
 * Counts the matching rows of each person in some files, in one query.
 *
 * @throws {TypeError} if a file has a row without a person; the message has the file
 * @throws {Error} of Polars if a file is damaged
 */
export function countPeople(
  files: readonly TableFile[],
  table: OpenTable,
): [person: Person, rows: number][] {
  const countIn = (some: readonly TableFile[]): [Person, number][] => {
    const { values, rows } = scanRows(some, table).countBy(PERSON);
    const action = `read ${some.length === 1 ? some[0]!.name : "the files"}`;
    return personsOf(values, action, table.name).map((person, i) => [person, rows[i]!]);
  };
  try {
    return countIn(files);
  } catch (error) {
    for (const file of files) countIn([file]); // the file at fault throws its own error
    throw error;
  }
}

/** Returns a lazy frame of the matching rows of files. */
export function scanRows(
  files: readonly TableFile[],
  { schema, conditions, stored }: Pick<OpenTable, "schema" | "conditions" | "stored">,
  more: readonly RowCondition[] = [],
): ParquetRows {
  const typed = conditions.map((one) => parseCondition(one, columnType(one.column, schema)));
  return new ParquetRows(files.map(({ path }) => path), [...typed, ...more], stored);
}
