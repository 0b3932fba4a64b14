import { checkColumnNames } from "../../frame/columns/columnNames.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import type { TextReader } from "../../frame/columns/codedText.ts";
import type { FrameLike, OpenFrame } from "../../frame/open.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { NIGHT_TOTAL_NAMES, type NightTotal } from "../../frame/columns/nightTotals.ts";
import type { Interval } from "../../time/interval.ts";
import { openStages } from "./openStages.ts";
import { NO_STAGE, problemOf, type StageColumns, stageIndexes } from "./stageProblems.ts";
import { STAGE_TABLE, STAGES_KNOWN, type StageTableOf, stageTableOf } from "./stageTableOf.ts";
import type { StageTable } from "./stageTables.ts";
import type { StageFrameOptions } from "./stageFrameOptions.ts";

/** Options that read a stage frame. */
export interface ReadStagesOptions extends Omit<StageFrameOptions, "by"> {
  /** Treatment of invalid rows. @default "throw" */
  onInvalid?: OnInvalid | undefined;
}

/** Rows of a stage frame as columns, with times in microseconds UTC. */
export interface StageRows extends StageTableOf {
  /** Inclusive starts. */
  readonly start: BigInt64Array;
  /** Exclusive ends, never before the start. */
  readonly end: BigInt64Array;
  /** Stage of each row, as its index in the stage table. */
  readonly stage: Uint8Array;
  /** Rows that count, by ascending start; `undefined` if all rows count and are in order. */
  readonly order: Uint32Array | undefined;
  /** Source of each row. */
  readonly source: TextReader | undefined;
  /** Identifier of each row. */
  readonly id: TextReader | undefined;
  /** Stages that each row's source detects, as words; null if the recorded stages show them. */
  readonly known: TextReader | undefined;
  /** Reads a vendor's totals of whole sleeps, by column; NaN for a row without a total. */
  readonly totals: () => NightTotals | undefined;
  /** Zone given by the caller, otherwise the zone of `start_time`. */
  readonly zone: string;
  /** Requested range of the frame. @default unknown */
  readonly range?: AskedRange | undefined;
  /** Row number in the frame; `undefined` if it equals the index. */
  readonly row?: Uint32Array;
}

/** Columns of a vendor's totals; NaN for a row without a total. */
export type NightTotals = { readonly [name in NightTotal]?: Float64Array };

/**
 * Treatment of rows that end before they start, or have no start, no end, or no known stage: throws
 * an error that lists them, or skips them.
 */
export type OnInvalid = "throw" | "drop";

const SPAN_NAMES = ["start_time", "end_time", "sleep_stage"] as const;
const SPANS = { start_time: "time", end_time: "time", sleep_stage: "int64" } as const;

/**
 * Reads a stage frame: `start_time`, `end_time` (instants), and `sleep_stage` (a code of the
 * table). Optional columns: `source` and `id` (text, read on demand), `stage_table` (text, the
 * meaning of the codes), `stages_known` (text, the stages that the source detects), and a vendor's
 * totals of whole sleeps. With `tz`, times may be text without a zone, or days. Raw samples are
 * accepted like in `openStages`.
 *
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or the
 * table contradicts the frame
 */
export function readStages(
  frame: FrameLike,
  options: ReadStagesOptions,
  action: string,
): StageRows {
  const { columns: names = {}, onInvalid = "throw" } = options;
  const data = openStages(frame, { action, tz: options.tz }, names);
  checkColumnNames(names, [...SPAN_NAMES, "source", "id", STAGE_TABLE, STAGES_KNOWN], action);
  const { source, id, [STAGE_TABLE]: named, [STAGES_KNOWN]: known, ...spans } = names;
  const { table, tableName } = stageTableOf(data, options.stages, named);
  const columns = data.read(SPANS, { columns: spans });
  const start = columns.start_time.values, end = columns.end_time.values;
  const stage = stageIndexes(columns.sleep_stage.values, table);
  if (onInvalid === "throw") check(columns, stage, table, action);
  const order = argSort(start);
  return {
    table,
    tableName,
    start,
    end,
    stage,
    order: onInvalid === "drop" ? keepFaultless(order, columns, stage) : order,
    source: textOf(data, source, "source"),
    id: textOf(data, id, "id"),
    known: start.length === 0 ? undefined : textOf(data, known, STAGES_KNOWN),
    totals: () => totalsOf(data, start.length),
    zone: data.tz ?? columns.start_time.zone,
    range: data.range,
  };
}

/** Keeps the rows that overlap an interval, unclipped. */
export function rowsIn(rows: StageRows, interval: Interval): StageRows {
  const { start, end } = rows;
  const reaches = (row: number): boolean =>
    start[row]! < interval.end && end[row]! > interval.start;
  const order = rows.order === undefined
    ? rowsWhere(start.length, reaches)
    : rows.order.filter(reaches);
  return { ...rows, order };
}

/**
 * @throws like {@linkcode readStages}, with the first invalid row and the number of invalid rows
 */
function check(columns: StageColumns, place: Uint8Array, table: StageTable, action: string): void {
  for (const name of SPAN_NAMES) {
    const { valid } = columns[name];
    const row = valid?.indexOf(0) ?? -1;
    if (row < 0) continue;
    const count = valid!.reduce((sum, present) => sum + 1 - present, 0);
    throw new TypeError(`Cannot ${action}: ${name} is null in ${rowsText(count, row)}`);
  }
  const unknown = place.indexOf(NO_STAGE);
  if (unknown >= 0) {
    throw new RangeError(
      `Cannot ${action}: sleep_stage is ${
        columns.sleep_stage.values[unknown]
      } in row ${unknown}; the stage table has ${table.map(({ stage }) => stage).join(", ")}`,
    );
  }
  const start = columns.start_time.values, end = columns.end_time.values;
  let reversed = 0, first = 0;
  for (let row = start.length - 1; row >= 0; row--) {
    if (end[row]! >= start[row]!) continue;
    reversed++;
    first = row;
  }
  if (reversed === 0) return;
  throw new RangeError(
    `Cannot ${action}: end_time is before start_time in ${rowsText(reversed, first)}`,
  );
}

function rowsText(count: number, first: number): string {
  return count === 1 ? `row ${first}` : `${count} rows, the first is row ${first}`;
}

/** Returns the order of the valid rows. */
function keepFaultless(
  order: Uint32Array | undefined,
  columns: StageColumns,
  place: Uint8Array,
): Uint32Array {
  const isFaultless = (row: number): boolean => problemOf(columns, place, row) === undefined;
  return order?.filter(isFaultless) ?? rowsWhere(place.length, isFaultless);
}

/** Returns a column of text; it must exist only if the caller gave its name. */
function textOf(
  data: OpenFrame,
  name: string | undefined,
  usual: string,
): TextReader | undefined {
  if (name !== undefined) data.check(name);
  return data.text(name ?? usual);
}

function totalsOf(data: OpenFrame, rows: number): NightTotals | undefined {
  const names = NIGHT_TOTAL_NAMES.filter((name) => rows > 0 && data.has(name));
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, data.numbers(name)]));
}
