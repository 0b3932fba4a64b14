import { chiSquareQuantile, chiSquareTail } from "./chiSquare.ts";

/** How strong one period is; null where that cannot be said. */
export interface Strength {
  /** By the method's own measure. */
  readonly power: number | null;
  /** The chance of as much in noise, at this one period. */
  readonly p: number | null;
  /** The power that noise exceeds with the chance that was asked. */
  readonly threshold: number | null;
}

/** The strength of a period in microseconds. */
export interface Power extends Strength {
  readonly period: number;
}

/** What cannot be said. */
export const UNKNOWN: Strength = { power: null, p: null, threshold: null };

/** Sokolove and Bushell's Qp of a series of windows, NaN where there is no value, folded at so many. */
export function chiSquarePower(mean: Float64Array, fold: number, alpha: number): Strength {
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
    if (!Number.isNaN(mean[i]!)) squares += (mean[i]! - centre) ** 2;
  }
  for (let column = 0; column < fold; column++) {
    if (count[column] === 0) continue;
    columns++;
    between += count[column]! * (sum[column]! / count[column]! - centre) ** 2;
  }
  if (!repeated || !(squares > centre * centre * n * 1e-24) || columns < 2) return UNKNOWN;
  const power = n * between / squares;
  return {
    power,
    p: chiSquareTail(power, columns - 1),
    threshold: chiSquareQuantile(alpha, columns - 1),
  };
}

/** Rayleigh's n R^2 of events at a period. */
export function rayleighPower(at: Float64Array, period: number, alpha: number): Strength {
  const n = at.length;
  if (n < 2) return UNKNOWN;
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
  };
}
