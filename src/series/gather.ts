import type { Samples } from "./readSamples.ts";

/** The values of the samples that reach into each slot: those of slot `i` are `values[offset[i]..offset[i + 1])`. */
export interface Gathered {
  /** Where the values of each slot begin. */
  readonly offset: Int32Array;
  /** Values, slot by slot, by start of their sample. */
  readonly values: Float64Array;
  /** 1 where a value is in the first slot that its sample reaches into. */
  readonly first: Uint8Array;
}

/**
 * The samples that reach into each slot. An interval that ends where a slot begins does not; an
 * instant reaches into the slot in which it lies.
 *
 * @param edge Slot `i` is `[edge[i], edge[i + 1])`.
 */
export function gather(samples: Samples, edge: BigInt64Array): Gathered {
  const count = edge.length - 1;
  const offset = new Int32Array(count + 1);
  eachSlot(samples, edge, (slot) => offset[slot + 1]!++);
  for (let slot = 0; slot < count; slot++) offset[slot + 1]! += offset[slot]!;
  const values = new Float64Array(offset[count]!), first = new Uint8Array(offset[count]!);
  const next = offset.slice();
  eachSlot(samples, edge, (slot, row, isFirst) => {
    const at = next[slot]!++;
    values[at] = samples.value[row]!;
    first[at] = isFirst ? 1 : 0;
  });
  return { offset, values, first };
}

function eachSlot(
  { start, end }: Samples,
  edge: BigInt64Array,
  visit: (slot: number, row: number, isFirst: boolean) => void,
): void {
  const count = edge.length - 1;
  let from = 0;
  for (let row = 0; row < start.length; row++) {
    const begins = start[row]!, ends = end[row]!;
    while (from < count && edge[from + 1]! <= begins) from++;
    if (from === count) return;
    if (begins === ends) {
      if (begins >= edge[0]!) visit(from, row, true);
    } else if (ends > edge[0]!) {
      for (let slot = from; slot < count && edge[slot]! < ends; slot++) {
        visit(slot, row, slot === from);
      }
    }
  }
}
