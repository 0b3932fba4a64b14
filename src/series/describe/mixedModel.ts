import { solveLinear } from "../numerics/solveLinear.ts";
import { studentBound, studentTail } from "../numerics/student.ts";
import { minimize } from "./minimize.ts";
import type { PersonProducts } from "./personLine.ts";

/** Values of one person. */
export interface PersonValues {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A fixed effect with Satterthwaite's degrees of freedom. */
export interface FixedEffect {
  readonly value: number;
  readonly error: number;
  readonly freedom: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** A line with random intercepts, and perhaps slopes, of people, by REML. */
export interface MixedFit {
  readonly intercept: FixedEffect;
  readonly slope: FixedEffect;
  readonly interceptDeviation: number;
  /** NaN without random slopes. */
  readonly slopeDeviation: number;
  readonly correlation: number;
  readonly residual: number;
  /** Correlation of a value with the one before of the same person; NaN if it is not estimated. */
  readonly autocorrelation: number;
  /** Criterion at the optimum. */
  readonly deviance: number;
  /** Products of each person at the optimum. */
  readonly people: readonly PersonProducts[];
}

/** Sums of one person's values, with x in standard deviations. */
interface PersonSums {
  readonly n: number;
  readonly x: number;
  readonly xx: number;
  readonly y: number;
  readonly xy: number;
  readonly yy: number;
}

/** Sums for one set of variance parameters. */
interface Profile {
  readonly beta: readonly [number, number];
  /** Inverse of `X' V^-1 X`, for a residual variance of 1: [00, 01, 11]. */
  readonly inverse: readonly [number, number, number];
  readonly squares: number;
  readonly logs: number;
}

/**
 * Fits a line by restricted maximum likelihood (Bates et al. 2015, doi 10.18637/jss.v067.i01), with
 * Satterthwaite's degrees of freedom (Kuznetsova et al. 2017, doi 10.18637/jss.v082.i13).
 *
 * @param hasSlopes `true` for random slopes.
 * @returns `undefined` if the model cannot be fitted
 */
export function fitMixed(
  people: readonly PersonValues[],
  hasSlopes: boolean,
  confidence: number,
): MixedFit | undefined {
  const n = people.reduce((sum, { x }) => sum + x.length, 0), freedom = n - 2;
  if (freedom < 1 || people.length < 2) return undefined;
  const scale = spreadOf(people);
  if (!(scale > 0)) return undefined;
  const own = people.map((one) => sumsOf(one, scale));
  const parts = (theta: readonly number[]) => profile(own, theta);
  const deviance = (theta: readonly number[]): number => {
    const { squares, logs } = parts(theta);
    return logs + freedom * (1 + Math.log(2 * Math.PI * squares / freedom));
  };
  const starts = hasSlopes ? [[1, 0, 1], [0.3, 0, 0.1]] : [[1], [0.2]];
  const [best] = starts.map((start) => {
    const rough = minimize(deviance, start, start.map(() => 0.3));
    const theta = minimize(deviance, rough, start.map(() => 0.05));
    return { theta, value: deviance(theta) };
  }).sort((a, b) => a.value - b.value);
  const { theta, value } = best!, found = parts(theta);
  const sigma = Math.sqrt(found.squares / freedom);
  if (!(sigma > 0) || !Number.isFinite(value)) return undefined;
  const [a = 0, b = 0, c = 0] = theta;
  const spread = Math.hypot(b, c);
  const effect = (which: 0 | 1, by: number): FixedEffect => {
    const variance = (phi: readonly number[]): number =>
      phi.at(-1)! ** 2 * parts(phi.slice(0, -1)).inverse[which === 0 ? 0 : 2];
    const error = Math.sqrt(variance([...theta, sigma])) / by;
    const known = satterthwaite(variance, (phi) => full(parts, phi, freedom), [...theta, sigma]);
    const df = Number.isNaN(known) ? people.length - 1 : known;
    const estimate = found.beta[which] / by, half = error * studentBound(confidence, df);
    return {
      value: estimate,
      error,
      freedom: df,
      low: estimate - half,
      high: estimate + half,
      p: studentTail(estimate / error, df),
    };
  };
  return {
    intercept: effect(0, 1),
    slope: effect(1, scale),
    interceptDeviation: Math.abs(a) * sigma,
    slopeDeviation: hasSlopes ? spread * sigma / scale : NaN,
    correlation: hasSlopes && spread > 0 && a !== 0 ? Math.sign(a) * b / spread : NaN,
    residual: sigma,
    autocorrelation: NaN,
    deviance: value + 2 * Math.log(scale),
    people: own.map((one) => {
      const { ones, x, xx, y, xy } = productsOf(one, theta);
      return { ones, x: x * scale, xx: xx * scale ** 2, y, xy: xy * scale };
    }),
  };
}

function sumsOf({ x, y }: PersonValues, scale: number): PersonSums {
  const sums = { n: x.length, x: 0, xx: 0, y: 0, xy: 0, yy: 0 };
  x.forEach((one, i) => {
    const own = one / scale, value = y[i]!;
    sums.x += own;
    sums.xx += own * own;
    sums.y += value;
    sums.xy += own * value;
    sums.yy += value * value;
  });
  return sums;
}

/** Standard deviation of x, which makes both effects of similar size. */
function spreadOf(people: readonly PersonValues[]): number {
  let n = 0, sum = 0, squares = 0;
  for (const { x } of people) {
    for (const one of x) {
      n++;
      sum += one;
    }
  }
  for (const { x } of people) for (const one of x) squares += (one - sum / n) ** 2;
  return Math.sqrt(squares / n);
}

/** Returns the products of a person for given Cholesky factors of the random effects. */
function productsOf(
  { n, x: s1, xx: s2, y: t0, xy: t1, yy: t2 }: PersonSums,
  theta: readonly number[],
): PersonProducts & { readonly yy: number; readonly determinant: number } {
  const [a = 0, b = 0, c = 0] = theta;
  // Z L with columns a + b x and c x; M = I + (Z L)'(Z L), V^-1 = I - Z L M^-1 (Z L)'
  const m00 = 1 + a * a * n + 2 * a * b * s1 + b * b * s2;
  const m01 = c * (a * s1 + b * s2), m11 = 1 + c * c * s2;
  const determinant = m00 * m11 - m01 * m01;
  const u0 = a * n + b * s1, u1 = a * s1 + b * s2, u2 = a * t0 + b * t1; // (Z L)' of 1, x, y
  const v0 = c * s1, v1 = c * s2, v2 = c * t1;
  const inner = (u: number, v: number, other: number, also: number): number =>
    (m11 * u * other - m01 * (u * also + v * other) + m00 * v * also) / determinant;
  return {
    ones: n - inner(u0, v0, u0, v0),
    x: s1 - inner(u0, v0, u1, v1),
    xx: s2 - inner(u1, v1, u1, v1),
    y: t0 - inner(u0, v0, u2, v2),
    xy: t1 - inner(u1, v1, u2, v2),
    yy: t2 - inner(u2, v2, u2, v2),
    determinant,
  };
}

/** Adds up the people for given Cholesky factors of the random effects. */
function profile(people: readonly PersonSums[], theta: readonly number[]): Profile {
  let ones = 0, x = 0, xx = 0, y = 0, xy = 0, yy = 0, logs = 0;
  for (const person of people) {
    const own = productsOf(person, theta);
    logs += Math.log(own.determinant);
    ones += own.ones;
    x += own.x;
    xx += own.xx;
    y += own.y;
    xy += own.xy;
    yy += own.yy;
  }
  const determinant = ones * xx - x * x;
  const beta = [(xx * y - x * xy) / determinant, (ones * xy - x * y) / determinant] as const;
  return {
    beta,
    inverse: [xx / determinant, -x / determinant, ones / determinant],
    squares: Math.max(0, yy - beta[0] * y - beta[1] * xy),
    logs: logs + Math.log(determinant),
  };
}

/** Returns the criterion as a function of all variance parameters. */
function full(
  parts: (theta: readonly number[]) => Profile,
  phi: readonly number[],
  freedom: number,
): number {
  const { squares, logs } = parts(phi.slice(0, -1)), variance = phi.at(-1)! ** 2;
  return logs + freedom * Math.log(2 * Math.PI * variance) + squares / variance;
}

/** Returns Satterthwaite's degrees of freedom of a variance, by central differences. */
function satterthwaite(
  variance: (phi: readonly number[]) => number,
  deviance: (phi: readonly number[]) => number,
  phi: readonly number[],
): number {
  const step = phi.map((one) => 1e-4 * Math.max(0.1, Math.abs(one)));
  const moved = (i: number, by: number, j = i, other = 0): number[] =>
    phi.map((one, at) => one + (at === i ? by * step[i]! : 0) + (at === j ? other * step[j]! : 0));
  const gradient = step.map((own, i) =>
    (variance(moved(i, 1)) - variance(moved(i, -1))) / (2 * own)
  );
  const hessian = step.map((own, i) =>
    Float64Array.from(
      step,
      (other, j) =>
        (deviance(moved(i, 1, j, 1)) - deviance(moved(i, 1, j, -1)) -
          deviance(moved(i, -1, j, 1)) + deviance(moved(i, -1, j, -1))) / (4 * own * other),
    )
  );
  const solved = solveLinear(hessian, Float64Array.from(gradient));
  const spread = solved === undefined
    ? NaN
    : 2 * gradient.reduce((sum, one, i) => sum + one * solved.x[i]!, 0);
  const own = variance(phi);
  return spread > 0 ? Math.max(1, 2 * own * own / spread) : NaN;
}
