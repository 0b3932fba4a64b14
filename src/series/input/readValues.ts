import { argSort } from "../../frame/columns/argSort.ts";
import { type Groups, sortedRowsOfGroups } from "../../frame/columns/groups.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { takeWide } from "../../frame/takeRows.ts";
import { int64Words, WORD } from "../clock/int64Words.ts";
import { medianStep } from "../clock/medianStep.ts";
import { cutRows } from "./cutRows.ts";
import { rejectCodes } from "./meaningOfColumns.ts";

/** Which columns of a frame are a series. */
export interface SeriesColumns {
  /** Name of the column of values. @default the frame's only column of numbers */
  y?: string | undefined;
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date` */
  time?: string | undefined;
}

/** A series in order of time, without the rows that have no value. */
export interface Values {
  /** Name of the column of values. */
  readonly name: string;
  /** The zone of the time column. */
  readonly zone: string;
  /** The instants that have a value, in microseconds UTC, ascending. */
  readonly at: Float64Array;
  readonly value: Float64Array;
  /** The first and the last instant of the frame, with a value or without. */
  readonly span: { readonly first: number; readonly last: number };
  /** The usual (median) step between two instants that differ, in microseconds; 0 if there is none. */
  readonly step: number;
}

/** Which columns of a frame are series, one for each group. */
export interface GroupedSeriesColumns extends SeriesColumns {
  /** Columns whose values make groups, such as `user`: each is a series of its own, and its values of these columns come first. @default none */
  by?: string | readonly string[] | undefined;
}

/** The series of a frame, one for each group. */
export interface GroupedValues {
  /** Name of the column of values. */
  readonly name: string;
  /** The zone of the time column. */
  readonly zone: string;
  /** The groups of the rows; undefined if none were asked for. */
  readonly groups: Groups | undefined;
  /** The series of each group, in order of their first rows. */
  readonly series: readonly Values[];
}

/**
 * Reads a series: instants in any order, and one column of numbers. Null, NaN and infinities are no
 * values, and neither is a row of a day or night that is not `whole`.
 *
 * @throws {TypeError} if a column is missing or of another type, an instant is null, or `y` is not
 * given and there is not exactly one column of numbers
 */
export function readValues(data: OpenFrame, { y, time }: SeriesColumns): Values {
  return readGroupedValues(data, { y, time }).series[0]!;
}

/** The names of {@linkcode GroupedSeriesColumns}. */
export const GROUPED_COLUMNS = { y: true, time: true, by: true } as const;

/**
 * Reads a series for each group; without `by` there is one.
 *
 * @throws {TypeError} as {@linkcode readValues}, or if a column of `by` is missing or makes no groups,
 * or the numbers are codes, of which there is no mean
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
  const groups = data.groups(by), isCut = cutRows(data);
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

/** The rows that have a value; `sorted` are the instants of `rows`, or of all if there are none. */
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
    if (valid?.[row] === 0 || !Number.isFinite(values[row]!) || isCut(row)) continue;
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

/** How many values a series would have, were there one at each of its usual steps. */
export function expectedCount({ span, step, at }: Values): number {
  return step === 0 ? at.length : Math.round((span.last - span.first) / step) + 1;
}
