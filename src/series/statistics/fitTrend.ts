import { dot, unit, without } from "../numerics/orthogonal.ts";
import { mixtureTail, tailBound } from "../numerics/studentMixture.ts";
import { ROUNDING } from "./dependentMean.ts";
import {
  AUTOCORRELATIONS,
  betaMass,
  ERROR_MODELS,
  errorPrior,
  errorVariance,
  gapsOf,
  neighbourCorrelation,
  restricted,
} from "./errorModels.ts";

/** A straight line through values in time, with the interval of its slope. */
export interface TrendFit {
  /** Change per step. */
  readonly slope: number;
  /** Half the width of the interval of the slope. */
  readonly half: number;
  /** Two-sided p value of slope 0. */
  readonly p: number;
  /** Value of the line at the first and the last step. */
  readonly ends: readonly [number, number];
  /** Estimated autocorrelation from step to step. */
  readonly autocorrelation: number;
}

/** Log weights further below the largest do not count. */
const NEGLIGIBLE = 16;

/** Share of the sum of squares below which nothing varies. */
const NOTHING = 1e-12;

/**
 * Fits a line to values in time whose errors are a first-order autoregression, with or without
 * independent noise on top.
 *
 * The slope is the one of least squares. Its error depends on the dependence of the errors, which
 * few days cannot determine, so it is not estimated but integrated over: each model on a grid gives
 * the slope a Student's t distribution with its exact error, weighted by the restricted likelihood
 * of the residuals (Harville 1974) and a prior.
 *
 * @param effects Columns whose effects are removed, without a constant.
 * @returns undefined if the values do not vary, or their times cannot separate trend and effects
 */
export function fitTrend(
  { at, value }: { readonly at: Int32Array; readonly value: Float64Array },
  effects: readonly Float64Array[],
  confidence: number,
): TrendFit | undefined {
  const n = value.length, first = at[0]!, length = at[n - 1]! - first;
  const time = Float64Array.from(at, (one) => (one - first) / length - 0.5);
  const fit = fitColumn({ at, value }, time, effects, confidence);
  if (fit === undefined) return undefined;
  const { estimate, half, p, autocorrelation } = fit;
  return {
    slope: estimate / length,
    half: half / length,
    p,
    ends: [levelOf(value, time, estimate, -0.5), levelOf(value, time, estimate, 0.5)],
    autocorrelation,
  };
}

/** Coefficient of a column, with its interval. */
export interface ColumnFit {
  readonly estimate: number;
  /** Half the width of the interval. */
  readonly half: number;
  /** Two-sided p value of 0. */
  readonly p: number;
  /** Estimated autocorrelation from step to step. */
  readonly autocorrelation: number;
}

/**
 * Estimates the coefficient of a column like {@linkcode fitTrend}.
 *
 * @param effects Other columns of the regression, without a constant.
 * @param least Number of values in the shortest part of the series that has a line of its own.
 * @returns undefined if the values do not vary, or the columns cannot be separated
 */
export function fitColumn(
  { at, value }: { readonly at: Int32Array; readonly value: Float64Array },
  column: Float64Array,
  effects: readonly Float64Array[],
  confidence: number,
  least = value.length,
): ColumnFit | undefined {
  const n = value.length, mean = value.reduce((sum, one) => sum + one, 0) / n;
  const y = value.map((one) => one - mean);
  const others = [new Float64Array(n).fill(1), ...effects];
  const base: Float64Array[] = [];
  for (const column of others) {
    const rest = without(column, base);
    if (dot(rest, rest) <= NOTHING * dot(column, column)) return undefined;
    base.push(unit(rest));
  }
  const free = without(column, base), squares = dot(free, free);
  const freedom = n - others.length - 1;
  if (!(squares > 1e-9 * dot(column, column)) || freedom < 3) return undefined;
  const weights = free.map((one) => one / squares), estimate = dot(weights, y);
  const rests = without(y, [...base, unit(free)]);
  const left = dot(rests, rests);
  if (!(left > NOTHING * dot(y, y) && left > ROUNDING * dot(value, value))) return undefined;
  const gaps = gapsOf(at), prior = trendPrior(least);
  const fits = ERROR_MODELS.map((model, i) => {
    const { log, rss } = restricted(gaps, [...others, column], y, model);
    const variance = errorVariance(gaps, weights, model) * rss / freedom;
    return {
      neighbours: neighbourCorrelation(model),
      log: log - 0.5 * freedom * Math.log(rss) + Math.log(prior[i]!),
      variance,
    };
  });
  const top = Math.max(...fits.map(({ log }) => log));
  const known = fits.map((fit) => ({ ...fit, weight: Math.exp(fit.log - top) }))
    .filter(({ log }) => log > top - NEGLIGIBLE);
  const scale = known.map(({ variance }) => Math.sqrt(variance));
  const tail = mixtureTail({ freedom, scale, weight: known.map(({ weight }) => weight) });
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  return {
    estimate,
    half: tailBound(tail, 1 - confidence, 4 * Math.max(...scale)),
    p: tail(Math.abs(estimate)),
    autocorrelation: known.reduce((sum, { neighbours, weight }) => sum + neighbours * weight, 0) /
      total,
  };
}

/**
 * Returns the prior mass of each model of the errors around a line or levels: Beta distributions of
 * the autocorrelation with most mass near 0 and 1. In simulations they keep false alarms below 7 %
 * for autocorrelations up to 0.95, from 28 values on.
 */
export function trendPrior(n: number): number[] {
  const share = Math.max(0, Math.min(1, (n - 28) / 28));
  const mass = betaMass(AUTOCORRELATIONS, 0.12 + 0.28 * share, 0.2 + 0.3 * share);
  return errorPrior((phi) => mass[AUTOCORRELATIONS.indexOf(phi)]!);
}

/** Level of the line at a time; on average it runs through the values. */
function levelOf(y: Float64Array, time: Float64Array, slope: number, at: number): number {
  const middle = time.reduce((sum, one) => sum + one, 0) / time.length;
  return y.reduce((sum, one) => sum + one, 0) / y.length + slope * (at - middle);
}
