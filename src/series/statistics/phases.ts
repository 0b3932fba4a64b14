/** The phases of values in a period, equal ones counted once. */
export interface Phases {
  /** How many there are. */
  readonly count: number;
  /** Which of them each value has; undefined where each value has its own. */
  readonly of: Uint32Array | undefined;
  /** 1, and cosine and sine of each multiple of a phase; the array is used again by the next call. */
  readonly terms: (phase: number) => Float64Array;
}

/** So many phases are looked up: the seconds of a day. */
const MOST = 86_400;

/**
 * The phases of times in a period. Times at a usual step have few phases, whose cosines are
 * computed once; of others each is computed when it is asked for.
 *
 * @param width How many terms a phase has, 1 and two for each multiple.
 */
export function phasesOf(t: Float64Array, period: number, width: number): Phases {
  const phase = new Float64Array(t.length);
  let unit = period; // the greatest that divides the period and all phases
  for (let i = 0; i < t.length; i++) {
    let own = t[i]! - Math.floor(t[i]! / period) * period;
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

/** The greatest common divisor of integers; of numbers that are none it falls towards 0. */
function commonDivisor(a: number, b: number): number {
  while (b > 1e-9) [a, b] = [b, a % b];
  return a;
}
