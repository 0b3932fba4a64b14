import pl from "nodejs-polars";
import { allColumns } from "../frame/allColumns.ts";
import { asFrame, type FrameLike } from "../frame/asFrame.ts";
import { type Column, timeColumn } from "../frame/columns.ts";
import { checkTimes } from "../frame/checkTimes.ts";
import { columnOf } from "../frame/columnsOf.ts";
import type { Row } from "../frame/rows.ts";
import { columnNames, frameHeight, seriesOf } from "../frame/seriesOf.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { every } from "../time/every.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { windows, type WindowsOptions } from "../time/windows.ts";
import { zone } from "../time/zone.ts";
import { filled, spreadOut } from "./fillGaps.ts";
import { reduced, type Reducer, REDUCERS } from "./reducers.ts";
import { type Windowed, windowed } from "./windowed.ts";

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
 * assertEquals(days.toRecords().map((row) => row["steps"]), [15, null, 1]);
 * ```
 */
export function resample(frame: FrameLike, options: ResampleOptions): Frame {
  const { time = "time", aggregate = "mean", fill = null } = options;
  const length = every(options.every);
  const input = Array.isArray(frame)
    ? toFrame(allColumns(frame, { [time]: "time" }))
    : asFrame(frame as Exclude<FrameLike, readonly Row[]>);
  const times = timesOf(input, time);
  const tz = zone(options.tz ?? times.zone);
  const layout = windowOptions(options.anchor, tz);
  const reducers = Object.entries(reducersOf(input, time, aggregate));
  const series = reducers.map(([name], i) => seriesOf(input, name).alias(safe(i)));
  const compute = (nan: boolean): Windowed => {
    const expressions = reducers.map(([name, reducer], i) =>
      reduced(safe(i), dtypeOf(series[i]!), reducer, { name, nan })
    );
    if (frameHeight(input) === 0) return nothing(series, reducers);
    return windowed(pl.DataFrame([times.series.alias("at"), ...series]), {
      lay: (interval) => windows(interval, length, layout),
      calendar: length.kind === "calendar" ? options.every : undefined,
      tz,
      time,
      expressions,
    });
  };
  const columns = (found: Windowed): Column[] =>
    reducers.map((_, i) => columnOf(found.reduced.getColumn(safe(i))));
  let found = compute(false), made = columns(found);
  if (made.some(hasNaN)) made = columns(found = compute(true));
  const result: Record<string, Column> = { [time]: timeColumn(found.boundaries.slice(0, -1), tz) };
  reducers.forEach(([name, reducer], i) => {
    result[name] = filled(spreadOut(made[i]!, found, reducer), fill, name);
  });
  return toFrame(result);
}

function hasNaN(column: Column): boolean {
  return column.type === "float64" && column.values.some(Number.isNaN);
}

function dtypeOf(series: pl.Series): { variant: string; inner: string[] | null } {
  return series.dtype as unknown as { variant: string; inner: string[] | null };
}

/** Names that hide no method of Polars' frames. */
function safe(place: number): string {
  return `column ${place}`;
}

function timesOf(input: Frame, time: string): { series: pl.Series; zone: string } {
  if (!columnNames(input).includes(time)) throw noTimes(time, "missing");
  const series = seriesOf(input, time);
  const { variant, inner } = dtypeOf(series);
  if (variant !== "Datetime" && variant !== "Date") throw noTimes(time, variant.toLowerCase());
  if (series.nullCount() > 0) throw noTimes(time, "null in some rows");
  if (inner?.[0] !== "us") checkTimes(series.toFrame()); // as microseconds they may not fit
  return {
    series: series.cast(pl.Datetime("us", "UTC")), // without a zone it is UTC
    zone: inner?.[1] || "UTC",
  };
}

function noTimes(time: string, what: string): TypeError {
  return new TypeError(
    `Cannot resample: column ${JSON.stringify(time)} is ${what}, expected times`,
  );
}

/** Of no rows there are no windows. */
function nothing(
  series: readonly pl.Series[],
  reducers: readonly (readonly [string, Reducer])[],
): Windowed {
  const empty = series.map((own, i) => {
    const reducer = reducers[i]![1];
    if (reducer === "first" || reducer === "last") return own;
    return own.cast(reducer === "count" ? pl.Int64 : pl.Float64);
  });
  return {
    boundaries: new BigInt64Array(1),
    window: new Uint32Array(0),
    reduced: pl.DataFrame(empty),
  };
}

function windowOptions(anchor: ResampleOptions["anchor"], tz: string): WindowsOptions {
  if (anchor === undefined || anchor === "wall" || anchor === "local-day") {
    return { tz, anchor: anchor ?? "wall" };
  }
  return { tz, anchor: toMicros(anchor, { tz, what: "anchor" }) };
}

function reducersOf(
  input: Frame,
  time: string,
  aggregate: NonNullable<ResampleOptions["aggregate"]>,
): Record<string, Reducer> {
  const names = columnNames(input).filter((name) => name !== time);
  const wanted = typeof aggregate === "string"
    ? Object.fromEntries(names.map((name) => [name, aggregate]))
    : aggregate;
  for (const [name, reducer] of Object.entries(wanted)) {
    if (!names.includes(name)) {
      throw new TypeError(
        `Cannot resample: column ${JSON.stringify(name)} is ${
          name === time ? "the time" : "missing"
        }; there are ${names.join(", ") || "none"}`,
      );
    }
    if (!REDUCERS.includes(reducer)) {
      throw new RangeError(
        `Cannot resample ${name} by ${JSON.stringify(reducer)}: use one of ${REDUCERS.join(", ")}`,
      );
    }
  }
  return wanted;
}
