// @ts-types="@types/d3-array"
import { median } from "d3-array";
import type { Column } from "../frame/columns.ts";
import { takeRows } from "../frame/takeRows.ts";

/** A function that makes one value of a window's values. */
export type Reducer = "mean" | "sum" | "min" | "max" | "median" | "first" | "last" | "count";

/** Reduces a column window by window: the rows of window `i` are `[offset[i], offset[i + 1])`. */
type Reduce = (column: Column, offset: Int32Array, name: string) => Column;

/** How each function reduces a column; nulls and NaN count for nothing. */
export const REDUCERS: Readonly<Record<Reducer, Reduce>> = {
  mean: folded((values, from, to) => total(values, from, to) / (to - from)),
  sum: folded(total),
  min: folded((values, from, to) => {
    let least = Infinity;
    for (let i = from; i < to; i++) if (values[i]! < least) least = values[i]!;
    return least;
  }),
  max: folded((values, from, to) => {
    let most = -Infinity;
    for (let i = from; i < to; i++) if (values[i]! > most) most = values[i]!;
    return most;
  }),
  median: folded((values, from, to) => median(values.subarray(from, to))!),
  first: (column, offset) =>
    picked(column, offset, (from, to, has) => {
      for (let i = from; i < to; i++) if (has(i)) return i;
      return -1;
    }),
  last: (column, offset) =>
    picked(column, offset, (from, to, has) => {
      for (let i = to - 1; i >= from; i--) if (has(i)) return i;
      return -1;
    }),
  count: (column, offset) => {
    const has = presence(column);
    const counts = new BigInt64Array(offset.length - 1);
    for (let window = 0; window < counts.length; window++) {
      let count = 0;
      for (let i = offset[window]!; i < offset[window + 1]!; i++) if (has(i)) count++;
      counts[window] = BigInt(count);
    }
    return { type: "int64", values: counts };
  },
};

function total(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
}

/** A reducer of numbers: nulls are taken out first, so that the fold runs over bare values. */
function folded(fold: (values: Float64Array, from: number, to: number) => number): Reduce {
  return (column, offset, name) => {
    const { values, ends } = present(numbers(column, name), offset);
    const count = offset.length - 1;
    const result = new Float64Array(count), valid = new Uint8Array(count);
    for (let window = 0; window < count; window++) {
      const from = ends[window]!, to = ends[window + 1]!;
      if (from === to) continue;
      result[window] = fold(values, from, to);
      valid[window] = 1;
    }
    return { type: "float64", values: result, valid };
  };
}

type Numbers = { values: Float64Array; valid?: Uint8Array | undefined };

function numbers(column: Column, name: string): Numbers {
  if (column.type === "float64") return column;
  if (column.type === "int64") {
    return { values: Float64Array.from(column.values, Number), valid: column.valid };
  }
  throw new TypeError(
    `Cannot resample: column ${
      JSON.stringify(name)
    } is ${column.type}, not a number; take its first, last or count`,
  );
}

function present(
  { values, valid }: Numbers,
  offset: Int32Array,
): { values: Float64Array; ends: Int32Array } {
  if (valid === undefined && !values.some(Number.isNaN)) return { values, ends: offset };
  const kept = new Float64Array(values.length), ends = new Int32Array(offset.length);
  let count = 0;
  for (let window = 0; window + 1 < offset.length; window++) {
    for (let i = offset[window]!; i < offset[window + 1]!; i++) {
      if (valid?.[i] !== 0 && !Number.isNaN(values[i]!)) kept[count++] = values[i]!;
    }
    ends[window + 1] = count;
  }
  return { values: kept, ends };
}

/** The value of one row of each window, null where there is none. */
function picked(
  column: Column,
  offset: Int32Array,
  pick: (from: number, to: number, has: (row: number) => boolean) => number,
): Column {
  const has = presence(column);
  const rows = Array.from(
    { length: offset.length - 1 },
    (_, i) => pick(offset[i]!, offset[i + 1]!, has),
  );
  const taken = takeRows({ column }, Uint32Array.from(rows, (row) => Math.max(row, 0)))["column"]!;
  const valid = Uint8Array.from(rows, (row) => row < 0 ? 0 : 1);
  switch (taken.type) {
    case "text":
      return { ...taken, values: taken.values.map((value, i) => valid[i] === 1 ? value : null) };
    case "struct":
      throw new TypeError("Cannot resample a column of structs: unnest it first");
    default:
      return { ...taken, valid };
  }
}

function presence(column: Column): (row: number) => boolean {
  if (column.type === "text") return (row) => column.values[row] !== null;
  if (column.type === "float64") {
    return (row) => column.valid?.[row] !== 0 && !Number.isNaN(column.values[row]!);
  }
  const valid = "valid" in column ? column.valid : undefined;
  return (row) => valid?.[row] !== 0;
}
