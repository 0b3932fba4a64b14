import type { Pause } from "../../options/pause.ts";
import type { ExportRow, ExportRows } from "./exportRows.ts";
import { sortInTurns } from "./pause.ts";

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
 * that the range cuts does not count if there are finer rows.
 */
export async function countedRows(
  coarse: readonly CoarseRow[],
  range: { readonly start: number; readonly end: number },
  pause: Pause,
): Promise<CountedRows> {
  const finerOf = new Map<ExportRows, FinerRows>(), removed = new Map<ExportRows, Set<number>>();
  const uncovered: CoarseRow[] = [], restored: { total: CoarseRow; share: number }[] = [];
  for (const total of coarse) {
    await pause(); // a repeated night covers the rows of all its copies
    const { rows, row, measure } = total;
    const start = Number(row["start_time"]), end = Number(row["end_time"]);
    const finer = finerOf.get(rows) ?? await finerRows(rows, pause);
    finerOf.set(rows, finer);
    const within = finer.order.subarray(firstFrom(finer, start), firstFrom(finer, end));
    if (within.length === 0) {
      uncovered.push(total);
      continue;
    }
    if (measure === undefined || start < range.start || end > range.end) continue;
    const share = measure === "sum" ? sumShare(finer, within, row) : timeShare(finer, within, row);
    if (share >= LEAST_SHARE[measure]) continue;
    restored.push({ total, share });
    const gone = removed.getOrInsertComputed(rows, () => new Set());
    for (const own of within) gone.add(own);
  }
  for (const [rows, gone] of removed) rows.remove(gone);
  return { uncovered, restored, covered: coarse.length - uncovered.length - restored.length };
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

/**
 * Returns the part of a total that distinct finer rows add up to, in proportion to their overlap. A
 * reader has one unit for each metric.
 */
function sumShare({ rows, start, end }: FinerRows, within: Uint32Array, total: ExportRow): number {
  const values = rows.numbers("value"), sources = rows.numbers("source");
  const last = Number(total["end_time"]);
  const seen = new Set<string>();
  let sum = 0;
  for (const row of within) {
    const key = `${start[row]} ${end[row]} ${values[row]} ${sources[row]}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const length = end[row]! - start[row]!, inside = Math.min(last, end[row]!) - start[row]!;
    sum += values[row]! * (length > 0 ? inside / length : 1);
  }
  return sum / Number(total["value"]);
}

/** Returns the part of a night that finer rows cover. */
function timeShare({ start, end }: FinerRows, within: Uint32Array, night: ExportRow): number {
  const first = Number(night["start_time"]), last = Number(night["end_time"]);
  let covered = 0, until = first;
  for (const row of within) {
    const to = Math.min(last, end[row]!);
    if (to <= until) continue;
    covered += to - Math.max(until, start[row]!);
    until = to;
  }
  return covered / (last - first);
}

/** Returns the first index in order of the starts that is not below an instant. */
function firstFrom({ order, start }: FinerRows, least: number): number {
  let low = 0, high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[order[middle]!]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
