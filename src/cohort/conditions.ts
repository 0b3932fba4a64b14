import { describeValue } from "../options/describeValue.ts";
import type { CellValue } from "../frame/polars/parquetRows.ts";
import { dayOf } from "../time/day.ts";
import { toMicros } from "../time/instant.ts";
import type { CellType } from "./tableSchema.ts";

/** Value to compare a column with. */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Temporal.Instant
  | Temporal.PlainDate
  | null;

/** Half-open range; both ends are optional. Null and NaN are in no range. */
export interface CellRange {
  /** Inclusive start. @default unbounded */
  readonly from?: Exclude<Cell, null | boolean>;
  /** Exclusive end. @default unbounded */
  readonly to?: Exclude<Cell, null | boolean>;
}

/** A value, several allowed values, or a range for each column. */
export type Conditions = { readonly [column: string]: Cell | readonly Cell[] | CellRange };

/** Condition as JSON: big integers and times are text. */
export type Condition =
  & { readonly column: string }
  & ({ readonly in: readonly JsonCell[] } | { readonly from?: JsonCell; readonly to?: JsonCell });

type JsonCell = string | number | boolean | null;

/** Condition with values of the column's type, ready for evaluation. */
export type TypedCondition =
  & { readonly column: string; readonly type: CellType }
  & (
    | { readonly in: readonly CellValue[] }
    | { readonly from: CellValue | undefined; readonly to: CellValue | undefined }
  );

/**
 * Converts conditions to JSON.
 *
 * @throws {TypeError} if a value cannot be in a cell, or a range has members other than `from` and
 * `to`
 */
export function toConditions(action: string, conditions: Conditions): Condition[] {
  if (typeof conditions !== "object" || conditions === null || Array.isArray(conditions)) {
    throw new TypeError(
      `Cannot ${action}: expected conditions, { name: "TST" }, got ${describeValue(conditions)}`,
    );
  }
  return Object.entries(conditions).map(([column, value]): Condition => {
    const json = (cell: unknown): JsonCell => jsonCell(cell, `Cannot ${action} by ${column}`);
    if (Array.isArray(value)) return { column, in: value.map(json) };
    if (!isRange(value)) return { column, in: [json(value)] };
    const odd = Object.keys(value).find((name) => name !== "from" && name !== "to");
    if (odd !== undefined || Object.keys(value).length === 0) {
      throw new TypeError(
        `Cannot ${action} by ${column}: a range has from, to or both, got ${odd ?? "neither"}. ` +
          'Write conditions such as { source: "Wrist" }.',
      );
    }
    return {
      column,
      ...(value.from === undefined ? {} : { from: json(value.from) }),
      ...(value.to === undefined ? {} : { to: json(value.to) }),
    };
  });
}

function isRange(value: unknown): value is CellRange {
  return typeof value === "object" && value !== null && !(value instanceof Date) &&
    !(value instanceof Temporal.Instant) && !(value instanceof Temporal.PlainDate);
}

function jsonCell(cell: unknown, what: string): JsonCell {
  if (cell === null || typeof cell === "string" || typeof cell === "boolean") return cell;
  if (typeof cell === "number" && !Number.isNaN(cell)) return jsonNumber(cell);
  if (typeof cell === "bigint") return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (cell instanceof Temporal.Instant || cell instanceof Temporal.PlainDate) return `${cell}`;
  throw new TypeError(`${what}: ${describeValue(cell)} is not a valid cell value`);
}

/** Writes numbers that JSON lacks as text. */
function jsonNumber(value: number): JsonCell {
  return Number.isFinite(value) ? value : String(value);
}

/**
 * Converts a condition to its column's type.
 *
 * @throws {TypeError} if a value has another type
 */
export function parseCondition(condition: Condition, type: CellType): TypedCondition {
  const { column } = condition;
  const parse = (cell: JsonCell): CellValue => parseCell(cell, type, column);
  if ("in" in condition) return { column, type, in: condition.in.map(parse) };
  const parseBound = (cell: JsonCell | undefined) => cell === undefined ? undefined : parse(cell);
  if (type === "bool") {
    throw new TypeError(`Cannot select by ${column}: it holds true and false, which have no range`);
  }
  const from = parseBound(condition.from), to = parseBound(condition.to);
  if (from !== undefined && to !== undefined && from !== null && to !== null && from > to) {
    throw new RangeError(
      `Cannot select by ${column}: from, ${JSON.stringify(condition.from)}, is after to, ${
        JSON.stringify(condition.to)
      }`,
    );
  }
  return { column, type, from, to };
}

function parseCell(cell: JsonCell, type: CellType, column: string): CellValue {
  if (cell === null) return null;
  switch (type) {
    case "text":
      if (typeof cell === "string") return cell;
      break;
    case "bool":
      if (typeof cell === "boolean") return cell;
      break;
    case "time":
      if (typeof cell === "string") return toMicros(cell, { what: column });
      break;
    case "date": {
      const day = typeof cell === "string" ? dayOf(cell) : undefined;
      if (day !== undefined) return day;
      break;
    }
    case "int64":
      if (typeof cell === "number" && Number.isSafeInteger(cell)) return BigInt(cell);
      if (typeof cell === "string" && /^-?\d+$/.test(cell)) return BigInt(cell);
      break;
    case "float64":
      if (typeof cell === "number") return cell;
      if (cell === "Infinity" || cell === "-Infinity") return Number(cell);
      break;
  }
  throw new TypeError(
    `Cannot select by ${column}: it holds ${type}, not ${JSON.stringify(cell)}`,
  );
}
