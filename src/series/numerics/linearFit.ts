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
