import { addColumns } from "../frame/columns/addColumns.ts";
import { type Column, type Columns, timeColumn } from "../frame/columns/columns.ts";
import type { Groups } from "../frame/columns/groups.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { setWindows, type Windows } from "../frame/polars/displays.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { takeRows, takeWide } from "../frame/takeRows.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { shortLength, windowLength } from "../time/length.ts";
import type { Interval } from "../time/interval.ts";
import { readRange } from "../frame/readRange.ts";
import { fromMicros } from "../time/instant.ts";
import { isoMicros } from "../time/iso.ts";
import { windows } from "../time/windows.ts";
import { localZone, zoneOrOwn } from "../time/zone.ts";
import { elapsed } from "./clock/elapsed.ts";
import { aggregateUnits, type Aggregation, keyColumns, readAggregate } from "./input/aggregate.ts";
import { rejectOverlaps } from "./input/rejectOverlaps.ts";
import { quantileOf, type Reducer, REDUCERS, type RowReducer } from "./input/reducers.ts";
import { closedRows } from "./windows/closedRows.ts";
import { cutRows, hasCutRows } from "./input/cutRows.ts";
import { addsUp, wholeInRanges } from "./windows/wholeInRanges.ts";
import { coverage, wholeWindows } from "./windows/coverage.ts";
import { fillNulls, reindex, withoutIdleMask } from "./windows/fillGaps.ts";
import {
  type ColumnToReduce,
  reduceSlots,
  rowsWithAnyValue,
  rowsWithValue,
} from "./windows/reduceSlots.ts";
import {
  checkResample,
  RESAMPLE_OPTIONS,
  type ResampleOptions,
  windowsOptions,
} from "./windows/resampleOptions.ts";
import {
  type ComputeBoundaries,
  groupColumns,
  type RowTimes,
  slotLabels,
  windowLayout,
} from "./windows/windowLayout.ts";

/**
 * Aggregates a series in windows of time, with a row per window from the first row to the last and
 * gaps filled as set. A day is a local day of 23, 24 or 25 hours. `15m` and `1h` are windows on the
 * local clock; an hour that is repeated is two windows.
 *
 * {@linkcode Reducer} lists the functions. `"weighted mean"`, `"durations"` and `"last known"` use
 * the time that each row covers, as do all functions if `end` marks rows as spans.
 *
 * @param frame a column `time` (instants, in any order) and the columns to aggregate.
 * @returns the columns of `by`, with groups in order of their first rows; `time` `datetime[us,
 * tz]`, the start of each window; and the columns: `f64`, but `i64` for `count` and their own type
 * for `first`, `last` and `last known`. A list of functions gives `<column>_<function>`, and
 * `durations` a column per category. `coverage` `f64` and `whole` `bool` are added on request.
 * Nulls are ignored; a window with only nulls has no value. Days and nights that are not `whole`
 * only count in sums. If the frame was read for a range, sums, counts and durations also have
 * `whole`, which is false for windows that the range cuts.
 * @throws {RangeError} if `sum` would add overlapping samples of several sources, unless `by` has
 * `source`
 * @throws {TypeError} if the time column is missing or has nulls, or a column to aggregate is
 * missing or not numeric
 * @throws {RangeError} if the window length, the zone or the function is invalid, a span ends
 * before it starts, or there would be more than 20 million windows
 *
 * @example Days in Berlin around a daylight saving change
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = series.resample([
 *   { time: "2024-03-30T23:30Z", steps: 10 },
 *   { time: "2024-03-31T21:30Z", steps: 5 },
 *   { time: "2024-04-02T10:00Z", steps: 1 },
 * ], { every: "1d", tz: "Europe/Berlin", aggregate: "sum" });
 * assertEquals(days.toRecords().map((row) => row["steps"]), [15, null, 1]);
 * ```
 *
 * @example Heart rate weighted by how long each reading holds, steps allocated pro rata, and
 * coverage
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hour = series.resample([
 *   { time: "2024-01-01T08:00Z", rate: 60 },
 *   { time: "2024-01-01T08:45Z", rate: 120 },
 * ], { every: "1h", aggregate: "weighted mean" });
 * assertEquals(hour.getColumn("rate").toArray(), [75]);
 *
 * const steps = series.resample([
 *   { time: "2024-01-01T08:30Z", end_time: "2024-01-01T09:15Z", steps: 90 },
 * ], { every: "1h", end: "end_time", aggregate: "sum", coverage: true });
 * assertEquals(steps.getColumn("steps").toArray(), [60, 30]);
 * assertEquals(steps.getColumn("coverage").toArray(), [0.5, 0.25]);
 * ```
 *
 * @example Leave out the day that is not over
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 60 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: 100,
 * }));
 * const days = series.resample(hours, { every: "1d", tz: "UTC", aggregate: "sum", whole: true });
 * assertEquals(days.getColumn("steps").toArray(), [2400, 2400, 1200]);
 * assertEquals(days.getColumn("whole").toArray(), [true, true, false]);
 * ```
 */
export function resample(frame: FrameLike, options: ResampleOptions): Frame {
  checkOptions(ACTION, options, RESAMPLE_OPTIONS, "every");
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  data.rejectPeople(options.by);
  const columns = withWhole(resampleColumns(data, options), data, options);
  return setWindows(
    toFrame(columns, aggregateUnits(data, options.aggregate), data.range),
    windowsOfOptions(Object.keys(columns), options),
  );
}

/** Returns the windows of columns that keep their name, which does not show their function. */
function windowsOfOptions(
  names: readonly string[],
  { every, aggregate = "mean" }: ResampleOptions,
): Windows {
  const one = (name: string): unknown =>
    typeof aggregate === "string" ? aggregate : (aggregate as Record<string, unknown>)[name];
  const aggregates = names.map((name) => [name, one(name)] as const)
    .filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return { every: windowLength(every), aggregates: Object.fromEntries(aggregates) };
}

/** Adds `whole`, from the range of the frame, to columns that add up. */
function withWhole(columns: Columns, data: OpenFrame, options: ResampleOptions): Columns {
  const { aggregate = "mean", label, closed, every, anchor } = options;
  const at = columns[data.timeName(options.time)];
  const isAsked = options.whole !== undefined || !addsUp(aggregate) || "whole" in columns;
  if (data.range === undefined || isAsked || at?.type !== "time") return columns;
  // Labels are not starts here, so the columns are computed again with the range.
  if (label === "right" || label === "datapoint" || (closed ?? "left") !== "left") {
    const { start, end, now } = data.range;
    const range = { start_time: fromMicros(start), end_time: fromMicros(end < now ? end : now) };
    return resampleColumns(data, { ...options, whole: range });
  }
  return {
    ...columns,
    whole: wholeInRanges(at.values, [data.range], { every, anchor, tz: at.zone }),
  };
}

const ACTION = "resample";

/** Resamples an open frame to columns. */
export function resampleColumns(data: OpenFrame, options: ResampleOptions): Columns {
  checkResample(options);
  const { end, by = [], aggregate = "mean" } = options, time = data.timeName(options.time);
  const known = keyColumns({ time, end, by });
  data.check(time);
  const aggregations = readAggregate(data, { known, aggregate, reducers: REDUCERS });
  if (aggregations.some(({ reducer }) => reducer === "sum")) {
    rejectOverlaps(data, { time, end, by });
  }
  const length = windowLength(options.every);
  const zoneOf = (own: string): string =>
    length.kind === "calendar" ? localZone(options.tz, own, ACTION) : zoneOrOwn(options.tz, own);
  const isPlain = Object.keys(known).length === 1 && (options.closed ?? "left") === "left" &&
    options.label !== "datapoint" && options.coverage !== true &&
    (options.whole ?? false) === false && !hasCutRows(data) &&
    aggregations.every(({ reducer }) => !MEANINGS.includes(reducer));
  const grouped = isPlain
    ? data.groupWindows({
      time,
      columns: aggregations.map(({ name, reducer }) => ({ name, reducer: functionOf(reducer) })),
      calendar: length.kind === "calendar" ? shortLength(options.every) : undefined,
      computeBoundaries: (interval, own) => {
        const tz = zoneOf(own);
        return { boundaries: windows(interval, length, windowsOptions(options.anchor, tz)), tz };
      },
    })
    : undefined;
  if (grouped !== undefined) {
    const { boundaries, tz, window, columns } = grouped, { label, fill = null } = options;
    const at = label === "right" ? boundaries.slice(1) : boundaries.slice(0, -1);
    return addColumns(
      { [time]: timeColumn(at, tz) },
      aggregations.map(({ result, reducer }, i) => [
        result,
        fillNulls(reindex(columns[i]!, window, at.length, reducer), fill, result),
      ]),
      ACTION,
    );
  }
  const times = data.times(time), tz = zoneOf(times.zone);
  const { whole = false } = options;
  return _resample({
    times: {
      start: times.values,
      end: end === undefined ? undefined : readEnds(data, end, times.values),
    },
    groups: data.groups(by),
    columns: readColumns(data, aggregations),
  }, {
    ...options,
    time,
    tz,
    computeBoundaries: (interval) => windows(interval, length, windowsOptions(options.anchor, tz)),
    maxAge: options.maxAge === undefined ? undefined : elapsed(options.maxAge, "maxAge"),
    step: options.step === undefined ? undefined : elapsed(options.step, "step"),
    whole: typeof whole === "boolean"
      ? whole
      : readRange(whole, { tz, asked: data.range, times: times.values }),
  });
}

const MEANINGS: readonly Reducer[] = ["weighted mean", "durations", "last known"];

function functionOf(reducer: Reducer) {
  const quantile = quantileOf(reducer);
  return quantile === undefined ? reducer as Exclude<RowReducer, `p${number}`> : { quantile };
}

/**
 * Returns the columns to aggregate; reads each once. Values of days and nights that are not whole
 * only count in sums.
 */
function readColumns(data: OpenFrame, aggregations: readonly Aggregation[]): ColumnToReduce[] {
  const read = new Map<string, Pick<ColumnToReduce, "column" | "has">>();
  const isCut = hasCutRows(data) ? cutRows(data) : undefined;
  return aggregations.map((own) => {
    const key = JSON.stringify([own.name, own.reducer === "sum"]);
    if (!read.has(key)) {
      const column = data.column(own.name), has = rowsWithValue(column);
      const isNumber = column.type === "float64" || column.type === "int64";
      if (isCut === undefined || !isNumber || own.reducer === "sum") read.set(key, { column, has });
      else {
        const valid = Uint8Array.from(
          column.values as ArrayLike<unknown>,
          (_, row) => isCut(row) ? 0 : has?.[row] ?? 1,
        );
        read.set(key, { column: { ...column, valid }, has: valid });
      }
    }
    return { ...own, ...read.get(key)! };
  });
}

function readEnds(data: OpenFrame, end: string, start: BigInt64Array): BigInt64Array {
  const { values, valid } = data.read({ end: "time" }, { columns: { end } }).end;
  const ends = values.slice();
  for (let row = 0; row < ends.length; row++) {
    if (valid?.[row] === 0) ends[row] = start[row]!;
    if (ends[row]! >= start[row]!) continue;
    throw new RangeError(
      `Cannot resample: ${end} is ${isoMicros(ends[row]!)} in row ${row}, before the start ${
        isoMicros(start[row]!)
      }`,
    );
  }
  return ends;
}
export interface ResampleInput {
  /** Times of the rows. */
  readonly times: RowTimes;
  /** Groups of the rows; `undefined` for a single group. */
  readonly groups: Groups | undefined;
  /** Columns and their functions. */
  readonly columns: readonly ColumnToReduce[];
}

/** Settings of resampling on columns; lengths in microseconds. */
export interface ResampleColumnsOptions
  extends Pick<ResampleOptions, "closed" | "label" | "fill" | "coverage"> {
  /** Name of the result's time column. */
  readonly time: string;
  /** IANA zone of the result's times. */
  readonly tz: string;
  /** Returns the boundaries of the windows that cover an interval. */
  readonly computeBoundaries: ComputeBoundaries;
  /** Maximum time for which a value holds. @default no limit */
  readonly maxAge?: bigint | undefined;
  /** Step of points. @default the median step of each group */
  readonly step?: bigint | undefined;
  /** Adds `whole`, or the covered intervals. @default false */
  readonly whole?: boolean | Interval;
}

/**
 * Aggregates on columns: computes the windows of each group, assigns rows to them and reduces them.
 *
 * @throws {TypeError} if a column does not have the type that its function needs
 * @throws {RangeError} if there would be too many windows, or two columns with the same name
 */
export function _resample(input: ResampleInput, options: ResampleColumnsOptions): Columns {
  const { time, tz, label = "left", fill = null, step, whole = false } = options;
  const { times, groups, columns, points } = moveClosedRows(input, options);
  const layout = windowLayout(times, groups, options.computeBoundaries);
  const begins = layout.parts.map(({ offset }) => offset);
  const found: [string, Column][] = [[
    time,
    timeColumn(slotLabels(layout, times, label, points), tz),
  ]];
  for (const [name, column] of reduceSlots(layout, times, columns, options.maxAge)) {
    found.push([name, fillNulls(withoutIdleMask(column), fill, name, begins)]);
  }
  if (options.coverage === true) {
    const any = rowsWithAnyValue(columns, times.start.length);
    found.push(["coverage", withoutIdleMask(coverage(layout, times, any, step))]);
  }
  if (whole !== false) {
    const range = whole === true ? undefined : whole;
    found.push(["whole", { type: "bool", values: wholeWindows(layout, times, range, step) }]);
  }
  return addColumns(groupColumns(groups, layout), found, ACTION);
}

/** Returns rows as points in windows that are closed on the left, with their real instants. */
function moveClosedRows(
  { times, groups, columns }: ResampleInput,
  { closed = "left", computeBoundaries }: ResampleColumnsOptions,
): ResampleInput & { readonly points: BigInt64Array } {
  if (closed === "left") return { times, groups, columns, points: times.start };
  const { rows, at } = closedRows(times.start, closed, groups?.codes, computeBoundaries);
  return {
    times: { start: at, end: undefined },
    points: takeWide(times.start, rows),
    groups: groups && { ...groups, codes: rows.map((row) => groups.codes[row]!) },
    columns: columns.map((own) => {
      const column = takeRows({ own: own.column }, rows)["own"]!;
      return { ...own, column, has: rowsWithValue(column) };
    }),
  };
}
