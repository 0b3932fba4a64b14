import type { Column } from "../../frame/columns/columns.ts";
import type { OpenFrame } from "../../frame/open.ts";

/** Columns that describe how much was recorded. */
export const NO_VALUES: ReadonlySet<string> = new Set(["coverage", "n", "whole"]);

/**
 * Returns a test for rows with a value in any of the given columns; without columns every row
 * passes.
 */
export function valueTest(data: OpenFrame, names: readonly string[]): (row: number) => boolean {
  if (names.length === 0) return () => true;
  const tests = names.map((name) => isKnown(data.column(name)));
  return (row) => tests.some((test) => test(row));
}

function isKnown(column: Column): (row: number) => boolean {
  if (column.type === "text") return (row) => column.values[row] !== null;
  const valid = "valid" in column ? column.valid : undefined;
  return column.type === "float64"
    ? (row) => valid?.[row] !== 0 && !Number.isNaN(column.values[row])
    : (row) => valid?.[row] !== 0;
}
