import type { Reach } from "./reach.ts";

/** The values of each slot: those of slot `i` are `values[offset[i]..offset[i + 1])`. */
export interface Gathered {
  /** Where the values of each slot begin. */
  readonly offset: Int32Array;
  /** Values, slot by slot, by start of their sample. */
  readonly values: Float64Array;
}

/** The values of the samples that reach into each slot, slot by slot. */
export function gather(reach: Reach, value: Float64Array, slots: number): Gathered {
  const { row, first, past } = reach;
  const offset = new Int32Array(slots + 1);
  for (let i = 0; i < row.length; i++) {
    for (let slot = first[i]!; slot < past[i]!; slot++) offset[slot + 1]!++;
  }
  for (let slot = 0; slot < slots; slot++) offset[slot + 1]! += offset[slot]!;
  const values = new Float64Array(reach.total);
  const next = offset.slice();
  for (let i = 0; i < row.length; i++) {
    for (let slot = first[i]!; slot < past[i]!; slot++) values[next[slot]!++] = value[row[i]!]!;
  }
  return { offset, values };
}
