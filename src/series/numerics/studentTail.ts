import { incompleteBeta } from "./incompleteBeta.ts";

/**
 * Returns the two-sided tail of Student's t, for whole or fractional degrees of freedom: the
 * regularized incomplete beta function of `freedom / (freedom + t²)` (Abramowitz and Stegun
 * 26.7.1).
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
