/**
 * The coefficient of a first order autoregression with a mean, by exact maximum likelihood: what
 * `arima(x, order = c(1, 0, 0))` of R answers. Null of fewer than three values, or of a constant.
 *
 * For a given coefficient the mean and the variance have closed forms (Hamilton, "Time Series
 * Analysis", 1994, section 5.2); the coefficient is then found by golden section.
 */
export function autoregression(x: Float64Array): number | null {
  if (x.length < 3 || x.every((value) => value === x[0])) return null;
  let low = -1, high = 1;
  while (high - low > 1e-10) {
    const left = high - (high - low) * GOLDEN, right = low + (high - low) * GOLDEN;
    if (deviance(x, left) < deviance(x, right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Minus twice the log likelihood of a coefficient, but for a constant. */
function deviance(x: Float64Array, phi: number): number {
  const n = x.length, first = x[0]!, rest = 1 - phi * phi;
  let sum = 0;
  for (let i = 1; i < n; i++) sum += x[i]! - phi * x[i - 1]!;
  const mean = ((1 + phi) * first + sum) / (1 + phi + (n - 1) * (1 - phi));
  let squares = rest * (first - mean) ** 2;
  for (let i = 1; i < n; i++) squares += (x[i]! - mean - phi * (x[i - 1]! - mean)) ** 2;
  return n * Math.log(squares / n) - Math.log(rest);
}
