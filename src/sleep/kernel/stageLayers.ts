import { rowsWhere } from "../../frame/rowsWhere.ts";
import { isoMicros } from "../../time/iso.ts";
import type { StageRows } from "../stages/readStages.ts";
import { resolveOverlaps } from "./resolveOverlaps.ts";
import { type Spans, takeSpans } from "./spans.ts";

/** Stages of which at most one is true at a time, with the rows of the frame that they come from. */
export interface Hypnogram extends Spans {
  /** The row of each span. */
  readonly row: Uint32Array;
}

/** A stage frame in its two layers. */
export interface StageLayers {
  /** All rows. */
  readonly rows: StageRows;
  /** All but time in bed, ordered by start. */
  readonly spans: Hypnogram;
  /** Time in bed, ordered by start; it may overlap. */
  readonly inBed: Spans;
}

/**
 * Rows in their two layers.
 *
 * @throws {RangeError} if stages overlap
 */
export function splitLayers(rows: StageRows, action: string): StageLayers {
  const { table } = rows;
  const isInBed = (row: number): boolean => table[rows.stage[row]!]!.name === "in_bed";
  const spans = selectSpans(rows, (row) => !isInBed(row));
  rejectOverlaps(spans, rows, action);
  return { rows, spans, inBed: selectSpans(rows, isInBed) };
}

/** Rows in their two layers, of overlapping stages the one that counts: see {@linkcode resolveOverlaps}. */
export function resolveLayers(rows: StageRows, sourcePriority: readonly string[]): StageLayers {
  const { table } = rows;
  const isInBed = (row: number): boolean => table[rows.stage[row]!]!.name === "in_bed";
  const order = rows.order?.filter((row) => !isInBed(row)) ??
    rowsWhere(rows.start.length, (row) => !isInBed(row));
  const spans = resolveOverlaps({ ...rows, order }, table, { sourcePriority, join: "stage" });
  return { rows, spans, inBed: selectSpans(rows, isInBed) };
}

/** Some of the rows as spans, ordered by start, without empty ones. */
export function selectSpans(rows: StageRows, counts: (row: number) => boolean): Hypnogram {
  const { start, end, order } = rows;
  const isUsed = (row: number): boolean => start[row]! < end[row]! && counts(row);
  const row = order === undefined ? rowsWhere(start.length, isUsed) : order.filter(isUsed);
  return { ...takeSpans(rows, row), row };
}

/**
 * Two stages at a time have no statistics.
 *
 * @throws {RangeError} if a span begins before the one before it ends
 */
export function rejectOverlaps(
  { start, end, row }: Hypnogram,
  { row: numbers, zone }: StageRows,
  action: string,
): void {
  for (let i = 1; i < start.length; i++) {
    if (start[i]! >= end[i - 1]!) continue;
    const number = (row: number): number => numbers?.[row] ?? row;
    throw new RangeError(
      `Cannot ${action}: stages overlap, rows ${number(row[i - 1]!)} and ${number(row[i]!)} at ${
        isoMicros(start[i]!, zone)
      }; merge them first with sleep.merge`,
    );
  }
}
