import type { Pause } from "../../options/pause.ts";
import { comparing, type ExportRow, type ExportRows, numbersAt } from "./exportRows.ts";
import { eachInTurns, indicesBelow, inTurns, sortedInTurns, sortInTurns } from "./pause.ts";

/** A total, which counts unless the finer rows within it are as complete. */
export interface CoarseRow {
  /** Table of the row, which also has the finer rows. */
  readonly rows: ExportRows;
  readonly row: ExportRow;
  readonly file: string;
  readonly where: string | undefined;
  /**
   * Amount that shows how complete finer rows are: the sum of their values, such as steps, or the
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
 * Minimum share of a total at which the finer rows count. Sums of a vendor's minutes differ a
 * little from its totals. Stages of a night may leave out wake, so that they only have to cover
 * half of it.
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
  const byRows = new Map<ExportRows, Verdict[]>(), verdicts: Verdict[] = [];
  await eachInTurns(coarse, pause, (total) => {
    const verdict: Verdict = { total, share: Infinity, isUncovered: false };
    verdicts.push(verdict);
    byRows.getOrInsertComputed(total.rows, () => []).push(verdict);
  });
  for (const [rows, own] of byRows) {
    const finer = await finerRows(rows, pause), totals: Total[] = [];
    await eachInTurns(own, pause, (verdict) => {
      const { row, measure } = verdict.total;
      const start = Number(row["start_time"]), end = Number(row["end_time"]);
      const from = firstFrom(finer.start, start), to = firstFrom(finer.start, end);
      if (from >= to) verdict.isUncovered = true;
      else if (measure !== undefined && start >= range.start && end <= range.end) {
        totals.push({ verdict, start, end, from, to, measure, value: Number(row["value"]) });
      }
    });
    const gone: number[] = [];
    let last = 0; // index after the last removed row
    const sorted = await sortedInTurns(totals, (a, b) => a.start - b.start, pause);
    await eachInTurns(clustersOf(sorted), pause, async (cluster) => {
      const addShares = cluster[0].measure === "sum" ? addShareOfSum : addShareOfTime;
      await addShares(cluster, finer, pause);
      for (const { verdict, from, to, measure } of cluster) {
        if (!(verdict.share < LEAST_SHARE[measure])) continue;
        for (const row of finer.order.subarray(Math.max(from, last), to)) gone.push(row);
        last = Math.max(last, to);
      }
    });
    rows.remove(gone);
  }
  const uncovered: CoarseRow[] = [], restored: { total: CoarseRow; share: number }[] = [];
  await eachInTurns(verdicts, pause, ({ total, share, isUncovered }) => {
    if (isUncovered) uncovered.push(total);
    if (total.measure !== undefined && share < LEAST_SHARE[total.measure]) {
      restored.push({ total, share });
    }
  });
  return { uncovered, restored, covered: coarse.length - uncovered.length - restored.length };
}

interface Verdict {
  readonly total: CoarseRow;
  /** Part of the total that the finer rows make up; infinite if it was not measured. */
  share: number;
  /** There are no finer rows. */
  isUncovered: boolean;
}

/** A total with finer rows. */
interface Total {
  readonly verdict: Verdict;
  readonly start: number;
  readonly end: number;
  /** Index of its first finer row in order of their starts, and after its last one. */
  readonly from: number;
  readonly to: number;
  readonly measure: keyof typeof LEAST_SHARE;
  readonly value: number;
}

/** Totals that overlap, in order of their starts. */
type Cluster = readonly [Total, ...Total[]];

/** Rows of a table in order of their starts. */
interface FinerRows {
  readonly rows: ExportRows;
  /** Index of each row in the table. */
  readonly order: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

async function finerRows(rows: ExportRows, pause: Pause): Promise<FinerRows> {
  const start = rows.numbers("start_time"), end = rows.numbers("end_time");
  const order = await sortInTurns(
    await indicesBelow(start.length, pause),
    comparing([start]),
    pause,
  );
  return { rows, order, start: numbersAt(start, order), end: numbersAt(end, order) };
}

/** Groups totals, which are in order of their starts, by overlap. */
function clustersOf(totals: readonly Total[]): Cluster[] {
  const clusters: [Total, ...Total[]][] = [];
  let end = -Infinity;
  for (const total of totals) {
    const last = clusters.at(-1);
    if (last !== undefined && total.start < end) last.push(total);
    else clusters.push([total]);
    end = Math.max(end, total.end);
  }
  return clusters;
}

/**
 * Sets the part of each total that distinct finer rows add up to, in proportion to their overlap. A
 * reader has one unit for each metric.
 */
async function addShareOfSum(
  cluster: Cluster,
  { rows, order }: FinerRows,
  pause: Pause,
): Promise<void> {
  const columns = ["start_time", "end_time", "value", "source"].map((name) => rows.numbers(name));
  const compare = comparing(columns);
  const first = cluster[0].from, last = cluster.reduce((most, { to }) => Math.max(most, to), 0);
  const all = await sortInTurns(order.slice(first, last), compare, pause);
  let count = 0;
  await inTurns(all.length, pause, (from, to) => {
    for (const row of all.slice(from, to)) {
      if (count === 0 || compare(all[count - 1]!, row) !== 0) all[count++] = row;
    }
  });
  const own = all.subarray(0, count);
  const numbers = (name: string): Float64Array => numbersAt(rows.numbers(name), own);
  const start = numbers("start_time"), end = numbers("end_time"), values = numbers("value");
  const compareEnds = comparing([end]);
  const byEnd = await sortInTurns(
    await indicesBelow(own.length, pause),
    (a, b) => compareEnds(b, a),
    pause,
  );
  const ends = numbersAt(end, byEnd);
  // Rows that end by the end of a total count whole, and others in proportion up to it.
  const whole = new RangeSums(values);
  const rates = new RangeSums(new Float64Array(own.length));
  const starts = new RangeSums(new Float64Array(own.length)), zero = start[0] ?? 0;
  let next = 0;
  const backwards = await sortedInTurns(cluster, (a, b) => b.end - a.end, pause);
  await eachInTurns(backwards, pause, async (total) => {
    const until = next;
    while ((ends[next] ?? -Infinity) > total.end) next++;
    await inTurns(next - until, pause, (from, to) => {
      for (const at of byEnd.subarray(until + from, until + to)) {
        const from = start[at]!, length = end[at]! - from;
        if (length === 0) continue;
        const rate = values[at]! / length;
        whole.set(at, 0);
        rates.set(at, rate);
        starts.set(at, rate * (from - zero));
      }
    });
    const from = firstFrom(start, total.start), to = firstFrom(start, total.end);
    const part = (total.end - zero) * rates.sum(from, to) - starts.sum(from, to);
    total.verdict.share = (whole.sum(from, to) + part) / total.value;
  });
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
      if (low % 2 === 1) sum += this.#nodes[low++] ?? 0;
      if (high % 2 === 1) sum += this.#nodes[--high] ?? 0;
    }
    return sum;
  }

  #add(node: number): void {
    this.#nodes[node] = (this.#nodes[2 * node] ?? 0) + (this.#nodes[2 * node + 1] ?? 0);
  }
}

/** Sets the part of each night that finer rows cover. */
async function addShareOfTime(
  cluster: Cluster,
  { start, end }: FinerRows,
  pause: Pause,
): Promise<void> {
  // Disjoint intervals that the rows from `next` on cover, the last one first, and their time so far.
  const intervals: { start: number; end: number; sum: number }[] = [];
  let next = cluster.reduce((most, { to }) => Math.max(most, to), 0);
  await eachInTurns(cluster.toReversed(), pause, async (night) => {
    const until = next;
    next = Math.min(next, night.from);
    await inTurns(until - next, pause, (from, to) => {
      for (let at = until - 1 - from; at > until - 1 - to; at--) {
        const first = start[at]!;
        let last = end[at]!, before = intervals.at(-1);
        while (before !== undefined && before.start <= last) {
          last = Math.max(last, before.end);
          intervals.pop();
          before = intervals.at(-1);
        }
        intervals.push({ start: first, end: last, sum: (before?.sum ?? 0) + last - first });
      }
    });
    let low = 0, high = intervals.length; // the first interval that starts within the night
    while (low < high) {
      const middle = (low + high) >> 1;
      if (intervals[middle]!.start >= night.end) low = middle + 1;
      else high = middle;
    }
    const after = Math.max(0, (intervals[low]?.end ?? 0) - night.end);
    const covered = (intervals.at(-1)?.sum ?? 0) - (intervals[low - 1]?.sum ?? 0) - after;
    night.verdict.share = covered / (night.end - night.start);
  });
}

/** Returns the index of the first start that is not below an instant. */
function firstFrom(starts: Float64Array, least: number): number {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
