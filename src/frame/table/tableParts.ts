import { visibleText } from "../../display/visibleText.ts";

/** One value of a table as it is shown. */
export interface Cell {
  /** The text to show. */
  readonly text: string;
  /** Whether there is no value; it is then shown so that it cannot be taken for one. */
  readonly missing: boolean;
}

/** One column of a table as it is shown: the cells of the first rows, then of the last. */
export interface ColumnView {
  /** Its name. */
  readonly name: string;
  /** Its type, with the zone of times. */
  readonly type: string;
  /** Its unit, if that is known. */
  readonly unit: string | undefined;
  /** Whether its values line up at their right end, as numbers do. */
  readonly alignRight: boolean;
  /** The order of the shown values, where their texts do not tell it: the rank of each, -1 of none. */
  readonly ranks?: readonly number[];
  /** The shown values. */
  readonly cells: readonly Cell[];
}

/** What a table shows, whatever it was made of. */
export interface TableParts {
  /** What stands above the table. */
  readonly title: string | undefined;
  /** Whether size and types are shown. */
  readonly types: boolean;
  /** Number of rows in all. */
  readonly rows: number;
  /** How many of the shown rows are the first ones; the others are the last. */
  readonly head: number;
  /** The columns that are shown. */
  readonly columns: readonly ColumnView[];
  /** The names of the columns beyond those. */
  readonly hidden: readonly string[];
}

/** A missing value. */
export const MISSING: Cell = { text: "null", missing: true };

/** A value as it is shown. */
export function cell(text: string): Cell {
  return { text, missing: false };
}

/** What stands below a column's name: its type and its unit; empty for neither. */
export function typeLine({ type, unit }: ColumnView, { types }: TableParts): string {
  return [...(types ? [type] : []), ...(unit === undefined ? [] : [unit])].join(", ");
}

/** How large the table is, in words. */
export function shapeLine(parts: TableParts): string {
  const columns = parts.columns.length + parts.hidden.length;
  return `${counted(parts.rows, "row")} × ${counted(columns, "column")}`;
}

/** How many rows lie between the first and the last that are shown. */
export function skippedRows(parts: TableParts): number {
  return parts.rows - (parts.columns[0]?.cells.length ?? parts.rows);
}

/** How many hidden columns are named, how many of them from the end, and the longest name. */
const NAMED = 12, LAST_NAMED = 2, NAME_LIMIT = 40;

/** The columns that are not shown, in words; empty if all are. */
export function hiddenLine(parts: TableParts): string {
  const { hidden } = parts;
  if (hidden.length === 0) return "";
  const named = hidden.length <= NAMED
    ? hidden
    : [...hidden.slice(0, NAMED - LAST_NAMED), "…", ...hidden.slice(-LAST_NAMED)];
  return `and ${counted(hidden.length, "more column")}: ${
    named.map((name) => visibleText(name, NAME_LIMIT)).join(", ")
  }`;
}

/** A number with thousands set apart and its noun in the singular or plural. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
