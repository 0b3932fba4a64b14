// @ts-types="@types/d3-array"
import { mean, mode } from "d3-array";
import type { Column } from "../frame/columns.ts";
import type { Gathered } from "./gather.ts";

/** A statistic of the values in a slot. */
export type Calculation =
  | "max"
  | "min"
  | "delta"
  | "mean"
  | "uniques"
  | "allpoints"
  | "rollingmean"
  | "mode";

/** What each statistic's column is called: this and the name of the value column. */
export const CALCULATION_PREFIX: Readonly<Record<Calculation, string>> = {
  max: "max_",
  min: "min_",
  delta: "delta_",
  mean: "mean_",
  uniques: "uniq_",
  allpoints: "all_",
  rollingmean: "rollingmean_",
  mode: "mode_",
};

/**
 * A statistic of each slot as a column, null where the slot is empty: numbers, or lists of numbers
 * for `uniques` (by first appearance) and `allpoints` (by start). `delta` is max - min; `mode` the
 * smallest of the most frequent; `rollingmean` the mean of all samples since the range's start.
 */
export function calculate(gathered: Gathered, calculation: Calculation): Column {
  switch (calculation) {
    case "uniques":
      return lists(gathered, (values) => new Set(values));
    case "allpoints":
      return lists(gathered, (values) => values);
    case "rollingmean":
      return rollingMean(gathered);
    default:
      return numbers(gathered, REDUCE[calculation]);
  }
}

/** The mean of each slot, null where it is empty. */
export function means(gathered: Gathered): Column {
  return numbers(gathered, REDUCE.mean);
}

const REDUCE = {
  max: (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b)),
  min: (values: Float64Array): number => values.reduce((a, b) => Math.min(a, b)),
  delta: (values: Float64Array): number => REDUCE.max(values) - REDUCE.min(values),
  mean: (values: Float64Array): number => mean(values)!,
  mode: (values: Float64Array): number => mode(values.toSorted())!,
};

function numbers({ offset, values }: Gathered, reduce: (values: Float64Array) => number): Column {
  const count = offset.length - 1;
  const result = new Float64Array(count), valid = new Uint8Array(count);
  for (let slot = 0; slot < count; slot++) {
    const from = offset[slot]!, to = offset[slot + 1]!;
    if (from === to) continue;
    result[slot] = to - from === 1 && reduce === REDUCE.mean
      ? values[from]!
      : reduce(values.subarray(from, to));
    valid[slot] = 1;
  }
  return { type: "float64", values: result, valid };
}

function lists(
  { offset, values }: Gathered,
  pick: (values: Float64Array) => Iterable<number>,
): Column {
  const count = offset.length - 1;
  const items: number[] = [], offsets = new Int32Array(count + 1), valid = new Uint8Array(count);
  for (let slot = 0; slot < count; slot++) {
    for (const value of pick(values.subarray(offset[slot], offset[slot + 1]))) items.push(value);
    offsets[slot + 1] = items.length;
    valid[slot] = offset[slot] === offset[slot + 1] ? 0 : 1;
  }
  return {
    type: "list",
    offsets,
    item: { type: "float64", values: Float64Array.from(items) },
    valid,
  };
}

function rollingMean({ offset, values, first }: Gathered): Column {
  const count = offset.length - 1;
  const result = new Float64Array(count), valid = new Uint8Array(count);
  let sum = 0, seen = 0;
  for (let slot = 0; slot < count; slot++) {
    for (let i = offset[slot]!; i < offset[slot + 1]!; i++) {
      if (first[i] === 0) continue;
      sum += values[i]!;
      seen++;
    }
    result[slot] = seen === 0 ? 0 : sum / seen;
    valid[slot] = seen === 0 ? 0 : 1;
  }
  return { type: "float64", values: result, valid };
}
