import { visibleText } from "../../display/visibleText.ts";
import { numberText, say } from "../../words/language.ts";

/** Displayed value of a table. */
export interface Cell {
  readonly text: string;
  /** `true` for a missing value, which is displayed so that it cannot be mistaken for text. */
  readonly missing: boolean;
}

/** Displayed column of a table: the cells of the first rows, then of the last. */
export interface ColumnView {
  readonly name: string;
  /** Type, with the zone of times. */
  readonly type: string;
  readonly unit: string | undefined;
  /** `true` if the values are aligned at their right end, as numbers are. */
  readonly alignRight: boolean;
  /** Rank of each shown value if the texts do not sort correctly; -1 for a missing value. */
  readonly ranks?: readonly number[];
  readonly cells: readonly Cell[];
}

/** Contents of a displayed table. */
export interface TableParts {
  readonly title: string | undefined;
  /** Shows the size and the types. */
  readonly types: boolean;
  /** Total number of rows. */
  readonly rows: number;
  /** Number of shown rows from the top; the rest are the last rows. */
  readonly head: number;
  readonly columns: readonly ColumnView[];
  /** Names of the columns that are not shown. */
  readonly hidden: readonly string[];
}

export const MISSING: Cell = { text: "null", missing: true };

export function cell(text: string): Cell {
  return { text, missing: false };
}

/** Returns the line below a column's name: its type and unit, or an empty string. */
export function typeLine({ type, unit }: ColumnView, { types }: TableParts): string {
  return [...(types ? [type] : []), ...(unit === undefined ? [] : [unit])].join(", ");
}

/** Returns the size of the table in words. */
export function shapeLine(parts: TableParts): string {
  const columns = parts.columns.length + parts.hidden.length;
  return `${say("{count} {n|row|rows}", counted(parts.rows))} × ${
    say("{count} {n|column|columns}", counted(columns))
  }`;
}

/** Returns the number of rows between the first and the last that are shown. */
export function skippedRows(parts: TableParts): number {
  return parts.rows - (parts.columns[0]?.cells.length ?? parts.rows);
}

/**
 * Maximum number of hidden columns listed, how many of them from the end, and maximum length of a
 * name.
 */
const NAMED = 12, LAST_NAMED = 2, NAME_LIMIT = 40;

/** Returns the names of hidden columns in words; empty if all are shown. */
export function hiddenLine(parts: TableParts): string {
  const { hidden } = parts;
  if (hidden.length === 0) return "";
  const named = hidden.length <= NAMED
    ? hidden
    : [...hidden.slice(0, NAMED - LAST_NAMED), "…", ...hidden.slice(-LAST_NAMED)];
  return say("and {count} more {n|column|columns}: {names}", {
    ...counted(hidden.length),
    names: named.map((name) => visibleText(name, NAME_LIMIT)).join(", "),
  });
}

/** Returns a number as text with separators, and for the choice of a plural. */
export function counted(n: number): { readonly count: string; readonly n: number } {
  return { count: numberText(n), n };
}

/** Returns the rank of each value from 0. Equal values share a rank; a missing value has -1. */
export function rankValues(values: readonly (bigint | number | null)[]): number[] {
  const known = [...new Set(values.filter((value) => value !== null))]
    .sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
  const ranks = new Map(known.map((value, rank) => [value, rank]));
  return values.map((value) => value === null ? -1 : ranks.get(value)!);
}
