import { studentBound } from "./studentBound.ts";
import { studentTail } from "./studentTail.ts";

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
    xx += (x[i]! - meanX) ** 2;
    xy += (x[i]! - meanX) * (y[i]! - meanY);
    yy += (y[i]! - meanY) ** 2;
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
