import type { Columns } from "../../frame/columns/columns.ts";
import type { Condition } from "../conditions.ts";
import { parseCondition } from "../conditions.ts";
import { bucketOf } from "../layout/bucketOf.ts";
import { checkFiles } from "../layout/checkFiles.ts";
import { isCommitOpen } from "../layout/commitFiles.ts";
import { readManifest } from "../layout/manifest.ts";
import { readPeople, type Zones, zonesOf } from "../layout/people.ts";
import { type TableFile, tableFiles, tableNames } from "../layout/tableFiles.ts";
import { ParquetRows, type RowCondition } from "../../frame/polars/parquetRows.ts";
import { columnType, PERSON, type TableSchema, timeColumnOf } from "../tableSchema.ts";

/** A table of a folder, its files checked. */
export interface OpenTable {
  /** Its name. */
  readonly name: string;
  /** Its columns. */
  readonly schema: TableSchema;
  /** Its files that can have rows of the selection. */
  readonly files: readonly TableFile[];
  /** Among how many buckets its people are spread; undefined where nothing says it. */
  readonly buckets: number | undefined;
  /** The selection's conditions. */
  readonly conditions: readonly Condition[];
  /** The people of the cohort, with all that is known of them. */
  readonly people: Columns;
  /** Where they live. */
  readonly zones: Zones;
}

/**
 * Opens a table for one query: finds its files, checks the columns of all of them, and leaves out
 * those that cannot have rows that meet the conditions.
 *
 * @throws {TypeError} if there is no such table, or a file has other columns than the rest
 */
export async function openTable(
  folder: string,
  table: string,
  conditions: readonly Condition[],
): Promise<OpenTable> {
  const action = `read table ${table} of ${folder}`;
  if (await isCommitOpen(folder)) {
    throw new TypeError(
      `Cannot ${action}: an append was not finished; write to it once more, then it is`,
    );
  }
  const manifest = await readManifest(folder), people = await readPeople(folder);
  if (people === undefined) throw new TypeError(`Cannot ${action}: the folder has no people`);
  const files = await tableFiles(folder, table);
  const schema = manifest?.tables[table];
  if (files.length === 0 && schema === undefined) {
    const names = await tableNames(folder);
    throw new RangeError(
      `Cannot ${action}: there is no such table; there are ${names.join(", ") || "none"}`,
    );
  }
  const checked = checkFiles(table, files, schema);
  return {
    name: table,
    schema: checked,
    files: pruneFiles(files, checked, conditions, manifest?.buckets),
    buckets: manifest?.buckets,
    conditions,
    people,
    zones: zonesOf(people, action),
  };
}

/** The files that can have rows that meet the conditions: by the month of their path, and by bucket. */
export function pruneFiles(
  files: readonly TableFile[],
  schema: TableSchema,
  conditions: readonly Condition[],
  buckets: number | undefined,
): TableFile[] {
  const time = timeColumnOf(schema);
  let kept = [...files];
  for (const condition of conditions) {
    const typed = parseCondition(condition, columnType(condition.column, schema));
    if (condition.column === PERSON && "in" in typed && buckets !== undefined) {
      const wanted = new Set(typed.in.map((person) => bucketOf(person as string, buckets)));
      kept = kept.filter(({ bucket }) => wanted.has(bucket));
    }
    if (condition.column === time && !("in" in typed)) {
      const from = monthOf(typed.from), to = monthOf(typed.to);
      kept = kept.filter(({ month }) =>
        month === undefined || ((from === undefined || month >= from) &&
          (to === undefined || month <= to))
      );
    }
  }
  return kept;
}

function monthOf(micros: unknown): string | undefined {
  if (typeof micros !== "bigint") return undefined;
  return new Date(Number(micros / 1000n)).toISOString().slice(0, 7);
}

/** The rows of some files that meet the conditions, not yet read. */
export function scanRows(
  files: readonly TableFile[],
  { schema, conditions }: Pick<OpenTable, "schema" | "conditions">,
  more: readonly RowCondition[] = [],
): ParquetRows {
  const typed = conditions.map((one) => parseCondition(one, columnType(one.column, schema)));
  return new ParquetRows(files.map(({ path }) => path), [...typed, ...more]);
}
