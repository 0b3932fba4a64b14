/** Values on steps of time, at most one per step. */
export interface Stepped {
  /** Step of each value, ascending. */
  readonly at: ArrayLike<number>;
  /** Values. */
  readonly value: Float64Array;
}

/** Maximum number of products; beyond it, which would take seconds, fewer lags are used. */
const MOST = 5e7;

/**
 * Returns the number of independent rows that two autocorrelated series are worth: `n² / (n + 2 Σ
 * m(k) r_x(k) r_y(k))` over lags up to a fifth of n. `m(k)` is the number of pairs of rows `k`
 * steps apart and `r(k)` their autocorrelation (Pyper and Peterman 1998, after Bartlett 1946; doi
 * 10.1139/f98-104). Steps without a row do not count in `m`. The result is at least 1 and at most
 * n, so it never claims more certainty than independent rows.
 */
export function effectiveSize(x: Stepped, y: Stepped): number {
  const n = x.value.length, lags = lagsOf(n);
  const a = autocorrelations(x, lags), b = autocorrelations(y, lags);
  let sum = 0;
  for (let k = 1; k <= lags; k++) sum += a.pairs[k]! * a.r[k]! * b.r[k]!;
  return clamp(n * n / (n + 2 * sum), n);
}

/** Returns the largest lag to use. */
function lagsOf(n: number): number {
  return Math.max(1, Math.min(Math.floor(n / 5), Math.floor(MOST / Math.max(1, n))));
}

/** Returns the autocorrelation at each lag, over the pairs of rows that far apart. */
function autocorrelations(
  { at, value }: Stepped,
  lags: number,
): { r: Float64Array; pairs: Float64Array } {
  const n = value.length, r = new Float64Array(lags + 1), pairs = new Float64Array(lags + 1);
  let sum = 0, variance = 0;
  for (const one of value) sum += one;
  const off = value.map((one) => one - sum / n);
  for (const one of off) variance += one * one / n;
  for (let i = 0; i < n; i++) {
    const here = at[i]!, own = off[i]!;
    for (let j = i + 1; j < n; j++) {
      const lag = at[j]! - here;
      if (lag > lags) break;
      r[lag]! += own * off[j]!;
      pairs[lag]!++;
    }
  }
  for (let k = 1; k <= lags; k++) {
    r[k] = pairs[k] === 0 || variance === 0 ? 0 : r[k]! / pairs[k]! / variance;
  }
  return { r, pairs };
}

/**
 * Limits a size; a sum of 0 or less comes from too few values and only shows that the size is
 * small.
 */
function clamp(size: number, n: number): number {
  return Number.isNaN(size) ? n : size <= 0 ? n : Math.min(n, Math.max(1, size));
}
