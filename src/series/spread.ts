import type { Column } from "../frame/columns.ts";
import { reach } from "./reach.ts";
import type { Samples } from "./readSamples.ts";
import { territories } from "./territories.ts";

/**
 * The sums of a cumulative metric per slot: each sample is shared out over the slots in proportion
 * to how much of its interval lies in each, so that the sums over any grid that covers a sample give
 * the sample back. An instant counts whole in its slot.
 *
 * Several sources are not added up: at each instant one source counts, the first in
 * `sourcePriority`, or where that does not decide, the one whose sample started last.
 *
 * @param edge Slot `i` is `[edge[i], edge[i + 1])`.
 * @returns a number for each slot, null where no sample reaches
 */
export function spread(
  samples: Samples,
  edge: BigInt64Array,
  sourcePriority: readonly string[],
): Column {
  const { start, end, value } = samples;
  const values = new Float64Array(edge.length - 1), valid = new Uint8Array(edge.length - 1);
  const { row, first, past } = reach(samples, edge);
  const parts = territories(samples, sourcePriority);
  const add = (slot: number, amount: number): void => {
    values[slot]! += amount;
    valid[slot] = 1;
  };
  for (let i = 0; i < row.length; i++) {
    const sample = row[i]!, slot = first[i]!, own = value[sample]!;
    if (start[sample]! === end[sample]!) {
      if (parts === undefined || parts.counts(sample)) add(slot, own);
      continue;
    }
    if (
      parts === undefined && past[i] === slot + 1 && start[sample]! >= edge[slot]! &&
      end[sample]! <= edge[slot + 1]!
    ) {
      add(slot, own);
      continue;
    }
    const perMicro = own / Number(end[sample]! - start[sample]!);
    let s = slot; // parts come in order of time
    const share = (from: bigint, to: bigint): void => {
      for (; s < past[i]!; s++) {
        const low = edge[s]! > from ? edge[s]! : from, high = edge[s + 1]! < to ? edge[s + 1]! : to;
        if (high > low) add(s, perMicro * Number(high - low));
        if (edge[s + 1]! >= to) break;
      }
    };
    if (parts === undefined) share(start[sample]!, end[sample]!);
    else parts.of(sample, share);
  }
  return { type: "float64", values, valid };
}
