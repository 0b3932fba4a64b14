import { argSort } from "../frame/columns/argSort.ts";
import { addColumns } from "../frame/columns/addColumns.ts";
import { timeColumn } from "../frame/columns/columns.ts";
import { sortedRowsOfGroups } from "../frame/columns/groups.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { takeNumbers, takeRows, takeWide } from "../frame/takeRows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { Every } from "../time/every.ts";
import { type Length, windowLength } from "../time/length.ts";
import { localZone, zoneOrOwn, type Zones } from "../time/zone.ts";
import { medianStep } from "./clock/medianStep.ts";
import { type Aggregate, aggregateUnits, keyColumns, readAggregate } from "./input/aggregate.ts";
import { withoutCutRows } from "./input/cutRows.ts";
import { rejectOverlaps } from "./input/rejectOverlaps.ts";
import { numbersOf, type RollingReducer, type RowReducer } from "./input/reducers.ts";
import { CLOSED, type Closed } from "./windows/closedRows.ts";
import { type RollingWindows, rollingWindows } from "./windows/rollingWindows.ts";
import { reduceRanges, ROW_REDUCER_NAMES } from "./windows/rowReducers.ts";

/** Options of {@linkcode rolling}. */
export interface RollingOptions {
  /** Length of the window: `15m`, `24h` (elapsed), `7d`, `1w`, `1mo` (calendar of `tz`). */
  window: Length;
  /** IANA zone of windows of days or months. @default the zone of the time column */
  tz?: Zones;
  /**
   * Aggregation: one function for all columns, or one per kept column, `{ steps: "sum" }`; a list
   * gives several, `{ heart_rate: ["mean", "p90"] }`. For `"ema"`, an exponential average, the
   * window is the half-life. @default "mean"
   */
  aggregate?: Aggregate<RollingReducer>;
  /**
   * Ends that belong to the window. With `"right"`, a window that ends at a row's time includes
   * that row. @default "right"
   */
  closed?: Closed;
  /** Centres windows on the row's time instead of ending them there. @default false */
  center?: boolean;
  /** Minimum number of values for a result. @default 1 */
  minSamples?: number;
  /** Minimum share of the window, 0 to 1, that values cover at the usual step. @default 0 */
  minCoverage?: number;
  /** Columns that define groups, such as `user`: windows do not cross groups. @default none */
  by?: string | readonly string[];
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date`, else the only column of times */
  time?: string;
}

/**
 * Computes rolling statistics over windows of time: for each row, from the rows in the window that
 * ends at its time, `(time - window, time]`, or is centred on it. Windows of days follow the local
 * calendar and clock: `7d` before 08:00 begins at 08:00 local time seven days ago.
 *
 * Null and NaN are ignored, and do not count for `minSamples`. The covered share is `n * step /
 * window`, at most 1, where `step` is the median step of the group's rows.
 *
 * The exponential average `ema` of light, with `window: "90m"`, models the response of the body
 * clock (Price 2014, doi 10.1111/php.12282). It starts at 0, and each value moves it by `ln(2) *
 * step / window` of the difference, as in LightLogR. After a gap, a value counts for all steps
 * since the value before it; LightLogR counts missing values as 0.
 *
 * @param frame a column `time` (instants, in any order) and numeric columns to aggregate.
 * @returns a row per row, in the given order: the columns of `by`, `time` in the zone, and the
 * columns as `f64`, null if there are too few values (days and nights that are not `whole` have
 * none); `count` is 0 there. A list of functions gives `<column>_<function>`.
 * @throws {RangeError} if `sum` would add overlapping samples of several sources, unless `by` has
 * `source`
 * @throws {TypeError} if the time column is missing or has nulls, or a column to aggregate is
 * missing or not numeric
 * @throws {RangeError} if the window, the zone, a function or another option is invalid
 *
 * @example Weight over seven days with at least three measurements
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const weight = [70, 71, 72, 73].map((kg, day) => ({ time: new Date(Date.UTC(2024, 0, 1 + day)), kg }));
 * const week = series.rolling(weight, { window: "7d", tz: "UTC", minSamples: 3 });
 * assertEquals(week.toRecords().map((row) => row["kg"]), [null, null, 71, 71.5]);
 * ```
 */
export function rolling(frame: FrameLike, options: RollingOptions): Frame {
  checkOptions(ACTION, options, OPTIONS, 'window, such as { window: "7d" }');
  if (options.window === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: window is missing; pass the length of a window, such as 7d`,
    );
  }
  const { by, aggregate = "mean" } = options;
  const length = windowLength(options.window);
  check(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const time = data.timeName(options.time);
  const { values: at, zone: own } = data.times(time),
    tz = length.kind === "calendar"
      ? localZone(options.tz, own, ACTION)
      : zoneOrOwn(options.tz, own);
  const groups = data.personGroups(by);
  const asked = readAggregate<RollingReducer>(data, {
    known: keyColumns({ time, by }),
    aggregate,
    reducers: [...ROW_REDUCER_NAMES, "ema"],
  });
  if (asked.some(({ reducer }) => reducer === "sum")) rejectOverlaps(data, { time, by });
  const read = new Map<string, Float64Array>(); // reads each column once
  const wanted = asked.map(({ name, reducer }): ColumnToRoll => {
    if (!read.has(name)) {
      read.set(name, withoutCutRows(numbersOf(data.column(name), name, ACTION), data));
    }
    return { reducer, value: read.get(name)! };
  });
  // `undefined` means all rows in order.
  const parts = groups === undefined ? [argSort(at)] : sortedRowsOfGroups(groups, at);
  const found = parts.map((rows) => rollPart(rows, at, wanted, { ...options, length, tz }));
  const columns = addColumns(
    { ...groups && takeRows(groups.columns, groups.codes), [time]: timeColumn(at, tz) },
    asked.map(({ result }, i) => [
      result,
      nullable(joinParts(parts, found.map((part) => part[i]!), at.length)),
    ]),
    ACTION,
  );
  return toFrame(columns, aggregateUnits(data, aggregate), data.range);
}

interface ColumnToRoll {
  readonly reducer: RollingReducer;
  readonly value: Float64Array;
}

/** Applies each function to the rows of one group in order of time; NaN means no value. */
function rollPart(
  rows: Uint32Array | undefined,
  at: BigInt64Array,
  columns: readonly ColumnToRoll[],
  options: RollingOptions & { readonly length: Every; readonly tz: string },
): Float64Array[] {
  const { closed = "right", center = false, length, tz } = options;
  const own = rows === undefined ? at : takeWide(at, rows);
  const windows = rollingWindows(own, length, { tz, closed, center });
  const enough = countsNeeded(windows, own, options);
  const read = new Map<Float64Array, { taken: Float64Array; count: Float64Array | undefined }>();
  const readColumn = (value: Float64Array) => {
    const taken = rows === undefined ? value : takeNumbers(value, rows);
    const count = enough === undefined ? undefined : reduceRuns(taken, windows, "count");
    const own = { taken, count };
    read.set(value, own);
    return own;
  };
  return columns.map(({ reducer, value }) => {
    const { taken, count } = read.get(value) ?? readColumn(value);
    const found = reducer === "ema"
      ? exponentialAverage(taken, own, windows)
      : reduceRuns(taken, windows, reducer);
    if (count === undefined || enough === undefined || reducer === "count") return found;
    for (let i = 0; i < found.length; i++) if (count[i]! < enough[i]!) found[i] = NaN;
    return found;
  });
}

/** Returns the results of all groups in the frame's row order. */
function joinParts(
  parts: readonly (Uint32Array | undefined)[],
  found: readonly Float64Array[],
  length: number,
): Float64Array {
  if (parts.length === 1 && parts[0] === undefined) return found[0]!;
  const values = new Float64Array(length);
  parts.forEach((rows, part) => {
    const own = found[part]!;
    for (let i = 0; i < own.length; i++) values[rows![i]!] = own[i]!;
  });
  return values;
}

const ACTION = "roll windows";

const OPTIONS = optionNames<RollingOptions>()(
  "window tz aggregate closed center minSamples minCoverage by time",
);

/** Returns the exponential average at each instant; NaN without a value. */
function exponentialAverage(
  values: Float64Array,
  at: BigInt64Array,
  { lengths }: RollingWindows,
): Float64Array {
  const halfLife = lengths(), step = medianStep(at) * 1000;
  let average = 0, last: number | undefined;
  return values.map((value, i) => {
    if (!Number.isFinite(value) || step === 0) return NaN;
    const time = Number(at[i]! - at[0]!), steps = last === undefined ? 1 : (time - last) / step;
    const gain = Math.min(1, Math.LN2 * step / halfLife[i]!);
    average += (1 - (1 - gain) ** steps) * (value - average);
    last = time;
    return average;
  });
}

/** Applies a function to each window; NaN means no value. */
function reduceRuns(
  values: Float64Array,
  { first, past, runs }: RollingWindows,
  reducer: RowReducer,
): Float64Array {
  if (runs.length === 2) return reduceRanges(reducer, values, { first, past }, "sliding");
  const all = new Float64Array(first.length);
  for (let run = 0; run + 1 < runs.length; run++) {
    const own = [runs[run]!, runs[run + 1]!] as const;
    const part = { first: first.subarray(...own), past: past.subarray(...own) };
    all.set(reduceRanges(reducer, values, part, "sliding"), own[0]);
  }
  return all;
}

/** Returns the number of values that each window needs; `undefined` if every window needs only 1. */
function countsNeeded(
  { first, lengths }: RollingWindows,
  at: BigInt64Array,
  { minSamples = 1, minCoverage = 0 }: RollingOptions,
): Float64Array | undefined {
  if (minCoverage === 0 && minSamples === 1) return undefined;
  if (minCoverage === 0) return new Float64Array(first.length).fill(minSamples);
  const step = 1000 * medianStep(at); // a single row has no step and no share
  return lengths().map((micros) => Math.max(minSamples, minCoverage * micros / step - 1e-9));
}

function check({ closed = "right", minSamples = 1, minCoverage = 0 }: RollingOptions): void {
  if (!CLOSED.includes(closed)) {
    throw new RangeError(
      `Cannot roll windows with closed ${JSON.stringify(closed)}: use one of ${CLOSED.join(", ")}`,
    );
  }
  if (!Number.isInteger(minSamples) || minSamples < 1) {
    throw new RangeError(
      `Cannot roll windows: minSamples is ${minSamples}, expected an integer of at least 1`,
    );
  }
  if (!(minCoverage >= 0 && minCoverage <= 1)) {
    throw new RangeError(
      `Cannot roll windows: minCoverage is ${minCoverage}, expected a share from 0 to 1`,
    );
  }
}
