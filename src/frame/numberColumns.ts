import { asFrame, type FrameLike } from "./asFrame.ts";
import { recordNames } from "./polars/recordNames.ts";
import type { Row } from "./polars/rows.ts";
import { columnNames, seriesOf } from "./polars/seriesOf.ts";

const NUMBERS = /^(?:U?Int\d+|Float\d+)$/;

/** The names of the columns that hold numbers, in order; of records those with a number in any row. */
export function numberColumns(input: FrameLike): string[] {
  if (Array.isArray(input)) {
    const rows = input as readonly Row[];
    const isNumber = (value: unknown): boolean =>
      typeof value === "number" || typeof value === "bigint";
    return recordNames(rows, "find columns of numbers")
      .filter((name) => rows.some((row) => isNumber(row[name])));
  }
  const frame = asFrame(input as Exclude<FrameLike, readonly Row[]>);
  return columnNames(frame).filter((name) =>
    NUMBERS.test((seriesOf(frame, name).dtype as { variant: string }).variant)
  );
}
