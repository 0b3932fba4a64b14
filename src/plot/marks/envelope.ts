import { bisectLeft } from "../../time/bisect.ts";
import { every } from "../../time/every.ts";
import { DAY_MS } from "../../time/units.ts";
import { windows } from "../../time/windows.ts";
import { quantileInPlace } from "./quantileInPlace.ts";
import type { RawLines, RawSeries } from "./lineSeries.ts";

/** What the values in each window of a long line are: as long as each other; NaN where there are none. */
export interface Envelope extends Omit<RawSeries, "values"> {
  /** The middles of the windows, in milliseconds since 1970. */
  readonly x: Float64Array;
  /** The 5th percentile. */
  readonly low: Float64Array;
  /** The median. */
  readonly middle: Float64Array;
  /** The 95th percentile. */
  readonly high: Float64Array;
}

/** Lines as envelopes. */
export interface Envelopes {
  /** What a window is called: `day`, `3 days`, `15 min`. */
  readonly unit: string;
  /** The lines, in their order. */
  readonly lines: readonly Envelope[];
  /** The lowest and the highest of all their values. */
  readonly extremes: readonly [number, number];
}

/** The most windows of a picture, and of how many days at most those are shorter than a day. */
const MOST_WINDOWS = 260, MOST_DAYS_BY_CLOCK = 14;
/** Lengths of windows below a day: days have an integer number of each. */
const CLOCK = [
  ["1m", "min", 1],
  ["5m", "5 min", 5],
  ["15m", "15 min", 15],
  ["30m", "30 min", 30],
  ["1h", "hour", 60],
  ["2h", "2 hours", 120],
] as const;

/**
 * The 5th percentile, the median and the 95th percentile of lines in windows: of spans over two weeks
 * whole local days, or several, so that day and night do not beat with them.
 */
export function envelopesOf(
  { times, series }: RawLines,
  span: { start: number; end: number },
  tz: string,
): Envelopes {
  const { length, unit } = windowOf(span);
  const interval = {
    start: BigInt(Math.floor(span.start * 1000)),
    end: BigInt(Math.ceil(span.end * 1000)) + 1n,
  };
  const edges = windows(interval, every(length), { tz });
  const rows = Array.from(edges, (edge, i) => {
    const at = i === 0 ? interval.start : i === edges.length - 1 ? interval.end : edge;
    return bisectLeft(times, at);
  });
  const middleOf = (i: number): number =>
    (Math.max(span.start, Number(edges[i]!) / 1000) +
      Math.min(span.end, Number(edges[i + 1]!) / 1000)) / 2;
  const count = edges.length - 1;
  let least = Infinity, most = -Infinity;
  const lines = series.map(({ name, color, values }) => {
    const empty = (): Float64Array => new Float64Array(count).fill(NaN);
    const line = {
      name,
      color,
      x: Float64Array.from({ length: count }, (_, i) => middleOf(i)),
      low: empty(),
      middle: empty(),
      high: empty(),
    };
    for (let i = 0; i < count; i++) {
      const known = knownValues(values, rows[i]!, rows[i + 1]!);
      if (known.length === 0) continue;
      for (const value of known) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
      // Ascending: what one has put in order is of use to the next.
      line.low[i] = quantileInPlace(known, 0.05);
      line.middle[i] = quantileInPlace(known, 0.5);
      line.high[i] = quantileInPlace(known, 0.95);
    }
    return line;
  });
  return { unit, lines, extremes: [least, most] };
}

function windowOf(
  { start, end }: { start: number; end: number },
): { length: string; unit: string } {
  const days = (end - start) / DAY_MS;
  if (days <= MOST_DAYS_BY_CLOCK) {
    const found = CLOCK.find(([, , minutes]) => days * 1440 / minutes <= MOST_WINDOWS) ??
      CLOCK.at(-1)!;
    return { length: found[0], unit: found[1] };
  }
  const many = Math.ceil(days / MOST_WINDOWS);
  return { length: `${many}d`, unit: many === 1 ? "day" : `${many} days` };
}

/** The values of rows, without those that are missing. */
function knownValues(values: Float64Array, from: number, to: number): Float64Array {
  const known = new Float64Array(to - from);
  let count = 0;
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    if (value === value) known[count++] = value; // NaN is not itself
  }
  return known.subarray(0, count);
}
