import type { Column } from "../../frame/columns/columns.ts";
import { reach } from "./reach.ts";
import type { Samples } from "../input/readSamples.ts";
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
  const own = new BigInt64Array(2); // a part of a sample; lone 64-bit integers would cost objects
  const add = (slot: number, amount: number): void => {
    values[slot]! += amount;
    valid[slot] = 1;
  };
  /** Shares a part out over the slots from one on, and gives back the last: the next part may begin in it. */
  const share = (from: number, past: number, perMicro: number): number => {
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
      if (parts === undefined || parts.instant[sample] === 1) add(slot, amount);
      continue;
    }
    const isInside = past[i] === slot + 1 && start[sample]! >= edge[slot]! &&
      end[sample]! <= edge[slot + 1]!;
    if (parts === undefined && isInside) {
      add(slot, amount); // to the last digit
      continue;
    }
    const perMicro = amount / Number(end[sample]! - start[sample]!);
    if (parts === undefined) {
      own[0] = start[sample]!;
      own[1] = end[sample]!;
      share(slot, past[i]!, perMicro);
      continue;
    }
    const { from, to, next } = parts;
    for (
      let part = parts.firstOf(sample);
      part >= 0 && from[part]! < end[sample]!;
      part = next[part]!
    ) {
      own[0] = from[part]! > start[sample]! ? from[part]! : start[sample]!;
      own[1] = to[part]! < end[sample]! ? to[part]! : end[sample]!;
      if (own[1]! > edge[slot]!) slot = share(slot, past[i]!, perMicro);
    }
  }
  return { type: "float64", values, valid };
}
