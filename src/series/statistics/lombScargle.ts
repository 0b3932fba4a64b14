import { type CosineSums, cosineSums } from "./cosineSums.ts";
import { type Power, UNKNOWN } from "./periodPower.ts";
import type { Values } from "../input/readValues.ts";

/**
 * The generalised Lomb-Scargle periodogram: at each period the share of the variance that a cosine
 * with a mean explains.
 *
 * @param checkWork Fails where the periods would take too many steps.
 */
export function lombScargle(
  { at, value, step }: Pick<Values, "at" | "value" | "step">,
  periods: readonly number[],
  alpha: number,
  checkWork: (steps: number) => void,
): Power[] {
  const n = at.length;
  const mean = value.reduce((sum, y) => sum + y, 0) / n;
  const y = value.map((one) => one - mean);
  const squares = y.reduce((sum, one) => sum + one * one, 0);
  if (n < 4 || !(squares > mean * mean * n * 1e-24)) {
    return periods.map((period) => ({ period, ...UNKNOWN }));
  }
  const threshold = 1 - alpha ** (2 / (n - 3));
  const shortest = periods.reduce((least, period) => Math.min(least, period), Infinity);
  const sums = cosineSums(at, y, { step, shortest });
  checkWork(sums.steps * periods.length);
  return periods.map((period) => {
    const power = Math.min(1, Math.max(0, explainedSquares(sums.of(period), n) / squares));
    return { period, power, p: (1 - power) ** ((n - 3) / 2), threshold };
  });
}

/** The sum of squares that a cosine explains of `n` values whose mean is 0. */
function explainedSquares({ c, s, yc, ys, cc, cs }: CosineSums, n: number): number {
  const cosines = cc - c * c / n, both = cs - c * s / n, sines = n - cc - s * s / n;
  const determinant = cosines * sines - both * both;
  return determinant > 1e-12 * n * n
    ? (sines * yc * yc + cosines * ys * ys - 2 * both * yc * ys) / determinant
    : 0;
}
