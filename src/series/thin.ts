import type { Zones } from "../time/zone.ts";
import { argSort } from "../frame/columns/argSort.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { allRows } from "../frame/rowsWhere.ts";
import { takeNumbers, takeWide } from "../frame/takeRows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { medianStep } from "./clock/medianStep.ts";
import { numbersOf } from "./input/reducers.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { lttbRows } from "./thin/lttbRows.ts";
import { BREAK, m4Rows } from "./thin/m4Rows.ts";
import { takeMasked } from "./windows/fillGaps.ts";

/** Method of choosing rows: by columns of pixels, or by triangles. */
export type ThinMethod = "m4" | "lttb";

/** Options of {@linkcode thin}. */
export interface ThinOptions {
  /** Maximum number of rows, including rows that mark gaps. @default 2000 */
  points?: number;
  /** `"m4"` keeps the first, last, lowest and highest value of each interval, so that the chart looks the same; `"lttb"` keeps the shape with fewer rows. @default "m4" */
  method?: ThinMethod;
  /** Columns to be drawn as lines. @default all numeric columns */
  y?: string | readonly string[];
  /** Number of median steps between two rows from which they are no longer joined. @default 3 */
  gapSteps?: number;
  /** Columns that define groups, such as `user`. Each group is thinned to this number of rows, and these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date`, else the only column of times */
  time?: string;
  /** IANA zone of times without a zone, and of dates. @default none: times without a zone are rejected, dates are days of UTC */
  tz?: Zones;
}

/**
 * Reduces a long series to fewer rows for drawing, and keeps its extremes and gaps. The result
 * contains rows of the frame, and one row of nulls in each gap, a median step after the row before
 * it, so that a line breaks there.
 *
 * @param frame a column `time` (instants, in any order) and any others.
 * @returns the columns of `by`, with groups in order of their first rows, then the other columns, ascending by time. A frame with at most `points` rows is only
 * sorted.
 * @throws {TypeError} if the time column is missing or has nulls, or a column of `y` is not numeric
 * @throws {RangeError} if there are fewer than 10 points for each column of `y`, or no such method
 *
 * @example Thin 5,000 rows to at most 500 and keep the maximum
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
  const { by, tz } = options;
  const data = openFrame(frame, { action: "thin", tz }), time = data.timeName(options.time);
  return computeByGroup(data, { by, times: [time] }, (rows) => thinRows(rows, options));
}

/** Thins one group. */
function thinRows(data: OpenFrame, options: ThinOptions): Columns {
  const { points = 2000, method = "m4", gapSteps = 3 } = options,
    time = data.timeName(options.time);
  const values = [options.y ?? data.numberNames()].flat();
  check(method, points, values);
  if (!(gapSteps > 0)) {
    throw new RangeError(`Cannot thin: gapSteps is ${gapSteps}, expected a number above 0`);
  }
  values.forEach((name) => data.check(name));
  const lines = values.map((name) => numbersOf(data.column(name), name, "thin"));
  const times = data.times(time);
  const order = argSort(times.values) ?? allRows(times.values.length);
  const at = takeWide(times.values, order);
  const step = 1000 * medianStep(at);
  const share = Math.floor(points / Math.max(1, values.length));
  const found = at.length <= points ? [Int32Array.from(at.keys())] : lines.map((line) => {
    const y = takeNumbers(line, order);
    return withGaps(
      chooseRows(at, y, { method, points: share, gap: step > 0 ? gapSteps * step : Infinity }),
      y,
    );
  });
  // A gap has half an index: the gap after row 7 is 7.5.
  const indexes = [...new Set(found.flatMap((rows) => [...rows]))].sort((a, b) => a - b);
  const rows = Uint32Array.from(indexes, (index) => order[Math.floor(index)]!);
  const valid = Uint8Array.from(indexes, (index) => index % 1 === 0 ? 1 : 0);
  const columns: Record<string, Column> = {};
  for (const name of data.has(time) && data.names.length === 0 ? [time] : data.names) {
    columns[name] = name === time
      ? timeColumn(
        BigInt64Array.from(
          rows,
          (row, i) => times.values[row]! + (valid[i] === 1 ? 0n : BigInt(Math.round(step))),
        ),
        times.zone,
      )
      : takeMasked(data.column(name), rows, valid);
  }
  return columns;
}

const OPTIONS = optionNames<ThinOptions>()("points method y gapSteps by time tz");

/** Returns the rows that a method chooses, with breaks. */
function chooseRows(
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

/** Replaces each break with the row of a missing value, or with half an index. */
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

function check(method: string, points: number, values: readonly string[]): void {
  if (method !== "m4" && method !== "lttb") {
    throw new RangeError(`Cannot thin by ${JSON.stringify(method)}: use "m4" or "lttb"`);
  }
  const least = 10 * Math.max(1, values.length);
  if (!(points >= least)) {
    const why = values.length > 1 ? `, 10 for each of ${values.length} columns` : "";
    throw new RangeError(`Cannot thin to ${points} rows: pass at least ${least}${why}`);
  }
}
