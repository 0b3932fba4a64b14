import { logGamma } from "./chiSquare.ts";

/**
 * The chance that Student's t of some degrees of freedom, whole or not, is further from 0 than `t`, to
 * either side: the regularized incomplete beta function of `freedom / (freedom + t²)` (Abramowitz and
 * Stegun 26.7.1), by its continued fraction (DLMF 8.17.22).
 */
export function studentTail(t: number, freedom: number): number {
  if (t === 0) return 1;
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  return incompleteBeta(
    freedom / (freedom + square),
    square / (freedom + square),
    freedom / 2,
    0.5,
  );
}

/** `I_x(a, b)`, with `y = 1 - x`, which is exact where x is near 1. */
function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(y, x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(y),
  ) / a;
  // Lentz's method
  let c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d;
  for (let m = 1; m < 10_000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d);
      c = 1 + term / c;
      value *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * value;
}
