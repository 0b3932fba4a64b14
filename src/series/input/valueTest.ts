import type { Column } from "../../frame/columns/columns.ts";
import type { OpenFrame } from "../../frame/open.ts";

/** Columns that say how much was recorded, not what. */
export const NO_VALUES: ReadonlySet<string> = new Set(["coverage", "n", "whole"]);

/** Tests whether a row has a value in one of some columns; without columns each row counts. */
export function valueTest(data: OpenFrame, names: readonly string[]): (row: number) => boolean {
  if (names.length === 0) return () => true;
  const tests = names.map((name) => isKnown(data.column(name)));
  return (row) => tests.some((test) => test(row));
}

function isKnown(column: Column): (row: number) => boolean {
  if (column.type === "text") return (row) => column.values[row] !== null;
  const valid = "valid" in column ? column.valid : undefined;
  return column.type === "float64"
    ? (row) => valid?.[row] !== 0 && !Number.isNaN(column.values[row]!)
    : (row) => valid?.[row] !== 0;
}
