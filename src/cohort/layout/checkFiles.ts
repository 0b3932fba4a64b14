import {
  type ColumnCast,
  ParquetRows,
  type StoredColumns,
} from "../../frame/polars/parquetRows.ts";
import { columnDifference, type ColumnLabels, schemaOf } from "../columnLabels.ts";
import { cellType, type TableSchema, TYPE_LABELS } from "../tableSchema.ts";
import { type FileFooter, readFooter, type StoredKind } from "./fileFooter.ts";
import { checkPartitions } from "./partitions.ts";
import type { TableFile } from "./tableFiles.ts";

/** Columns of a table's files. */
export interface CheckedFiles {
  /** Columns of the table. */
  readonly schema: TableSchema;
  /** Storage formats of the files, by path, that store a column of the table as another type. */
  readonly stored: ReadonlyMap<string, StoredColumns>;
}

/**
 * Checks the columns of every file of a table before reading rows: names, order and types must be
 * equal, since an engine would otherwise return nulls or other numbers. Types are as Spark sees
 * them, since Spark does not know Arrow's types.
 *
 * @param expected Columns of the table; `undefined` to expect the columns of the first file.
 * @throws {TypeError} if a file has other columns or cannot be read, or a folder's name holds a
 * column; the message has the file and column
 */
export function checkFiles(
  table: string,
  files: readonly TableFile[],
  expected: TableSchema | undefined,
): CheckedFiles {
  let schema = expected, from = "the table";
  const known = new Map<string, Columns>(), stored = new Map<string, StoredColumns>();
  for (const file of files) {
    const footer = readFooter(file);
    const columns = known.get(footer?.columns ?? "") ?? columnsOf(file, footer);
    if (footer !== undefined) known.set(footer.columns, columns);
    if (schema === undefined) {
      schema = schemaOf(columns.labels, file.name);
      from = file.name;
    } else {
      const problem = columnDifference(columns.labels, schema, from);
      if (problem !== undefined) throw new TypeError(`Cannot read ${file.name}: ${problem}`);
    }
    checkPartitions(file.name, schema);
    if (columns.isPlain || columns.casts.length > 0) stored.set(file.path, columns);
  }
  if (schema === undefined) throw new TypeError(`Cannot read table ${table}: it has no files`);
  for (const [own, some] of Map.groupBy(files, ({ path }) => stored.get(path))) {
    for (const cast of own?.casts ?? []) checkTimes(some, cast, own!);
  }
  return { schema, stored };
}

/** Columns of files: their types in the table, and how to read them. */
interface Columns extends StoredColumns {
  readonly labels: ColumnLabels;
}

/** Maximum length in bytes of a file that is read into memory. */
const MOST_PLAIN = 1 << 30;

function columnsOf(file: TableFile, footer: FileFooter | undefined): Columns {
  const { name, size } = file, canBePlain = footer?.arrow !== undefined && size <= MOST_PLAIN;
  const twice = footer?.names.find((one, i, all) => all.indexOf(one) !== i);
  if (twice !== undefined) {
    throw new TypeError(`Cannot read ${name}: it has two columns ${twice}. Rename one of them.`);
  }
  let found: Columns | undefined, cause: unknown;
  for (const isPlain of [false, true]) {
    // Polars prints a stack trace to the terminal before it rejects such a type.
    if (isPlain ? !canBePlain : canBePlain && LACKING.test(footer.arrow!)) continue;
    try {
      const own = readColumns(file, footer, isPlain);
      if (own.labels.every(([, label]) => cellType(label) !== undefined)) return own;
      found ??= own;
    } catch (error) {
      cause ??= error;
    }
  }
  if (found !== undefined) return found;
  const reason =
    /^(?:.*ErrString\(")?([^.\n]*)/.exec((cause as Error | undefined)?.message ?? "")![1];
  throw new TypeError(
    footer === undefined
      ? `Cannot read ${name}: it is not a Parquet file, or is damaged. Write it again`
      : `Cannot read ${name}: Polars cannot read its columns (${reason}). Write them as ${
        Object.values(TYPE_LABELS).join(", ")
      }`,
    { cause },
  );
}

/** Arrow types that Polars lacks: zones with offsets between full hours, and extensions. */
const LACKING = /[+-]\d\d:?(?!00)\d\d|ARROW:extension:name/;

function readColumns(
  { path }: TableFile,
  footer: FileFooter | undefined,
  isPlain: boolean,
): Columns {
  const labels: [string, string][] = [], casts: ColumnCast[] = [];
  const stored = new Map([[path, { casts, isPlain }]]);
  for (const [column, label] of new ParquetRows([path], [], stored).types()) {
    const type = footer ? tableLabel(label, footer.kinds.get(column)) : label;
    const cell = cellType(type);
    labels.push([column, type]);
    if (cell !== undefined && type !== label) casts.push({ column, type: cell, from: label });
  }
  return { labels, casts, isPlain };
}

/** Types that only Arrow has, and the types of the table as which they are stored. */
const ARROWS_OWN: Readonly<Record<string, string>> = {
  cat: TYPE_LABELS.text,
  duration: TYPE_LABELS.int64,
  u32: TYPE_LABELS.int64,
};

/** Returns the type in a table of a column that Polars reads as another type. */
function tableLabel(label: string, kind: StoredKind | undefined): string {
  const zoned = /^datetime\[(?:ms|us|ns), /.test(label), naive = /^datetime\[..\]$/.test(label);
  if (kind === "nanoseconds") return label; // Spark does not read it
  if (zoned || naive && kind === "int96") return TYPE_LABELS.time;
  if (naive && kind === "date") return TYPE_LABELS.date;
  if (kind === "json") return TYPE_LABELS.text;
  return ARROWS_OWN[label] ?? label;
}

/** First milliseconds beyond microseconds, and the nanoseconds that Polars returns for all beyond. */
const FARTHEST: Readonly<Record<string, bigint>> = {
  ms: 2n ** 63n / 1000n + 1n,
  ns: 2n ** 63n - 1n,
};

/**
 * Checks that all times of a column can be converted.
 *
 * @throws {TypeError} with the file
 */
function checkTimes(
  files: readonly TableFile[],
  { column, from }: ColumnCast,
  { isPlain }: StoredColumns,
): void {
  const limit = FARTHEST[/^datetime\[(..)/.exec(from)?.[1] ?? ""];
  if (limit === undefined) return;
  const uncast: StoredColumns = { casts: [], isPlain };
  const isFar = (some: readonly TableFile[]): boolean => {
    const paths = some.map(({ path }) => path);
    const rows = new ParquetRows(paths, [], new Map(paths.map((path) => [path, uncast])));
    return rows.farthest(column) >= limit;
  };
  if (!isFar(files)) return;
  const file = files.find((file) => isFar([file]));
  throw new TypeError(
    `Cannot read ${file?.name}: column ${column} is ${from} and has times that ${TYPE_LABELS.time} cannot represent. Write it as ${TYPE_LABELS.time}`,
  );
}
