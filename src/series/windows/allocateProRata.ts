import { allRows } from "../../frame/rowsWhere.ts";
import { type Samples, takeSamples } from "../input/readSamples.ts";
import { activeSource } from "./activeSource.ts";
import { slotOverlaps } from "./slotOverlaps.ts";
import type { Numbers } from "./spanReducers.ts";
import { boundariesOf, gridLayout, type WindowLayout } from "./windowLayout.ts";

/**
 * The sums of a cumulative metric per slot: each sample is allocated to the slots in proportion
 * to how much of its interval lies in each, so that the sums over any grid that covers a sample give
 * the sample back. An instant counts whole in its slot.
 *
 * Several sources are not added up: at each instant one source counts, the first in
 * `sourcePriority`, or where that does not decide, the one whose sample started last.
 *
 * @param layout The slots of each group, and its samples that have values, ascending by start.
 * @returns a number for each slot, null where no sample overlaps it
 */
export function allocateProRata(
  layout: WindowLayout,
  samples: Samples,
  sourcePriority: readonly string[],
): Numbers {
  const values = new Float64Array(layout.slots), valid = new Uint8Array(layout.slots);
  for (const part of layout.parts) {
    const slots = [part.offset, part.offset + part.count] as const;
    allocatePart(takeSamples(samples, part.rows), boundariesOf(layout, part), sourcePriority, {
      values: values.subarray(...slots),
      valid: valid.subarray(...slots),
    });
  }
  return { type: "float64", values, valid };
}

/** Allocates the samples of one group, which are in order. */
function allocatePart(
  samples: Samples,
  edge: BigInt64Array,
  sourcePriority: readonly string[],
  { values, valid }: Pick<Numbers, "values" | "valid">,
): void {
  const { start, end, value } = samples;
  const all = gridLayout(edge, [allRows(start.length)]);
  const { row, first, past } = slotOverlaps(all, { start, end, has: undefined });
  const active = activeSource(samples, sourcePriority);
  const own = new BigInt64Array(2); // an interval of a sample; lone 64-bit integers would cost objects
  const add = (slot: number, amount: number): void => {
    values[slot]! += amount;
    valid[slot] = 1;
  };
  /** Allocates an interval to the slots from one on, and gives back the last: the next interval may begin in it. */
  const allocate = (from: number, past: number, perMicro: number): number => {
    let slot = from;
    for (; slot < past; slot++) {
      if (edge[slot + 1]! > own[0]!) {
        const low = edge[slot]! > own[0]! ? edge[slot]! : own[0]!;
        const high = edge[slot + 1]! < own[1]! ? edge[slot + 1]! : own[1]!;
        add(slot, perMicro * Number(high - low));
      }
      if (edge[slot + 1]! >= own[1]!) break;
    }
    return slot;
  };
  for (let i = 0; i < row.length; i++) {
    const sample = row[i]!, amount = value[sample]!;
    let slot = first[i]!;
    if (start[sample]! === end[sample]!) {
      if (active === undefined || active.instant[sample] === 1) add(slot, amount);
      continue;
    }
    const isInside = past[i] === slot + 1 && start[sample]! >= edge[slot]! &&
      end[sample]! <= edge[slot + 1]!;
    if (active === undefined && isInside) {
      add(slot, amount); // to the last digit
      continue;
    }
    const perMicro = amount / Number(end[sample]! - start[sample]!);
    if (active === undefined) {
      own[0] = start[sample]!;
      own[1] = end[sample]!;
      allocate(slot, past[i]!, perMicro);
      continue;
    }
    const { from, to, next } = active;
    for (let at = active.firstOf(sample); at >= 0 && from[at]! < end[sample]!; at = next[at]!) {
      own[0] = from[at]! > start[sample]! ? from[at]! : start[sample]!;
      own[1] = to[at]! < end[sample]! ? to[at]! : end[sample]!;
      if (own[1]! > edge[slot]!) slot = allocate(slot, past[i]!, perMicro);
    }
  }
}
