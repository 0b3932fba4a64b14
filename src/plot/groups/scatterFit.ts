import { correlationOf, type PairedValues } from "../../series/statistics/correlation.ts";
import { dependentMean } from "../../series/statistics/dependentMean.ts";
import { type Fit, fitOf } from "../../series/numerics/linearFit.ts";

/** Least-squares line with its confidence band. */
export interface ScatterFit extends Fit {
  /**
   * Half width of the 95 % band at a value of x: `null` if the rows are independent, so that the
   * band is the usual one; `undefined` if the rows do not determine it.
   */
  readonly half: ((x: number) => number) | null | undefined;
}

/**
 * Fits a line through rows that may depend on their neighbours in time.
 *
 * The band of dependent rows combines two 95 % intervals at right angles: that of the mean residual
 * (`dependentMean`), and that of the slope from `series.correlate`. For independent rows it is the
 * usual least-squares band.
 *
 * @param at Time step of each row; `undefined` if the rows are independent.
 */
export function scatterFit(x: Float64Array, y: Float64Array, at?: Int32Array): ScatterFit {
  const fit = fitOf(x, y), n = x.length;
  if (at === undefined || fit.r === null) return { ...fit, half: null };
  const rows = Uint32Array.from(x.keys()).sort((a, b) => at[a]! - at[b]!);
  const both: PairedValues = {
    x: Float64Array.from(rows, (row) => x[row]!),
    y: Float64Array.from(rows, (row) => y[row]!),
    at: Int32Array.from(rows, (row) => at[row]!),
    rows,
  };
  const { slopeLow, slopeHigh, size } = correlationOf(both, "pearson", true);
  const rest = both.y.map((value, i) => value - fit.intercept - fit.slope * both.x[i]!);
  const mean = dependentMean(both.at, rest);
  if (mean === undefined || Number.isNaN(slopeHigh)) return { ...fit, half: undefined };
  // Residuals are smaller than errors: the line has taken two degrees of freedom.
  const level = mean * Math.sqrt(size / (size - 2)), slope = (slopeHigh - slopeLow) / 2;
  const centre = x.reduce((sum, one) => sum + one, 0) / n;
  return { ...fit, half: (at) => Math.hypot(level, slope * (at - centre)) };
}
