import { allRows } from "../../frame/rowsWhere.ts";
import { type MetricSamples, takeSamples } from "../input/readSamples.ts";
import { slotOverlaps } from "./slotOverlaps.ts";
import type { Numbers } from "./spanReducers.ts";
import { boundariesOf, gridLayout, type WindowLayout } from "./windowLayout.ts";
import { breakTies } from "../input/breakTies.ts";
import { sweep, type Swept } from "./sweep.ts";

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
  samples: MetricSamples,
  sourcePriority: readonly string[],
): Numbers {
  const values = new Float64Array(layout.slots), valid = new Uint8Array(layout.slots);
  for (const part of layout.parts) {
    const slots = [part.offset, part.offset + part.count] as const;
    allocatePart(
      isEveryRow(part.rows, samples.start.length) ? samples : takeSamples(samples, part.rows),
      boundariesOf(layout, part),
      sourcePriority,
      {
        values: values.subarray(...slots),
        valid: valid.subarray(...slots),
      },
    );
  }
  return { type: "float64", values, valid };
}

/** Whether rows are all of so many, in order. */
function isEveryRow(rows: Uint32Array, count: number): boolean {
  if (rows.length !== count) return false;
  for (let i = 0; i < count; i++) if (rows[i] !== i) return false;
  return true;
}

/** Allocates the samples of one group, which are in order. */
function allocatePart(
  samples: MetricSamples,
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

/** Which of several sources counts when: intervals in order, each of one source. */
export interface ActiveSource {
  /** Inclusive starts of the intervals. */
  readonly from: BigInt64Array;
  /** Exclusive ends of the intervals. */
  readonly to: BigInt64Array;
  /** The next interval of the same source; -1 after the last. */
  readonly next: Int32Array;
  /** The first interval of a sample's source that ends after the sample starts; -1 if there is none. */
  readonly firstOf: (row: number) => number;
  /** For each row, 1 if it is an instant whose source counts there. */
  readonly instant: Uint8Array;
}

export const NONE = -1;

/**
 * Decides for every instant which of several sources counts: the first in `sourcePriority`; of equal
 * ones, the one whose sample started last; of equal starts, the first in alphabetical order.
 * Undefined if all samples have one source.
 *
 * @param samples Samples that have values, ascending by start.
 */
export function activeSource(
  samples: MetricSamples,
  sourcePriority: readonly string[],
): ActiveSource | undefined {
  const { start, end } = samples;
  const { codes, names } = samples.source?.codes() ?? { codes: new Uint32Array(0), names: [] };
  if (codes.every((code) => code === codes[0])) return undefined;
  const ranked = sourcePriority.filter((name) => names.includes(name)).reverse();
  const ranks = names.map((name) => name === null ? 0 : ranked.lastIndexOf(name) + 1);
  const rank = new Uint16Array(codes.length);
  for (let row = 0; row < rank.length; row++) rank[row] = ranks[codes[row]!]!;
  const order = breakTies(start, undefined, (a, b) => codes[b]! - codes[a]!);
  const active = sweep({ start, end, rank, order }, codes);
  const { first, next } = chainBySource(active, codes, names.length);
  return {
    from: active.start,
    to: active.end,
    next,
    instant: activeInstants(samples, order, { codes, rank, active }),
    firstOf: (row) => {
      const code = codes[row]!;
      // Samples are asked for by start, so that what ended before one has ended before the next.
      while (first[code]! >= 0 && active.end[first[code]!]! <= start[row]!) {
        first[code] = next[first[code]!]!;
      }
      return first[code]!;
    },
  };
}

/** The first interval of each source, and of each interval the next of its source. */
export function chainBySource(
  { row }: Swept,
  codes: Uint32Array,
  sources: number,
): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(sources).fill(NONE), next = new Int32Array(row.length);
  for (let i = row.length - 1; i >= 0; i--) {
    const code = codes[row[i]!]!;
    next[i] = first[code]!;
    first[code] = i;
  }
  return { first, next };
}

/** For each row, 1 if it is an instant and its source counts at it. */
export function activeInstants(
  { start, end }: MetricSamples,
  order: Uint32Array | undefined,
  { codes, rank, active }: { codes: Uint32Array; rank: Uint16Array; active: Swept },
): Uint8Array {
  const counts = new Uint8Array(start.length);
  const rowAt = (i: number): number => order === undefined ? i : order[i]!;
  let current = 0;
  for (let from = 0, to = 0; from < start.length; from = to) {
    const first = rowAt(from);
    let best = first, hasInstant = false;
    for (; to < start.length && start[rowAt(to)]! === start[first]!; to++) {
      const row = rowAt(to);
      if (rank[row]! >= rank[best]!) best = row;
      if (end[row]! === start[row]!) hasInstant = true;
    }
    if (!hasInstant) continue;
    while (current < active.end.length && active.end[current]! <= start[first]!) current++;
    const isUnderWay = current < active.start.length && active.start[current]! <= start[first]!;
    const other = isUnderWay ? active.row[current]! : best;
    // What is under way started before, so that it must be of a higher rank to count.
    const winner = codes[rank[other]! > rank[best]! ? other : best]!;
    for (let i = from; i < to; i++) {
      const row = rowAt(i);
      if (end[row]! === start[row]! && codes[row]! === winner) counts[row] = 1;
    }
  }
  return counts;
}
