import pl from "nodejs-polars";
import { columnNames } from "./seriesOf.ts";
import { selectColumns } from "./rearrange.ts";
import type { Frame } from "./frame.ts";

/** Column to count in addition to a sum. */
export interface CountedColumn {
  /** Column whose distinct values are counted. */
  readonly column: string;
  /** Column of the counts. */
  readonly as: string;
}

/**
 * Sums a column for each combination of the values of other columns, in no particular order;
 * without other columns, returns one sum. Nulls are ignored, and a sum of no values is 0.
 *
 * @param counted Column whose distinct values are counted, too.
 */
export function sumBy(
  rows: Frame,
  column: string,
  by: readonly string[],
  counted?: CountedColumn,
): Frame {
  const names = [...by, column], at = names.length;
  const given = counted === undefined ? names : [...names, counted.column];
  const plain = selectColumns(rows, given, given.map((_, i) => `c${i}`));
  const cells = [pl.col(`c${by.length}`).sum()];
  if (counted !== undefined) cells.push(pl.col(`c${at}`).nUnique().cast(pl.Int64));
  const summed = by.length === 0
    ? plain.select(...cells)
    : plain.groupBy(by.map((_, i) => `c${i}`)).agg(...cells);
  return selectColumns(
    summed,
    columnNames(summed),
    counted === undefined ? names : [...names, counted.as],
  );
}
