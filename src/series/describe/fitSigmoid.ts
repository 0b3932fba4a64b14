import { must } from "../../options/must.ts";

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
/** Number of starting points that are followed to their minimum. */
const TRIED = 6;

/**
 * Fits `minimum + amplitude * logistic(beta * (cos(angle - acrophase) - alpha))` by least squares,
 * with a minimum and an amplitude of at least 0. Undefined for fewer than 6 points or if all means
 * are equal.
 */
export function fitSigmoid(points: CyclePoints, start: number): SigmoidFit | undefined {
  const { mean } = points, n = mean.length;
  const values = Array.from(mean);
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (n < 6 || !(high > low)) return undefined;
  const coarse = joined(points, Math.ceil(n / COARSE));
  const starts: Fitted[] = [];
  for (let turned = 0; turned < 12; turned++) {
    for (const alpha of [-0.85, -0.4, 0.4, 0.85]) {
      for (const beta of [3, 20]) {
        starts.push(fitLinear(coarse, [alpha, beta, start + turned * Math.PI / 6]));
      }
    }
  }
  let best: Fitted | undefined;
  for (const one of starts.sort((one, other) => one.squares - other.squares).slice(0, TRIED)) {
    const found = descend(coarse, one, 1e-4);
    if (best === undefined || found.squares < best.squares * (1 - 1e-12)) best = found;
  }
  const { shape: nearest } = must(best, "there are starts");
  const fit = descend(points, fitLinear(points, nearest), 1e-10);
  const { minimum, amplitude, squares, shape } = fit;
  const turn = 2 * Math.PI, [alpha, beta, phase] = shape;
  return { minimum, amplitude, alpha, beta, acrophase: ((phase % turn) + turn) % turn, squares };
}

type Triple = readonly [number, number, number];

/** Best minimum and amplitude for a shape, and the change of the sum of squares with the shape. */
interface Fitted {
  readonly minimum: number;
  readonly amplitude: number;
  readonly squares: number;
  /** Alpha, beta and acrophase. */
  readonly shape: Triple;
  /** Half the slope of the sum of squares. */
  readonly slope: Triple;
  /** Gauss-Newton approximation to half of its curvature, by row. */
  readonly curvature: readonly [Triple, Triple, Triple];
}

const LEAST: Triple = [-1, 0, -Infinity], MOST: Triple = [1, STEEPEST, Infinity];

/** Finds the nearest minimum of the sum of squares (Levenberg 1944, Marquardt 1963). */
function descend(points: CyclePoints, start: Fitted, precision: number): Fitted {
  let own = start, damping = 1e-3;
  for (let round = 0; round < 200 && damping < 1e12; round++) {
    const step = stepOf(own, damping);
    const next = own.shape.map((one, i) =>
      Math.max(LEAST[i]!, Math.min(MOST[i]!, one + step[i]!))
    ) as unknown as Triple;
    const found = fitLinear(points, next);
    if (!(found.squares < own.squares)) {
      damping *= 10;
      continue;
    }
    const isClose = next.every((one, i) =>
      Math.abs(one - own.shape[i]!) <= precision * (1e-3 + Math.abs(one))
    );
    own = found;
    if (isClose) break;
    damping = Math.max(1e-12, damping / 10);
  }
  return own;
}

/** Returns a damped downward step. Parameters at a limit that the step would pass stay there. */
function stepOf({ shape, slope, curvature }: Fitted, damping: number): number[] {
  const free = [0, 1, 2].filter((i) => {
    const own = shape[i]!, along = slope[i]!;
    const isAtLimit = along > 0 && own <= LEAST[i]! || along < 0 && own >= MOST[i]!;
    return curvature[i]![i]! > 0 && !isAtLimit;
  });
  const rows = free.map((i) => {
    const row = curvature[i]!;
    return [...free.map((j) => row[j]! * (i === j ? 1 + damping : 1)), -slope[i]!];
  });
  const n = free.length, solved: number[] = [], step = [0, 0, 0];
  for (const [i, row] of rows.entries()) { // positive definite, so that no row is exchanged
    for (const other of rows.slice(i + 1)) {
      const ratio = other[i]! / row[i]!;
      for (let j = i; j <= n; j++) other[j]! -= ratio * row[j]!;
    }
  }
  for (const [i, row] of [...rows.entries()].reverse()) {
    let rest = row[n]!;
    for (let j = i + 1; j < n; j++) rest -= row[j]! * solved[j]!;
    step[free[i]!] = solved[i] = rest / row[i]!;
  }
  return step;
}

/** Joins neighbouring points, so that the search for a start is fast. */
function joined({ angle, mean, weight }: CyclePoints, of: number): CyclePoints {
  const found = { angle: [] as number[], mean: [] as number[], weight: [] as number[] };
  for (let from = 0; from < mean.length; from += of) {
    let total = 0, turned = 0, value = 0;
    for (let i = from; i < Math.min(from + of, mean.length); i++) {
      const own = weight[i]!;
      total += own;
      turned += own * angle[i]!;
      value += own * mean[i]!;
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

/**
 * Fits minimum and amplitude for a given shape. Both depend on the shape, so changes of the curve
 * only count as far as minimum and amplitude cannot follow them (Kaufman 1975).
 */
function fitLinear({ angle, mean, weight }: CyclePoints, shape: Triple): Fitted {
  const [alpha, beta, phase] = shape, n = mean.length, curve = new Float64Array(n);
  let w = 0, x = 0, y = 0, xx = 0, xy = 0;
  let a = 0, b = 0, c = 0, xa = 0, xb = 0, xc = 0, ya = 0, yb = 0, yc = 0;
  let aa = 0, ab = 0, ac = 0, bb = 0, bc = 0, cc = 0;
  for (let i = 0; i < n; i++) {
    const turned = angle[i]! - phase, height = Math.cos(turned) - alpha, value = mean[i]!;
    const one = 1 / (1 + Math.exp(-beta * height)), steep = one * (1 - one), own = weight[i]!;
    curve[i] = one;
    w += own;
    x += own * one;
    y += own * value;
    xx += own * one * one;
    xy += own * one * value;
    // Changes of the curve with alpha, beta and acrophase.
    const da = -beta * steep, db = height * steep, dc = beta * steep * Math.sin(turned);
    const wa = own * da, wb = own * db, wc = own * dc;
    a += wa;
    b += wb;
    c += wc;
    xa += wa * one;
    xb += wb * one;
    xc += wc * one;
    ya += wa * value;
    yb += wb * value;
    yc += wc * value;
    aa += wa * da;
    ab += wa * db;
    ac += wa * dc;
    bb += wb * db;
    bc += wb * dc;
    cc += wc * dc;
  }
  const spread = w * xx - x * x;
  let amplitude = (w * xy - x * y) / spread, minimum = (y - amplitude * x) / w;
  const isAtZero = minimum < 0;
  if (isAtZero) {
    minimum = 0;
    amplitude = xy / xx;
  }
  if (!(amplitude >= 0)) {
    amplitude = 0;
    minimum = Math.max(0, y / w);
  }
  let squares = 0;
  for (let i = 0; i < n; i++) {
    squares += weight[i]! * (minimum + amplitude * curve[i]! - mean[i]!) ** 2;
  }
  /** Part of the product of two changes that minimum and amplitude cannot follow. */
  const left = (both: number, p: number, xp: number, q: number, xq: number): number =>
    amplitude ** 2 *
    (both -
      (isAtZero ? xp * xq / xx : (xx * p * q - x * (p * xq + q * xp) + w * xp * xq) / spread));
  const [hab, hac, hbc] = [left(ab, a, xa, b, xb), left(ac, a, xa, c, xc), left(bc, b, xb, c, xc)];
  return {
    minimum,
    amplitude,
    squares,
    shape,
    slope: [
      amplitude * (minimum * a + amplitude * xa - ya),
      amplitude * (minimum * b + amplitude * xb - yb),
      amplitude * (minimum * c + amplitude * xc - yc),
    ],
    curvature: [
      [left(aa, a, xa, a, xa), hab, hac],
      [hab, left(bb, b, xb, b, xb), hbc],
      [hac, hbc, left(cc, c, xc, c, xc)],
    ],
  };
}
