import { BREAK, m4Rows } from "../../series/thin/m4Rows.ts";
import { int64Words, millisOf } from "../../series/clock/int64Words.ts";

/** Points of a line in order; a NaN value breaks it. */
export interface Points {
  /** Where each lies, in milliseconds since 1970. */
  readonly x: Float64Array;
  /** Its value, NaN for a break. */
  readonly y: Float64Array;
}

/** How a line is reduced. */
export interface M4Options {
  /** The left end of the axis, in milliseconds since 1970. */
  readonly start: number;
  /** The right end of the axis. */
  readonly end: number;
  /** The number of pixel columns between them. */
  readonly columns: number;
  /** Steps longer than this, in milliseconds, break the line. */
  readonly gap: number;
}

/**
 * Reduces a line to what is seen of it: of the points in each column of pixels the first, the last,
 * the lowest and the highest, see {@linkcode m4Rows}.
 *
 * @param micros The instants in microseconds UTC, ascending.
 * @param y As long; NaN is a missing value.
 * @returns at most five points a column.
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
    // A break lies where the next point does.
    x: Float64Array.from(rows, (row, i) => millisOf(instants, row === BREAK ? rows[i + 1]! : row)),
    y: Float64Array.from(rows, (row) => row === BREAK ? NaN : y[row]!),
  };
}

/** All points of a line, with breaks where a value is missing or a step is too long. */
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
