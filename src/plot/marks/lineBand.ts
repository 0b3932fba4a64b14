import { int64Words, millisOf } from "../../series/clock/int64Words.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import type { RawLines } from "./lineSeries.ts";

/** A band between two lines; all lists have the same length, with NaN at breaks. */
export interface Band {
  /** Instants in milliseconds since 1970. */
  readonly x: number[];
  readonly low: number[];
  readonly high: number[];
}

/**
 * Returns the band between two lines over the same instants. It breaks where either value is
 * missing and where lines do. Long bands have the lowest and highest value in each pixel column.
 *
 * @param lines Lower line, upper line.
 * @param gap Number of median steps beyond which points are not joined.
 */
export function bandOf(
  lines: RawLines,
  span: { start: number; end: number },
  { gap, columns }: { gap: number; columns: number },
): Band {
  const [{ values: lows }, { values: highs }] = lines.series as [
    RawLines["series"][number],
    RawLines["series"][number],
  ];
  const usual = medianStep(lines.times), longest = usual > 0 ? gap * usual : Infinity;
  const pixel = lows.length > 4 * columns ? (span.end - span.start) / columns : 0;
  const instants = int64Words(lines.times);
  const band: Band = { x: [], low: [], high: [] };
  let last = NaN, column = NaN;
  const add = (x: number, low: number, high: number): void => {
    band.x.push(x);
    band.low.push(low);
    band.high.push(high);
  };
  for (let row = 0; row < lows.length; row++) {
    const at = millisOf(instants, row), low = lows[row]!, high = highs[row]!;
    if (at < span.start || at > span.end) continue;
    if (Number.isNaN(low) || Number.isNaN(high)) {
      last = -Infinity;
      continue;
    }
    if (band.x.length > 0 && at - last > longest) add(at, NaN, NaN);
    const own = pixel === 0 ? row : Math.floor((at - span.start) / pixel);
    const place = band.x.length - 1;
    if (own === column && place >= 0 && !Number.isNaN(band.low[place]!)) {
      band.low[place] = Math.min(band.low[place]!, low);
      band.high[place] = Math.max(band.high[place]!, high);
    } else add(at, low, high);
    column = own;
    last = at;
  }
  return band;
}
