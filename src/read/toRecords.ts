import {
  type Column,
  type Columns,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../frame/columns/columns.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { contentId } from "./contentId.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode toRecords}. */
export interface ToRecordsOptions {
  /** Data type of the records, such as `SleepStage` or `StepCount`. */
  metric: string;
  /** Unit of values in rows without one. @default the metric's own */
  unit?: string;
  /** Source of rows without one. @default none */
  source?: string;
  /**
   * Names of the frame's columns that differ from the usual ones: `{ start_time: "begin" }`.
   * @default none
   */
  columns?: ColumnNames;
}

const OPTIONS = optionNames<ToRecordsOptions>()("metric unit source columns");

/**
 * Converts a frame of samples to records for `me.api.ingest.records(metric, read.toRecords(frame, {
 * metric }))`. The `id` of a record is derived from its content, so ingesting a file again stores
 * no duplicates. Identical rows are kept once. Rows without a value are skipped. An interval of no
 * length is a moment, without an end.
 *
 * @param frame `start_time` or `time` (instants), optionally `end_time`, and `value` (numbers) or
 * `sleep_stage` (codes); optionally `unit`, `source` and `stages_known` (text)
 * @returns `id` `str`, `start_time`, `end_time` `datetime[us, UTC]`, `value` `f64` (`i64` for
 * stages), and `unit`, `source` `str` if known; with `stages_known`, `extras` `struct` that
 * contains it
 * @throws {TypeError} if a column is missing or of another type, or a start is null
 * @throws {RangeError} if an end is before its start
 *
 * @example The same sample has the same identifier
 * ```ts
 * import { read } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const ids = ["2024-03-30T08:00Z", "2024-03-30T09:00+01:00"].map((time) =>
 *   read.toRecords([{ time, value: 71 }], { metric: "HeartRate" }).getColumn("id").toArray()[0]
 * );
 * assertEquals(ids[0], ids[1]);
 * ```
 */
export function toRecords(frame: FrameLike, options: ToRecordsOptions): Frame {
  return toFrame(recordColumns(frame, options));
}

/** Returns the columns of {@linkcode toRecords}. */
export function recordColumns(frame: FrameLike, options: ToRecordsOptions): Columns {
  checkOptions("make records", options, OPTIONS, "metric");
  const { metric, columns: names } = options;
  const action = `make records of ${metric}`;
  const columns = openFrame(frame, { action }).read({
    "start_time?": "time",
    "time?": "time",
    "end_time?": "time",
    "value?": "float64",
    "sleep_stage?": "int64",
    "unit?": "text",
    "source?": "text",
    "stages_known?": "text",
  }, { full: ["start_time", "time"], columns: names });
  const start = columns.start_time ?? columns.time, end = columns.end_time;
  const value: Column | undefined = columns.value ?? columns.sleep_stage;
  if (start === undefined || value === undefined) {
    throw new TypeError(
      `Cannot ${action}: the frame has no column ${
        start === undefined ? "start_time or time" : "value or sleep_stage"
      }`,
    );
  }
  const values = (value as { values: Float64Array | BigInt64Array }).values;
  const count = start.values.length, valid = (value as { valid?: Uint8Array }).valid;
  const seen = new Set<string>(), rows: number[] = [], ids: string[] = [];
  const startOf = (row: number): bigint => start.values[row]!;
  const endOf = (row: number): bigint =>
    (end?.valid?.[row] === 0 ? undefined : end?.values[row]) ?? startOf(row);
  const unitOf = (row: number): string | null => columns.unit?.values[row] ?? options.unit ?? null;
  const sourceOf = (row: number): string | null =>
    columns.source?.values[row] ?? options.source ?? null;
  for (let row = 0; row < count; row++) {
    if (valid?.[row] === 0) continue;
    const from = startOf(row), to = endOf(row);
    if (to < from) {
      throw new RangeError(`Cannot ${action}: end_time is before start_time in row ${row}`);
    }
    const content = [metric, from, to, values[row], unitOf(row), sourceOf(row)].map(String);
    const id = contentId(from, JSON.stringify(content));
    if (seen.has(id)) continue;
    seen.add(id);
    rows.push(row);
    ids.push(id);
  }
  const units = rows.map(unitOf), sources = rows.map(sourceOf);
  const known = rows.map((row) => columns.stages_known?.values[row] ?? null);
  return {
    id: textColumn(ids),
    start_time: timeColumn(BigInt64Array.from(rows, startOf)),
    end_time: timeColumn(
      BigInt64Array.from(rows, endOf),
      "UTC",
      Uint8Array.from(rows, (row) => Number(endOf(row) > startOf(row))),
    ),
    value: values instanceof BigInt64Array
      ? int64Column(BigInt64Array.from(rows, (row) => values[row]!))
      : float64Column(Float64Array.from(rows, (row) => values[row]!)),
    ...(units.some((unit) => unit !== null) ? { unit: textColumn(units) } : {}),
    ...(sources.some((source) => source !== null) ? { source: textColumn(sources) } : {}),
    ...(known.some((words) => words !== null)
      ? {
        extras: {
          type: "struct",
          fields: { stages_known: textColumn(known) },
          length: known.length,
        },
      }
      : {}),
  };
}
