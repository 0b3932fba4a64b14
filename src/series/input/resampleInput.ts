import pl from "nodejs-polars";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import { timeColumn } from "../../frame/columns/columns.ts";
import { readColumns } from "../../frame/readColumns.ts";
import { checkTimes } from "../../frame/polars/checkTimes.ts";
import { columnNames, seriesOf } from "../../frame/polars/seriesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { type Reducer, typeName } from "./reducers.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** A column and a function that reduces it. */
export interface Wanted {
  /** Its name. */
  readonly name: string;
  /** The name of what is made of it. */
  readonly result: string;
  /** Its values. */
  readonly series: pl.Series;
  /** The function. */
  readonly reducer: Reducer;
}

/**
 * Functions of columns: for all columns, or for each column kept. One function gives a column of the
 * same name; a list of them a column each, `heart_rate_mean`, `heart_rate_max`.
 */
export type Aggregate<R extends string = Reducer> =
  | R
  | readonly R[]
  | { readonly [column: string]: R | readonly R[] };

/**
 * What a caller gave as a frame; `times` are those columns of records that are times, if there.
 *
 * @param tz The zone in which times of records without one are read.
 */
export function frameOf(
  frame: FrameLike,
  times: readonly string[],
  action = "resample",
  tz?: string,
): Frame {
  return openFrame(frame, { action, tz }).frame(times);
}

/**
 * A column of times as microseconds UTC, with the zone that it had. Dates are the first moments of
 * local days, text is read.
 *
 * @param tz The zone of the days and of text without one.
 * @throws {TypeError} if there is no such column, it is no time, or has nulls
 */
export function timesOf(
  input: Frame,
  time: string,
  action = "resample",
  tz?: string,
): { series: pl.Series; zone: string } {
  if (!columnNames(input).includes(time)) throw noTimes(time, "missing", action);
  const series = seriesOf(input, time);
  const { variant, inner } = dtypeOf(series);
  const isRead = variant === "Date" || typeName(variant) === "text";
  if (!isRead && variant !== "Datetime") throw noTimes(time, typeName(variant), action);
  if (series.nullCount() > 0) {
    const row = (series.isNull().cast(pl.UInt8).toTypedArray() as Uint8Array).indexOf(1);
    throw noTimes(time, `null in row ${row}`, action);
  }
  if (isRead) {
    const columns = readColumns(input, { time: "time" }, { action, columns: { time }, tz });
    const { values, zone } = columns.time;
    return { series: seriesOf(toFrame({ time: timeColumn(values, "UTC") }), "time"), zone };
  }
  if (inner?.[0] !== "us") checkTimes(series.toFrame()); // as microseconds they may not fit
  return {
    series: series.cast(pl.Datetime("us", "UTC")), // without a zone it is UTC
    zone: inner?.[1] || "UTC",
  };
}

/** The type of a series. */
export function dtypeOf(series: pl.Series): { variant: string; inner: string[] | null } {
  return series.dtype as unknown as { variant: string; inner: string[] | null };
}

function noTimes(time: string, what: string, action: string): TypeError {
  return new TypeError(
    `Cannot ${action}: column ${JSON.stringify(time)} is ${what}, expected times`,
  );
}
