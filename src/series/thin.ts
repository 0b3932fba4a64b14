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

/** How rows are chosen: by columns of pixels, or by triangles. */
export type ThinMethod = "m4" | "lttb";

/** How a frame is thinned. */
export interface ThinOptions {
  /** How many rows are left at most, those that mark gaps included. @default 2000 */
  points?: number;
  /** `"m4"` keeps of each interval first, last, lowest and highest, and draws alike; `"lttb"` keeps the shape with fewer rows. @default "m4" */
  method?: ThinMethod;
  /** The columns whose lines are to be kept. @default all columns of numbers */
  y?: string | readonly string[];
  /** How many median steps apart two rows are no longer joined. @default 3 */
  gapSteps?: number;
  /** Columns whose values make groups, such as `user`: each is thinned to as many rows, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date` */
  time?: string;
  /** IANA zone in which times without one are read, and whose local days dates are. @default none: times without a zone are rejected, dates are days of UTC */
  tz?: Zones;
}

/**
 * Fewer rows of a long series, to draw it elsewhere: with its extremes, and with its gaps. The rows
 * are rows of the frame, but for one of nulls in each gap, a median step after the last row before
 * it, at which a line breaks.
 *
 * @param frame a column `time` (instants, in any order) and any others.
 * @returns the columns of `by`, its groups in order of their first rows; the frame's other columns, ascending by time; a frame that has no more rows than `points` as it
 * is, in order.
 * @throws {TypeError} if there is not a time column, it has nulls, or a column of `y` is no number
 * @throws {RangeError} if there are fewer than 10 points for each column of `y`, or no such method
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
  const { by, tz } = options;
  const data = openFrame(frame, { action: "thin", tz }), time = data.timeName(options.time);
  return computeByGroup(data, { by, times: [time] }, (rows) => thinRows(rows, options));
}

/** The rows that are kept, of one group. */
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
  // Gaps are numbered as half rows: after row 7 comes 7.5.
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

/** The rows that a method chooses, and breaks. */
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

function check(method: string, points: number, values: readonly string[]): void {
  if (method !== "m4" && method !== "lttb") {
    throw new RangeError(`Cannot thin by ${JSON.stringify(method)}: use "m4" or "lttb"`);
  }
  const least = 10 * Math.max(1, values.length);
  if (!(points >= least)) {
    const why = values.length > 1 ? `, 10 for each of ${values.length} columns` : "";
    throw new RangeError(`Cannot thin to ${points} rows: give at least ${least}${why}`);
  }
}
