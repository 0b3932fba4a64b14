import type { Calculation } from "../../frame/columns/calculations.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { gather } from "./gather.ts";
import type { Reach } from "./reach.ts";

/** Makes a statistic of each slot. */
type Calculate = (reach: Reach, value: Float64Array, slots: number) => Column;

/**
 * Each statistic as a column, null where the slot is empty: numbers, or lists of numbers for
 * `uniques` (by first appearance) and `allpoints` (by start). `delta` is max - min; `mode` the
 * smallest of the most frequent; `rollingmean` the mean of all samples since the range's start.
 */
export const CALCULATIONS: Readonly<Record<Calculation, Calculate>> = {
  max: (reach, value, slots) => folded(reach, value, slots, -Infinity, Math.max),
  min: (reach, value, slots) => folded(reach, value, slots, Infinity, Math.min),
  delta: (reach, value, slots) => {
    const { values: least } = folded(reach, value, slots, Infinity, Math.min);
    const { values: most, valid } = folded(reach, value, slots, -Infinity, Math.max);
    return { type: "float64", values: most.map((max, slot) => max - least[slot]!), valid };
  },
  mean,
  uniques: (reach, value, slots) => lists(reach, value, slots, (values) => new Set(values)),
  allpoints: (reach, value, slots) => lists(reach, value, slots, (values) => values),
  rollingmean,
  mode,
};

/** The mean of the values of each slot, null where it is empty. */
export function mean(reach: Reach, value: Float64Array, slots: number): Numbers {
  const { row, first, past } = reach;
  const sum = new Float64Array(slots), count = new Int32Array(slots), valid = new Uint8Array(slots);
  for (let i = 0; i < row.length; i++) {
    const own = value[row[i]!]!;
    for (let slot = first[i]!; slot < past[i]!; slot++) {
      sum[slot]! += own;
      count[slot]!++;
    }
  }
  for (let slot = 0; slot < slots; slot++) {
    if (count[slot] === 0) continue;
    sum[slot]! /= count[slot]!;
    valid[slot] = 1;
  }
  return { type: "float64", values: sum, valid };
}

/** A column of numbers, zero where they are null. */
type Numbers = { type: "float64"; values: Float64Array; valid: Uint8Array };

function folded(
  { row, first, past }: Reach,
  value: Float64Array,
  slots: number,
  start: number,
  better: (a: number, b: number) => number,
): Numbers {
  const values = new Float64Array(slots).fill(start), valid = new Uint8Array(slots);
  for (let i = 0; i < row.length; i++) {
    const own = value[row[i]!]!;
    for (let slot = first[i]!; slot < past[i]!; slot++) {
      values[slot] = better(values[slot]!, own);
      valid[slot] = 1;
    }
  }
  for (let slot = 0; slot < slots; slot++) if (valid[slot] === 0) values[slot] = 0;
  return { type: "float64", values, valid };
}

/** Each sample counts once, from the first slot that it reaches into. */
function rollingmean({ row, first }: Reach, value: Float64Array, slots: number): Numbers {
  const values = new Float64Array(slots), valid = new Uint8Array(slots);
  let sum = 0, next = 0;
  for (let slot = 0; slot < slots; slot++) {
    for (; next < row.length && first[next] === slot; next++) sum += value[row[next]!]!;
    values[slot] = next === 0 ? 0 : sum / next;
    valid[slot] = next === 0 ? 0 : 1;
  }
  return { type: "float64", values, valid };
}

function mode(reach: Reach, value: Float64Array, slots: number): Numbers {
  const { offset, values } = gather(reach, value, slots);
  const result = new Float64Array(slots), valid = new Uint8Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    const sorted = values.subarray(offset[slot], offset[slot + 1]).sort();
    let most = 0;
    for (let from = 0, to = 0; from < sorted.length; from = to) {
      while (to < sorted.length && sorted[to] === sorted[from]) to++;
      if (to - from > most) {
        most = to - from;
        result[slot] = sorted[from]!;
      }
    }
    valid[slot] = sorted.length === 0 ? 0 : 1;
  }
  return { type: "float64", values: result, valid };
}

function lists(
  reach: Reach,
  value: Float64Array,
  slots: number,
  pick: (values: Float64Array) => Iterable<number>,
): Column {
  const { offset, values } = gather(reach, value, slots);
  const offsets = new Int32Array(slots + 1), valid = new Uint8Array(slots);
  let count = 0;
  for (let slot = 0; slot < slots; slot++) {
    const own = values.subarray(offset[slot], offset[slot + 1]);
    valid[slot] = own.length === 0 ? 0 : 1;
    // What is picked is never more than there was, so that it fits into the same array.
    for (const picked of pick(own)) values[count++] = picked;
    offsets[slot + 1] = count;
  }
  return {
    type: "list",
    offsets,
    item: { type: "float64", values: values.slice(0, count) },
    valid,
  };
}
