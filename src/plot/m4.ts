import { halves, millisOf, WORD } from "./millis.ts";

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
 * the lowest and the highest, so that it looks the same and keeps its true extremes. It breaks
 * between columns where a value is missing or a step is too long; breaks within one column of pixels
 * are too narrow to be seen.
 *
 * Source: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 *
 * @param micros The instants in microseconds UTC, ascending.
 * @param y As long; NaN is a missing value.
 * @returns at most five points a column.
 */
export function m4(micros: BigInt64Array, y: Float64Array, options: M4Options): Points {
  const start = options.start * 1000, end = options.end * 1000, gap = options.gap * 1000;
  const pixel = (end - start) / options.columns || 1;
  const { unsigned, signed } = halves(micros);
  const out = new PointList(5 * (options.columns + 2));
  let broken = false, before = NaN;
  for (let row = 0; row < y.length;) {
    const here = signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
    const value = y[row]!;
    if (value !== value || here < start || here > end) {
      if (value !== value) broken = true;
      row++;
      continue;
    }
    if (out.size > 0 && (broken || here - before > gap)) out.add(here / 1000, NaN);
    const edge = start + pixel * (Math.floor((here - start) / pixel) + 1);
    const first = row;
    let last = row, lowest = row, highest = row, low = value, high = value, at = here;
    for (row++; row < y.length; row++) {
      at = signed[2 * row + 1]! * WORD + unsigned[2 * row]!;
      if (at >= edge || at > end) break;
      const next = y[row]!;
      if (next < low) {
        low = next;
        lowest = row;
      } else if (next > high) {
        high = next;
        highest = row;
      } else if (next !== next) continue;
      last = row;
    }
    // Nulls after the column's last value break the line to the next column.
    broken = last < row - 1;
    before = signed[2 * last + 1]! * WORD + unsigned[2 * last]!;
    let added = -1;
    for (const point of [first, Math.min(lowest, highest), Math.max(lowest, highest), last]) {
      if (point > added) out.add(millisOf({ unsigned, signed }, point), y[point]!);
      added = point;
    }
  }
  return out.points();
}

/** Points as they are found. */
class PointList {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** How many there are. */
  size = 0;

  constructor(room: number) {
    this.#x = new Float64Array(room);
    this.#y = new Float64Array(room);
  }

  add(x: number, y: number): void {
    this.#x[this.size] = x;
    this.#y[this.size++] = y;
  }

  points(): Points {
    return { x: this.#x.subarray(0, this.size), y: this.#y.subarray(0, this.size) };
  }
}

/** All points of a line, with breaks where a value is missing or a step is too long. */
export function allPoints(
  micros: BigInt64Array,
  y: Float64Array,
  options: Pick<M4Options, "start" | "end" | "gap">,
): Points {
  const x = halves(micros);
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
