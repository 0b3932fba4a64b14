import { readdirSync, readFileSync } from "node:fs";
import pl, { type DataType } from "nodejs-polars";
import type { Column } from "../columns/columns.ts";
import type { ColumnType } from "../columns/schema.ts";
import { columnOf } from "./columnsOf.ts";
import { seriesOf } from "./seriesOf.ts";
import { typeNames } from "./typeName.ts";
import { weighFrame } from "./weighFrame.ts";
import type { Frame } from "./frame.ts";

/**
 * Value to compare a column with: `bigint` for times in microseconds and integers, days since 1970
 * for dates.
 */
export type CellValue = bigint | number | string | boolean | null;

/**
 * Condition on a column: it has one of some values, or is in a range, `from` inclusive and `to`
 * exclusive. Null and NaN are in no range.
 */
export type RowCondition =
  & { readonly column: string; readonly type: Extract<ColumnType, string> }
  & (
    | { readonly in: readonly CellValue[] }
    | { readonly from: CellValue | undefined; readonly to: CellValue | undefined }
    | { readonly first: CellValue; readonly last: CellValue }
  );

/** Cast of a column whose stored type differs. */
export interface ColumnCast {
  readonly column: string;
  /** Type of the result. */
  readonly type: Extract<ColumnType, string>;
  /** Stored type, as Polars prints it. */
  readonly from: string;
}

/** Storage format of the columns of a file. Files with the same columns share one object. */
export interface StoredColumns {
  /** Casts of columns whose stored type differs. */
  readonly casts: readonly ColumnCast[];
  /**
   * `true` to ignore the types that Arrow stored next to Parquet's: Polars lacks some of them, such
   * as times of the zone `+05:30`. The file is then read into memory.
   */
  readonly isPlain: boolean;
}

/** Rows of Parquet files with the same columns, read on demand. */
export class ParquetRows {
  readonly #rows: pl.LazyDataFrame;

  /**
   * Selects the rows that meet all conditions from at least one file.
   *
   * @param stored Stored forms of files, by path. @default without casts
   * @throws {Error} of Polars on reading, if a file is damaged or has other columns
   */
  constructor(
    paths: readonly string[],
    conditions: readonly RowCondition[] = [],
    stored: ReadonlyMap<string, StoredColumns> = new Map(),
  ) {
    const files = [...Map.groupBy(paths, (path) => stored.get(path))].flatMap(([own, some]) => {
      const scans = own?.isPlain ? some.map(readPlain) : scansOf(some);
      return own === undefined || own.casts.length === 0
        ? scans
        : scans.map((scan) => scan.withColumns(...own.casts.map(castOf)));
    });
    const all = files.length === 1
      ? files[0]!
      : pl.concat(files as unknown as pl.DataFrame[]) as unknown as pl.LazyDataFrame;
    this.#rows = conditions.reduce((rows, one) => rows.filter(expressionOf(one)), all);
  }

  /**
   * Returns the names of the columns and of their types, as Polars prints them, without reading
   * rows.
   */
  types(): [name: string, type: string][] {
    return typeNames(this.#rows.head(0).collectSync());
  }

  /** Reads the rows, with some or all columns. */
  read(names?: readonly string[]): Frame {
    return weighFrame(
      (names === undefined ? this.#rows : this.#rows.select(...names)).collectSync(),
    );
  }

  count(): number {
    const counted = this.#rows.select(pl.len().alias("rows")).collectSync();
    return seriesOf(counted, "rows").cast(pl.Float64).toArray()[0] as number;
  }

  /** Returns the greatest absolute value of the integers that a column of times is stored as. */
  farthest(column: string): bigint {
    const stored = pl.col(column).cast(pl.Int64);
    const ends = this.#rows.select(stored.min().alias("min"), stored.max().alias("max"))
      .collectSync();
    const [min, max] = ["min", "max"].map((name) =>
      BigInt(seriesOf(ends, name).cast(pl.Utf8).toArray()[0] as string | null ?? 0)
    );
    return -min! > max! ? -min! : max!;
  }

  /** Returns the distinct values of a column, ascending, and the number of rows of each. */
  countBy(column: string): { values: Column; rows: Float64Array } {
    const counts = this.#rows.groupBy(column).agg(pl.len().alias("rows")).sort(column)
      .collectSync();
    return {
      values: columnOf(seriesOf(counts, column)),
      rows: seriesOf(counts, "rows").cast(pl.Float64).toTypedArray() as Float64Array,
    };
  }
}

/** Number of files at which one pattern becomes faster than a scan per file. */
const MANY = 20;

/** Returns a scan of each file, or of all Parquet files below a folder if there are many. */
function scansOf(paths: readonly string[], folder = commonFolder(paths)): pl.LazyDataFrame[] {
  const isFlat = paths.every((path) => folderOf(path) === folder);
  if (paths.length >= MANY && folder !== "" && isWhole(folder, new Set(paths), isFlat)) {
    const pattern = `${folder}/${isFlat ? "" : "**/"}*.parquet`;
    return [pl.scanParquet(pattern, { hivePartitioning: false })];
  }
  if (paths.length < MANY || isFlat || folder === "") {
    return paths.map((path) => pl.scanParquet(path, { glob: false })); // a name may contain * or [
  }
  const groups = Map.groupBy(
    paths,
    (path) =>
      folderOf(path) === folder ? folder : path.slice(0, path.indexOf("/", folder.length + 1)),
  );
  return [...groups].flatMap(([child, own]) => scansOf(own, child));
}

/** Reads a file after renaming the key for Arrow's types in its footer. */
function readPlain(path: string): pl.LazyDataFrame {
  const bytes = readFileSync(path), key = bytes.lastIndexOf("ARROW:schema");
  if (key >= 0) bytes.write("plain", key);
  return pl.readParquet(bytes).lazy();
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the deepest folder above all paths. */
function commonFolder(paths: readonly string[]): string {
  let folder = folderOf(paths[0] ?? "");
  for (const path of paths) {
    while (folder !== "" && !path.startsWith(`${folder}/`)) folder = folderOf(folder);
  }
  return folder;
}

/**
 * Returns whether a pattern finds these files and no others.
 *
 * @param isFlat `true` for files in the folder, `false` also for those in folders below it.
 */
function isWhole(folder: string, paths: ReadonlySet<string>, isFlat: boolean): boolean {
  if (/[*?[\]{}\\]/.test(folder)) return false;
  let found = 0;
  const walk = (at: string): boolean =>
    readdirSync(at, { withFileTypes: true }).every((entry) => {
      const path = `${at}/${entry.name}`;
      if (!/\.parquet$/i.test(path)) {
        return isFlat || !entry.isSymbolicLink() && (!entry.isDirectory() || walk(path));
      }
      found++;
      return entry.isFile() && path.endsWith(".parquet") && paths.has(path);
    });
  return walk(folder) && found === paths.size;
}

function expressionOf(condition: RowCondition): pl.Expr {
  const column = pl.col(condition.column), { type } = condition;
  if ("in" in condition) {
    const each = condition.in.map((cell) =>
      cell === null ? column.isNull() : column.eq(literal(cell, type))
    );
    // Unknown values do not match, and without values no row matches.
    return each.reduce((any, one) => any.or(one), pl.lit(false)).fillNull(pl.lit(false));
  }
  if ("first" in condition) {
    return column.gtEq(literal(condition.first, type))
      .and(column.ltEq(literal(condition.last, type)));
  }
  const bounds: pl.Expr[] = [column.isNotNull()];
  if (type === "float64") bounds.push(column.isNotNan());
  if (condition.from !== undefined) bounds.push(column.gtEq(literal(condition.from, type)));
  if (condition.to !== undefined) bounds.push(column.lt(literal(condition.to, type)));
  return bounds.reduce((all, one) => all.and(one)).fillNull(pl.lit(false));
}

function castOf({ column, type }: ColumnCast): pl.Expr {
  return pl.col(column).cast(dtypeOf(type));
}

function dtypeOf(type: ColumnCast["type"]): DataType {
  switch (type) {
    case "time":
      return pl.Datetime("us", "UTC");
    case "date":
      return pl.Date;
    case "int64":
      return pl.Int64;
    default:
      return pl.Utf8;
  }
}

/** Casts text, which is exact: Polars reads big integers as unsigned and numbers as floats. */
function literal(cell: CellValue, type: RowCondition["type"]): pl.Expr {
  switch (type) {
    case "time":
      return pl.lit(String(cell)).cast(pl.Int64).cast(pl.Datetime("us", "UTC"));
    case "date":
      return pl.lit(String(cell)).cast(pl.Int32).cast(pl.Date);
    case "int64":
      return pl.lit(String(cell)).cast(pl.Int64);
    default:
      return pl.lit(cell);
  }
}
