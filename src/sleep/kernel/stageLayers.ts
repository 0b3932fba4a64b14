import { isoMicros } from "../../time/iso.ts";
import { takeBytes } from "../../frame/takeRows.ts";
import { ALL_KNOWN, knownStages } from "../stages/knownStages.ts";
import type { StageRows } from "../stages/readStages.ts";
import type { KnownSpans } from "./runs.ts";
import { resolveOverlaps } from "./resolveOverlaps.ts";
import type { StageTable } from "../stages/stageTables.ts";
import { fullRows, type Spans, spansOf, takeSpans, type WantedRows } from "./spans.ts";

/** Stages without overlaps, with the rows of the frame that they come from. */
export interface Hypnogram extends KnownSpans {
  readonly row: Uint32Array;
}

/** A stage frame in two layers. */
export interface StageLayers {
  readonly rows: StageRows;
  /** Everything but time in bed, ordered by start. */
  readonly spans: Hypnogram;
  /** Time in bed, ordered by start; it may overlap. */
  readonly inBed: Spans;
}

/**
 * Splits rows into two layers.
 *
 * @throws {RangeError} if stages overlap
 */
export function splitLayers(rows: StageRows, action: string): StageLayers {
  const spans = selectSpans(rows, { stages: otherStages(rows.table) });
  rejectOverlaps(spans, rows, action);
  const known = knownStages(rows);
  return {
    rows,
    spans: { ...spans, known: knownOf(spans.row, known) },
    inBed: spansOf(rows, { stages: inBedStages(rows.table) }),
  };
}

/**
 * Splits rows into two layers, after overlapping stages are resolved: see {@linkcode
 * resolveOverlaps}.
 */
export function resolveLayers(rows: StageRows, sourcePriority: readonly string[]): StageLayers {
  const { table } = rows;
  const order = fullRows(rows, { stages: otherStages(table) });
  const known = knownStages(rows), apart = rowsApart(rows, known);
  const spans = resolveOverlaps({ ...rows, order }, table, {
    sourcePriority,
    join: "stage",
    apart,
  });
  return {
    rows,
    spans: { ...spans, known: knownOf(spans.row, known) },
    inBed: spansOf(rows, { stages: inBedStages(table) }),
  };
}

/**
 * Numbers rows by the stages that their source detects and by their totals; undefined if all are
 * equal.
 */
export function rowsApart(
  rows: StageRows,
  known: Uint8Array | undefined,
): ArrayLike<number> | undefined {
  const totals = rows.totals();
  if (totals === undefined) return known;
  const all = Object.values(totals);
  return Uint32Array.from(
    rows.stage,
    (_, row) =>
      all.some((values) => !Number.isNaN(values[row]))
        ? ALL_KNOWN + 1 + row
        : known?.[row] ?? ALL_KNOWN,
  );
}

function knownOf(rows: Uint32Array, known: Uint8Array | undefined): Uint8Array | undefined {
  return known && takeBytes(known, rows);
}

/** Returns 1 at the index of time in bed. */
export function inBedStages(table: StageTable): readonly number[] {
  return table.map(({ name }) => name === "in_bed" ? 1 : 0);
}

/** Returns 1 at the index of every stage but time in bed. */
export function otherStages(table: StageTable): readonly number[] {
  return table.map(({ name }) => name === "in_bed" ? 0 : 1);
}

/** Returns some of the rows as intervals, ordered by start, without empty ones. */
export function selectSpans(rows: StageRows, wanted: WantedRows): Hypnogram {
  const row = fullRows(rows, wanted);
  return { ...takeSpans(rows, row), row };
}

/**
 * Rejects overlaps: two simultaneous stages have no statistics.
 *
 * @throws {RangeError} if an interval starts before the previous one ends
 */
export function rejectOverlaps(
  { start, end, row }: Hypnogram,
  { row: numbers, zone }: StageRows,
  action: string,
): void {
  for (let i = 1; i < start.length; i++) {
    const from = start[i]!;
    if (from >= end[i - 1]!) continue;
    const number = (row: number): number => numbers?.[row] ?? row;
    throw new RangeError(
      `Cannot ${action}: stages overlap, rows ${number(row[i - 1]!)} and ${number(row[i]!)} at ${
        isoMicros(from, zone)
      }; merge them first with sleep.merge`,
    );
  }
}
