import { type Column, float64Column, int64Column } from "../frame/columns.ts";
import { takeRows } from "../frame/takeRows.ts";
import type { Reducer } from "./reducers.ts";
import type { Windowed } from "./windowed.ts";

/** What was made of the windows that have rows, in all windows: null in the others, but a count of 0. */
export function spreadOut(
  column: Column,
  { boundaries, window }: Windowed,
  reducer: Reducer,
): Column {
  const count = boundaries.length - 1;
  if (window.length === count) return column;
  const rows = new Uint32Array(count), valid = new Uint8Array(count);
  window.forEach((place, row) => {
    rows[place] = row;
    valid[place] = 1;
  });
  const taken = takeRows({ column }, rows)["column"]!;
  if (taken.type === "text") {
    return { ...taken, values: taken.values.map((value, i) => valid[i] === 1 ? value : null) };
  }
  if (taken.type === "struct") return taken; // which no reducer gives
  if (reducer === "count") return filled({ ...taken, valid }, 0, "");
  const own = taken.valid;
  return { ...taken, valid: own === undefined ? valid : valid.map((flag, i) => flag & own[i]!) };
}

/**
 * A column without its nulls, as far as there is something to put there.
 *
 * @throws {TypeError} if 0 is wanted in a column of no numbers
 */
export function filled(column: Column, fill: null | 0 | "last", name: string): Column {
  if (fill === null || column.type === "struct") return column;
  const valid = column.type === "text"
    ? Uint8Array.from(column.values, (value) => value === null ? 0 : 1)
    : column.valid;
  if (valid === undefined) return column;
  if (fill === "last") {
    const rows = new Uint32Array(valid.length);
    for (let i = 0, last = 0; i < rows.length; i++) rows[i] = last = valid[i] === 1 ? i : last;
    return takeRows({ column }, rows)["column"]!;
  }
  switch (column.type) {
    case "int64":
      return int64Column(column.values.map((value, i) => valid[i] === 1 ? value : 0n));
    case "float64":
      return float64Column(column.values.map((value, i) => valid[i] === 1 ? value : 0));
    default:
      throw new TypeError(
        `Cannot fill column ${JSON.stringify(name)} with 0: it is ${column.type}, not a number`,
      );
  }
}
