/** Parts of a series; they add up to the value. */
export interface SeasonalTrend {
  readonly trend: Float64Array;
  readonly seasonal: Float64Array;
  /** Robustness weight of each value, from 0 to 1. */
  readonly weight: Float64Array;
}

/** Settings of {@linkcode seasonalTrend}: lengths in steps, and numbers of passes. */
export interface SeasonalTrendSettings {
  readonly period: number;
  /** Values of a sub-series that its smoother spans, and steps that the trend's smoother spans; odd. */
  readonly seasonalSpan: number;
  readonly trendSpan: number;
  readonly inner: number;
  readonly outer: number;
}

/**
 * Splits a series into trend, seasonal part and remainder by loess (STL, Cleveland et al. 1990).
 * Local lines, evaluated at every step. A missing value has weight 0, as in Hafen 2010.
 *
 * @param value Values at regular steps; NaN if missing.
 */
export function seasonalTrend(
  value: Float64Array,
  { period, seasonalSpan, trendSpan, inner, outer }: SeasonalTrendSettings,
): SeasonalTrend {
  const n = value.length, known = value.map((one) => Number.isNaN(one) ? 0 : 1);
  const y = value.map((one) => Number.isNaN(one) ? 0 : one);
  const lowSpan = period % 2 === 0 ? period + 1 : period + 2;
  let weight: Float64Array = known;
  let trend = new Float64Array(n), seasonal = new Float64Array(n);
  for (let pass = 0; pass <= outer; pass++) {
    if (pass > 0) {
      const rest = y.map((one, i) => Math.abs(one - trend[i]! - seasonal[i]!));
      weight = bisquare(rest, known);
    }
    for (let i = 0; i < inner; i++) {
      const cycle = cycles(y.map((one, i) => one - trend[i]!), weight, period, seasonalSpan);
      const low = loess(average(average(average(cycle, period), period), 3), lowSpan);
      seasonal = Float64Array.from(low, (one, i) => cycle[i + period]! - one);
      trend = loess(y.map((one, i) => one - seasonal[i]!), trendSpan, weight);
    }
  }
  return { trend, seasonal, weight };
}

/** Smooths the values of each phase of the cycle, and continues them by a cycle at both ends. */
function cycles(
  y: Float64Array,
  weight: Float64Array,
  period: number,
  span: number,
): Float64Array<ArrayBuffer> {
  const n = y.length, found = new Float64Array(n + 2 * period);
  for (let phase = 0; phase < period; phase++) {
    const count = Math.ceil((n - phase) / period);
    const own = new Float64Array(count), weights = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      own[k] = y[phase + k * period]!;
      weights[k] = weight[phase + k * period]!;
    }
    const smooth = loess(own, span, weights, 1);
    for (let k = 0; k < smooth.length; k++) found[phase + k * period] = smooth[k]!;
  }
  return found;
}

/** Returns running means; the result is shorter. */
function average(values: Float64Array, length: number): Float64Array {
  const found = new Float64Array(values.length - length + 1);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
    if (i >= length) sum -= values[i - length]!;
    if (i >= length - 1) found[i - length + 1] = sum / length;
  }
  return found;
}

/**
 * Smooths values by local lines with tricube weights.
 *
 * @param more Number of steps to continue at both ends.
 */
function loess(
  y: Float64Array,
  span: number,
  weight?: Float64Array,
  more = 0,
): Float64Array<ArrayBuffer> {
  const n = y.length, half = (span - 1) / 2, reach = Math.min(span, n);
  const found = new Float64Array(n + 2 * more), tables: Tables = new Map();
  const scratch = new Float64Array(n);
  for (let k = 0; k < found.length; k++) {
    const x = k - more, left = Math.max(0, Math.min(n - reach, x - half));
    found[k] = localLine(y, x, left, left + reach - 1, span, weight, tables, scratch);
  }
  return found;
}

/** Tricube weights by distance, for each maximum distance. */
type Tables = Map<number, Float64Array>;

function tricubes(h: number, tables: Tables): Float64Array {
  let table = tables.get(h);
  if (table === undefined) {
    table = Float64Array.from(
      { length: h + 1 },
      (_, r) => r > 0.999 * h && h > 0 ? 0 : r <= 0.001 * h ? 1 : (1 - (r / h) ** 3) ** 3,
    );
    tables.set(h, table);
  }
  return table;
}

/**
 * Returns the value at `x` of the line through the values around it, farther away if none of them
 * is known.
 */
function localLine(
  y: Float64Array,
  x: number,
  left: number,
  right: number,
  span: number,
  weight: Float64Array | undefined,
  tables: Tables,
  weights: Float64Array,
): number {
  const n = y.length, extra = span > n ? Math.floor((span - n) / 2) : 0;
  const near = tricubes(Math.max(x - left, right - x) + extra, tables);
  let total = 0, centre = 0;
  for (let j = left; j <= right; j++) {
    const own = near[Math.abs(j - x)]! * (weight === undefined ? 1 : weight[j]!);
    weights[j] = own;
    total += own;
    centre += own * j;
  }
  if (!(total > 0)) {
    if (left === 0 && right === n - 1 && span > 8 * n) return NaN;
    const reach = Math.min(2 * span, n), from = Math.max(0, Math.min(n - reach, x - span));
    return localLine(y, x, from, from + reach - 1, 2 * span, weight, tables, weights);
  }
  centre /= total;
  let spread = 0;
  for (let j = left; j <= right; j++) {
    const own = weights[j]! / total;
    weights[j] = own;
    spread += own * (j - centre) ** 2;
  }
  const slope = Math.sqrt(spread) > 0.001 * (n - 1) ? (x - centre) / spread : 0;
  let sum = 0;
  for (let j = left; j <= right; j++) sum += weights[j]! * (1 + slope * (j - centre)) * y[j]!;
  return sum;
}

/** Returns bisquare weights of distances; 0 for missing values. */
function bisquare(rest: Float64Array, known: Float64Array): Float64Array {
  const sorted = rest.filter((_, i) => known[i] === 1).sort(), n = sorted.length;
  const bound = 3 * (sorted[n >> 1]! + sorted[n - (n >> 1) - 1]!);
  return rest.map((one, i) =>
    known[i] === 0 || one > 0.999 * bound
      ? 0
      : one <= 0.001 * bound
      ? 1
      : (1 - (one / bound) ** 2) ** 2
  );
}
