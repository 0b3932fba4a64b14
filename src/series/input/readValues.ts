import { argSort } from "../../frame/columns/argSort.ts";
import { type Groups, sortedRowsOfGroups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { takeWide } from "../../frame/takeRows.ts";
import { isoStamp } from "../../time/iso.ts";
import { int64Words, WORD } from "../clock/int64Words.ts";
import { medianStep } from "../clock/medianStep.ts";
import { cutRows } from "./cutRows.ts";
import { rejectCodes } from "./meaningOfColumns.ts";

/** Columns that make up a series. */
export interface SeriesColumns {
  /** Name of the value column. @default the only numeric column of the frame */
  y?: string | undefined;
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string | undefined;
}

/** A series in order of time, without missing values. */
export interface Values {
  /** Name of the value column. */
  readonly name: string;
  /** Zone of the time column. */
  readonly zone: string;
  /** Instants with a value, in microseconds UTC, ascending. */
  readonly at: Float64Array;
  readonly value: Float64Array;
  /** First and last instant of the frame, including rows without a value. */
  readonly span: { readonly first: number; readonly last: number };
  /** Usual (median) step between two instants that differ, in microseconds; 0 if unknown. */
  readonly step: number;
}

/** Columns that make up a series, or one series for each group. */
export interface GroupedSeriesColumns extends SeriesColumns {
  /**
   * Columns that define groups, such as `user`: each group is a separate series, and these columns
   * come first in the result. @default none
   */
  by?: string | readonly string[] | undefined;
}

/** The series of each group of a frame. */
export interface GroupedValues {
  /** Name of the value column. */
  readonly name: string;
  /** Zone of the time column. */
  readonly zone: string;
  /** Groups of the rows; `undefined` without `by`. */
  readonly groups: Groups | undefined;
  /** Series of each group, in order of their first rows. */
  readonly series: readonly Values[];
}

/**
 * Reads a series from instants in any order and one numeric column. Skips null, NaN and infinite
 * values, and rows of a day or night that is not `whole`.
 *
 * @throws {TypeError} if a column is missing or has the wrong type, an instant is null, or `y` is
 * missing and the frame does not have exactly one numeric column
 */
export function readValues(data: OpenFrame, { y, time }: SeriesColumns): Values {
  return readGroupedValues(data, { y, time, by: [] }).series[0]!;
}

/** Option names of {@linkcode GroupedSeriesColumns}. */
export const GROUPED_COLUMNS = { y: true, time: true, by: true } as const;

/**
 * Reads a series for each group; without `by`, a single one.
 *
 * @throws {TypeError} like {@linkcode readValues}, or if a column of `by` is missing or cannot
 * define groups, or if the values are codes, which have no mean
 */
export function readGroupedValues(
  data: OpenFrame,
  { y: given, by, ...columns }: GroupedSeriesColumns,
): GroupedValues {
  const time = data.timeName(columns.time);
  const name = given ?? data.onlyNumberName([time, ...[by ?? []].flat()]);
  rejectCodes([name], data.action);
  const { time: times, y } = data.read({ time: "time", y: "float64" }, {
    full: ["time"],
    columns: { time, y: name },
  });
  const groups = data.personGroups(by), isCut = cutRows(data);
  const read = (rows: Uint32Array | undefined): Values => ({
    name,
    zone: times.zone,
    ...seriesInOrder(
      rows === undefined ? times.values : takeWide(times.values, rows),
      y,
      rows,
      isCut,
    ),
  });
  return {
    name,
    zone: times.zone,
    groups,
    series: groups === undefined
      ? [read(argSort(times.values))]
      : sortedRowsOfGroups(groups, times.values).map(read),
  };
}

/**
 * Returns the rows that have a value. `sorted` holds the instants of `rows`, or of all rows by
 * default.
 */
function seriesInOrder(
  sorted: BigInt64Array,
  { values, valid }: { values: Float64Array; valid?: Uint8Array | undefined },
  rows: Uint32Array | undefined,
  isCut: (row: number) => boolean,
): Omit<Values, "name" | "zone"> {
  const { signed, unsigned } = int64Words(sorted);
  const at = new Float64Array(sorted.length), value = new Float64Array(sorted.length);
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    const row = rows === undefined ? i : rows[i]!;
    if (valid?.[row] === 0 || !Number.isFinite(values[row]) || isCut(row)) continue;
    at[count] = signed[2 * i + 1]! * WORD + unsigned[2 * i]!;
    value[count++] = values[row]!;
  }
  return {
    at: at.subarray(0, count),
    value: value.subarray(0, count),
    span: { first: Number(sorted[0] ?? 0n), last: Number(sorted.at(-1) ?? 0n) },
    step: medianStep(sorted) * 1000,
  };
}

/** Returns the number of values that a series without gaps would have. */
export function expectedCount({ span, step, at }: Values): number {
  return step === 0 ? at.length : Math.round((span.last - span.first) / step) + 1;
}

/**
 * Rejects values below the minimum of a quantity, and names the first one and its time.
 *
 * @param what The quantity: `a count`.
 * @param least Minimum, or with `isAbove` the number that every value exceeds.
 */
export function rejectBelow(
  { at, value }: Pick<Values, "at" | "value">,
  what: string,
  least: number,
  action: string,
  isAbove = false,
): void {
  const wrong = value.findIndex((one) => isAbove ? !(one > least) : one < least);
  if (wrong < 0) return;
  throw new RangeError(
    `Cannot ${action}: ${what} is ${value[wrong]}, at ${isoStamp(BigInt(at[wrong]!))}. ` +
      `Drop it, or replace it with null: values are ${isAbove ? "above" : "at least"} ${least}.`,
  );
}
