import pl from "nodejs-polars";
import { allColumns } from "../frame/allColumns.ts";
import { asFrame, type FrameLike } from "../frame/asFrame.ts";
import { checkTimes } from "../frame/checkTimes.ts";
import { recordNames } from "../frame/recordNames.ts";
import type { Row } from "../frame/rows.ts";
import { columnNames, seriesOf } from "../frame/seriesOf.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { type Reducer, REDUCERS, typeName } from "./reducers.ts";

/** A column and the function that reduces it. */
export interface Wanted {
  /** Its name. */
  readonly name: string;
  /** Its values. */
  readonly series: pl.Series;
  /** The function. */
  readonly reducer: Reducer;
}

/** Functions of columns: one for all, or one for each column kept. */
export type Aggregate = Reducer | { readonly [column: string]: Reducer };

/** What a caller gave as a frame; `times` are those columns of records that are times, if there. */
export function frameOf(frame: FrameLike, times: readonly string[], action = "resample"): Frame {
  if (!Array.isArray(frame)) return asFrame(frame as Exclude<FrameLike, readonly Row[]>, action);
  const rows = frame as readonly Row[];
  const names = recordNames(rows, action);
  const given = times.filter((name) => rows.length === 0 || names.includes(name));
  const known = Object.fromEntries(given.map((name) => [name, "time" as const]));
  return toFrame(allColumns(rows, known, action));
}

/**
 * A column of times as microseconds UTC, with the zone that it had.
 *
 * @throws {TypeError} if there is no such column, it is no time, or has nulls
 */
export function timesOf(
  input: Frame,
  time: string,
  action = "resample",
): { series: pl.Series; zone: string } {
  if (!columnNames(input).includes(time)) throw noTimes(time, "missing", action);
  const series = seriesOf(input, time);
  const { variant, inner } = dtypeOf(series);
  if (variant !== "Datetime" && variant !== "Date") {
    throw noTimes(time, typeName(variant), action);
  }
  if (series.nullCount() > 0) {
    const row = (series.isNull().cast(pl.UInt8).toTypedArray() as Uint8Array).indexOf(1);
    throw noTimes(time, `null in row ${row}`, action);
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

/** What may be aggregated, and how. */
export interface WantedOptions {
  /** Columns that are not to be aggregated, and what they are. */
  readonly known: { readonly [name: string]: string };
  /** What the caller asked for. */
  readonly aggregate: Aggregate;
  /** The functions that there are. @default all */
  readonly reducers?: readonly Reducer[];
  /** What is done, for messages. @default "resample" */
  readonly action?: string;
}

/**
 * The columns to aggregate and their functions.
 *
 * @throws {TypeError} if a column is missing, or is not to be aggregated
 * @throws {RangeError} if there is no such function
 */
export function wantedOf(input: Frame, options: WantedOptions): Wanted[] {
  const { known, aggregate, reducers = REDUCERS, action = "resample" } = options;
  const names = columnNames(input).filter((name) => !Object.hasOwn(known, name));
  const wanted = typeof aggregate === "string"
    ? Object.fromEntries(names.map((name) => [name, aggregate]))
    : aggregate;
  return Object.entries(wanted).map(([name, reducer]) => {
    if (!names.includes(name)) {
      throw new TypeError(
        `Cannot ${action}: column ${JSON.stringify(name)} is ${
          Object.hasOwn(known, name) ? known[name] : "missing"
        }; there are ${names.join(", ") || "none"}`,
      );
    }
    if (!reducers.includes(reducer)) {
      throw new RangeError(
        `Cannot ${action} ${name} by ${JSON.stringify(reducer)}: use one of ${reducers.join(", ")}`,
      );
    }
    return { name, reducer, series: seriesOf(input, name) };
  });
}
