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
import { inTurns, sortInTurns } from "./pause.ts";
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
  readonly #names: readonly string[];
  readonly #types: readonly ExportType[];
  readonly #columns: readonly Growing[];
  readonly #texts: Texts;
  readonly #files: { readonly name: string; readonly first: number }[] = [];
  readonly #removed = new Set<number>();

  /** Creates an empty table; `texts` stores the texts of all tables. */
  constructor(columns: ExportColumns, texts: Texts) {
    this.#names = Object.keys(columns);
    this.#types = Object.values(columns);
    this.#columns = this.#names.map(() => new Growing());
    this.#texts = texts;
  }

  get length(): number {
    return this.#columns[0]!.length;
  }

  /** Sets the file of the next rows, for tables whose rows may be removed. */
  startFile(name: string): void {
    if (this.#files.at(-1)?.name !== name) this.#files.push({ name, first: this.length });
  }

  /**
   * Removes the rows of each file within an interval if another file has rows there too. Returns
   * their number.
   */
  removeWithin(copies: readonly RowCopy[]): number {
    const times = this.#columns[0]!.values();
    const rangesOf = Map.groupBy(
      this.#files.map(({ name, first }, at) => ({
        name,
        first,
        last: this.#files[at + 1]?.first ?? times.length,
      })),
      ({ name }) => name,
    );
    const rowsOf = (file: string | undefined, { start, end }: RowCopy): number[] =>
      (file === undefined ? [] : rangesOf.get(file) ?? []).flatMap(({ first, last }) => {
        const rows: number[] = [];
        for (let row = first; row < last; row++) {
          if (times[row]! >= start && times[row]! <= end) rows.push(row);
        }
        return rows;
      });
    const found = copies.filter((copy) => rowsOf(copy.keptIn, copy).length > 0);
    const gone = new Set(found.flatMap((copy) => rowsOf(copy.file, copy)));
    this.remove(gone);
    return gone.size;
  }

  /** Removes rows, by their places in the order of adding. */
  remove(rows: ReadonlySet<number>): void {
    for (const row of rows) this.#removed.add(row);
  }

  add(row: ExportRow): void {
    const names = this.#names, types = this.#types, columns = this.#columns;
    for (let at = 0; at < names.length; at++) { // counted: there are millions of rows
      const value = row[names[at]!] ?? null;
      columns[at]!.push(
        types[at] === "text"
          ? this.#texts.code(value as string | null)
          : value === null
          ? NaN
          : Number(value),
      );
    }
  }

  /** Returns the values of a column in the order of adding; texts are their codes. */
  numbers(name: string): Float64Array {
    return this.#columns[this.#names.indexOf(name)]!.values();
  }

  /** Returns the rows in order of time without duplicates, and the number of duplicates. */
  async ordered(pause: Pause): Promise<{ rows: Uint32Array; repeated: number }> {
    const removed = this.#removed, values = this.#columns.map((column) => column.values());
    const all = new Uint32Array(this.length), compare = comparing(values);
    let count = 0, kept = 0;
    await inTurns(all.length, pause, (from, to) => {
      for (let row = from; row < to; row++) if (!removed.has(row)) all[count++] = row;
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
    return Object.fromEntries(this.#types.map((type, at) => {
      const all = this.#columns[at]!.values();
      const values = Float64Array.from(rows, (row) => all[row]!);
      return [this.#names[at]!, this.#column(type, values, tz)];
    }));
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

/** Returns a function that compares rows by all their columns. */
function comparing(values: readonly Float64Array[]): (a: number, b: number) => number {
  return (a, b) => {
    for (let at = 0; at < values.length; at++) {
      const left = values[at]![a]!, right = values[at]![b]!;
      if (left === right || (Number.isNaN(left) && Number.isNaN(right))) continue;
      return Number.isNaN(left) ? -1 : Number.isNaN(right) ? 1 : left - right;
    }
    return 0;
  };
}

/**
 * Converts integers below 2 to the 53rd to 64-bit integers, NaN to 0. By halves it is ten times as
 * fast as through BigInt.
 */
function int64Of(values: Float64Array): BigInt64Array {
  const whole = new BigInt64Array(values.length), halves = new Int32Array(whole.buffer);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const high = Math.floor(value / 2 ** 32);
    halves[2 * row] = value - high * 2 ** 32;
    halves[2 * row + 1] = high;
  }
  return whole;
}
