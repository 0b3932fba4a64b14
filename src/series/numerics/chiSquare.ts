/** Returns the probability that a chi-square variable exceeds `x`. */
export function chiSquareTail(x: number, freedom: number): number {
  return x <= 0 ? 1 : upperGamma(freedom / 2, x / 2);
}

/** Returns the value that a chi-square variable exceeds with probability `p`. */
export function chiSquareQuantile(p: number, freedom: number): number {
  let low = 0, high = Math.max(10, 2 * freedom);
  while (chiSquareTail(high, freedom) > p) high *= 2;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (chiSquareTail(middle, freedom) > p) low = middle;
    else high = middle;
    if (middle === low && middle === high) break;
  }
  return (low + high) / 2;
}

/**
 * Returns the regularized upper incomplete gamma function (Abramowitz and Stegun 6.5.29 and
 * 6.5.31).
 */
function upperGamma(a: number, x: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a, sum = term;
    for (let k = a + 1; term > sum * 1e-16; k++) sum += term *= x / k;
    return 1 - front * sum;
  }
  // Lentz's continued fraction
  let b = x + 1 - a, c = Infinity, d = 1 / b, value = d;
  for (let i = 1; i < 100_000; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * value;
}

/** Returns the log gamma function by Stirling's series, after steps up to where it is exact. */
export function logGamma(a: number): number {
  let shift = 0;
  for (; a < 15; a++) shift -= Math.log(a);
  const series = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5) - 1 / (1680 * a ** 7);
  return shift + (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + series;
}

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
