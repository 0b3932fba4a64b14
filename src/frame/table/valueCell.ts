import { shortText } from "./numberCells.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";
import { visibleText } from "../../display/visibleText.ts";

/** Maximum number of characters in a cell. */
const LIMIT = 48;
/** Placeholder for rows that are not shown. */
export const SKIPPED = "⋮";
/** Maximum number of members read from a list or struct. */
export const MEMBERS = 12;

/**
 * Formats any value as a cell of at most 48 characters. Text that could be misread (empty, `null`,
 * with spaces at its ends) is quoted; lists and objects are summarised.
 */
export function valueCell(value: unknown): Cell {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === "string") return cell(textOf(value));
  return cell(visibleText(summary(value), LIMIT));
}

function textOf(value: string): string {
  const doubtful = value.trim() !== value || value === "" || value === "null" ||
    value === SKIPPED;
  return visibleText(doubtful ? JSON.stringify(value) : value, LIMIT);
}

function summary(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return shortText(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return listSummary(value);
  if (typeof value !== "object" || hasOwnText(value)) return String(value);
  const entries = Object.entries(value);
  const shown = entries.slice(0, MEMBERS).map(([name, member]) => `${name}: ${summary(member)}`);
  return `{${shown.join(", ")}${entries.length > MEMBERS ? ", …" : ""}}`;
}

function listSummary(values: readonly unknown[]): string {
  const [first] = values;
  if (typeof first === "object" && first !== null && !hasOwnText(first)) {
    return Array.isArray(first)
      ? `[${values.length} × list]`
      : `[${values.length} × {${Object.keys(first).join(", ")}}]`;
  }
  const all = `[${values.slice(0, MEMBERS).map(summary).join(", ")}]`;
  return values.length <= MEMBERS && all.length <= LIMIT
    ? all
    : `[${values.length} × ${summary(first)}, …]`;
}

/** Returns whether a value has a useful text of its own, as dates and Temporal values do. */
function hasOwnText(value: object): boolean {
  return value instanceof Date || !Array.isArray(value) &&
      Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null &&
      value.toString !== Object.prototype.toString;
}
