import type { When } from "../../time/when.ts";
import { type RangeOfRows, readRange } from "../../frame/readRange.ts";
import { BREAK, m4Rows } from "../../series/thin/m4Rows.ts";
import { int64Words, millisOf } from "../../series/clock/int64Words.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import { rejectPeople } from "../picture/rejectPeople.ts";
import { category, measureColor } from "../picture/theme.ts";

/** A line, before it is reduced. */
export interface RawSeries {
  readonly name: string;
  readonly color: string;
  /** NaN if missing. */
  readonly values: Float64Array;
}

/** Lines over the same instants. */
export interface RawLines {
  /** Zone of the instants. */
  readonly zone: string;
  /** Instants in microseconds UTC, ascending. */
  readonly times: BigInt64Array;
  readonly series: readonly RawSeries[];
}

/** A line after reduction. */
export interface Series extends Omit<RawSeries, "values"> {
  /** Points and breaks. */
  readonly points: Points;
  /** `true` if the line is short enough to draw a dot for each point. */
  readonly few: boolean;
}

/** Maximum number of points with dots. */
const FEW = 60;

/**
 * Reads a column of instants and numeric columns, in order of time.
 *
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 */
export function readLines(data: OpenFrame, x: string, names: readonly string[]): RawLines {
  rejectPeople(data);
  const time = data.times(x);
  const order = argSort(time.values);
  const series = names.map((name, i) => {
    const values = data.numbers(name);
    return {
      name,
      color: names.length === 1 ? measureColor(name) : category(i),
      values: order === undefined ? values : Float64Array.from(order, (row) => values[row]!),
    };
  });
  const times = order === undefined
    ? time.values
    : BigInt64Array.from(order, (row) => time.values[row]!);
  return { zone: time.zone, times, series };
}

/**
 * Reduces lines between two instants to the points to draw: all points, or for long lines those visible
 * in each pixel column.
 *
 * @param gap Number of median steps beyond which points are not joined.
 */
export function reduceLines(
  lines: RawLines,
  span: { start: number; end: number },
  { gap, columns }: { gap: number; columns: number },
): Series[] {
  const usual = medianStep(lines.times);
  const options = { ...span, columns, gap: usual > 0 ? gap * usual : Infinity };
  return lines.series.map(({ name, color, values }) => {
    const points = values.length > 4 * columns
      ? m4(lines.times, values, options)
      : allPoints(lines.times, values, options);
    return { name, color, points, few: points.x.length <= FEW };
  });
}

/** Returns the first and last point of a line. */
export function ends({ points: { x, y } }: Series): { x: number; y: number }[] {
  const known = (value: number): boolean => !Number.isNaN(value);
  const first = y.findIndex(known), last = y.findLastIndex(known);
  return first < 0 ? [] : [...new Set([first, last])].map((i) => ({ x: x[i]!, y: y[i]! }));
}

/** Returns the points to draw as dots: all of a short line, otherwise those joined to no other. */
export function dots(
  { points: { x, y }, few }: Pick<Series, "points" | "few">,
): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i]!)) continue;
    const alone = (i === 0 || Number.isNaN(y[i - 1]!)) &&
      (i + 1 >= x.length || Number.isNaN(y[i + 1]!));
    if (few || alone) found.push({ x: x[i]!, y: y[i]! });
  }
  return found;
}

/** Points of a line in order; a NaN value breaks it. */
export interface Points {
  /** In milliseconds since 1970. */
  readonly x: Float64Array;
  /** NaN for a break. */
  readonly y: Float64Array;
}

export interface M4Options {
  /** Left end of the axis, in milliseconds since 1970. */
  readonly start: number;
  /** Right end of the axis. */
  readonly end: number;
  /** Number of pixel columns between them. */
  readonly columns: number;
  /** Steps longer than this, in milliseconds, break the line. */
  readonly gap: number;
}

/**
 * Reduces a line to its visible points: the first, last, lowest and highest point in each pixel
 * column, see {@linkcode m4Rows}.
 *
 * @param micros Instants in microseconds UTC, ascending.
 * @param y Values of the same length; NaN if missing.
 * @returns at most five points per column
 */
export function m4(micros: BigInt64Array, y: Float64Array, options: M4Options): Points {
  const rows = m4Rows(micros, y, {
    start: options.start * 1000,
    end: options.end * 1000,
    columns: options.columns,
    gap: options.gap * 1000,
  });
  const instants = int64Words(micros);
  return {
    // A break is at the position of the next point.
    x: Float64Array.from(rows, (row, i) => millisOf(instants, row === BREAK ? rows[i + 1]! : row)),
    y: Float64Array.from(rows, (row) => row === BREAK ? NaN : y[row]!),
  };
}

/** Returns all points of a line, with breaks where a value is missing or a step is too long. */
export function allPoints(
  micros: BigInt64Array,
  y: Float64Array,
  options: Pick<M4Options, "start" | "end" | "gap">,
): Points {
  const x = int64Words(micros);
  const outX: number[] = [], outY: number[] = [];
  let last: number | undefined, broken = false;
  for (let row = 0; row < y.length; row++) {
    const at = millisOf(x, row), value = y[row]!;
    if (Number.isNaN(value)) broken = true;
    if (Number.isNaN(value) || at < options.start || at > options.end) continue;
    if (last !== undefined && (broken || at - last > options.gap)) {
      outX.push(at);
      outY.push(NaN);
    }
    outX.push(at);
    outY.push(value);
    last = at;
    broken = false;
  }
  return { x: Float64Array.from(outX), y: Float64Array.from(outY) };
}

/** Returns the interval of lines in milliseconds since 1970: the range, or from the first to the last row. */
export function spanOf(
  times: BigInt64Array,
  range: When | undefined,
  of: Omit<RangeOfRows, "times">,
): { start: number; end: number } {
  if (range !== undefined) {
    const { start, end } = readRange(range, { ...of, times });
    return { start: Number(start) / 1000, end: Number(end) / 1000 };
  }
  const start = Number(times[0] ?? 0n) / 1000, end = Number(times.at(-1) ?? 0n) / 1000;
  // A single instant is in the middle of two minutes.
  return start < end ? { start, end } : { start: start - 60_000, end: end + 60_000 };
}
