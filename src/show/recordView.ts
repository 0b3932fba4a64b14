import { isoMicros } from "../time/iso.ts";
import { numberCells } from "./numberCells.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";
import { valueCell } from "./valueCell.ts";

/** The kind of a member of records, by the values at hand; `mixed` where they differ. */
export function kindOf(values: readonly unknown[]): string {
  const kinds = new Set(values.filter(isGiven).map(kind));
  const [first = "null"] = kinds;
  return kinds.size > 1 ? "mixed" : first;
}

/** The values of one member of records as cells: dates in a zone, times given as text as they came. */
export function recordCells(values: readonly unknown[], tz: string | undefined): Cell[] {
  return kindOf(values) === "number"
    ? numberCells(values.map((value) => isGiven(value) ? value as number : null))
    : values.map((value) => {
      if (!isGiven(value)) return MISSING;
      return value instanceof Date ? cell(dateText(value, tz)) : valueCell(value);
    });
}

function dateText(date: Date, tz: string | undefined): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return tz === undefined ? date.toISOString() : isoMicros(BigInt(date.getTime()) * 1000n, tz);
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "time";
  return typeof value === "object" ? "object" : typeof value === "string" ? "text" : typeof value;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
