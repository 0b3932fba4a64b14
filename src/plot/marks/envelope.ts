import { bisectLeft } from "../../time/bisect.ts";
import { every } from "../../time/every.ts";
import { DAY_MS } from "../../time/units.ts";
import { windows } from "../../time/windows.ts";
import { axisExtent, knownValues } from "../axis/extent.ts";
import { quantileInPlace } from "../axis/quantileInPlace.ts";
import type { RawLines, RawSeries } from "./lineSeries.ts";
import { say } from "../../words/language.ts";

/** Statistics of each window of a long line; lists of the same length, NaN if missing. */
export interface Envelope extends Omit<RawSeries, "values"> {
  /** Middles of the windows, in milliseconds since 1970. */
  readonly x: Float64Array;
  /** 10th percentile. */
  readonly low: Float64Array;
  /** Median. */
  readonly middle: Float64Array;
  /** 90th percentile. */
  readonly high: Float64Array;
}

export interface Envelopes {
  /** Name of a window: `day`, `3 days`, `15 min`. */
  readonly unit: string;
  readonly lines: readonly Envelope[];
}

/** Beyond this many values, or heights of the frame, per pixel column, a line becomes an envelope. */
const MOST_POINTS_A_PIXEL = 2, MOST_HEIGHTS_A_PIXEL = 0.3;
/** Maximum number of windows, and the maximum number of days for windows shorter than a day. */
const MOST_WINDOWS = 260, MOST_DAYS_BY_CLOCK = 14;
/** Lengths of windows shorter than a day, which all divide a day. */
const CLOCK = [
  ["1m", "min", 1],
  ["5m", "5 min", 5],
  ["15m", "15 min", 15],
  ["30m", "30 min", 30],
  ["1h", "hour", 60],
  ["2h", "2 hours", 120],
] as const;

/** Returns whether a line of known values is too long to draw each: it would fill the frame. */
export function isDense(known: Float64Array, columns: number): boolean {
  if (known.length > MOST_POINTS_A_PIXEL * columns) return true;
  const [low, high] = axisExtent([known]) ?? [0, 0];
  const heightOf = (value: number, i: number): number =>
    Math.min(high - low, Math.abs(value - known[i - 1]!)) || 0; // 0 before the first
  const way = known.reduce((sum, value, i) => sum + heightOf(value, i), 0);
  return way > MOST_HEIGHTS_A_PIXEL * columns * (high - low);
}

/**
 * Returns the 10th percentile, median and 90th percentile of lines in windows. Beyond two weeks,
 * windows are whole local days or several, to avoid beats with day and night. The first and the last
 * window need at least half of their length.
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
  /** Returns whether less than half of a window is in the interval, such as a few hours of a week. */
  const isCut = (i: number): boolean => {
    const from = edges[i]!, to = edges[i + 1]!;
    const start = from > interval.start ? from : interval.start;
    const end = to < interval.end ? to : interval.end;
    return 2n * (end - start) < to - from;
  };
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
      if (count > 2 && isCut(i)) continue;
      const known = knownValues(values, rows[i]!, rows[i + 1]!);
      if (known.length === 0) continue;
      // Ascending: each selection partly sorts the values for the next.
      line.low[i] = quantileInPlace(known, 0.1);
      line.middle[i] = quantileInPlace(known, 0.5);
      line.high[i] = quantileInPlace(known, 0.9);
    }
    return line;
  });
  return { unit, lines };
}

function windowOf(
  { start, end }: { start: number; end: number },
): { length: string; unit: string } {
  const days = (end - start) / DAY_MS;
  if (days <= MOST_DAYS_BY_CLOCK) {
    const found = CLOCK.find(([, , minutes]) => days * 1440 / minutes <= MOST_WINDOWS) ??
      CLOCK.at(-1)!;
    return { length: found[0], unit: say(found[1]) };
  }
  const many = Math.ceil(days / MOST_WINDOWS);
  return { length: `${many}d`, unit: many === 1 ? say("day") : say("{n} days", { n: many }) };
}
