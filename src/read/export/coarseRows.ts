import type { Pause } from "../../options/pause.ts";
import type { ExportRow, ExportRows } from "./exportRows.ts";
import { eachInTurns, inTurns, sortInTurns } from "./pause.ts";

/** A total, which counts unless the finer rows within it are as complete. */
export interface CoarseRow {
  /** Table of the row, which also has the finer rows. */
  readonly rows: ExportRows;
  readonly row: ExportRow;
  readonly file: string;
  readonly where: string | undefined;
  /**
   * Amount that tells how complete finer rows are: the sum of their values, such as steps, or the
   * time that they cover, such as a night. Without one, any finer row is enough.
   */
  readonly measure: "sum" | "time" | undefined;
}

/** Totals that count and totals that do not. */
export interface CountedRows {
  /** Totals without finer rows. */
  readonly uncovered: readonly CoarseRow[];
  /** Totals whose finer rows are incomplete and were removed, with the share of these rows. */
  readonly restored: readonly { readonly total: CoarseRow; readonly share: number }[];
  /** Number of totals that do not count, because the finer rows are complete. */
  readonly covered: number;
}

/**
 * Share of a total from which the finer rows count. Sums of a vendor's minutes differ a little from
 * its totals. Stages of a night may leave out wake, so that they only have to cover half of it.
 */
const LEAST_SHARE = { sum: 0.9, time: 0.5 } as const;

/**
 * Decides for each total whether it counts or the finer rows that start within it: the more complete
 * ones do. The finer rows of a total that counts are removed, so that nothing counts twice. A total
 * that the range cuts does not count if there are finer rows. Takes n log n time even if all totals
 * and rows overlap: a damaged export may contain a night thousands of times.
 */
export async function countedRows(
  coarse: readonly CoarseRow[],
  range: { readonly start: number; readonly end: number },
  pause: Pause,
): Promise<CountedRows> {
  const isUncovered = new Uint8Array(coarse.length);
  const shares = new Float64Array(coarse.length).fill(Infinity);
  for (const [rows, own] of Map.groupBy(coarse.keys(), (at) => coarse[at]!.rows)) {
    const finer = await finerRows(rows, pause), totals: Total[] = [];
    await eachInTurns(own, pause, (at) => {
      const { row, measure } = coarse[at]!;
      const start = Number(row["start_time"]), end = Number(row["end_time"]);
      const from = firstFrom(finer, start), to = firstFrom(finer, end);
      if (from >= to) isUncovered[at] = 1;
      else if (measure !== undefined && start >= range.start && end <= range.end) {
        totals.push({ at, start, end, from, to, measure, value: Number(row["value"]) });
      }
    });
    const gone = new Set<number>();
    let last = 0; // index after the last removed row
    for (const cluster of clustersOf(totals)) {
      const measured = cluster[0]!.measure === "sum" ? sumsOf : timesOf;
      for (const [total, share] of await measured(cluster, finer, pause)) shares[total.at] = share;
      for (const { at, from, to, measure } of cluster) {
        if (!(shares[at]! < LEAST_SHARE[measure])) continue;
        for (const row of finer.order.subarray(Math.max(from, last), to)) gone.add(row);
        last = Math.max(last, to);
      }
    }
    rows.remove(gone);
  }
  const uncovered = coarse.filter((_, at) => isUncovered[at] === 1);
  const restored = coarse.flatMap((total, at) => {
    const share = shares[at]!;
    return total.measure !== undefined && share < LEAST_SHARE[total.measure]
      ? [{ total, share }]
      : [];
  });
  return { uncovered, restored, covered: coarse.length - uncovered.length - restored.length };
}

/** A total with finer rows. */
interface Total {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** Index of its first finer row in order of their starts, and after its last one. */
  readonly from: number;
  readonly to: number;
  readonly measure: keyof typeof LEAST_SHARE;
  readonly value: number;
}

/** Rows of a table in order of their starts. */
interface FinerRows {
  readonly rows: ExportRows;
  readonly order: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

async function finerRows(rows: ExportRows, pause: Pause): Promise<FinerRows> {
  const start = rows.numbers("start_time"), end = rows.numbers("end_time");
  const byStart = (a: number, b: number): number => start[a]! - start[b]! || a - b;
  const order = await sortInTurns(Uint32Array.from(start.keys()), byStart, pause);
  return { rows, order, start, end };
}

/** Returns totals in order of their starts, those that overlap together. */
function clustersOf(totals: readonly Total[]): Total[][] {
  const clusters: Total[][] = [];
  let end = -Infinity;
  for (const total of totals.toSorted((a, b) => a.start - b.start)) {
    if (total.start < end) clusters.at(-1)!.push(total);
    else clusters.push([total]);
    end = Math.max(end, total.end);
  }
  return clusters;
}

/**
 * Returns the part of each total that distinct finer rows add up to, in proportion to their overlap.
 * A reader has one unit for each metric.
 */
async function sumsOf(
  cluster: readonly Total[],
  { rows, order, ...finer }: FinerRows,
  pause: Pause,
): Promise<Map<Total, number>> {
  const values = rows.numbers("value"), sources = rows.numbers("source"), { start, end } = finer;
  const compare = (a: number, b: number): number =>
    start[a]! - start[b]! || end[a]! - end[b]! || values[a]! - values[b]! ||
    sources[a]! - sources[b]!;
  const first = cluster[0]!.from, last = cluster.reduce((most, { to }) => Math.max(most, to), 0);
  const all = await sortInTurns(order.slice(first, last), compare, pause);
  const own = all.filter((row, i) => i === 0 || compare(all[i - 1]!, row) !== 0);
  const byEnd = await sortInTurns(
    Uint32Array.from(own.keys()),
    (a, b) => end[own[b]!]! - end[own[a]!]!,
    pause,
  );
  // Rows that end by the end of a total count whole, and others in proportion up to it.
  const whole = new RangeSums(Float64Array.from(own, (row) => values[row]!));
  const rates = new RangeSums(new Float64Array(own.length));
  const starts = new RangeSums(new Float64Array(own.length)), zero = start[own[0]!]!;
  const found = new Map<Total, number>(), distinct = { order: own, start };
  let next = 0;
  await eachInTurns(cluster.toSorted((a, b) => b.end - a.end), pause, async (total) => {
    const until = next;
    while (next < byEnd.length && end[own[byEnd[next]!]!]! > total.end) next++;
    await inTurns(next - until, pause, (from, to) => {
      for (const at of byEnd.subarray(until + from, until + to)) {
        const row = own[at]!, length = end[row]! - start[row]!;
        if (length === 0) continue;
        whole.set(at, 0);
        rates.set(at, values[row]! / length);
        starts.set(at, values[row]! / length * (start[row]! - zero));
      }
    });
    const from = firstFrom(distinct, total.start), to = firstFrom(distinct, total.end);
    const part = (total.end - zero) * rates.sum(from, to) - starts.sum(from, to);
    found.set(total, (whole.sum(from, to) + part) / total.value);
  });
  return found;
}

/** Numbers with the sum of any range, in logarithmic time. */
class RangeSums {
  readonly #count: number;
  /** Node i is the sum of nodes 2i and 2i + 1; the second half holds the numbers. */
  readonly #nodes: Float64Array;

  constructor(values: Float64Array) {
    this.#count = values.length;
    this.#nodes = new Float64Array(2 * values.length);
    this.#nodes.set(values, values.length);
    for (let at = values.length - 1; at > 0; at--) this.#add(at);
  }

  set(at: number, value: number): void {
    let node = at + this.#count;
    this.#nodes[node] = value;
    while ((node >>= 1) > 0) this.#add(node);
  }

  sum(from: number, to: number): number {
    let sum = 0;
    for (let low = from + this.#count, high = to + this.#count; low < high; low >>= 1, high >>= 1) {
      if (low % 2 === 1) sum += this.#nodes[low++]!;
      if (high % 2 === 1) sum += this.#nodes[--high]!;
    }
    return sum;
  }

  #add(node: number): void {
    this.#nodes[node] = this.#nodes[2 * node]! + this.#nodes[2 * node + 1]!;
  }
}

/** Returns the part of each night that finer rows cover. */
async function timesOf(
  cluster: readonly Total[],
  { order, start, end }: FinerRows,
  pause: Pause,
): Promise<Map<Total, number>> {
  // Disjoint intervals that the rows from `next` on cover, the last one first, and their time so far.
  const starts: number[] = [], ends: number[] = [], sums: number[] = [];
  let next = cluster.reduce((most, { to }) => Math.max(most, to), 0);
  const found = new Map<Total, number>();
  await eachInTurns(cluster.toReversed(), pause, async (night) => {
    const until = next;
    next = Math.min(next, night.from);
    await inTurns(until - next, pause, (from, to) => {
      for (let at = until - 1 - from; at > until - 1 - to; at--) {
        const first = start[order[at]!]!;
        let last = end[order[at]!]!;
        while (starts.length > 0 && starts.at(-1)! <= last) {
          last = Math.max(last, ends.pop()!);
          starts.pop();
          sums.pop();
        }
        sums.push((sums.at(-1) ?? 0) + last - first);
        starts.push(first);
        ends.push(last);
      }
    });
    let low = 0, high = starts.length; // the first interval that starts within the night
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! >= night.end) low = middle + 1;
      else high = middle;
    }
    const covered = sums.at(-1)! - (sums[low - 1] ?? 0) - Math.max(0, ends[low]! - night.end);
    found.set(night, covered / (night.end - night.start));
  });
  return found;
}

/** Returns the first index in order of the starts that is not below an instant. */
function firstFrom({ order, start }: Pick<FinerRows, "order" | "start">, least: number): number {
  let low = 0, high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[order[middle]!]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
