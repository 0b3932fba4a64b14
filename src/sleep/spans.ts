import { argSort } from "../frame/argSort.ts";
import { type FrameLike, readColumns } from "../frame/readColumns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import type { Interval } from "../time/interval.ts";
import type { StageTable } from "./stageTables.ts";

/** Spans of sleep stages as columns, in microseconds UTC, ordered by start. */
export interface Spans {
  /** Inclusive starts, ascending. */
  readonly start: BigInt64Array;
  /** Exclusive ends. */
  readonly end: BigInt64Array;
  /** Which stage each span is, as its place in the stage table. */
  readonly stage: Uint8Array;
  /** Where each span came from; null where that is not known. */
  readonly source: readonly (string | null)[];
  /** The identifier of each span. */
  readonly id: readonly (string | null)[];
}

/** Spans as read, and the zone in which they are to be shown. */
export interface ReadSpans extends Spans {
  /** The zone of the frame's `start_time`. */
  readonly zone: string;
}

/**
 * Reads a stage frame: `start_time` and `end_time` (instants), `sleep_stage` (a code of the table),
 * and where they are there `source` and `id` (text). Empty spans are left out.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, or a stage is not in the table
 */
export function readSpans(frame: FrameLike, table: StageTable, action: string): ReadSpans {
  const columns = readColumns(
    frame,
    {
      start_time: "time",
      end_time: "time",
      sleep_stage: "int64",
      "source?": "text",
      "id?": "text",
    },
    { action, full: ["start_time", "end_time", "sleep_stage"] },
  );
  const start = columns.start_time.values, end = columns.end_time.values;
  checkOrder(start, end, action);
  const stage = placesOf(columns.sleep_stage.values, table, action);
  const nothing: null[] = new Array(start.length).fill(null);
  const spans = {
    start,
    end,
    stage,
    source: columns.source?.values ?? nothing,
    id: columns.id?.values ?? nothing,
  };
  const zone = columns.start_time.zone;
  const order = argSort(start);
  const isEmpty = (row: number): boolean => start[row] === end[row];
  if (order !== undefined) return { ...taken(spans, order.filter((row) => !isEmpty(row))), zone };
  const full = rowsWhere(start.length, (row) => !isEmpty(row));
  return full.length === start.length ? { ...spans, zone } : { ...taken(spans, full), zone };
}

/** The parts of spans that lie in an interval. */
export function clipSpans(spans: Spans, { start, end }: Interval): Spans {
  const rows = rowsWhere(spans.start.length, (i) => spans.start[i]! < end && spans.end[i]! > start);
  const clipped = taken(spans, rows);
  return {
    ...clipped,
    start: clipped.start.map((at) => at < start ? start : at),
    end: clipped.end.map((at) => at > end ? end : at),
  };
}

/** Some of the spans, in the order given. */
export function taken(spans: Spans, rows: Uint32Array): Spans {
  const count = rows.length;
  const start = new BigInt64Array(count), end = new BigInt64Array(count);
  const stage = new Uint8Array(count);
  const source = new Array<string | null>(count), id = new Array<string | null>(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    start[i] = spans.start[row]!;
    end[i] = spans.end[row]!;
    stage[i] = spans.stage[row]!;
    source[i] = spans.source[row]!;
    id[i] = spans.id[row]!;
  }
  return { start, end, stage, source, id };
}

function checkOrder(start: BigInt64Array, end: BigInt64Array, action: string): void {
  const reversed = start.reduce((count, at, i) => end[i]! < at ? count + 1 : count, 0);
  if (reversed === 0) return;
  const first = start.findIndex((at, i) => end[i]! < at);
  throw new RangeError(
    `Cannot ${action}: end_time is before start_time in ${reversed} rows, the first is row ${first}`,
  );
}

function placesOf(codes: BigInt64Array, table: StageTable, action: string): Uint8Array {
  const places = new Map(table.map((stage, place) => [BigInt(stage.stage), place]));
  return Uint8Array.from(codes, (code, row) => {
    const place = places.get(code);
    if (place === undefined) {
      throw new RangeError(
        `Cannot ${action}: sleep_stage is ${code} in row ${row}; the stage table has ${
          table.map((stage) => stage.stage).join(", ")
        }`,
      );
    }
    return place;
  });
}
