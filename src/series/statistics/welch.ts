import { studentBound, studentTail } from "../numerics/student.ts";

/** Interval of a difference of means and its p value; null if they are not defined. */
export interface Tested {
  /** Lower end of the interval. */
  readonly low: number | null;
  /** Upper end of the interval. */
  readonly high: number | null;
  /** Two-sided p value. */
  readonly p: number | null;
}

/** Result of a test that cannot be computed. */
export const UNTESTED: Tested = { low: null, high: null, p: null };

/** Mean and sum of squared deviations. */
export function moments(values: Float64Array): { n: number; mean: number; squares: number } {
  let sum = 0, squares = 0;
  for (const value of values) sum += value;
  const n = values.length, mean = sum / n;
  for (const value of values) squares += (value - mean) ** 2;
  return { n, mean, squares };
}

/**
 * Compares two means of independent values with their own spreads: Welch's t test with the degrees
 * of freedom of Satterthwaite (Welch 1947). Null if a group has fewer than two values or none varies.
 */
export function welchTest(a: Float64Array, b: Float64Array, confidence: number): Tested {
  if (a.length < 2 || b.length < 2) return UNTESTED;
  const [one, other] = [moments(a), moments(b)];
  const [va, vb] = [one, other].map(({ n, squares }) => squares / (n - 1) / n) as [number, number];
  if (!(va + vb > 0)) return UNTESTED;
  const freedom = (va + vb) ** 2 / (va ** 2 / (one.n - 1) + vb ** 2 / (other.n - 1));
  const difference = other.mean - one.mean, error = Math.sqrt(va + vb);
  const half = studentBound(confidence, freedom) * error;
  return {
    low: difference - half,
    high: difference + half,
    p: studentTail(difference / error, freedom),
  };
}
