import { logGamma } from "./chiSquare.ts";

/**
 * Returns the regularized incomplete beta function `I_x(a, b)` by its continued fraction (DLMF 8.17.22).
 *
 * @param y `1 - x`, which is exact where x is near 1.
 */
export function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(y, x, b, a);
  if (x === 0) return 0;
  const front = Math.exp(scaleOf(a, b) + a * Math.log(x) + b * Math.log(y)) / a;
  // Lentz's method
  let c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d;
  for (let m = 1; m < 10_000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + even * d); // written out: an array of both terms takes most of the time
    c = 1 + even / c;
    value *= c * d;
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * value;
}

/** Scale of the last shape: a tail is read at many places in a row. */
let last = { a: 0, b: 0, scale: 0 };

function scaleOf(a: number, b: number): number {
  if (last.a !== a || last.b !== b) {
    last = { a, b, scale: logGamma(a + b) - logGamma(a) - logGamma(b) };
  }
  return last.scale;
}
