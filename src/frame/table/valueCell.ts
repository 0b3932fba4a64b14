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

/** Returns a date as text in UTC, because `Date.toString()` uses the zone of the machine. */
export function isoText(date: Date): string {
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}

function textOf(value: string): string {
  const doubtful = value.trim() !== value || value === "" || value === "null" ||
    value === SKIPPED;
  return visibleText(doubtful ? JSON.stringify(value) : value, LIMIT);
}

/** Returns a short text of a value; `around` are the objects that contain it. */
function summary(value: unknown, around: readonly object[] = []): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return shortText(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Date) return isoText(value);
  if (typeof value !== "object") return String(value);
  if (around.includes(value)) return "circular";
  const inside = [...around, value];
  if (Array.isArray(value)) return listSummary(value, inside);
  if (value instanceof Set) return listSummary([...value], inside);
  if (hasOwnText(value)) return String(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const shown = entries.slice(0, MEMBERS).map(([name, member]) =>
    `${summary(name)}: ${summary(member, inside)}`
  );
  return `{${shown.join(", ")}${entries.length > MEMBERS ? ", …" : ""}}`;
}

function listSummary(values: readonly unknown[], around: readonly object[]): string {
  const [first] = values;
  if (typeof first === "object" && first !== null && !hasOwnText(first)) {
    return Array.isArray(first)
      ? `[${values.length} × list]`
      : `[${values.length} × {${Object.keys(first).join(", ")}}]`;
  }
  const all = `[${values.slice(0, MEMBERS).map((value) => summary(value, around)).join(", ")}]`;
  return values.length <= MEMBERS && all.length <= LIMIT
    ? all
    : `[${values.length} × ${summary(first, around)}, …]`;
}

/** Returns whether a value has a useful text of its own, as dates and Temporal values do. */
function hasOwnText(value: object): boolean {
  return value instanceof Date || !Array.isArray(value) &&
      Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null &&
      value.toString !== Object.prototype.toString;
}
