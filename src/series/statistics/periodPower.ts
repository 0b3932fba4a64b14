import { chiSquareQuantile, chiSquareTail } from "../numerics/chiSquare.ts";

/** Strength of a period; values are null if unknown. */
export interface Strength {
  /** Power in the measure of the method. */
  readonly power: number | null;
  /** Probability of this power in noise at this single period. */
  readonly p: number | null;
  /** Power that noise exceeds with the requested probability. */
  readonly threshold: number | null;
  /** Reason for a null value. */
  readonly note: string | null;
}

/** The strength of a period in microseconds. */
export interface Power extends Strength {
  readonly period: number;
}

/** Reasons for a null value. */
export type Unknown = "too few values" | "no variation" | "values too far apart" | "slow drift";

/** Returns a strength that is null for a reason. */
export function unknown(note: Unknown, power: number | null = null): Strength {
  return { power, p: null, threshold: null, note };
}

/** Sokolove and Bushell's Qp of a series folded at a number of windows. */
export interface Fold {
  readonly power: number;
  /** Number of windows with a value. */
  readonly n: number;
  /** Number of columns with a value. */
  readonly columns: number;
}

/** Folds a series of windows, with NaN for missing values. Returns the reason if it cannot. */
export function foldPower(mean: Float64Array, fold: number): Fold | Unknown {
  const length = Math.floor(mean.length / fold) * fold;
  const sum = new Float64Array(fold), count = new Uint32Array(fold);
  let n = 0, total = 0, repeated = false;
  for (let i = 0, column = 0; i < length; i++, column = column + 1 === fold ? 0 : column + 1) {
    const value = mean[i]!;
    if (Number.isNaN(value)) continue;
    sum[column]! += value;
    if (++count[column]! > 1) repeated = true;
    total += value;
    n++;
  }
  const centre = total / n;
  let squares = 0, between = 0, columns = 0;
  for (let i = 0; i < length; i++) {
    if (!Number.isNaN(mean[i])) squares += (mean[i]! - centre) ** 2;
  }
  for (let column = 0; column < fold; column++) {
    const own = count[column]!;
    if (own === 0) continue;
    columns++;
    between += own * (sum[column]! / own - centre) ** 2;
  }
  if (!repeated || columns < 2) return "too few values";
  if (!(squares > centre * centre * n * 1e-24)) return "no variation";
  return { power: n * between / squares, n, columns };
}

/** Returns the strength of a fold, for noise with power that is a multiple of chi-square. */
export function foldStrength(
  power: number,
  { scale, freedom }: { scale: number; freedom: number },
  alpha: number,
): Strength {
  return {
    power,
    p: chiSquareTail(power / scale, freedom),
    threshold: scale * chiSquareQuantile(alpha, freedom),
    note: null,
  };
}

/** Returns Rayleigh's n R^2 of events at a period. */
export function rayleighPower(at: Float64Array, period: number, alpha: number): Strength {
  const n = at.length;
  if (n < 2) return unknown("too few values");
  let x = 0, y = 0;
  for (const time of at) {
    const angle = 2 * Math.PI * (time % period) / period;
    x += Math.cos(angle);
    y += Math.sin(angle);
  }
  const squared = x * x + y * y, whole = 1 + 2 * n;
  const limit = (whole ** 2 - Math.max(0, Math.log(alpha) + whole) ** 2) / 4;
  return {
    power: squared / n,
    p: Math.min(1, Math.exp(Math.sqrt(1 + 4 * n + 4 * (n * n - squared)) - whole)),
    threshold: limit / n,
    note: null,
  };
}
