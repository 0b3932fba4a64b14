import { chiSquareQuantile } from "./chiSquare.ts";
import { incompleteBeta } from "./incompleteBeta.ts";

/** Degrees of freedom from which a series in their inverse is exact to the last digits. */
const MANY = 2000;

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

/**
 * Returns the positive bound within which Student's t lies with the given probability. Whole
 * degrees of freedom have a closed form (Abramowitz and Stegun 26.7.3 and 26.7.4); others use the
 * incomplete beta function. Both are inverted by bisection; many degrees of freedom use a series
 * (26.7.5).
 */
export function studentBound(chance: number, freedom: number): number {
  if (freedom > MANY) return studentByNormal(Math.sqrt(chiSquareQuantile(1 - chance, 1)), freedom);
  const within = (angle: number): number =>
    Number.isInteger(freedom)
      ? chanceWithin(angle, freedom)
      : 1 - studentTail(Math.tan(angle) * Math.sqrt(freedom), freedom);
  let low = 0, high = Math.PI / 2; // bounds of the arc tangent of t / sqrt(freedom)
  while (high - low > 1e-15) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (within(middle) < chance) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2) * Math.sqrt(freedom);
}

function chanceWithin(angle: number, freedom: number): number {
  const cosine = Math.cos(angle), squared = cosine * cosine;
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1, sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k <= freedom - 2; k += 2) {
    term *= squared * (k - 1) / k;
    sum += term;
  }
  return isOdd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/** Returns Student's t from the normal quantile. */
function studentByNormal(z: number, n: number): number {
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3);
}
