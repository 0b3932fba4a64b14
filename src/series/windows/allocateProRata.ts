import { allRows } from "../../frame/rowsWhere.ts";
import { type MetricSamples, takeSamples } from "../input/readSamples.ts";
import { slotOverlaps } from "./slotOverlaps.ts";
import type { Numbers } from "./spanReducers.ts";
import { boundariesOf, gridLayout, type WindowLayout } from "./windowLayout.ts";
import { breakTies } from "../input/breakTies.ts";
import { sweep, type Swept } from "./sweep.ts";

/**
 * Returns the sums of a cumulative metric per slot. Each sample is allocated in proportion to its
 * overlap with each slot, so the sums over any grid that covers a sample add up to it. An instant
 * counts in full in its slot.
 *
 * Several sources are not added up: at each instant only the first source of `sourcePriority`
 * counts. If that does not decide, the source of the sample that started last counts.
 *
 * @param layout Slots and samples of each group: samples with a value, ascending by start.
 * @returns a number for each slot; null if no sample overlaps it
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

/** Returns whether rows are all rows up to a count, in order. */
function isEveryRow(rows: Uint32Array, count: number): boolean {
  if (rows.length !== count) return false;
  for (let i = 0; i < count; i++) if (rows[i] !== i) return false;
  return true;
}

/** Allocates the sorted samples of one group. */
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
  const own = new BigInt64Array(2); // a typed array, because single 64-bit integers would be objects
  const add = (slot: number, amount: number): void => {
    values[slot]! += amount;
    valid[slot] = 1;
  };
  /**
   * Allocates an interval to the slots from a given one on. Returns the last slot, where the next
   * interval may start.
   */
  const allocate = (from: number, past: number, perMicro: number): number => {
    const start = own[0]!, end = own[1]!;
    let slot = from;
    for (; slot < past; slot++) {
      const opens = edge[slot]!, closes = edge[slot + 1]!;
      if (closes > start) {
        const low = opens > start ? opens : start, high = closes < end ? closes : end;
        add(slot, perMicro * Number(high - low));
      }
      if (closes >= end) break;
    }
    return slot;
  };
  for (let i = 0; i < row.length; i++) {
    const sample = row[i]!, amount = value[sample]!, after = past[i]!;
    const starts = start[sample]!, ends = end[sample]!;
    let slot = first[i]!;
    if (starts === ends) {
      if (active === undefined || active.instant[sample] === 1) add(slot, amount);
      continue;
    }
    const isInside = after === slot + 1 && starts >= edge[slot]! && ends <= edge[after]!;
    if (active === undefined && isInside) {
      add(slot, amount); // the rest, so that no digit is lost
      continue;
    }
    const perMicro = amount / Number(ends - starts);
    if (active === undefined) {
      own[0] = starts;
      own[1] = ends;
      allocate(slot, after, perMicro);
      continue;
    }
    const { from, to, next } = active;
    for (let at = active.firstOf(sample); at >= 0; at = next[at]!) {
      const opens = from[at]!, closes = to[at]!;
      if (opens >= ends) break;
      own[0] = opens > starts ? opens : starts;
      own[1] = closes < ends ? closes : ends;
      if (own[1] > edge[slot]!) slot = allocate(slot, after, perMicro);
    }
  }
}

/** Intervals in order, each with the single source that counts in it. */
interface ActiveSource {
  /** Inclusive starts of the intervals. */
  readonly from: BigInt64Array;
  /** Exclusive ends of the intervals. */
  readonly to: BigInt64Array;
  /** Next interval of the same source; -1 after the last. */
  readonly next: Int32Array;
  /**
   * Returns the first interval of a sample's source that ends after the sample starts; -1 if all
   * end before.
   */
  readonly firstOf: (row: number) => number;
  /** 1 for each row that is an instant at which its source counts. */
  readonly instant: Uint8Array;
}

const NONE = -1;

/**
 * Decides which of several sources counts at each instant: the first in `sourcePriority`. Ties go
 * to the sample that started last, then to the first source in alphabetical order. Returns
 * `undefined` if all samples have the same source.
 *
 * @param samples Samples with a value, ascending by start.
 */
function activeSource(
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
      const code = codes[row]!, starts = start[row]!;
      let at = first[code]!;
      // Callers ask for samples by start, so intervals that ended before this one are done.
      while (at >= 0 && active.end[at]! <= starts) at = next[at]!;
      first[code] = at;
      return at;
    },
  };
}

/** Links each interval to the next of its source, and returns the first of each source. */
function chainBySource(
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

/** Marks each row that is an instant at which its source counts. */
function activeInstants(
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
    for (; to < start.length && start[rowAt(to)] === start[first]; to++) {
      const row = rowAt(to);
      if (rank[row]! >= rank[best]!) best = row;
      if (end[row] === start[row]) hasInstant = true;
    }
    if (!hasInstant) continue;
    const at = start[first]!;
    while (current < active.end.length && active.end[current]! <= at) current++;
    const isUnderWay = current < active.start.length && active.start[current]! <= at;
    const other = isUnderWay ? active.row[current]! : best;
    // An interval in progress started earlier, so it only counts if its rank is higher.
    const winner = codes[rank[other]! > rank[best]! ? other : best]!;
    for (let i = from; i < to; i++) {
      const row = rowAt(i);
      if (end[row] === start[row] && codes[row] === winner) counts[row] = 1;
    }
  }
  return counts;
}
