import { median } from "d3-array";
import { random } from "../numerics/random.ts";
import { dot, unit, without } from "../numerics/orthogonal.ts";
import { solveLinear } from "../numerics/solveLinear.ts";
import {
  ERROR_MODELS,
  type ErrorModel,
  gapsOf,
  INDEPENDENT,
  neighbourCorrelation,
  sharesOf,
  whitening,
} from "../statistics/errorModels.ts";
import { trendPrior } from "../statistics/fitTrend.ts";
import { locateChange, STEP } from "./findChange.ts";
import { largestGain, pelt } from "./pelt.ts";

/** A level of a series. */
export interface FoundLevel {
  /** Index of the first value, and of the first value of the next level. */
  readonly start: number;
  readonly end: number;
  readonly mean: number;
  /** Interval of `start`; undefined for the first level. */
  readonly interval: readonly [low: number, high: number] | undefined;
}

/** Levels of a series. */
export interface FoundLevels {
  readonly levels: readonly FoundLevel[];
  /** Squares that a change has to explain. */
  readonly penalty: number;
  /** Estimated autocorrelation of neighbours around their levels; 0 if errors are independent. */
  readonly autocorrelation: number;
  /** `true` if a straight line, penalized like one change, fits at least as well. */
  readonly isLine: boolean;
}

/** Settings of {@linkcode findLevels}. */
export interface LevelSettings {
  /** Columns whose effects are removed, without a constant. */
  readonly effects: readonly Float64Array[];
  /** Minimum number of values of a level. */
  readonly least: number;
  /** Share of series without a change in which none is found, and confidence of the intervals. */
  readonly confidence: number;
  readonly isIndependent: boolean;
  /** Squares that a change has to explain; estimated if undefined. */
  readonly penalty: number | undefined;
}

/** Number of simulated series without a change. */
const RECORDS = 399;

/** Steps of a block that has a level of its own when the autocorrelation is estimated. */
const BLOCK = 7;

/** Maximum number of simulated values; longer series are averaged before the search. */
const MOST = 250;

/** Number of neighbouring positions of a change that fit about as well as the best one. */
const ALIKE = 4;

/** Prior odds of changes in a series whose levels look like changes. */
const ODDS = 0.08;

/** Share of a sum of squares below which nothing is left. */
const NOTHING = 1e-9;

/**
 * Finds the levels of a series by a penalty for each change (PELT).
 *
 * The penalty is the one that finds no change in a share of simulated series without a change. Their
 * errors are a first-order autoregression. Its coefficient is integrated over with the restricted
 * likelihood of blocks of 7 steps, each with its own level and spread, and the variance is the
 * median of the blocks: a few changes look neither like autocorrelation nor like noise. Rare extreme
 * days move the mean of a level, but not the median. If there are changes, the penalty is therefore
 * at least the one of the mean variance around the found levels, and of errors of the whole series
 * with these changes or none.
 *
 * @returns undefined if the values do not vary, or the effects cannot be separated
 */
export function findLevels(
  { at, value }: { readonly at: Int32Array; readonly value: Float64Array },
  { effects, least, confidence, isIndependent, penalty: given }: LevelSettings,
): FoundLevels | undefined {
  const n = value.length, block = at.map((one) => Math.floor((one - at[0]!) / BLOCK));
  const y = withoutEffects(value, effects, block);
  if (y === undefined) return undefined;
  const gaps = gapsOf(at), scales = scalesOf({ gaps, y, block }, isIndependent);
  if (scales === undefined) return undefined;
  let penalty = given ?? penaltyOf(gaps, scales, { least, confidence });
  let found = pelt(y, penalty, least);
  if (given === undefined && found.starts.length > 1) {
    const rest = withoutLevels(y, found.starts);
    const around = scalesOf({ gaps, y: rest, block }, isIndependent, "mean");
    penalty = Math.max(penalty, penaltyOf(gaps, around ?? scales, { least, confidence }));
    found = pelt(y, penalty, least);
  }
  if (given === undefined && !isIndependent && found.starts.length > 1) {
    const either = scalesWithOrWithout({ gaps, y }, found.starts.slice(1), least);
    penalty = Math.max(penalty, penaltyOf(gaps, either, { least, confidence }));
    found = pelt(y, penalty, least);
  }
  const { starts, rss } = found, ends = [...starts.slice(1), n];
  const levels = starts.map((start, i): FoundLevel => {
    const end = ends[i]!, own = y.subarray(start, end), before = starts[i - 1];
    if (before === undefined) return { start, end, mean: mean(own), interval: undefined };
    const around = locateChange(
      { at: at.subarray(before, end), value: value.subarray(before, end) },
      {
        effects: effects.map((column) => column.subarray(before, end)),
        least,
        confidence,
        isIndependent,
      },
    );
    const low = before + (around?.low ?? start - before);
    const high = before + (around?.high ?? start - before);
    return { start, end, mean: mean(own), interval: [Math.min(low, start), Math.max(high, start)] };
  });
  const changes = starts.length - 1;
  return {
    levels,
    penalty,
    autocorrelation: scales.reduce(
      (sum, scale) => sum + scale.share * neighbourCorrelation(scale),
      0,
    ),
    isLine: changes > 0 && lineSquares(at, y) + penalty <= rss + changes * penalty,
  };
}

const mean = (values: Float64Array): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Subtracts the mean of its level from each value. */
function withoutLevels(y: Float64Array, starts: readonly number[]): Float64Array {
  const rest = y.slice();
  starts.forEach((start, i) => {
    const own = rest.subarray(start, starts[i + 1]), level = mean(own);
    own.forEach((one, j) => own[j] = one - level);
  });
  return rest;
}

/** Removes effects, estimated within blocks; their average stays. */
function withoutEffects(
  value: Float64Array,
  effects: readonly Float64Array[],
  block: Int32Array,
): Float64Array | undefined {
  if (effects.length === 0) return value;
  const within = effects.map((column) => deviations(column, block)), y = deviations(value, block);
  const solved = solveLinear(
    within.map((a) => Float64Array.from(within, (b) => dot(a, b))),
    Float64Array.from(within, (a) => dot(a, y)),
  );
  if (solved === undefined) return undefined;
  return value.map((own, i) =>
    effects.reduce((rest, column, k) => rest - solved.x[k]! * (column[i]! - mean(column)), own)
  );
}

/** Returns the differences of values from the mean of their block. */
function deviations(column: Float64Array, block: Int32Array): Float64Array {
  const found = new Float64Array(column.length);
  for (let first = 0, end = 0; first < column.length; first = end) {
    while (end < column.length && block[end] === block[first]) end++;
    const own = mean(column.subarray(first, end));
    for (let i = first; i < end; i++) found[i] = column[i]! - own;
  }
  return found;
}

/** A model of the errors, its share, and the standard deviation of the values around their level. */
interface Scale extends ErrorModel {
  readonly share: number;
  readonly sd: number;
}

/**
 * Weighs models of the errors by the restricted likelihood of blocks with their own levels and
 * spreads, so that a block with a change counts no more than any other.
 *
 * @param average Average of the variances of the blocks.
 */
function scalesOf(
  { gaps, y, block }: {
    readonly gaps: Float64Array;
    readonly y: Float64Array;
    readonly block: Int32Array;
  },
  isIndependent: boolean,
  average: "median" | "mean" = "median",
): readonly Scale[] | undefined {
  const own = deviations(y, block), prior = trendPrior(y.length);
  const least = NOTHING * NOTHING * dot(y, y);
  if (!(dot(own, own) > least)) return undefined;
  const starts = Array.from(block.keys()).filter((i) => block[i] !== block[i - 1]);
  const blocks = starts.map((first, i) => {
    const end = starts[i + 1] ?? y.length;
    const within = gaps.slice(first, end).fill(Infinity, 0, 1);
    return {
      gaps: within,
      one: new Float64Array(end - first).fill(1),
      y: own.subarray(first, end),
    };
  });
  const fits = (isIndependent ? [INDEPENDENT] : ERROR_MODELS).map((model, k) => {
    const variances: number[] = [];
    let sum = Math.log(prior[k]!);
    for (const each of blocks) {
      const { log, apply } = whitening(each.gaps, model), one = apply(each.one), z = apply(each.y);
      const weights = dot(one, one), freedom = z.length - 1;
      const rss = Math.max(dot(z, z) - dot(one, z) ** 2 / weights, least);
      sum += log - 0.5 * Math.log(weights) - 0.5 * freedom * Math.log(rss);
      // The median of a chi-square distribution is below its mean (Wilson and Hilferty 1931).
      const share = average === "mean" ? 1 : (1 - 2 / (9 * freedom)) ** 3;
      if (freedom > 0) variances.push(rss / freedom / share);
    }
    const variance = average === "mean" ? mean(Float64Array.from(variances)) : median(variances);
    return { ...model, log: sum, sd: Math.sqrt(variance ?? 0) };
  });
  const shares = sharesOf(fits.map(({ log }) => log));
  return fits.map((fit, k) => ({ ...fit, share: shares[k]! }));
}

/**
 * Weighs models of the errors by the restricted likelihood of the whole series without a change, and
 * with the found ones: a slow drift looks like many levels, but needs none.
 */
function scalesWithOrWithout(
  { gaps, y }: { readonly gaps: Float64Array; readonly y: Float64Array },
  starts: readonly number[],
  least: number,
): readonly Scale[] {
  const n = y.length, count = starts.length, prior = trendPrior(n);
  // Share of these positions and their neighbours among all positions of the same number of
  // changes.
  const places = starts.reduce(
    (log, _, k) => log + Math.log(ALIKE * (k + 1) / Math.max(1, n - 2 * least + 1 - k)),
    Math.log(ODDS) - 0.5 * count * Math.log(STEP),
  );
  const fits = ERROR_MODELS.map((model, k) => {
    const { log, apply } = whitening(gaps, model), one = apply(new Float64Array(n).fill(1));
    const basis = [unit(one)], rest = without(apply(y), basis);
    const longer = (column: Float64Array): Float64Array => {
      const wide = new Float64Array(n + count); // one more row for the prior of each change
      wide.set(column);
      return wide;
    };
    const found: Float64Array[] = [];
    let determinant = places;
    starts.forEach((start, step) => {
      const wide = longer(
        without(apply(Float64Array.from(y, (_, i) => i >= start ? 1 : 0)), basis),
      );
      wide[n + step] = 1 / Math.sqrt(STEP);
      const own = without(wide, found);
      determinant -= 0.5 * Math.log(dot(own, own));
      found.push(unit(own));
    });
    const left = without(longer(rest), found);
    const squares = [dot(rest, rest), dot(left, left)] as const;
    const logs = [
      -0.5 * (n - 1) * Math.log(squares[0]),
      determinant - 0.5 * (n - 1) * Math.log(squares[1]),
    ];
    const [none, some] = sharesOf(logs) as [number, number];
    return {
      ...model,
      log: log - 0.5 * Math.log(dot(one, one)) + Math.log(prior[k]!) + Math.max(...logs) -
        Math.log(Math.max(none, some)),
      sd: Math.sqrt((none * squares[0] + some * squares[1]) / (n - 1)),
    };
  });
  const shares = sharesOf(fits.map(({ log }) => log));
  return fits.map((fit, k) => ({ ...fit, share: shares[k]! }));
}

/** Returns the penalty that finds no change in a share of simulated series without one. */
function penaltyOf(
  gaps: Float64Array,
  scales: readonly Scale[],
  { least, confidence }: Pick<LevelSettings, "least" | "confidence">,
): number {
  const n = gaps.length, next = random(n), y = new Float64Array(n), each = Math.ceil(n / MOST);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const gains: number[] = [];
  let share = 0;
  for (const { phi, noise, sd, share: own } of scales) {
    share += own;
    const keep = gaps.map((gap) => gap === Infinity ? 0 : phi ** gap);
    const fast = sd * Math.sqrt(noise), slow = sd * Math.sqrt(1 - noise);
    while (gains.length < Math.round(share * RECORDS)) {
      let level = 0;
      keep.forEach((one, i) => {
        level = slow * Math.sqrt(1 - one * one) * normal() + one * level;
        y[i] = level + (noise === 0 ? 0 : fast * normal());
      });
      const means = Float64Array.from(
        { length: Math.floor(n / each) },
        (_, i) => mean(y.subarray(i * each, (i + 1) * each)),
      );
      gains.push(each * largestGain(means, Math.ceil(least / each)));
    }
  }
  const rank = Math.ceil(confidence * (gains.length + 1)) - 1;
  return gains.sort((a, b) => a - b)[Math.min(rank, gains.length - 1)]!;
}

/** Returns the squares around a straight line. */
function lineSquares(at: Int32Array, y: Float64Array): number {
  const basis = [unit(new Float64Array(y.length).fill(1))];
  basis.push(unit(without(Float64Array.from(at), basis)));
  const rest = without(y, basis);
  return dot(rest, rest);
}
