// @ts-types="@types/d3-array"
import { deviation, mean } from "d3-array";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { ReadColumns } from "../../frame/wantedColumns.ts";

/** Options that select two columns. */
export interface PairOptions {
  /** Column of reference values. */
  reference: string;
  /** Column of values to compare with the reference. */
  other: string;
}

/** Pairs of values with the bias and limits of their differences. */
export interface PairDifferences {
  readonly rows: number;
  /** Mean of each complete pair. */
  readonly mean: readonly number[];
  /** Row of each complete pair. */
  readonly at: readonly number[];
  /** Other minus reference for each complete pair. */
  readonly difference: readonly number[];
  /** Mean difference; null without pairs. */
  readonly bias: number | null;
  /** Standard deviation of the differences, with n - 1; null for fewer than two pairs. */
  readonly deviation: number | null;
  /** Bias minus and plus 1.96 standard deviations. */
  readonly limits: readonly [number, number] | null;
}

/**
 * Computes the differences of two columns of values, and Bland and Altman's limits of agreement
 * (1986).
 *
 * @throws {TypeError} if a column is missing or not numeric
 */
export function pairDifferences(
  frame: FrameLike,
  { reference, other }: PairOptions,
  action: string,
): PairDifferences {
  return differencesOf(readPairs(openFrame(frame, { action }), { reference, other }));
}

export type Pairs = ReadColumns<{ reference: "float64"; other: "float64" }>;

/**
 * Reads two columns of values.
 *
 * @throws {TypeError} if a column is missing or not numeric
 * @throws {RangeError} if both are the same column
 */
export function readPairs(data: OpenFrame, { reference, other }: PairOptions): Pairs {
  if (reference === other) {
    throw new RangeError(
      `Cannot ${data.action}: reference and other are both ${
        JSON.stringify(reference)
      }. Pass two columns.`,
    );
  }
  return data.read({ reference: "float64", other: "float64" }, { columns: { reference, other } });
}

/** Computes the differences of some rows of two columns, by default of all. */
export function differencesOf(columns: Pairs, some?: Uint32Array): PairDifferences {
  const a = columns.reference, b = columns.other;
  const all = some ?? [...a.values.keys()];
  const at = [...all.keys()].filter((i) => isComplete(columns, all[i]!));
  const rows = at.map((i) => all[i]!);
  const difference = rows.map((row) => b.values[row]! - a.values[row]!);
  const bias = mean(difference) ?? null, sd = deviation(difference) ?? null;
  return {
    rows: all.length,
    mean: rows.map((row) => (a.values[row]! + b.values[row]!) / 2),
    at,
    difference,
    bias,
    deviation: sd,
    limits: bias === null || sd === null ? null : [bias - 1.96 * sd, bias + 1.96 * sd],
  };
}

/** Returns the pairs of some rows that have both values. */
export function completePairs(
  columns: Pairs,
  rows: Uint32Array,
): { readonly reference: Float64Array; readonly other: Float64Array } {
  const { reference, other } = columns, known = rows.filter((row) => isComplete(columns, row));
  return {
    reference: Float64Array.from(known, (row) => reference.values[row]!),
    other: Float64Array.from(known, (row) => other.values[row]!),
  };
}

function isComplete({ reference, other }: Pairs, row: number): boolean {
  return [reference, other].every(({ values, valid }) =>
    valid?.[row] !== 0 && Number.isFinite(values[row])
  );
}
