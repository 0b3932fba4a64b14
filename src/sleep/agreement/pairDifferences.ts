// @ts-types="@types/d3-array"
import { deviation, mean } from "d3-array";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import type { ReadColumns } from "../../frame/wantedColumns.ts";

/** Which columns are compared. */
export interface PairOptions {
  /** The column of the values to compare with. */
  reference: string;
  /** The column of the values that are compared. */
  other: string;
}

/** Pairs of values with the bias and limits of their differences. */
export interface PairDifferences {
  /** The rows of the frame. */
  readonly rows: number;
  /** The mean of each pair that has both values. */
  readonly mean: readonly number[];
  /** The index of each such pair among the rows. */
  readonly at: readonly number[];
  /** Other minus reference of each such pair. */
  readonly difference: readonly number[];
  /** The mean difference; null without pairs. */
  readonly bias: number | null;
  /** The differences' standard deviation, with n - 1; null of fewer than two pairs. */
  readonly deviation: number | null;
  /** Bias minus and plus 1.96 standard deviations. */
  readonly limits: readonly [number, number] | null;
}

/**
 * Differences of two columns of values, and Bland and Altman's limits of agreement (1986).
 *
 * @throws {TypeError} if a column is missing or is not of numbers
 */
export function pairDifferences(
  frame: FrameLike,
  { reference, other }: PairOptions,
  action: string,
): PairDifferences {
  return differencesOf(readPairs(openFrame(frame, { action }), { reference, other }));
}

/** Two columns of values. */
export type Pairs = ReadColumns<{ reference: "float64"; other: "float64" }>;

/**
 * Reads two columns of values.
 *
 * @throws {TypeError} if a column is missing or is not of numbers
 */
export function readPairs(data: OpenFrame, { reference, other }: PairOptions): Pairs {
  return data.read({ reference: "float64", other: "float64" }, { columns: { reference, other } });
}

/** The differences of some rows of two columns of values; of all, if none are named. */
export function differencesOf(columns: Pairs, some?: Uint32Array): PairDifferences {
  const a = columns.reference, b = columns.other;
  const isKnown = (column: typeof a, row: number): boolean =>
    column.valid?.[row] !== 0 && Number.isFinite(column.values[row]);
  const all = some ?? [...a.values.keys()];
  const at = [...all.keys()].filter((i) => isKnown(a, all[i]!) && isKnown(b, all[i]!));
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
