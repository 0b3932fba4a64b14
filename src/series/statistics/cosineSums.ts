/** Sums over a series of the cosines `c` and sines `s` of a period, of its values `y` times these, and of their products. */
export interface CosineSums {
  readonly c: number;
  readonly s: number;
  readonly yc: number;
  readonly ys: number;
  readonly cc: number;
  readonly cs: number;
}

/** How the sums of a series are found. */
export interface CosineSumming {
  /** The sums of a period. */
  readonly of: (period: number) => CosineSums;
  /** How many values or polynomials each period takes. */
  readonly steps: number;
}

/** After so many steps by multiplication the cosine is computed again, or rounding would add up. */
const ANEW = 512;

/** Parts of the shortest period for which sums are made once, for all periods. */
const PARTS = 4;

/** Polynomials of each part: of a quarter of a period the next would count for 2e-18. */
const TERMS = 18;

/** With fewer values in a part than this it takes longer to sum the part than its values. */
const LEAST_VALUES = 16;

/**
 * Finds the sums of any period from the shortest on.
 *
 * Of n values and m periods, direct sums take n m steps. Where many values lie in a quarter of the
 * shortest period, that is cut short without loss: there a cosine is the sum of few Chebyshev
 * polynomials (Jacobi and Anger, Abramowitz and Stegun 9.1.44-45), whose sums over the values of each
 * quarter are the same for all periods. That takes n steps once, and then for each period as many as
 * there are quarters, whatever the spacing of values and of periods. What is left out is below 1e-16 of
 * the sum of all sizes; rounding is less than that of direct sums.
 *
 * @param at Instants in microseconds, ascending; one at least.
 * @param step The usual step between them.
 */
export function cosineSums(
  at: Float64Array,
  y: Float64Array,
  { step, shortest }: { step: number; shortest: number },
): CosineSumming {
  const length = Math.floor(shortest / PARTS), first = at[0]!;
  const begins: number[] = []; // the first value of each part that has any
  for (let i = 0, until = -Infinity; i < at.length; i++) {
    if (at[i]! < until) continue;
    begins.push(i);
    until = first + (Math.floor((at[i]! - first) / length) + 1) * length;
  }
  return at.length < LEAST_VALUES * begins.length
    ? { of: (period) => directSums(at, y, step, period), steps: at.length }
    : { of: sumsOfParts(at, y, begins, length), steps: begins.length * TERMS };
}

/** The sums value by value: where values follow each other at the usual step, the next cosine is a rotation of the last. */
function directSums(
  at: Float64Array,
  y: Float64Array,
  step: number,
  period: number,
): CosineSums {
  const omega = 2 * Math.PI / period, first = at[0]!;
  const turnC = Math.cos(omega * step), turnS = Math.sin(omega * step);
  let c = 1, s = 0, C = 0, S = 0, YC = 0, YS = 0, CC = 0, CS = 0;
  for (let i = 0, left = 0; i < at.length; i++) {
    if (left-- > 0 && at[i]! - at[i - 1]! === step) {
      const turned = c * turnC - s * turnS;
      s = s * turnC + c * turnS;
      c = turned;
    } else {
      const angle = omega * ((at[i]! - first) % period);
      c = Math.cos(angle);
      s = Math.sin(angle);
      left = ANEW;
    }
    C += c;
    S += s;
    YC += y[i]! * c;
    YS += y[i]! * s;
    CC += c * c;
    CS += c * s;
  }
  return { c: C, s: S, yc: YC, ys: YS, cc: CC, cs: CS };
}

/** The sums part by part, each by its polynomials. */
function sumsOfParts(
  at: Float64Array,
  y: Float64Array,
  begins: readonly number[],
  length: number,
): (period: number) => CosineSums {
  const first = at[0]!;
  const start = Float64Array.from(
    begins,
    (row) => Math.floor((at[row]! - first) / length) * length, // since the first value
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
      // Even polynomials make the cosine about the middle of the part, odd ones the sine.
      let even = 0, odd = 0, yEven = 0, yOdd = 0, even2 = 0, odd2 = 0;
      for (let k = 0; k < TERMS; k += 2) {
        const count = counts[at + k]!, next = counts[at + k + 1]!;
        even += once[k]! * count;
        odd += once[k + 1]! * next;
        even2 += twice[k]! * count;
        odd2 += twice[k + 1]! * next;
        yEven += once[k]! * values[at + k]!;
        yOdd += once[k + 1]! * values[at + k + 1]!;
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

/** For each part the sums of Chebyshev's polynomials at its instants, and of values times them. */
function polynomialSums(
  at: Float64Array,
  y: Float64Array,
  begins: readonly number[],
  start: Float64Array,
  length: number,
): { counts: Float64Array; values: Float64Array } {
  const counts = new Float64Array(begins.length * TERMS), values = counts.slice();
  const ends = [...begins.slice(1), at.length];
  const most = begins.reduce((most, from, part) => Math.max(most, ends[part]! - from), 0);
  // From -1 to 1 in the part, and two polynomials that follow each other.
  const place = new Float64Array(most), before = place.slice(), now = place.slice();
  begins.forEach((from, part) => {
    const size = ends[part]! - from, to = part * TERMS;
    for (let i = 0; i < size; i++) {
      place[i] = 2 * (at[from + i]! - start[part]!) / length - 1;
      before[i] = place[i]!; // T(-1) is T(1)
      now[i] = 1;
    }
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

/** What each polynomial counts for in a cosine (even) and a sine (odd) of an angle up to so many radians. */
function coefficients(angle: number): Float64Array {
  return Float64Array.from(
    { length: TERMS },
    (_, k) => (k === 0 ? 1 : 2) * (k % 4 < 2 ? 1 : -1) * besselJ(k, angle),
  );
}

/** Bessel's function of the first kind, of an integer order, by its series (Abramowitz and Stegun 9.1.10), for small x. */
function besselJ(order: number, x: number): number {
  let term = 1, sum = 0;
  for (let k = 1; k <= order; k++) term *= x / 2 / k;
  for (let m = 0; Math.abs(term) > 1e-20 || m === 0; m++) {
    sum += term;
    term *= -x * x / 4 / (m + 1) / (m + 1 + order);
  }
  return sum;
}
