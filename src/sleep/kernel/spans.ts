import type { FrameLike } from "../../frame/open.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeBytes, takeNumbers, takeWide } from "../../frame/takeRows.ts";
import { int64Words, microsBetween } from "../../series/clock/int64Words.ts";
import type { Interval } from "../../time/interval.ts";
import { knownStages } from "../stages/knownStages.ts";
import { readStages, type ReadStagesOptions, type StageRows } from "../stages/readStages.ts";
import { sleepShares } from "./vendorNight.ts";
import type { StageTableOf } from "../stages/stageTableOf.ts";

/** Intervals of sleep stages as columns, in microseconds UTC, ordered by start; none is empty. */
export interface Spans {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Stage of each interval, as its index in the stage table. */
  readonly stage: Uint8Array;
}

/** Intervals as read, with their sources and the zone of the frame. */
export interface ReadSpans extends Spans, StageTableOf {
  /** Source of each interval; null if unknown. */
  readonly source: readonly (string | null)[];
  /** Share of each interval that a vendor's total says is sleep; undefined without totals. */
  readonly asleepShare: Float64Array | undefined;
  /** Bits of the stages that the source of each interval detects; undefined if all detect all. */
  readonly known: Uint8Array | undefined;
  readonly zone: string;
}

/**
 * Reads a stage frame: `start_time` and `end_time` (instants), `sleep_stage` (a code of the table),
 * and optionally `source` (text). Empty intervals are removed.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or the
 * table contradicts the frame
 */
export function readSpans(
  frame: FrameLike,
  options: ReadStagesOptions,
  action: string,
): ReadSpans {
  const rows = readStages(frame, options, action);
  const used = fullRows(rows);
  const sources = rows.source?.codes(), shares = sleepShares(rows), known = knownStages(rows);
  return {
    ...takeSpans(rows, used),
    table: rows.table,
    tableName: rows.tableName,
    source: Array.from(
      used,
      (row) => sources === undefined ? null : sources.names[sources.codes[row]!]!,
    ),
    asleepShare: shares && takeNumbers(shares, used),
    known: known && takeBytes(known, used),
    zone: rows.zone,
  };
}

export interface WantedRows {
  /** 1 at the index of each stage that counts. @default all */
  readonly stages?: ArrayLike<number> | undefined;
  /** The code of each row's source, and the one that counts. @default all */
  readonly source?: { readonly codes: ArrayLike<number>; readonly code: number } | undefined;
}

/** Returns rows as intervals, ordered by start, without empty ones. */
export function spansOf(rows: StageRows, wanted: WantedRows = {}): Spans {
  return takeSpans(rows, fullRows(rows, wanted));
}

/** Clips intervals to an interval. */
export function clipSpans(spans: Spans, { start, end }: Interval): Spans {
  const count = start < end ? spans.start.length : 0;
  const clipped = takeSpans(
    spans,
    rowsWhere(count, (i) => spans.start[i]! < end && spans.end[i]! > start),
  );
  return {
    ...clipped,
    start: clipped.start.map((at) => at < start ? start : at),
    end: clipped.end.map((at) => at > end ? end : at),
  };
}

/** Returns some of the intervals, in the given order. */
export function takeSpans(spans: Spans | StageRows, rows: Uint32Array): Spans {
  return {
    start: takeWide(spans.start, rows),
    end: takeWide(spans.end, rows),
    stage: takeBytes(spans.stage, rows),
  };
}

/** Returns the rows that count, ordered by start, without empty ones. */
export function fullRows(
  { start, end, stage, order }: StageRows,
  { stages, source }: WantedRows = {},
): Uint32Array {
  const count = order?.length ?? start.length, rows = new Uint32Array(count);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const row = order === undefined ? i : order[i]!;
    if (stages !== undefined && stages[stage[row]!] !== 1) continue;
    if (source !== undefined && source.codes[row] !== source.code) continue;
    if (start[row]! < end[row]!) rows[found++] = row;
  }
  return rows.subarray(0, found);
}

/** Lengths of intervals, and of the gaps before them. */
export interface SpanTimes {
  readonly length: Float64Array;
  /** Time since the end of the previous interval; 0 for the first. */
  readonly gap: Float64Array;
}

/** Returns the lengths of intervals and of the gaps between them, exact up to 285 years. */
export function spanTimes({ start, end }: Pick<Spans, "start" | "end">): SpanTimes {
  const starts = int64Words(start), ends = int64Words(end);
  const length = new Float64Array(start.length), gap = new Float64Array(start.length);
  for (let i = 0; i < length.length; i++) {
    length[i] = microsBetween(starts, i, ends, i);
    if (i > 0) gap[i] = microsBetween(ends, i - 1, starts, i);
  }
  return { length, gap };
}

/** Concatenates the intervals of several lists. */
export function joinSpans(lists: readonly Spans[]): Spans {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const count = lists.reduce((sum, { start }) => sum + start.length, 0);
  const start = new BigInt64Array(count), end = new BigInt64Array(count);
  const stage = new Uint8Array(count);
  let at = 0;
  for (const spans of lists) {
    start.set(spans.start, at);
    end.set(spans.end, at);
    stage.set(spans.stage, at);
    at += spans.start.length;
  }
  return { start, end, stage };
}
