import {
  type Column,
  columnLength,
  float64Column,
  int64Column,
} from "../../frame/columns/columns.ts";
import { takeRows } from "../../frame/takeRows.ts";
import type { Reducer } from "../input/reducers.ts";

/** Takes rows of a column; null if not valid. */
export function takeMasked(column: Column, rows: Uint32Array, valid: Uint8Array): Column {
  if (columnLength(column) === 0) return column;
  const found = takeRows({ column }, rows)["column"]!;
  if (found.type === "struct") return found;
  if (found.type === "text") {
    return { ...found, values: found.values.map((value, i) => valid[i] === 1 ? value : null) };
  }
  const own = found.valid;
  return { ...found, valid: own === undefined ? valid : valid.map((flag, i) => flag & own[i]!) };
}

/**
 * Extends the results of windows with rows to all windows: null elsewhere, but 0 for counts.
 *
 * @param window Windows with rows, ascending.
 * @param count Number of windows.
 */
export function reindex(
  column: Column,
  window: Uint32Array,
  count: number,
  reducer: Reducer,
): Column {
  if (window.length === count) return column;
  const rows = new Uint32Array(count), valid = new Uint8Array(count);
  window.forEach((index, row) => {
    rows[index] = row;
    valid[index] = 1;
  });
  const found = takeMasked(column, rows, valid);
  return reducer === "count" ? fillNulls({ ...found, valid } as Column, 0, "") : found;
}

/**
 * Fills the nulls of a column where a value is available.
 *
 * @param begins Ascending first rows of the groups; a group takes no value from the group before.
 * @throws {TypeError} if the column to fill with 0 is not numeric
 */
export function fillNulls(
  column: Column,
  fill: null | 0 | "last",
  name: string,
  begins: readonly number[] = [0],
): Column {
  if (fill === null || column.type === "struct") return column;
  const valid = column.type === "text"
    ? Uint8Array.from(column.values, (value) => value === null ? 0 : 1)
    : column.valid;
  if (valid === undefined) return column;
  if (fill === "last") {
    const rows = new Uint32Array(valid.length);
    for (let i = 0, last = 0, group = 0; i < rows.length; i++) {
      const isFirst = begins[group] === i;
      if (isFirst) group++;
      rows[i] = last = isFirst || valid[i] === 1 ? i : last;
    }
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

/** Drops a mask that hides nothing, which speeds up building the frame. */
export function withoutIdleMask(column: Column): Column {
  return "valid" in column && column.valid !== undefined && columnLength(column) > 0 &&
      !column.valid.includes(0)
    ? { ...column, valid: undefined }
    : column;
}
