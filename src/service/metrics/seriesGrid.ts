import { type Every, every } from "../../time/every.ts";
import type { Interval } from "../../time/interval.ts";
import { DAY_MICROS, HOUR_MICROS } from "../../time/units.ts";
import { MAX_WINDOWS, windows } from "../../time/windows.ts";
import { invalid } from "../http/problem.ts";

/** Grid of a time series: equal steps from the range's start, or windows of a time zone. */
export interface Grid {
  readonly interval: Interval;
  /** Length of the slots, as `series.fromSamples` takes it. */
  readonly every: number | string;
  /** IANA time zone of the windows. */
  readonly tz: string;
  /** Number of rows; an upper bound if the slots are windows. */
  readonly rows: number;
  /** Returns the last slot boundary up to an instant, or the range's start. */
  readonly boundaryBefore: (moment: bigint) => bigint;
}

/** Maximum number of seconds per row: the span of the years 1 to 9999. */
const MAX_SECONDS = 3.2e11;

/**
 * Shortest local day, with a daylight saving change of an hour, and shortest month, in
 * microseconds.
 */
const SHORTEST_DAY = 23n * HOUR_MICROS, SHORTEST_MONTH = 28n * DAY_MICROS;

/**
 * Parses `samprate` as a grid: a number of seconds, or a window such as `15m` or `1d`.
 *
 * @param columns Number of values per row.
 * @throws {Problem} 422 if it is invalid, or the grid has more than 20 million values
 */
export function seriesGrid(
  interval: Interval,
  samprate: string,
  tz: string,
  columns: number,
): Grid {
  const wrong = (msg: string) => invalid(["query", "samprate"], msg);
  const seconds = /[a-z]$/i.test(samprate) ? undefined : Number(samprate || NaN);
  const duration = interval.end - interval.start;
  const checked = (count: bigint): number => {
    if (count * BigInt(columns) <= BigInt(MAX_WINDOWS)) return Number(count);
    throw wrong(
      `The range has ${count} rows of ${columns} values at samprate ${samprate}; ` +
        `the maximum is ${MAX_WINDOWS} values in all`,
    );
  };
  if (seconds !== undefined) {
    const step = seconds > 0 && seconds <= MAX_SECONDS ? BigInt(Math.round(seconds * 1e6)) : 0n;
    if (step === 0n) {
      throw wrong("samprate must be a positive number of seconds or a window such as 15m or 1d");
    }
    return {
      interval,
      tz,
      every: seconds,
      rows: checked((duration + step - 1n) / step),
      boundaryBefore: (moment) => moment - (moment - interval.start) % step,
    };
  }
  let length: Every;
  try {
    length = every(samprate);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  const rows = checked(duration / shortest(length) + 2n);
  return {
    interval,
    tz,
    every: samprate,
    rows,
    boundaryBefore: (moment) => {
      const [boundary = moment] = windows({ start: moment, end: moment + 1n }, length, { tz });
      return boundary < interval.start ? interval.start : boundary;
    },
  };
}

function shortest(length: Every): bigint {
  if (length.kind === "clock") return length.micros;
  return BigInt(length.days) * SHORTEST_DAY + BigInt(length.months) * SHORTEST_MONTH;
}
