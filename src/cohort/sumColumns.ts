import pl from "nodejs-polars";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import { sortRows } from "./sortRows.ts";
import { TYPE_LABELS, typeLabels } from "./tableSchema.ts";
import type { Frame } from "../frame/polars/frame.ts";

/**
 * The sum of a column for each combination of the values of others, sorted by them; nulls count for
 * nothing, and a sum of nothing is 0.
 *
 * @throws {TypeError} if the column holds no numbers, or there is none of that name
 */
export function sumColumns(rows: Frame, column: string, by: readonly string[]): Frame {
  checkSummed(new Map(typeLabels(rows)), column, by);
  const plain = pl.DataFrame([...by, column].map((name, i) => seriesOf(rows, name).alias(`c${i}`)));
  const groups = by.map((_, i) => `c${i}`), sum = pl.col(`c${by.length}`).sum();
  const summed = by.length === 0 ? plain.select(sum) : plain.groupBy(groups).agg(sum);
  const named = pl.DataFrame(
    columnNames(summed).map((name, i) => seriesOf(summed, name).alias([...by, column][i]!)),
  );
  return withDisplay(by.length === 0 ? named : sortRows(named, by));
}

/**
 * Checks that a column can be summed by others.
 *
 * @param types The type of each column there is, as Polars prints it.
 * @throws {TypeError} if one is missing, or the column holds no numbers
 */
export function checkSummed(
  types: ReadonlyMap<string, string>,
  column: string,
  by: readonly string[],
): void {
  const missing = [column, ...by].find((name) => !types.has(name));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot sum ${column}: there is no column ${missing}; there are ${
        [...types.keys()].join(", ")
      }`,
    );
  }
  const type = types.get(column)!;
  if (type === TYPE_LABELS.int64 || type === TYPE_LABELS.float64) return;
  throw new TypeError(`Cannot sum ${column}: it holds ${type}, expected numbers`);
}
