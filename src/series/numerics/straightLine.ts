import { studentBound, studentTail } from "./student.ts";

/** A line through points by least squares, with independent errors. */
export interface StraightLine {
  readonly slope: number;
  readonly intercept: number;
  /** Half of the confidence interval of the slope; NaN for fewer than three points. */
  readonly slopeHalf: number;
  /** Two-sided p value of the slope; NaN for fewer than three points. */
  readonly p: number;
}

/** Fits a line; `undefined` for fewer than two points, or if all `x` are equal. */
export function straightLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  confidence = 0.95,
): StraightLine | undefined {
  const n = x.length;
  let meanX = 0, meanY = 0;
  for (let i = 0; i < n; i++) {
    meanX += x[i]! / n;
    meanY += y[i]! / n;
  }
  let xx = 0, xy = 0, yy = 0;
  for (let i = 0; i < n; i++) {
    const offX = x[i]! - meanX, offY = y[i]! - meanY;
    xx += offX ** 2;
    xy += offX * offY;
    yy += offY ** 2;
  }
  if (n < 2 || !(xx > 0)) return undefined;
  const slope = xy / xx, freedom = n - 2;
  const residual = Math.max(0, yy - slope * xy);
  const slopeError = freedom > 0 ? Math.sqrt(residual / freedom / xx) : NaN;
  return {
    slope,
    intercept: meanY - slope * meanX,
    slopeHalf: freedom > 0 ? slopeError * studentBound(confidence, freedom) : NaN,
    p: freedom > 0
      ? slopeError === 0 ? slope === 0 ? 1 : 0 : studentTail(slope / slopeError, freedom)
      : NaN,
  };
}

/** Least squares line through points, with its correlation. */
export interface Fit {
  /** Number of points. */
  readonly n: number;
  /** Pearson's correlation; null for fewer than three points or a constant column. */
  readonly r: number | null;
  /** Change of y per unit of x; 0 if r is null. */
  readonly slope: number;
  /** Value of y at x = 0. */
  readonly intercept: number;
}

/** Fits a line by sums of squares around the means, so that large values lose no digits. */
export function fitOf(x: Float64Array, y: Float64Array): Fit {
  const n = x.length;
  const meanX = mean(x), meanY = mean(y);
  let xx = 0, yy = 0, xy = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i]! - meanX, dy = y[i]! - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (n < 3 || xx === 0 || yy === 0) return { n, r: null, slope: 0, intercept: meanY };
  const slope = xy / xx, intercept = meanY - slope * meanX;
  return { n, r: Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))), slope, intercept };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
