import pl from "nodejs-polars";
import { columnNames } from "./seriesOf.ts";
import { selectColumns } from "./rearrange.ts";
import type { Frame } from "./frame.ts";

/**
 * Sums a column for each combination of the values of other columns, in no particular order;
 * without other columns, returns one sum. Nulls are ignored, and a sum of no values is 0.
 */
export function sumBy(rows: Frame, column: string, by: readonly string[]): Frame {
  const names = [...by, column];
  const plain = selectColumns(rows, names, names.map((_, i) => `c${i}`));
  const sum = pl.col(`c${by.length}`).sum();
  const summed = by.length === 0
    ? plain.select(sum)
    : plain.groupBy(by.map((_, i) => `c${i}`)).agg(sum);
  return selectColumns(summed, columnNames(summed), names);
}
