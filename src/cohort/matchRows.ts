import type { Column } from "../frame/columns/columns.ts";
import { rowCount } from "../frame/columns/columns.ts";
import type { Columns } from "../frame/columns/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { takeRows } from "../frame/takeRows.ts";
import type { CellValue } from "../frame/polars/parquetRows.ts";
import { type Condition, parseCondition } from "./conditions.ts";
import type { CellType } from "./tableSchema.ts";

const CELL_TYPES: readonly string[] = ["time", "date", "int64", "float64", "bool", "text"];

/**
 * Keeps the rows that meet all conditions.
 *
 * @throws {TypeError} if a column is missing, or a value does not have its type
 */
export function matchRows(columns: Columns, conditions: readonly Condition[]): Columns {
  const tests = conditions.map((condition) => testOf(columns, condition));
  if (tests.length === 0) return columns;
  const rows = rowsWhere(rowCount(columns), (row) => tests.every((test) => test(row)));
  return takeRows(columns, rows);
}

function testOf(columns: Columns, condition: Condition): (row: number) => boolean {
  const column = columns[condition.column];
  if (column === undefined || !CELL_TYPES.includes(column.type)) {
    throw new TypeError(
      `Cannot select by ${condition.column}: ${
        column === undefined
          ? `there are only the columns ${Object.keys(columns).join(", ") || "none"}`
          : `it holds values of type ${column.type}`
      }`,
    );
  }
  const typed = parseCondition(condition, column.type as CellType);
  const cell = cellsOf(column);
  if ("in" in typed) {
    const wanted = new Set(typed.in);
    return (row) => wanted.has(cell(row));
  }
  const { from, to } = typed;
  return (row) => {
    const value = cell(row);
    return value !== null && (from === undefined || value >= from!) &&
      (to === undefined || value < to!) && value === value;
  };
}

/** Returns each cell in the representation of conditions. */
function cellsOf(column: Column): (row: number) => CellValue {
  switch (column.type) {
    case "text":
      return (row) => column.values[row]!;
    case "bool":
      return (row) => column.valid?.[row] === 0 ? null : column.values[row] === 1;
    case "time":
    case "date":
    case "int64":
    case "float64":
      return (row) => column.valid?.[row] === 0 ? null : column.values[row]!;
    default:
      return () => null;
  }
}
