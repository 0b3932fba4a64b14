import { bisectLeft } from "../../time/bisect.ts";
import type { Samples } from "../input/readSamples.ts";

/** The slots that each sample reaches into: for the `i`-th in order, `first[i]` to before `past[i]`. */
export interface Reach {
  /** The rows of the samples that reach into any slot, by start. */
  readonly row: Uint32Array;
  /** The first slot of each. */
  readonly first: Int32Array;
  /** The slot after the last of each. */
  readonly past: Int32Array;
  /** How many slots they reach into together, one that two reach into counted twice. */
  readonly total: number;
}

/** So many values may be taken into slots at once: more would exhaust memory before they were of use. */
const MOST = 100_000_000;

/**
 * Finds the slots that samples reach into. An interval that ends where a slot begins does not; an
 * instant reaches into the slot in which it lies.
 *
 * @param edge Slot `i` is `[edge[i], edge[i + 1])`.
 * @throws {RangeError} if long samples lie over so many slots that there are over 100 million in all
 */
export function reach(
  { start, end, order }: Pick<Samples, "start" | "end" | "order">,
  edge: BigInt64Array,
): Reach {
  const slots = edge.length - 1, count = order?.length ?? start.length;
  const row = new Uint32Array(count), first = new Int32Array(count), past = new Int32Array(count);
  let found = 0, slot = 0, total = 0;
  for (let i = 0; i < count; i++) {
    const sample = order === undefined ? i : order[i]!;
    while (slot < slots && edge[slot + 1]! <= start[sample]!) slot++;
    if (slot === slots) break;
    const isInstant = start[sample]! === end[sample]!;
    if (isInstant ? start[sample]! < edge[0]! : end[sample]! <= edge[0]!) continue;
    row[found] = sample;
    first[found] = slot;
    past[found] = isInstant || end[sample]! <= edge[slot + 1]!
      ? slot + 1
      : bisectLeft(edge, end[sample]!, slot + 1, slots);
    total += past[found]! - slot;
    found++;
  }
  if (total > MOST) {
    throw new RangeError(
      `Cannot make a series: the samples reach into ${total} slots together, the most is ${MOST}`,
    );
  }
  return {
    row: row.subarray(0, found),
    first: first.subarray(0, found),
    past: past.subarray(0, found),
    total,
  };
}
