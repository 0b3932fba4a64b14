import { chiSquareQuantile, chiSquareTail } from "./chiSquare.ts";

/** Returns the probability that a standard normal variable exceeds `z`. */
export function normalTail(z: number): number {
  const half = chiSquareTail(z * z, 1) / 2;
  return z >= 0 ? half : 1 - half;
}

/** Returns the value below which a standard normal variable is with probability `p`. */
export function normalQuantile(p: number): number {
  if (p === 0.5) return 0;
  const z = Math.sqrt(chiSquareQuantile(2 * Math.min(p, 1 - p), 1));
  return p < 0.5 ? -z : z;
}
