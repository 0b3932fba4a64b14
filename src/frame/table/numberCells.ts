import { shownLimits } from "./showOptions.ts";
import { decimalText, numberText } from "../../words/language.ts";
import { type Cell, cell, MISSING } from "./tableParts.ts";

/** Maximum number of decimals. */
const DECIMALS = 4;

/** Useful number of decimals of measurements, by unit; more are noise. */
const UNIT_DECIMALS: Readonly<Record<string, number>> = {
  "%": 1,
  min: 1,
  bpm: 1,
  kcal: 0,
  m: 1,
  h: 2,
  steps: 0,
};
/** Names of columns of p values. */
const P_VALUE = /^(?:p|p_value|p_adjusted|adjusted_p)$/;
/** Smallest p value that is written as a number. */
const LEAST_P = 0.001;

/** Smallest number with thousands separators. */
const GROUPED = 10_000;
/** Names of columns of identifiers, whose digits are never grouped. */
const IDENTIFIER = /(?:^|_)(?:id|uuid|code|year)$/i;

/** Known properties of a numeric column. */
export interface NumberColumn {
  readonly name?: string | undefined;
  readonly unit?: string | undefined;
}

/**
 * Formats numbers as cells with the same number of decimals: as many as the values need, at most
 * four, or as many as suit the unit. Very small and very large numbers have a power of ten. A p
 * value below 0.001 is `< 0.001`. A column that reaches 10,000 has thousands separators, except for
 * identifiers. Separators follow the current language.
 */
export function numberCells(
  values: readonly (number | null)[],
  { name = "", unit = "" }: NumberColumn = {},
): Cell[] {
  const { decimals: wanted } = shownLimits();
  if (P_VALUE.test(name) && wanted === undefined && values.every(isShare)) {
    return values.map((value) => value === null ? MISSING : cell(pText(value)));
  }
  const most = wanted ?? UNIT_DECIMALS[unit] ?? DECIMALS;
  const decimals = Math.min(most, Math.max(0, ...values.map(decimalsOf)));
  return grouped(
    values.map((value) => value === null ? null : formatNumber(value, decimals)),
    isGrouped(values, name),
  );
}

/** Formats integers as cells, exact and grouped as in {@linkcode numberCells}. */
export function integerCells(
  values: readonly (number | bigint | null)[],
  { name = "" }: NumberColumn = {},
): Cell[] {
  return grouped(
    values.map((value) => value === null ? null : `${value}`),
    isGrouped(values, name),
  );
}

function isGrouped(values: readonly (number | bigint | null)[], name: string): boolean {
  return !IDENTIFIER.test(name) &&
    values.some((value) => value !== null && (value >= GROUPED || value <= -GROUPED));
}

function grouped(texts: readonly (string | null)[], isGrouped: boolean): Cell[] {
  return texts.map((text) => {
    if (text === null) return MISSING;
    return cell(inLocale(text, isGrouped));
  });
}

/** Writes a number with the separators of the language; infinite numbers and NaN stay as they are. */
function inLocale(text: string, isGrouped: boolean): string {
  const [, sign = "", digits, rest = ""] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  if (digits === undefined) return text;
  const isPlain = rest === "" || /^\.\d+$/.test(rest);
  return sign + (isGrouped && isPlain ? numberText(BigInt(digits)) : digits) + decimalText(rest);
}

/** Formats a number in a list or a record with at most as many decimals as in a column. */
export function shortText(value: number): string {
  return inLocale(formatNumber(value, decimalsOf(value)), false);
}

function isShare(value: number | null): boolean {
  return value === null || Number.isNaN(value) || (value >= 0 && value <= 1);
}

function pText(value: number): string {
  return Number.isNaN(value) ? "NaN" : decimalText(value < LEAST_P ? "< 0.001" : value.toFixed(3));
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
