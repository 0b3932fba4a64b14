import { dot, unit, without } from "../numerics/orthogonal.ts";
import { mixtureTail, tailBound } from "../numerics/studentMixture.ts";
import { ROUNDING } from "./dependentMean.ts";
import {
  AUTOCORRELATIONS,
  betaMass,
  errorPrior,
  errorVariance,
  gapsOf,
  modelsUnder,
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

/** Share of a column's sum of squares below which the other columns explain it. */
const DEPENDENT = 1e-9;

/**
 * Kinds of noise on top of the autoregression, and their prior mass. A second-order autoregression
 * with real roots is, at least nearly, the sum of a slow part and one that alternates from day to
 * day.
 */
const NOISES = [
  { noise: 0, turn: 0, mass: 0.6 },
  { noise: 0.12, turn: 0, mass: 0.1 },
  { noise: 0.3, turn: 0, mass: 0.05 },
  { noise: 0.6, turn: 0, mass: 0.05 },
  { noise: 0.85, turn: 0, mass: 0.05 },
  { noise: 0.12, turn: -0.5, mass: 0.05 },
  { noise: 0.3, turn: -0.5, mass: 0.05 },
  { noise: 0.5, turn: -0.5, mass: 0.05 },
] as const;

const MODELS = modelsUnder(NOISES);

/**
 * Fits a line to values in time whose errors are a first-order autoregression, with or without
 * noise on top that is independent or alternates from day to day.
 *
 * The slope is the one of least squares. Its error depends on the dependence of the errors, which
 * few days cannot determine, so it is not estimated but integrated over: each model on a grid gives
 * the slope a Student's t distribution with its exact error, weighted by the restricted likelihood
 * of the residuals (Harville 1974) and a prior.
 *
 * @param effects Columns whose effects are removed, without a constant.
 * @returns `undefined` if the values do not vary, or their times cannot separate trend and effects
 */
export function fitTrend(
  { at, value }: { readonly at: Int32Array; readonly value: Float64Array },
  effects: readonly Float64Array[],
  confidence: number,
): TrendFit | undefined {
  const n = value.length, first = at[0]!, length = at[n - 1]! - first;
  const time = Float64Array.from(at, (one) => (one - first) / length - 0.5);
  const coefficient = fitColumns({ at, value }, [time], effects, confidence);
  if (coefficient === undefined) return undefined;
  const { estimate, half, p, autocorrelation } = coefficient(time);
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
 * Estimates the coefficients of columns like {@linkcode fitTrend}. Returns a function that takes a
 * column, or nothing for the constant.
 *
 * @param effects Other columns of the regression, without a constant.
 * @param least Number of values in the shortest part of the series that has a line of its own.
 * @returns `undefined` if the values do not vary, or the columns cannot be separated
 */
export function fitColumns(
  { at, value }: { readonly at: Int32Array; readonly value: Float64Array },
  columns: readonly Float64Array[],
  effects: readonly Float64Array[],
  confidence: number,
  least = value.length,
): ((column?: Float64Array) => ColumnFit) | undefined {
  const n = value.length, mean = value.reduce((sum, one) => sum + one, 0) / n;
  const y = value.map((one) => one - mean);
  const constant = new Float64Array(n).fill(1), all = [constant, ...effects, ...columns];
  const freedom = n - all.length;
  const basis = freedom < 3 ? undefined : basisOf(all);
  if (basis === undefined) return undefined;
  const rests = without(y, basis), left = dot(rests, rests);
  if (!(left > NOTHING * dot(y, y) && left > ROUNDING * dot(value, value))) return undefined;
  const gaps = gapsOf(at), mass = trendMass(least);
  const fits = MODELS.map((model) => {
    const { log, rss } = restricted(gaps, all, y, model);
    const prior = model.mass * mass[AUTOCORRELATIONS.indexOf(model.phi)]!;
    return { model, rss, log: log - 0.5 * freedom * Math.log(rss) + Math.log(prior) };
  });
  const top = Math.max(...fits.map(({ log }) => log));
  const known = fits.map((fit) => ({ ...fit, weight: Math.exp(fit.log - top) }))
    .filter(({ log }) => log > top - NEGLIGIBLE);
  const weight = known.map(({ weight }) => weight);
  const total = weight.reduce((sum, own) => sum + own, 0);
  const autocorrelation =
    known.reduce((sum, { model, weight }) => sum + neighbourCorrelation(model) * weight, 0) / total;
  return (column = constant) => {
    const free = without(column, basisOf(all.filter((other) => other !== column))!);
    const squares = dot(free, free), weights = free.map((one) => one / squares);
    const estimate = dot(weights, y) + (column === constant ? mean : 0);
    const scale = known.map(({ model, rss }) =>
      Math.sqrt(errorVariance(gaps, weights, model) * rss / freedom)
    );
    const tail = mixtureTail({ freedom, scale, weight });
    return {
      estimate,
      half: tailBound(tail, 1 - confidence, 4 * Math.max(...scale)),
      p: tail(Math.abs(estimate)),
      autocorrelation,
    };
  };
}

/** Returns orthonormal columns; undefined if the columns depend on each other. */
function basisOf(columns: readonly Float64Array[]): Float64Array[] | undefined {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const rest = without(column, basis);
    if (!(dot(rest, rest) > DEPENDENT * dot(column, column))) return undefined;
    basis.push(unit(rest));
  }
  return basis;
}

/**
 * Returns the prior mass of each model of the errors around a line or levels: Beta distributions of
 * the autocorrelation with most mass near 0 and 1. In simulations they keep false alarms below 7 %
 * for autocorrelations up to 0.95, from 28 values on.
 */
export function trendPrior(n: number): number[] {
  const mass = trendMass(n);
  return errorPrior((phi) => mass[AUTOCORRELATIONS.indexOf(phi)]!);
}

function trendMass(n: number): number[] {
  const share = Math.max(0, Math.min(1, (n - 28) / 28));
  return betaMass(AUTOCORRELATIONS, 0.12 + 0.28 * share, 0.2 + 0.3 * share);
}

/** Level of the line at a time; on average it runs through the values. */
function levelOf(y: Float64Array, time: Float64Array, slope: number, at: number): number {
  const middle = time.reduce((sum, one) => sum + one, 0) / time.length;
  return y.reduce((sum, one) => sum + one, 0) / y.length + slope * (at - middle);
}
