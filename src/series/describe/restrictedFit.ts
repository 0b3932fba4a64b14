import { dot, unit, without } from "../numerics/orthogonal.ts";

/** Regression with autoregressive errors, fitted by restricted maximum likelihood. */
export interface RestrictedFit {
  /** Estimated autocorrelation from step to step. */
  readonly autocorrelation: number;
  /** Estimate and standard error of each column. */
  readonly coefficients: readonly { readonly estimate: number; readonly error: number }[];
  /** Standard deviation of the errors. */
  readonly deviation: number;
  /** Degrees of freedom of the errors. */
  readonly freedom: number;
}

/** Largest autocorrelation that is tried. */
const MOST = 0.9999;

/** Share of a sum of squares below which nothing is left. */
const NOTHING = 1e-9;

/**
 * Fits a regression whose errors are a first-order autoregression, by the restricted likelihood
 * (Harville 1977; as `gls` of R's nlme with `corAR1`). The autocorrelation is from 0 to below 1.
 *
 * @param series Values with their distances from the value before, in steps; Infinity for the first
 * value of each independent series.
 * @param columns Columns of the regression, with the constant.
 * @returns `undefined` if nothing varies, or the columns cannot be separated
 */
export function restrictedFit(
  { gaps, value }: { readonly gaps: Float64Array; readonly value: Float64Array },
  columns: readonly Float64Array[],
): RestrictedFit | undefined {
  const freedom = value.length - columns.length;
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const rest = without(column, basis);
    if (!(dot(rest, rest) > NOTHING * dot(column, column))) return undefined;
    basis.push(unit(rest));
  }
  const left = without(value, basis);
  if (freedom < 3 || !(dot(left, left) > 1e-3 * NOTHING * dot(value, value))) return undefined;
  const likelihood = (phi: number): number => {
    const { whiten, log } = whitening(gaps, phi);
    let sum = log;
    const basis: Float64Array[] = [];
    for (const column of columns) {
      const rest = without(whiten(column), basis);
      sum -= 0.5 * Math.log(dot(rest, rest));
      basis.push(unit(rest));
    }
    const rest = without(whiten(value), basis);
    return sum - 0.5 * freedom * Math.log(dot(rest, rest));
  };
  const autocorrelation = maximum(likelihood);
  const { whiten } = whitening(gaps, autocorrelation), white = columns.map(whiten);
  const y = whiten(value);
  const rests = white.map((column, i) => {
    const others: Float64Array[] = [];
    white.forEach((other, j) => {
      if (j !== i) others.push(unit(without(other, others)));
    });
    return without(column, others);
  });
  const all: Float64Array[] = [];
  for (const column of white) all.push(unit(without(column, all)));
  const rest = without(y, all), variance = dot(rest, rest) / freedom;
  return {
    autocorrelation,
    deviation: Math.sqrt(variance),
    coefficients: rests.map((own) => ({
      estimate: dot(own, y) / dot(own, own),
      error: Math.sqrt(variance / dot(own, own)),
    })),
    freedom,
  };
}

/** Returns the maximum of a function of an autocorrelation: on a grid, then by golden section. */
function maximum(of: (phi: number) => number): number {
  const grid = Array.from({ length: 41 }, (_, i) => MOST * i / 40), values = grid.map(of);
  const best = values.reduce((most, one, i) => one > values[most]! ? i : most, 0);
  let low = grid[Math.max(0, best - 1)]!, high = grid[Math.min(40, best + 1)]!;
  const golden = (Math.sqrt(5) - 1) / 2;
  while (high - low > 1e-9) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (of(a) >= of(b)) high = b;
    else low = a;
  }
  return low < 1e-8 ? 0 : (low + high) / 2;
}

function whitening(
  gaps: Float64Array,
  phi: number,
): { readonly whiten: (column: Float64Array) => Float64Array; readonly log: number } {
  const keep = gaps.map((gap) => gap === Infinity ? 0 : phi ** gap);
  return {
    whiten: (column) =>
      column.map((one, i) =>
        (one - (i === 0 ? 0 : keep[i]! * column[i - 1]!)) / Math.sqrt(1 - keep[i]! ** 2)
      ),
    log: keep.reduce((sum, one) => sum - 0.5 * Math.log(1 - one * one), 0),
  };
}
