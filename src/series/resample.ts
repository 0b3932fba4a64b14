import { argSort } from "../frame/argSort.ts";
import { type Column, type Columns, rowCount, timeColumn } from "../frame/columns.ts";
import { allColumns } from "../frame/allColumns.ts";
import type { FrameLike } from "../frame/readColumns.ts";
import { takeRows } from "../frame/takeRows.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { every } from "../time/every.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { windows, type WindowsOptions } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { type Reducer, REDUCERS } from "./reducers.ts";

/** How a frame is resampled. */
export interface ResampleOptions {
  /** Length of the windows: `15m`, `1h` (elapsed), `1d`, `1w`, `1mo`, `1q`, `1y` (calendar of `tz`). */
  every: string;
  /** IANA zone of the windows and of the answer's times. @default the zone of the time column */
  tz?: string;
  /** How a window's values become one: a function for all columns, or one for each column kept. @default "mean" */
  aggregate?: Reducer | { readonly [column: string]: Reducer };
  /** What stands in windows without a value: null, 0, or the last value before. @default null */
  fill?: null | 0 | "last";
  /** Name of the time column. @default "time" */
  time?: string;
  /**
   * Where clock windows begin: at the multiples on the zone's clock (`"wall"`), anew at each local
   * midnight (`"local-day"`), or counted as elapsed time from a moment. @default "wall"
   */
  anchor?: "wall" | "local-day" | TimeLike;
}

/**
 * Aggregates a series in windows of time, none left out between the first and the last: a row for
 * each window, gaps filled as asked. A day is a local day of 23, 24 or 25 hours; `15m` and `1h` are
 * windows on the zone's clock, and an hour that a clock repeats is two windows.
 *
 * @param frame a column `time` (instants, in any order) and the columns to aggregate.
 * @returns `time` `datetime[us, tz]`, the start of each window, and the columns: `f64`, but `i64` for
 * `count` and as they were for `first` and `last`. Nulls count for nothing; a window that has only
 * nulls has no value.
 * @throws {TypeError} if there is no time column, it has nulls, or a column to aggregate is missing
 * or is no number
 * @throws {RangeError} if the window length, the zone or the function is none, or there would be more
 * than 20 million windows
 *
 * @example Days in Berlin around the change of the clock
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = series.resample([
 *   { time: "2024-03-30T23:30Z", steps: 10 },
 *   { time: "2024-03-31T21:30Z", steps: 5 },
 *   { time: "2024-04-02T10:00Z", steps: 1 },
 * ], { every: "1d", tz: "Europe/Berlin", aggregate: "sum" });
 * assertEquals(days.getColumn("steps").toArray(), [15, null, 1]);
 * ```
 */
export function resample(frame: FrameLike, options: ResampleOptions): Frame {
  const { time = "time", aggregate = "mean", fill = null } = options;
  const length = every(options.every);
  const columns = allColumns(frame, { [time]: "time" });
  const times = columns[time];
  if (times === undefined || times.type !== "time" || times.valid !== undefined) {
    throw new TypeError(
      `Cannot resample: column ${JSON.stringify(time)} is ${
        times === undefined ? "missing" : times.type === "time" ? "null in some rows" : times.type
      }, expected times`,
    );
  }
  const tz = zone(options.tz ?? times.zone);
  const reducers = reducersOf(columns, time, aggregate);
  const order = argSort(times.values);
  const sorted = order === undefined ? columns : takeRows(columns, order);
  const at = (sorted[time] as typeof times).values;
  const boundaries = at.length === 0 ? new BigInt64Array(1) : windows(
    { start: at[0]!, end: at[at.length - 1]! + 1n },
    length,
    windowOptions(options.anchor, tz),
  );
  const offset = offsets(at, boundaries);
  const result: Record<string, Column> = { [time]: timeColumn(boundaries.slice(0, -1), tz) };
  for (const [name, reducer] of Object.entries(reducers)) {
    result[name] = filled(REDUCERS[reducer](sorted[name]!, offset, name), fill);
  }
  return toFrame(result);
}

function windowOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}

function reducersOf(
  columns: Columns,
  time: string,
  aggregate: NonNullable<ResampleOptions["aggregate"]>,
): Record<string, Reducer> {
  const names = Object.keys(columns).filter((name) => name !== time);
  const wanted = typeof aggregate === "string"
    ? Object.fromEntries(names.map((name) => [name, aggregate]))
    : aggregate;
  for (const [name, reducer] of Object.entries(wanted)) {
    if (columns[name] === undefined) {
      throw new TypeError(
        `Cannot resample: column ${JSON.stringify(name)} is missing; there are ${
          names.join(", ") || "none"
        }`,
      );
    }
    if (!Object.hasOwn(REDUCERS, reducer)) {
      throw new RangeError(
        `Cannot resample ${name} by ${JSON.stringify(reducer)}: use one of ${
          Object.keys(REDUCERS).join(", ")
        }`,
      );
    }
  }
  return wanted;
}

/** Where the rows of each window begin: those of window `i` are `[offset[i], offset[i + 1])`. */
function offsets(at: BigInt64Array, boundaries: BigInt64Array): Int32Array {
  const offset = new Int32Array(boundaries.length);
  let row = 0;
  for (let i = 1; i < boundaries.length; i++) {
    const end = boundaries[i]!;
    while (row < at.length && at[row]! < end) row++;
    offset[i] = row;
  }
  return offset;
}

function filled(column: Column, fill: null | 0 | "last"): Column {
  if (fill === null || !("valid" in column) || column.valid === undefined) return column;
  const { valid } = column;
  if (fill === 0) {
    if (column.type === "int64" || column.type === "float64") {
      return { ...column, valid: undefined };
    }
    throw new TypeError(`Cannot fill a column of ${column.type} with 0`);
  }
  const rows = new Uint32Array(rowCount({ column }));
  for (let i = 0, last = 0; i < rows.length; i++) rows[i] = last = valid[i] === 1 ? i : last;
  return takeRows({ column }, rows)["column"]!;
}
