import {
  type Column,
  type Columns,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../../frame/columns/columns.ts";
import { Growing } from "./growing.ts";
import type { Pause } from "../../options/pause.ts";
import { eachInTurns, inTurns, sortedInTurns, sortInTurns } from "./pause.ts";
import type { Texts } from "./texts.ts";

/** Type of a column: times in microseconds since 1970; all other values may be null. */
export type ExportType = "time" | "float64" | "int64" | "text" | "bool";

/** Columns of a table, in order; rows are sorted by the first, a time. */
export type ExportColumns = Readonly<Record<string, ExportType>>;

/** A row: a value for each column, without null values. */
export type ExportRow = Readonly<Record<string, number | string | boolean | null | undefined>>;

/** An interval of a file that another file has too. */
export interface RowCopy {
  readonly file: string;
  /** The other file; undefined if it has no rows of this table. */
  readonly keptIn: string | undefined;
  /** First and last time, in microseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Rows that grow one by one, with at most sixteen bytes per value. */
export class ExportRows {
  readonly #columns: readonly {
    readonly name: string;
    readonly type: ExportType;
    readonly values: Growing;
  }[];
  readonly #texts: Texts;
  readonly #files: { readonly name: string; readonly first: number }[] = [];
  /** 1 for each removed row; rows beyond the end were not removed. */
  #removed = new Uint8Array();

  /** Creates an empty table; `texts` stores the texts of all tables. */
  constructor(columns: ExportColumns, texts: Texts) {
    this.#columns = Object.entries(columns)
      .map(([name, type]) => ({ name, type, values: new Growing() }));
    this.#texts = texts;
  }

  get length(): number {
    return this.#columns[0]?.values.length ?? 0;
  }

  /** Sets the file of the next rows, for tables whose rows may be removed. */
  startFile(name: string): void {
    if (this.#files.at(-1)?.name !== name) this.#files.push({ name, first: this.length });
  }

  /**
   * Removes the rows of each file within an interval if another file has rows there too. Returns
   * their number.
   */
  async removeWithin(copies: readonly RowCopy[], pause: Pause): Promise<number> {
    const [times = new Float64Array()] = this.#values(), compare = comparing([times]);
    const rangesOf = Map.groupBy(
      this.#files.map(({ name, first }, at) => ({
        name,
        first,
        last: this.#files[at + 1]?.first ?? times.length,
      })),
      ({ name }) => name,
    );
    const sorted = new Map<string, Uint32Array>();
    /** Returns the rows of a file in order of time. */
    const rowsOf = async (file: string): Promise<Uint32Array> => {
      const known = sorted.get(file);
      if (known !== undefined) return known;
      const ranges = rangesOf.get(file) ?? [];
      const rows = new Uint32Array(ranges.reduce((sum, { first, last }) => sum + last - first, 0));
      let count = 0;
      for (const { first, last } of ranges) {
        await inTurns(last - first, pause, (from, to) => {
          for (let row = first + from; row < first + to; row++) rows[count++] = row;
        });
      }
      const inOrder = await sortInTurns(rows, compare, pause);
      sorted.set(file, inOrder);
      return inOrder;
    };
    /** Returns the number of rows, which are in order of time, up to an instant. */
    const countUntil = (rows: Uint32Array, instant: number, isIncluded: boolean): number => {
      let low = 0, high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1, time = times[rows[middle]!]!;
        if (time < instant || (isIncluded && time === instant)) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    let gone = 0;
    // Copies in order of their starts: rows up to this index need not be removed again.
    const done = new Map<string, number>();
    const inOrder = await sortedInTurns(copies, (a, b) => a.start - b.start, pause);
    await eachInTurns(inOrder, pause, async ({ file, keptIn, start, end }) => {
      const kept = keptIn === undefined ? new Uint32Array() : await rowsOf(keptIn);
      if (countUntil(kept, start, false) >= countUntil(kept, end, true)) return;
      const own = await rowsOf(file), to = countUntil(own, end, true);
      const from = Math.max(countUntil(own, start, false), done.get(file) ?? 0);
      if (from >= to) return;
      done.set(file, to);
      await inTurns(to - from, pause, (first, last) => {
        gone += this.remove(own.subarray(from + first, from + last));
      });
    });
    return gone;
  }

  /**
   * Removes rows by their index in the order in which they were added. Returns how many still
   * existed.
   */
  remove(rows: Iterable<number>): number {
    if (this.#removed.length < this.length) {
      const removed = new Uint8Array(this.length);
      removed.set(this.#removed);
      this.#removed = removed;
    }
    let count = 0;
    for (const row of rows) {
      count += 1 - this.#removed[row]!;
      this.#removed[row] = 1;
    }
    return count;
  }

  add(row: ExportRow): void {
    for (const { name, type, values } of this.#columns) {
      const value = row[name] ?? null;
      values.push(
        type === "text"
          ? this.#texts.code(value as string | null)
          : value === null
          ? NaN
          : Number(value),
      );
    }
  }

  /** Returns the values of a column in the order of adding; texts are their codes. */
  numbers(name: string): Float64Array {
    const column = this.#columns.find((column) => column.name === name);
    return column?.values.values() ?? new Float64Array();
  }

  #values(): Float64Array[] {
    return this.#columns.map(({ values }) => values.values());
  }

  /** Returns the rows in order of time without duplicates, and the number of duplicates. */
  async ordered(pause: Pause): Promise<{ rows: Uint32Array; repeated: number }> {
    const removed = this.#removed;
    const all = new Uint32Array(this.length), compare = comparing(this.#values());
    let count = 0, kept = 0;
    await inTurns(all.length, pause, (from, to) => {
      for (let row = from; row < to; row++) if (removed[row] !== 1) all[count++] = row;
    });
    const rows = await sortInTurns(all.subarray(0, count), compare, pause);
    await inTurns(count, pause, (from, to) => {
      for (const row of rows.slice(from, to)) {
        if (kept === 0 || compare(rows[kept - 1]!, row) !== 0) rows[kept++] = row;
      }
    });
    return { rows: rows.subarray(0, kept), repeated: count - kept };
  }

  /** Returns the columns of some rows. */
  columns(rows: Uint32Array, tz: string): Columns {
    return Object.fromEntries(this.#columns.map(({ name, type, values }) => [
      name,
      this.#column(type, numbersAt(values.values(), rows), tz),
    ]));
  }

  #column(type: ExportType, values: Float64Array, tz: string): Column {
    if (type === "text") return textColumn(this.#texts.textsOf(values));
    const hasNulls = values.some(Number.isNaN);
    const valid = hasNulls
      ? Uint8Array.from(values, (value) => Number(!Number.isNaN(value)))
      : undefined;
    if (type === "float64") return float64Column(values, valid);
    if (type === "bool") {
      return {
        type: "bool",
        values: Uint8Array.from(values, (value) => Number(value === 1)),
        valid,
      };
    }
    const whole = int64Of(values);
    return type === "time" ? timeColumn(whole, tz, valid) : int64Column(whole, valid);
  }
}

/** Returns the numbers of some rows. */
export function numbersAt(values: Float64Array, rows: Uint32Array): Float64Array {
  const numbers = new Float64Array(rows.length);
  rows.forEach((row, at) => numbers[at] = values[row] ?? NaN); // faster than Float64Array.from()
  return numbers;
}

/** Returns a function that compares rows by columns in order; NaN comes first. */
export function comparing(columns: readonly Float64Array[]): (a: number, b: number) => number {
  return (a, b) => {
    for (const values of columns) {
      const left = values[a] ?? NaN, right = values[b] ?? NaN;
      if (left === right || (Number.isNaN(left) && Number.isNaN(right))) continue;
      return Number.isNaN(left) ? -1 : Number.isNaN(right) ? 1 : left - right;
    }
    return 0;
  };
}

/**
 * Converts integers below 2 to the 53rd to 64-bit integers, NaN to 0. In two halves, this is ten
 * times as fast as through BigInt.
 */
function int64Of(values: Float64Array): BigInt64Array {
  const whole = new BigInt64Array(values.length), halves = new Int32Array(whole.buffer);
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const high = Math.floor(value / 2 ** 32);
    halves[2 * row] = value - high * 2 ** 32;
    halves[2 * row + 1] = high;
  });
  return whole;
}
