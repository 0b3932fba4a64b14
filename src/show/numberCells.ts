import { type Cell, cell, MISSING } from "./tableParts.ts";

/** The most decimals that are shown. */
const DECIMALS = 4;

/**
 * Numbers as cells with equally many decimals, as many as the values need and at most four; very
 * small and very large ones are written with a power of ten.
 */
export function numberCells(values: readonly (number | null)[]): Cell[] {
  const decimals = Math.max(0, ...values.map(decimalsOf));
  return values.map((value) => value === null ? MISSING : cell(formatNumber(value, decimals)));
}

/** A number inside of a list or a record: no more decimals than a column would show. */
export function shortText(value: number): string {
  return formatNumber(value, decimalsOf(value));
}

function plain(value: number): boolean {
  const size = Math.abs(value);
  return value === 0 || (size >= 10 ** -DECIMALS && size < 1e15);
}

function decimalsOf(value: number | null): number {
  if (value === null || !plain(value)) return 0;
  const [, fraction = ""] = Math.abs(value).toFixed(DECIMALS).split(".");
  return fraction.replace(/0+$/, "").length;
}

function formatNumber(value: number, decimals: number): string {
  if (Object.is(value, -0)) return "-0";
  if (!Number.isFinite(value)) return String(value);
  return plain(value) ? value.toFixed(decimals) : String(Number(value.toPrecision(DECIMALS + 2)));
}
