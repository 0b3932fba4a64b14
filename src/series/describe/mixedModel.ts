import { solveLinear } from "../numerics/solveLinear.ts";
import { studentBound, studentTail } from "../numerics/student.ts";
import { minimize } from "./minimize.ts";

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
  const own = people.map(({ x, y }) => ({ x: x.map((one) => one / scale), y }));
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
  };
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

/** Adds up the people for given Cholesky factors of the random effects. */
function profile(people: readonly PersonValues[], theta: readonly number[]): Profile {
  const [a = 0, b = 0, c = 0] = theta;
  let xx00 = 0, xx01 = 0, xx11 = 0, xy0 = 0, xy1 = 0, yy = 0, logs = 0;
  for (const { x, y } of people) {
    const n = x.length;
    let s1 = 0, s2 = 0, t0 = 0, t1 = 0, t2 = 0;
    for (let i = 0; i < n; i++) {
      s1 += x[i]!;
      s2 += x[i]! * x[i]!;
      t0 += y[i]!;
      t1 += x[i]! * y[i]!;
      t2 += y[i]! * y[i]!;
    }
    // Z L with columns a + b x and c x; M = I + (Z L)'(Z L), V^-1 = I - Z L M^-1 (Z L)'
    const m00 = 1 + a * a * n + 2 * a * b * s1 + b * b * s2;
    const m01 = c * (a * s1 + b * s2), m11 = 1 + c * c * s2;
    const determinant = m00 * m11 - m01 * m01;
    logs += Math.log(determinant);
    const u = [a * n + b * s1, a * s1 + b * s2, a * t0 + b * t1]; // (Z L)' of 1, x, y
    const v = [c * s1, c * s2, c * t1];
    const inner = (i: number, j: number): number =>
      (m11 * u[i]! * u[j]! - m01 * (u[i]! * v[j]! + v[i]! * u[j]!) + m00 * v[i]! * v[j]!) /
      determinant;
    xx00 += n - inner(0, 0);
    xx01 += s1 - inner(0, 1);
    xx11 += s2 - inner(1, 1);
    xy0 += t0 - inner(0, 2);
    xy1 += t1 - inner(1, 2);
    yy += t2 - inner(2, 2);
  }
  const determinant = xx00 * xx11 - xx01 * xx01;
  const beta = [
    (xx11 * xy0 - xx01 * xy1) / determinant,
    (xx00 * xy1 - xx01 * xy0) / determinant,
  ] as const;
  return {
    beta,
    inverse: [xx11 / determinant, -xx01 / determinant, xx00 / determinant],
    squares: Math.max(0, yy - beta[0] * xy0 - beta[1] * xy1),
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
  const k = phi.length, step = phi.map((one) => 1e-4 * Math.max(0.1, Math.abs(one)));
  const moved = (i: number, by: number, j = i, other = 0): number[] =>
    phi.map((one, at) => one + (at === i ? by * step[i]! : 0) + (at === j ? other * step[j]! : 0));
  const gradient = phi.map((_, i) =>
    (variance(moved(i, 1)) - variance(moved(i, -1))) / (2 * step[i]!)
  );
  const hessian = phi.map((_, i) =>
    Float64Array.from(
      { length: k },
      (_, j) =>
        (deviance(moved(i, 1, j, 1)) - deviance(moved(i, 1, j, -1)) -
          deviance(moved(i, -1, j, 1)) + deviance(moved(i, -1, j, -1))) / (4 * step[i]! * step[j]!),
    )
  );
  const solved = solveLinear(hessian, Float64Array.from(gradient));
  const spread = solved === undefined
    ? NaN
    : 2 * gradient.reduce((sum, one, i) => sum + one * solved.x[i]!, 0);
  const own = variance(phi);
  return spread > 0 ? Math.max(1, 2 * own * own / spread) : NaN;
}
