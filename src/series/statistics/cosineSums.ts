/**
 * Sums over a series of the cosines `c` and sines `s` of a period, of their products with the
 * values `y`, and of their products with each other.
 */
export interface CosineSums {
  readonly c: number;
  readonly s: number;
  readonly yc: number;
  readonly ys: number;
  readonly cc: number;
  readonly cs: number;
}

/** Method to compute the sums of a series. */
export interface CosineSumming {
  /** Returns the sums of a period. */
  readonly of: (period: number) => CosineSums;
  /** Number of values or polynomials to process per period. */
  readonly steps: number;
}

/**
 * Rotations after which the cosine is computed afresh, so that rounding errors do not accumulate.
 */
const ANEW = 512;

/** Parts per shortest period; their sums are computed once for all periods. */
const PARTS = 4;

/** Polynomials per part: for a quarter of a period the next would contribute 2e-18. */
const TERMS = 18;

/** Minimum number of values in a part for which polynomials are faster than direct sums. */
const LEAST_VALUES = 16;

/**
 * Prepares the sums of any period from the shortest on.
 *
 * For n values and m periods, direct sums take n m steps. If a quarter of the shortest period has
 * many values, polynomials are faster without loss. Within a quarter a cosine is the sum of a few
 * Chebyshev polynomials (Jacobi and Anger, Abramowitz and Stegun 9.1.44-45). Their sums over the
 * values are the same for all periods. That takes n steps once, then as many steps per period as
 * there are quarters, for any spacing of values and periods. The truncation error is below 1e-16 of
 * the sum of absolute values; rounding is less than in direct sums.
 *
 * @param at Ascending instants in microseconds, at least one.
 * @param step Usual step between them.
 */
export function cosineSums(
  at: Float64Array,
  y: Float64Array,
  { step, shortest }: { step: number; shortest: number },
): CosineSumming {
  const length = Math.floor(shortest / PARTS), first = at[0]!;
  const begins: number[] = []; // first value of each part that has values
  for (let i = 0, until = -Infinity; i < at.length; i++) {
    const own = at[i]!;
    if (own < until) continue;
    begins.push(i);
    until = first + (Math.floor((own - first) / length) + 1) * length;
  }
  return at.length < LEAST_VALUES * begins.length
    ? { of: (period) => directSums(at, y, step, period), steps: at.length }
    : { of: sumsOfParts(at, y, begins, length), steps: begins.length * TERMS };
}

/** Sums value by value; at the usual step the next cosine is a rotation of the last. */
function directSums(
  at: Float64Array,
  y: Float64Array,
  step: number,
  period: number,
): CosineSums {
  const omega = 2 * Math.PI / period, first = at[0]!;
  const turnC = Math.cos(omega * step), turnS = Math.sin(omega * step);
  let c = 1, s = 0, C = 0, S = 0, YC = 0, YS = 0, CC = 0, CS = 0;
  for (let i = 0, left = 0, before = NaN; i < at.length; i++) {
    const time = at[i]!, own = y[i]!;
    if (left-- > 0 && time - before === step) {
      const turned = c * turnC - s * turnS;
      s = s * turnC + c * turnS;
      c = turned;
    } else {
      const angle = omega * ((time - first) % period);
      c = Math.cos(angle);
      s = Math.sin(angle);
      left = ANEW;
    }
    before = time;
    C += c;
    S += s;
    YC += own * c;
    YS += own * s;
    CC += c * c;
    CS += c * s;
  }
  return { c: C, s: S, yc: YC, ys: YS, cc: CC, cs: CS };
}

/** Sums part by part with polynomials. */
function sumsOfParts(
  at: Float64Array,
  y: Float64Array,
  begins: readonly number[],
  length: number,
): (period: number) => CosineSums {
  const first = at[0]!;
  const start = Float64Array.from(
    begins,
    (row) => Math.floor((at[row]! - first) / length) * length, // counted from the first value
  );
  const { counts, values } = polynomialSums(at, y, begins, start.map((one) => first + one), length);
  return (period) => {
    const omega = 2 * Math.PI / period, half = omega * length / 2;
    const once = coefficients(half), twice = coefficients(2 * half);
    let C = 0, S = 0, YC = 0, YS = 0, C2 = 0, S2 = 0;
    for (let part = 0, at = 0; part < start.length; part++, at += TERMS) {
      const angle = omega * (start[part]! % period) + half,
        c = Math.cos(angle),
        s = Math.sin(angle);
      // Even polynomials make the cosine around the middle of the part, odd polynomials the sine.
      let even = 0, odd = 0, yEven = 0, yOdd = 0, even2 = 0, odd2 = 0;
      for (let k = 0; k < TERMS; k += 2) {
        const count = counts[at + k]!, next = counts[at + k + 1]!;
        const ofEven = once[k]!, ofOdd = once[k + 1]!;
        even += ofEven * count;
        odd += ofOdd * next;
        even2 += twice[k]! * count;
        odd2 += twice[k + 1]! * next;
        yEven += ofEven * values[at + k]!;
        yOdd += ofOdd * values[at + k + 1]!;
      }
      const c2 = c * c - s * s, s2 = 2 * c * s;
      C += c * even - s * odd;
      S += s * even + c * odd;
      YC += c * yEven - s * yOdd;
      YS += s * yEven + c * yOdd;
      C2 += c2 * even2 - s2 * odd2;
      S2 += s2 * even2 + c2 * odd2;
    }
    return { c: C, s: S, yc: YC, ys: YS, cc: (at.length + C2) / 2, cs: S2 / 2 };
  };
}

/**
 * Returns the sums of Chebyshev polynomials at the instants of each part, plain and times the
 * values.
 */
function polynomialSums(
  at: Float64Array,
  y: Float64Array,
  begins: readonly number[],
  start: Float64Array,
  length: number,
): { counts: Float64Array; values: Float64Array } {
  const counts = new Float64Array(begins.length * TERMS), values = counts.slice();
  const sizes = begins.map((from, part) => (begins[part + 1] ?? at.length) - from);
  const most = sizes.reduce((most, size) => Math.max(most, size), 0);
  // Position in the part from -1 to 1, and two consecutive polynomials.
  const place = new Float64Array(most), before = place.slice(), now = place.slice();
  begins.forEach((from, part) => {
    const size = sizes[part]!, opens = start[part]!, to = part * TERMS;
    for (let i = 0; i < size; i++) {
      place[i] = 2 * (at[from + i]! - opens) / length - 1;
    }
    before.set(place.subarray(0, size)); // T(-1) is T(1)
    now.fill(1, 0, size);
    for (let k = 0; k < TERMS; k++) {
      let count = 0, value = 0;
      for (let i = 0; i < size; i++) {
        const own = now[i]!;
        count += own;
        value += y[from + i]! * own;
        now[i] = 2 * place[i]! * own - before[i]!;
        before[i] = own;
      }
      counts[to + k] = count;
      values[to + k] = value;
    }
  });
  return { counts, values };
}

/**
 * Returns the coefficients of the polynomials in a cosine (even) and sine (odd) of angles up to a
 * limit in radians.
 */
function coefficients(angle: number): Float64Array {
  return Float64Array.from(
    { length: TERMS },
    (_, k) => (k === 0 ? 1 : 2) * (k % 4 < 2 ? 1 : -1) * besselJ(k, angle),
  );
}

/**
 * Returns Bessel's function of the first kind and integer order for small x, by its series
 * (Abramowitz and Stegun 9.1.10).
 */
function besselJ(order: number, x: number): number {
  let term = 1, sum = 0;
  for (let k = 1; k <= order; k++) term *= x / 2 / k;
  for (let m = 0; Math.abs(term) > 1e-20 || m === 0; m++) {
    sum += term;
    term *= -x * x / 4 / (m + 1) / (m + 1 + order);
  }
  return sum;
}
