import type { TextPatterns } from "../../time/textPatterns.ts";
import { numberCells, type NumberColumn } from "./numberCells.ts";
import { type Cell, cell, rankValues } from "./tableParts.ts";
import { timeCells } from "./timeCells.ts";
import { DAY_MS } from "../../time/units.ts";
import { isoText, valueCell } from "./valueCell.ts";

/** Returns the kind of a member of records from its values; `mixed` if they differ. */
export function kindOf(values: readonly unknown[]): string {
  const kinds = new Set(values.filter(isGiven).map(kind));
  const [first = "null"] = kinds;
  return kinds.size > 1 ? "mixed" : first;
}

/**
 * Formats the values of one member of records. Dates are in a zone, or else in UTC; times that are
 * text stay unchanged.
 */
export function recordCells(
  values: readonly unknown[],
  tz: string | undefined,
  patterns: TextPatterns,
  column: NumberColumn = {},
): Cell[] {
  if (kindOf(values) === "time") {
    const dates = values as (Date | null | undefined)[];
    if (tz !== undefined || patterns.whole !== undefined) {
      return instantCells(dates, tz ?? "UTC", patterns);
    }
    if (patterns.locale !== undefined) return utcCells(dates, patterns);
  }
  return kindOf(values) === "number"
    ? numberCells(values.map((value) => isGiven(value) ? value as number : null), column)
    : values.map(valueCell);
}

/** Returns the ranks of dates, whose texts may not sort correctly; `undefined` for other values. */
export function recordRanks(values: readonly unknown[]): number[] | undefined {
  if (kindOf(values) !== "time") return undefined;
  return rankValues(
    values.map((value) => isGiven(value) && !isInvalid(value as Date) ? Number(value) : null),
  );
}

function instantCells(
  dates: readonly (Date | null | undefined)[],
  tz: string,
  patterns: TextPatterns,
): Cell[] {
  const micros = dates.map((date) =>
    isGiven(date) && !isInvalid(date!) ? BigInt(date!.getTime()) * 1000n : null
  );
  return timeCells(micros, tz, patterns).map((shown, i) =>
    isGiven(dates[i]) && isInvalid(dates[i]!) ? cell(isoText(dates[i]!)) : shown
  );
}

/** Formats dates without a zone in the order of a locale, with the zone unless they are whole days. */
function utcCells(dates: readonly (Date | null | undefined)[], patterns: TextPatterns): Cell[] {
  const isDays = dates.every((date) => !isGiven(date) || Number(date) % DAY_MS === 0);
  return instantCells(dates, "UTC", patterns).map((shown, i) =>
    isDays || !isGiven(dates[i]) || isInvalid(dates[i]!) ? shown : cell(`${shown.text} UTC`)
  );
}

function isInvalid(date: Date): boolean {
  return Number.isNaN(date.getTime());
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "time";
  return typeof value === "object" ? "object" : typeof value === "string" ? "text" : typeof value;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
