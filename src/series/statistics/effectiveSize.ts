/** Values on the steps of time that have one: no two on one step. */
export interface Stepped {
  /** The step of each value, ascending. */
  readonly at: ArrayLike<number>;
  /** The values. */
  readonly value: Float64Array;
}

/** Of more products than this the sums would take seconds: then fewer lags are looked at. */
const MOST = 5e7;

/**
 * How many independent rows two series are worth of which each hangs together with itself:
 * `n² / (n + 2 Σ m(k) r_x(k) r_y(k))` over lags to a fifth of n, with `m(k)` pairs of rows `k` steps
 * apart and the autocorrelations `r(k)` by pairs (Pyper and Peterman 1998, after Bartlett 1946;
 * doi 10.1139/f98-104). Steps without a row are left out of `m`. At least 1, at most n, so that what is
 * computed from it is never surer than of independent rows.
 */
export function effectiveSize(x: Stepped, y: Stepped): number {
  const n = x.value.length, lags = lagsOf(n);
  const a = autocorrelations(x, lags), b = autocorrelations(y, lags);
  let sum = 0;
  for (let k = 1; k <= lags; k++) sum += a.pairs[k]! * a.r[k]! * b.r[k]!;
  return clamp(n * n / (n + 2 * sum), n);
}

/** To which lag autocorrelations are looked at. */
function lagsOf(n: number): number {
  return Math.max(1, Math.min(Math.floor(n / 5), Math.floor(MOST / Math.max(1, n))));
}

/** The autocorrelation at each lag, over the pairs of rows that are so many steps apart. */
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
    for (let j = i + 1; j < n && at[j]! - at[i]! <= lags; j++) {
      const lag = at[j]! - at[i]!;
      r[lag] = r[lag]! + off[i]! * off[j]!;
      pairs[lag]!++;
    }
  }
  for (let k = 1; k <= lags; k++) {
    r[k] = pairs[k] === 0 || variance === 0 ? 0 : r[k]! / pairs[k]! / variance;
  }
  return { r, pairs };
}

/** A sum that is not above 0 is that of too few values to tell: all that is known is that there are few. */
function clamp(size: number, n: number): number {
  return Number.isNaN(size) ? n : size <= 0 ? n : Math.min(n, Math.max(1, size));
}
