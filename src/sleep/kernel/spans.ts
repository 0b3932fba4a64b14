import type { FrameLike } from "../../frame/open.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeBytes, takeNumbers, takeWide } from "../../frame/takeRows.ts";
import { int64Words, WORD } from "../../series/clock/int64Words.ts";
import type { Interval } from "../../time/interval.ts";
import { readStages, type ReadStagesOptions, type StageRows } from "../stages/readStages.ts";
import { sleepShares } from "./vendorNight.ts";
import type { StageTableOf } from "../stages/stageTableOf.ts";

/** Spans of sleep stages as columns, in microseconds UTC, ordered by start; none is empty. */
export interface Spans {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Which stage each span is, as its place in the stage table. */
  readonly stage: Uint8Array;
}

/** Spans as read, with their sources and the zone in which they are to be shown. */
export interface ReadSpans extends Spans, StageTableOf {
  /** Where each span came from; null where that is not known. */
  readonly source: readonly (string | null)[];
  /** The share of each span that a vendor's total says is sleep; undefined without totals. */
  readonly asleepShare: Float64Array | undefined;
  /** The zone of the frame's `start_time`. */
  readonly zone: string;
}

/**
 * Reads a stage frame: `start_time` and `end_time` (instants), `sleep_stage` (a code of the table),
 * and where it is there `source` (text). Empty spans are left out.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, a stage is not in the table, or the table
 * contradicts what the frame says
 */
export function readSpans(
  frame: FrameLike,
  options: ReadStagesOptions,
  action: string,
): ReadSpans {
  const rows = readStages(frame, options, action);
  const used = fullRows(rows);
  const sources = rows.source?.codes(), shares = sleepShares(rows);
  return {
    ...takeSpans(rows, used),
    table: rows.table,
    tableName: rows.tableName,
    source: Array.from(
      used,
      (row) => sources === undefined ? null : sources.names[sources.codes[row]!]!,
    ),
    asleepShare: shares && takeNumbers(shares, used),
    zone: rows.zone,
  };
}

/** Which rows count. */
export interface WantedRows {
  /** By the place of a stage in the table 1 for those that do. @default all */
  readonly stages?: ArrayLike<number> | undefined;
  /** The code of each row's source, and the one that does. @default all */
  readonly source?: { readonly codes: ArrayLike<number>; readonly code: number } | undefined;
}

/** Rows as spans, in order of start, without empty ones. */
export function spansOf(rows: StageRows, wanted: WantedRows = {}): Spans {
  return takeSpans(rows, fullRows(rows, wanted));
}

/** The parts of spans that lie in an interval. */
export function clipSpans(spans: Spans, { start, end }: Interval): Spans {
  const count = start < end ? spans.start.length : 0;
  const clipped = takeSpans(
    spans,
    rowsWhere(count, (i) => spans.start[i]! < end && spans.end[i]! > start),
  );
  for (let i = 0; i < clipped.start.length; i++) {
    if (clipped.start[i]! < start) clipped.start[i] = start;
    if (clipped.end[i]! > end) clipped.end[i] = end;
  }
  return clipped;
}

/** Some of the spans, in the order given. */
export function takeSpans(spans: Spans | StageRows, rows: Uint32Array): Spans {
  return {
    start: takeWide(spans.start, rows),
    end: takeWide(spans.end, rows),
    stage: takeBytes(spans.stage, rows),
  };
}

/** The rows that count, by start, without empty ones. */
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

/** How long spans are, and how long nothing is before each. */
export interface SpanTimes {
  /** The length of each span, in microseconds. */
  readonly length: Float64Array;
  /** From the end of the span before to the start of each; of the first 0. */
  readonly gap: Float64Array;
}

/** The lengths of spans and of the gaps between them, exact up to 285 years. */
export function spanTimes({ start, end }: Pick<Spans, "start" | "end">): SpanTimes {
  const starts = int64Words(start), ends = int64Words(end);
  const length = new Float64Array(start.length), gap = new Float64Array(start.length);
  for (let i = 0, low = 0, high = 1; i < length.length; i++, low += 2, high += 2) {
    length[i] = (ends.signed[high]! - starts.signed[high]!) * WORD +
      (ends.unsigned[low]! - starts.unsigned[low]!);
    if (i === 0) continue;
    gap[i] = (starts.signed[high]! - ends.signed[high - 2]!) * WORD +
      (starts.unsigned[low]! - ends.unsigned[low - 2]!);
  }
  return { length, gap };
}

/** Spans of several lists, one list after the other. */
export function joinSpans(lists: readonly Spans[]): Spans {
  if (lists.length === 1) return lists[0]!;
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
