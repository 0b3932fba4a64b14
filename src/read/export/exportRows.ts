import {
  type Column,
  type Columns,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
} from "../../frame/columns/columns.ts";
import { Growing } from "./growing.ts";
import type { Texts } from "./texts.ts";

/** What stands in a column: times in microseconds since 1970; a number, an integer, a text, a truth may be null. */
export type ExportType = "time" | "float64" | "int64" | "text" | "bool";

/** The columns of a table, in order; the first is the time that its rows are sorted by. */
export type ExportColumns = Readonly<Record<string, ExportType>>;

/** A row: a value for each column, left out where it is null. */
export type ExportRow = Readonly<Record<string, number | string | boolean | null | undefined>>;

/** Rows that grow one by one, sixteen bytes a value at the most. */
export class ExportRows {
  readonly #types: readonly (readonly [name: string, type: ExportType])[];
  readonly #columns: readonly Growing[];
  readonly #texts: Texts;

  /** No rows; `texts` holds the texts of all tables. */
  constructor(columns: ExportColumns, texts: Texts) {
    this.#types = Object.entries(columns);
    this.#columns = this.#types.map(() => new Growing());
    this.#texts = texts;
  }

  /** How many rows there are. */
  get length(): number {
    return this.#columns[0]!.length;
  }

  /** Adds a row. */
  add(row: ExportRow): void {
    for (const [at, [name, type]] of this.#types.entries()) {
      const value = row[name] ?? null;
      this.#columns[at]!.push(
        type === "text"
          ? this.#texts.code(value as string | null)
          : value === null
          ? NaN
          : Number(value),
      );
    }
  }

  /** What stands in the first column, in the order of adding. */
  firsts(): Float64Array {
    return this.#columns[0]!.values().slice();
  }

  /** The rows in order of time, each once, and how many were the same as another. */
  columns(tz: string): { columns: Columns; repeated: number } {
    const values = this.#columns.map((column) => column.values());
    const order = orderOf(values),
      kept = order.filter((row, at) => !isSame(values, row, order[at - 1]));
    const columns = this.#types.map(([name, type], at) => {
      const all = values[at]!, taken = Float64Array.from(kept, (row) => all[row]!);
      return [name, this.#column(type, taken, tz)] as const;
    });
    return { columns: Object.fromEntries(columns), repeated: order.length - kept.length };
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
    const whole = BigInt64Array.from(values, (value) => Number.isNaN(value) ? 0n : BigInt(value));
    return type === "time" ? timeColumn(whole, tz, valid) : int64Column(whole, valid);
  }
}

/** The rows sorted by all their columns, the first one first. */
function orderOf(values: readonly Float64Array[]): Uint32Array {
  const rows = Uint32Array.from(values[0]!, (_, row) => row);
  const compare = (a: number, b: number): number => {
    for (const column of values) {
      const left = column[a]!, right = column[b]!;
      if (left !== right && !(Number.isNaN(left) && Number.isNaN(right))) {
        return Number.isNaN(left) ? -1 : Number.isNaN(right) ? 1 : left - right;
      }
    }
    return 0;
  };
  const isSorted = rows.every((row, at) => at === 0 || compare(at - 1, row) <= 0);
  return isSorted ? rows : rows.sort(compare);
}

function isSame(values: readonly Float64Array[], row: number, before: number | undefined): boolean {
  return before !== undefined &&
    values.every((column) => Object.is(column[row]!, column[before]!));
}
