import pl from "nodejs-polars";
import type { Column } from "../columns/columns.ts";
import type { ColumnType } from "../columns/schema.ts";
import { columnOf } from "./columnsOf.ts";
import { seriesOf } from "./seriesOf.ts";
import { typeNames } from "./typeName.ts";
import type { Frame } from "./frame.ts";

/** A value that a column is compared with: times in microseconds and integers as `bigint`, dates as days since 1970. */
export type CellValue = bigint | number | string | boolean | null;

/**
 * What rows are selected by: a column has one of some values, or lies in a range, `from` inclusive and
 * `to` exclusive. Null and NaN lie in no range.
 */
export type RowCondition =
  & { readonly column: string; readonly type: Extract<ColumnType, string> }
  & (
    | { readonly in: readonly CellValue[] }
    | { readonly from: CellValue | undefined; readonly to: CellValue | undefined }
    | { readonly first: CellValue; readonly last: CellValue }
  );

/** The rows of Parquet files of the same columns, not yet read. */
export class ParquetRows {
  readonly #rows: pl.LazyDataFrame;

  /**
   * The rows of some files, one at least, that meet all conditions.
   *
   * @throws {Error} of Polars when they are read, if a file is damaged or has other columns
   */
  constructor(paths: readonly string[], conditions: readonly RowCondition[] = []) {
    const files = paths.map((path) => pl.scanParquet(path));
    const all = files.length === 1
      ? files[0]!
      : pl.concat(files as unknown as pl.DataFrame[]) as unknown as pl.LazyDataFrame;
    this.#rows = conditions.reduce((rows, one) => rows.filter(expressionOf(one)), all);
  }

  /** The names of the columns and of their types, as Polars prints them; no row is read. */
  types(): [name: string, type: string][] {
    return typeNames(this.#rows.head(0).collectSync());
  }

  /** The rows, of some columns or of all. */
  read(names?: readonly string[]): Frame {
    return (names === undefined ? this.#rows : this.#rows.select(...names)).collectSync();
  }

  /** How many rows there are. */
  count(): number {
    const counted = this.#rows.select(pl.len().alias("rows")).collectSync();
    return seriesOf(counted, "rows").cast(pl.Float64).toArray()[0] as number;
  }

  /** The different values of a column, ascending, and how many rows have each. */
  countBy(column: string): { values: Column; rows: Float64Array } {
    const counts = this.#rows.groupBy(column).agg(pl.len().alias("rows")).sort(column)
      .collectSync();
    return {
      values: columnOf(seriesOf(counts, column)),
      rows: seriesOf(counts, "rows").cast(pl.Float64).toTypedArray() as Float64Array,
    };
  }
}

function expressionOf(condition: RowCondition): pl.Expr {
  const column = pl.col(condition.column), { type } = condition;
  if ("in" in condition) {
    const each = condition.in.map((cell) =>
      cell === null ? column.isNull() : column.eq(literal(cell, type))
    );
    // What is unknown does not match; and without a value nothing does.
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

/** Polars reads big integers as unsigned and numbers as floats: text is cast exactly. */
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
