import { type CosineSums, cosineSums } from "./cosineSums.ts";
import { type Power, type Strength, unknown } from "./periodPower.ts";
import {
  bandSignificance,
  fitRedNoise,
  LEAST_INDEPENDENT,
  type RedNoise,
  redShare,
} from "./redNoise.ts";
import type { Values } from "../input/readValues.ts";

/** Steps of red noise in the shortest period. */
const STEPS = 16;

/** Noise to compare periods with. */
export interface NoiseTest {
  /** `white` noise has no memory; `red` noise is fitted to the record. */
  readonly noise: "red" | "white";
  /** Probability that noise exceeds the threshold at any of the periods. */
  readonly significance: number;
  /** The probability for each of the independent periods. */
  readonly alpha: number;
}

/**
 * Computes the generalised Lomb-Scargle periodogram: at each period, the fraction of the variance
 * that a cosine with a mean explains.
 *
 * The threshold for white noise is `1 - p^(2 / (n - 3))` at probability `p`. For red noise, the
 * odds of the fraction relative to its expectation follow an F distribution. It has 2 degrees of
 * freedom and the number of independent values that the noise is worth.
 *
 * @param checkWork Throws if the periods would take too many steps.
 */
export function lombScargle(
  values: Pick<Values, "at" | "value" | "step">,
  periods: readonly number[],
  { noise, significance, alpha }: NoiseTest,
  checkWork: (steps: number) => void,
): Power[] {
  if (periods.length === 0) return [];
  const { at, value, step } = values, n = at.length;
  const mean = value.reduce((sum, y) => sum + y, 0) / n;
  const y = value.map((one) => one - mean);
  const squares = y.reduce((sum, one) => sum + one * one, 0);
  const reason = n < 4
    ? "too few values"
    : squares > mean * mean * n * 1e-24
    ? undefined
    : "no variation";
  if (reason !== undefined) return periods.map((period) => ({ period, ...unknown(reason) }));
  const shortest = periods.reduce((least, period) => Math.min(least, period), Infinity);
  const sums = cosineSums(at, y, { step, shortest });
  checkWork(sums.steps * periods.length);
  const found = periods.map((period) => ({
    period,
    power: Math.min(1, Math.max(0, explainedSquares(sums.of(period), n) / squares)),
  }));
  const peak = found.reduce((best, one) => one.power > best.power ? one : best);
  const judge = noise === "white" ? whiteTest(n, alpha) : redTest(
    fitRedNoise(values, Math.max(step, shortest / STEPS), peak.period),
    periods,
    significance,
  );
  return found.map(({ period, power }) => ({ period, ...judge(period, power) }));
}

/** Judges the power at a period. */
type Judge = (period: number, power: number) => Strength;

function whiteTest(n: number, alpha: number): Judge {
  const threshold = 1 - alpha ** (2 / (n - 3));
  return (_period, power) => ({
    power,
    p: (1 - power) ** ((n - 3) / 2),
    threshold,
    note: null,
  });
}

function redTest(
  noise: RedNoise,
  periods: readonly number[],
  significance: number,
): Judge {
  const freedom = noise.size - 3;
  if (noise.size < LEAST_INDEPENDENT) return (_period, power) => unknown("slow drift", power);
  const alpha = bandSignificance(noise, periods, significance);
  const limit = freedom / 2 * (alpha ** (-2 / freedom) - 1);
  return (period, power) => {
    const share = redShare(noise, period), odds = share / (1 - share);
    const own = Math.min(1, power / noise.ratio);
    const passed = limit * odds;
    return {
      power,
      p: own === 1 ? 0 : (1 + own / (1 - own) / odds * 2 / freedom) ** (-freedom / 2),
      threshold: noise.ratio * passed / (1 + passed),
      note: null,
    };
  };
}

/** Returns the sum of squares that a cosine explains of `n` values with mean 0. */
function explainedSquares({ c, s, yc, ys, cc, cs }: CosineSums, n: number): number {
  const cosines = cc - c * c / n, both = cs - c * s / n, sines = n - cc - s * s / n;
  const determinant = cosines * sines - both * both;
  return determinant > 1e-12 * n * n
    ? (sines * yc * yc + cosines * ys * ys - 2 * both * yc * ys) / determinant
    : 0;
}
