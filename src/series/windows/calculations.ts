import type { Calculation } from "../../frame/columns/calculations.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { takeNumbers } from "../../frame/takeRows.ts";
import { reduceRanges } from "./rowReducers.ts";
import { rowsOfOverlaps, type SlotOverlaps } from "./slotOverlaps.ts";
import type { Numbers } from "./spanReducers.ts";
import type { WindowLayout } from "./windowLayout.ts";
export interface SlotSamples {
  /** Slots of all groups. */
  readonly layout: WindowLayout;
  /** Slots that each sample overlaps. */
  readonly overlaps: SlotOverlaps;
  /** Values of the samples. */
  readonly value: Float64Array;
}

/**
 * Values of each slot, by start of their sample: slot `i` has `offset[i]` to before `offset[i +
 * 1]`.
 */
interface SlotValues {
  readonly offset: Int32Array;
  readonly values: Float64Array;
}

/**
 * Columns of the statistics, null for empty slots: numbers, or lists of numbers for `uniques` (by
 * first appearance) and `allpoints` (by start). `delta` is max - min; `mode` is the smallest of the
 * most frequent values; `rollingmean` is the mean of all samples since the start of the range.
 */
const CALCULATIONS: Readonly<Record<Calculation, (slots: SlotValues, all: SlotSamples) => Column>> =
  {
    max: (slots) => reduce(slots, "max"),
    min: (slots) => reduce(slots, "min"),
    delta: (slots) => {
      const { values: least } = reduce(slots, "min"),
        { values: most, valid } = reduce(slots, "max");
      return { type: "float64", values: most.map((max, slot) => max - least[slot]!), valid };
    },
    mean: (_, all) => slotMeans(all),
    uniques,
    allpoints: ({ offset, values }) => lists(offset, values),
    rollingmean: (_, all) => meansSinceStart(all),
    mode,
  };

/** Names of the statistics. */
export const CALCULATION_NAMES = Object.keys(CALCULATIONS) as readonly Calculation[];

/** Computes statistics of the samples in each slot. */
export function calculate(
  calculations: readonly Calculation[],
  samples: SlotSamples,
): { calculation: Calculation; column: Column }[] {
  if (calculations.length === 0) return [];
  const { rows, offset } = rowsOfOverlaps(samples.overlaps, samples.layout.slots);
  const values = takeNumbers(samples.value, rows);
  return calculations.map((calculation) => ({
    calculation,
    column: CALCULATIONS[calculation]({ offset, values }, samples),
  }));
}

/** Returns the mean of each slot; null if it is empty. */
export function slotMeans({ layout, overlaps, value }: SlotSamples): Numbers {
  const { row, first, past } = overlaps, { slots } = layout;
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

function reduce({ offset, values }: SlotValues, reducer: "min" | "max"): Numbers {
  const ranges = { first: offset.subarray(0, -1), past: offset.subarray(1) };
  const found = reduceRanges(reducer, values, ranges, "apart");
  const valid = new Uint8Array(found.length);
  for (let slot = 0; slot < valid.length; slot++) {
    if (offset[slot] === offset[slot + 1]) found[slot] = 0;
    else valid[slot] = 1;
  }
  return { type: "float64", values: found, valid };
}

/**
 * Returns the running mean of each slot. A sample counts once, from the first slot of its group
 * that it overlaps.
 */
function meansSinceStart({ layout, overlaps, value }: SlotSamples): Numbers {
  const { row, first, partEnds } = overlaps;
  const values = new Float64Array(layout.slots), valid = new Uint8Array(layout.slots);
  let next = 0;
  layout.parts.forEach(({ offset, count }, part) => {
    let sum = 0, counted = 0;
    for (let slot = offset; slot < offset + count; slot++) {
      for (; next < partEnds[part]! && first[next] === slot; next++) {
        sum += value[row[next]!]!;
        counted++;
      }
      values[slot] = counted === 0 ? 0 : sum / counted;
      valid[slot] = counted === 0 ? 0 : 1;
    }
  });
  return { type: "float64", values, valid };
}

function mode({ offset, values }: SlotValues): Numbers {
  const slots = offset.length - 1;
  const result = new Float64Array(slots), valid = new Uint8Array(slots);
  const sorted = values.slice(); // sorted slot by slot in place: a copy per slot would be an object
  for (let slot = 0; slot < slots; slot++) {
    const first = offset[slot]!, past = offset[slot + 1]!;
    if (past - first > 1) sorted.subarray(first, past).sort();
    let most = 0;
    for (let from = first, to = first; from < past; from = to) {
      while (to < past && sorted[to] === sorted[from]) to++;
      if (to - from > most) {
        most = to - from;
        result[slot] = sorted[from]!;
      }
    }
    valid[slot] = first === past ? 0 : 1;
  }
  return { type: "float64", values: result, valid };
}

function uniques({ offset, values }: SlotValues): Column {
  const offsets = new Int32Array(offset.length), picked = new Float64Array(values.length);
  let count = 0;
  for (let slot = 0; slot + 1 < offset.length; slot++) {
    const first = offset[slot]!, past = offset[slot + 1]!;
    if (past - first === 1) picked[count++] = values[first]! + 0; // -0 is 0, as in a Set
    else if (past > first) {
      for (const one of new Set(values.subarray(first, past))) picked[count++] = one;
    }
    offsets[slot + 1] = count;
  }
  return lists(offsets, picked.slice(0, count));
}

/** Returns lists of numbers; null if they are empty. */
function lists(offsets: Int32Array, values: Float64Array): Column {
  const valid = new Uint8Array(offsets.length - 1);
  for (let slot = 0; slot < valid.length; slot++) {
    valid[slot] = offsets[slot] === offsets[slot + 1] ? 0 : 1;
  }
  return { type: "list", offsets, item: { type: "float64", values }, valid };
}
