import { argSort } from "../frame/columns/argSort.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import { type Column, timeColumn } from "../frame/columns/columns.ts";
import { columnOf } from "../frame/polars/columnsOf.ts";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import { takeWide } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import pl from "nodejs-polars";
import { lttbRows } from "./thin/lttbRows.ts";
import { BREAK, m4Rows } from "./thin/m4Rows.ts";
import { medianStep } from "./clock/medianStep.ts";
import { noNumbers } from "./input/reducers.ts";
import { dtypeOf, frameOf, timesOf } from "./input/resampleInput.ts";
import { eachGroup } from "./input/splitGroups.ts";
import { taken } from "./input/taken.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How rows are chosen: by columns of pixels, or by triangles. */
export type ThinMethod = "m4" | "lttb";

/** How a frame is thinned. */
export interface ThinOptions {
  /** How many rows are left at most, those that mark gaps included. @default 2000 */
  points?: number;
  /** `"m4"` keeps of each stretch of time first, last, lowest and highest, and draws alike; `"lttb"` keeps the shape with fewer rows. @default "m4" */
  method?: ThinMethod;
  /** The columns whose lines are to be kept. @default all columns of numbers */
  values?: readonly string[];
  /** How many median steps apart two rows are no longer joined. @default 3 */
  gap?: number;
  /** Columns whose values make groups, such as `user`: each is thinned to as many rows, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** Name of the time column. @default "time" */
  time?: string;
  /** IANA zone in which times without one are read, and whose local days dates are. @default none: times without a zone are refused, dates are days of UTC */
  tz?: string;
}

/**
 * Fewer rows of a long series, to draw it elsewhere: with its extremes, and with its gaps. The rows
 * are rows of the frame, but for one of nulls in each gap, a median step after the last row before
 * it, at which a line breaks.
 *
 * @param frame a column `time` (instants, in any order) and any others.
 * @returns the columns of `by`, its groups in order of their first rows; the frame's other columns, ascending by time; a frame that has no more rows than `points` as it
 * is, in order.
 * @throws {TypeError} if there is no time column, it has nulls, or a column of `values` is no number
 * @throws {RangeError} if there are fewer than 10 points for each of `values`, or no such method
 *
 * @example A million rows as a thousand, with the highest
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const rows = Array.from({ length: 5000 }, (_, i) => ({
 *   time: new Date(i * 1000),
 *   value: i === 1234 ? 100 : Math.sin(i / 90),
 * }));
 * const thinned = series.thin(rows, { points: 500 });
 * assert(thinned.shape.height <= 500);
 * assertEquals(thinned.getColumn("value").max(), 100);
 * ```
 */
export function thin(frame: FrameLike, options: ThinOptions = {}): Frame {
  checkOptions("thin", options, OPTIONS);
  const { by, time = "time", tz } = options;
  const grouping = { by, action: "thin", times: [time], tz };
  return eachGroup(frame, grouping, (rows) => thinOne(rows, options));
}

function thinOne(frame: FrameLike, options: ThinOptions): Frame {
  const { points = 2000, method = "m4", gap = 3, time = "time" } = options;
  const input = frameOf(frame, [time], "thin", options.tz);
  const names = columnNames(input);
  const values = options.values ??
    names.filter((name) => NUMBER.test(dtypeOf(seriesOf(input, name)).variant));
  check(method, points, values);
  const missing = values.find((name) => !names.includes(name));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot thin: column ${JSON.stringify(missing)} is missing; there are ${names.join(", ")}`,
    );
  }
  for (const name of values) checkNumbers(seriesOf(input, name), name);
  const given = timesOf(input, time, "thin", options.tz);
  const times = columnOf(given.series) as { values: BigInt64Array };
  const order = argSort(times.values) ?? Uint32Array.from(times.values.keys());
  const at = takeWide(times.values, order);
  const step = 1000 * medianStep(at);
  const share = Math.floor(points / Math.max(1, values.length));
  const isShort = at.length <= points;
  const found = isShort ? [Int32Array.from(at.keys())] : values.map((name) => {
    const y = lineOf(seriesOf(input, name), order);
    return withGaps(
      rowsOf(at, y, { method, points: share, gap: step > 0 ? gap * step : Infinity }),
      y,
    );
  });
  // Gaps are numbered as half rows: after row 7 comes 7.5.
  const places = [...new Set(found.flatMap((rows) => [...rows]))].sort((a, b) => a - b);
  const own = places.map(Math.floor),
    valid = Uint8Array.from(places, (place) => place % 1 === 0 ? 1 : 0);
  const columns: Record<string, Column> = {};
  const mask = new Uint8Array(at.length), rank = new Uint32Array(at.length);
  for (const place of own) mask[order[place]!] = 1;
  for (let row = 0, count = 0; row < mask.length; row++) if (mask[row] === 1) rank[row] = count++;
  const keep = pl.Series("keep", mask).cast(pl.Bool);
  const rows = Uint32Array.from(own, (place) => rank[order[place]!]!);
  for (const name of names) {
    const series = name === time ? given.series : seriesOf(input, name);
    columns[name] = taken(columnOf(series.filter(keep)), rows, valid);
  }
  const shown = columns[time] as Extract<Column, { type: "time" }>;
  const moments = BigInt64Array.from(
    valid,
    (own, i) => shown.values[i]! + (own === 1 ? 0n : BigInt(Math.round(step))),
  );
  columns[time] = timeColumn(moments, given.zone);
  return toFrame(columns);
}

const OPTIONS: OptionTable<ThinOptions> = {
  points: true,
  method: true,
  values: true,
  gap: true,
  by: true,
  time: true,
  tz: true,
};

const NUMBER = /^(?:U?Int\d+|Float\d+)$/;

/** The rows that a method chooses, and breaks. */
function rowsOf(
  at: BigInt64Array,
  y: Float64Array,
  { method, points, gap }: { method: ThinMethod; points: number; gap: number },
): Int32Array {
  if (method === "m4") {
    const start = Number(at[0]!), end = Number(at.at(-1)!) + 1;
    return m4Rows(at, y, { start, end, columns: Math.floor(points / 5) - 1, gap });
  }
  const x = new Float64Array(at.length);
  for (let row = 0; row < x.length; row++) x[row] = Number(at[row]! - at[0]!);
  return lttbRows(x, y, { points, gap });
}

/** Rows with a half row, or the row of a missing value, for each break. */
function withGaps(rows: Int32Array, y: Float64Array): number[] {
  return Array.from(rows, (row, i) => {
    if (row !== BREAK) return row;
    const before = rows[i - 1]!, after = rows[i + 1]!;
    for (let missing = before + 1; missing < after; missing++) {
      if (y[missing] !== y[missing]) return missing;
    }
    return before + 0.5;
  });
}

function checkNumbers(series: pl.Series, name: string): void {
  const { variant } = dtypeOf(series);
  if (!NUMBER.test(variant)) throw noNumbers(name, variant, "thin");
}

function lineOf(series: pl.Series, order: Uint32Array): Float64Array {
  const column = columnOf(series.cast(pl.Float64)) as Extract<Column, { type: "float64" }>;
  const y = new Float64Array(order.length);
  for (let i = 0; i < y.length; i++) {
    const row = order[i]!;
    y[i] = column.valid?.[row] === 0 ? NaN : column.values[row]!;
  }
  return y;
}

function check(method: string, points: number, values: readonly string[]): void {
  if (method !== "m4" && method !== "lttb") {
    throw new RangeError(`Cannot thin by ${JSON.stringify(method)}: use "m4" or "lttb"`);
  }
  if (!(points >= 10 * Math.max(1, values.length))) {
    throw new RangeError(
      `Cannot thin to ${points} rows: give at least 10 for each of ${values.length} columns`,
    );
  }
}
