import { withDisplay } from "../frame/polars/withDisplay.ts";
import { sumBy } from "../frame/polars/sumBy.ts";
import { typeNames } from "../frame/polars/typeName.ts";
import { sortRows } from "../frame/polars/sortRows.ts";
import { TYPE_LABELS } from "./tableSchema.ts";
import type { Frame } from "../frame/polars/frame.ts";

/**
 * Sums a column for each combination of values of other columns, sorted by them. Nulls are ignored;
 * an empty sum is 0.
 *
 * @throws {TypeError} if a column is missing, or the column is not numeric
 */
export function sumColumns(rows: Frame, column: string, by: readonly string[]): Frame {
  checkSumColumns(new Map(typeNames(rows)), column, by);
  const sums = sumBy(rows, column, by);
  return withDisplay(by.length === 0 ? sums : sortRows(sums, by));
}

/**
 * Checks that a column can be summed by others.
 *
 * @param types Type of each column, as Polars prints it.
 * @throws {TypeError} if a column is missing, or the column is not numeric
 */
export function checkSumColumns(
  types: ReadonlyMap<string, string>,
  column: string,
  by: readonly string[],
): void {
  const missing = [column, ...by].find((name) => !types.has(name));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot sum ${column}: column ${missing} is missing; the columns are ${
        [...types.keys()].join(", ")
      }`,
    );
  }
  const type = types.get(column)!;
  if (type === TYPE_LABELS.int64 || type === TYPE_LABELS.float64) return;
  throw new TypeError(`Cannot sum ${column}: it holds ${type}, expected numbers`);
}
