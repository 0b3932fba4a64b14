/** Distinct phases of values in a period. */
export interface Phases {
  /** Number of distinct phases. */
  readonly count: number;
  /** Phase index of each value; `undefined` if every value has its own. */
  readonly of: Uint32Array | undefined;
  /**
   * Returns 1 and the cosine and sine of each multiple of a phase. The next call reuses the array.
   */
  readonly terms: (phase: number) => Float64Array;
}

/** Maximum number of phases in the table: the seconds of a day. */
const MOST = 86_400;

/**
 * Returns the phases of times in a period. Times at a usual step have few phases, with cosines
 * computed once; other cosines are computed on demand.
 *
 * @param width Number of terms per phase: 1, and two for each multiple.
 */
export function phasesOf(t: Float64Array, period: number, width: number): Phases {
  const phase = new Float64Array(t.length);
  let unit = period; // greatest divisor of the period and all phases
  for (let i = 0; i < t.length; i++) {
    const at = t[i]!;
    let own = at - Math.floor(at / period) * period;
    if (own < 0) own += period; // the quotient was rounded
    else if (own >= period) own -= period;
    phase[i] = own;
    if (unit === 0) continue;
    const times = own / unit;
    if (times !== Math.floor(times)) unit = commonDivisor(unit, own);
    if (period / unit > MOST) unit = 0;
  }
  const row = new Float64Array(width), count = unit === 0 ? t.length : Math.round(period / unit);
  if (unit === 0 || count > t.length) {
    const terms = (i: number): Float64Array => fillTerms(row, 2 * Math.PI * phase[i]! / period);
    return { count: t.length, of: undefined, terms };
  }
  const of = new Uint32Array(t.length), rows: Float64Array[] = [];
  for (let i = 0; i < of.length; i++) of[i] = Math.round(phase[i]! / unit);
  for (let i = 0; i < count; i++) {
    rows.push(fillTerms(new Float64Array(width), 2 * Math.PI * (i * unit) / period));
  }
  return { count, of, terms: (i) => rows[i]! };
}

function fillTerms(row: Float64Array, angle: number): Float64Array {
  row[0] = 1;
  for (let i = 1, k = 1; i < row.length; i += 2, k++) {
    row[i] = Math.cos(k * angle);
    row[i + 1] = Math.sin(k * angle);
  }
  return row;
}

/** Returns the greatest common divisor of integers; it approaches 0 for other numbers. */
function commonDivisor(a: number, b: number): number {
  while (b > 1e-9) [a, b] = [b, a % b];
  return a;
}
