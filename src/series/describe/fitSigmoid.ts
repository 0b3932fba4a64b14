import { minimize } from "./minimize.ts";

/** Values at times of a cycle, as an angle, with the number of values that each stands for. */
export interface CyclePoints {
  /** From 0 to 2π. */
  readonly angle: ArrayLike<number>;
  /** Mean value at each angle. */
  readonly mean: ArrayLike<number>;
  /** Number of values at each angle. */
  readonly weight: ArrayLike<number>;
}

/** A cosine transformed by a logistic function (Marler et al. 2006). */
export interface SigmoidFit {
  readonly minimum: number;
  readonly amplitude: number;
  /** Width of the peak: -1 for a broad one to 1 for a narrow one. */
  readonly alpha: number;
  /** Steepness. */
  readonly beta: number;
  /** Angle of the peak. */
  readonly acrophase: number;
  /** Sum of squares of the means around the curve. */
  readonly squares: number;
}

/** Largest steepness; steeper curves are squares. */
const STEEPEST = 1000;
/** Number of points of the search for a start. */
const COARSE = 96;

/**
 * Fits `minimum + amplitude * logistic(beta * (cos(angle - acrophase) - alpha))` by least squares,
 * with a minimum and an amplitude of at least 0. Undefined for fewer than 6 points or if all means
 * are equal.
 */
export function fitSigmoid(points: CyclePoints, start: number): SigmoidFit | undefined {
  const { mean } = points, n = mean.length;
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < n; i++) {
    low = Math.min(low, mean[i]!);
    high = Math.max(high, mean[i]!);
  }
  if (n < 6 || !(high > low)) return undefined;
  const at = (p: readonly number[]): SigmoidFit => linearPart(points, p[0]!, p[1]!, p[2]!);
  const coarse = joined(points, Math.ceil(n / COARSE));
  const squares = (p: readonly number[]): number => linearPart(coarse, p[0]!, p[1]!, p[2]!).squares;
  let best: readonly number[] = [0, 2, start], least = Infinity;
  for (const alpha of [-0.6, 0, 0.6]) {
    for (const beta of [2, 8]) {
      let found = minimize(squares, [alpha, beta, start], [0.2, 1, 0.3]);
      found = minimize(squares, found, [0.05, 0.5, 0.1]);
      const value = squares(found);
      if (value >= least * (1 - 1e-12)) continue;
      best = found;
      least = value;
    }
  }
  const turn = 2 * Math.PI, found = at(minimize((p) => at(p).squares, best, [0.01, 0.1, 0.01]));
  return { ...found, acrophase: ((found.acrophase % turn) + turn) % turn };
}

/** Joins neighbouring points, so that the search for a start is fast. */
function joined({ angle, mean, weight }: CyclePoints, of: number): CyclePoints {
  const found = { angle: [] as number[], mean: [] as number[], weight: [] as number[] };
  for (let from = 0; from < mean.length; from += of) {
    let total = 0, turned = 0, value = 0;
    for (let i = from; i < Math.min(from + of, mean.length); i++) {
      total += weight[i]!;
      turned += weight[i]! * angle[i]!;
      value += weight[i]! * mean[i]!;
    }
    found.angle.push(turned / total);
    found.mean.push(value / total);
    found.weight.push(total);
  }
  return found;
}

/** Returns the curve at an angle, from 0 to 1. */
export function sigmoidAt(
  angle: number,
  { alpha, beta, acrophase }: Pick<SigmoidFit, "alpha" | "beta" | "acrophase">,
): number {
  return 1 / (1 + Math.exp(-beta * (Math.cos(angle - acrophase) - alpha)));
}

/** Fits minimum and amplitude for a given shape. */
function linearPart(
  { angle, mean, weight }: CyclePoints,
  alpha: number,
  beta: number,
  acrophase: number,
): SigmoidFit {
  const n = mean.length;
  let w = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (let i = 0; i < n; i++) {
    const own = weight[i]!, value = mean[i]!;
    const curve = sigmoidAt(angle[i]!, { alpha, beta, acrophase });
    w += own;
    x += own * curve;
    y += own * value;
    xx += own * curve * curve;
    xy += own * curve * value;
    yy += own * value * value;
  }
  let amplitude = (w * xy - x * y) / (w * xx - x * x), minimum = (y - amplitude * x) / w;
  if (minimum < 0) {
    minimum = 0;
    amplitude = xy / xx;
  }
  if (!(amplitude >= 0)) {
    amplitude = 0;
    minimum = Math.max(0, y / w);
  }
  const outside = Math.max(0, Math.abs(alpha) - 1) + Math.max(0, -beta) +
    Math.max(0, beta - STEEPEST);
  const squares = yy - 2 * minimum * y - 2 * amplitude * xy + w * minimum ** 2 +
    2 * minimum * amplitude * x + amplitude ** 2 * xx;
  return { minimum, amplitude, alpha, beta, acrophase, squares: squares + outside * (1 + yy) };
}
