import { incompleteBeta } from "./incompleteBeta.ts";

/**
 * The chance that Student's t of some degrees of freedom, whole or not, is further from 0 than `t`, to
 * either side: the regularized incomplete beta function of `freedom / (freedom + t²)` (Abramowitz and
 * Stegun 26.7.1).
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
