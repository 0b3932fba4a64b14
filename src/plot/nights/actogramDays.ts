import { localInstant, nextChange, zonedTime } from "../../time/zones.ts";
import type { FrameLike } from "../../frame/open.ts";
import type { Reducer } from "../../series/input/reducers.ts";
import { resample } from "../../series/resample.ts";
import { medianStep } from "../../series/clock/medianStep.ts";
import { type Length, windowLength } from "../../time/length.ts";
import { localTime } from "../../time/localText.ts";
import type { When } from "../../time/when.ts";
import { slots } from "../days/dailyValues.ts";
import { percentileOf } from "../axis/percentiles.ts";
import { readSeries } from "../groups/readSeries.ts";
import { DAY_MS } from "../../time/units.ts";

export interface ActogramDay {
  /** The local date as if it were UTC, in milliseconds since 1970. */
  readonly slot: number;
  /** Value of each bin of the clock, NaN if missing. */
  readonly bins: Float64Array;
  /** 1 for each bin that the clock skips on that day; `undefined` if it skips none. */
  readonly skipped: Uint8Array | undefined;
}

const MINUTES_OF_DAY = 1440;
const LENGTHS = [5, 10, 15, 20, 30, 60, 120, 180, 240];
const FULL_PERCENTILE = 98;
/** Minimum visible width of a bin in pixels, and the maximum number of bins of days and of means. */
const WORTH_SEEING = 2, MOST_BINS = 20_000, MOST_MEAN_BINS = 5000;

/**
 * Returns the length of a bin in minutes: the requested one, or the shortest that is at least the
 * usual step of the data, wide enough to see, and not too short for the number of days.
 *
 * @throws {RangeError} if the requested length does not divide a day
 */
export function binLength(
  asked: Length | undefined,
  times: BigInt64Array,
  { pixels, double, daysOf, action }: {
    pixels: number;
    double: boolean;
    /** Returns the number of days of a row, given the number of all days. */
    daysOf: (days: number) => number;
    action: string;
  },
): number {
  if (asked !== undefined) {
    const length = windowLength(asked);
    const minutes = length.kind === "clock" ? Number(length.micros) / 60e6 : NaN;
    if (!(minutes >= 1 && MINUTES_OF_DAY % minutes === 0)) {
      throw new RangeError(
        `Cannot ${action} by ${asked}: expected minutes or hours that divide a day, such as 10m`,
      );
    }
    return minutes;
  }
  const sorted = times.slice().sort();
  const usual = medianStep(sorted) / 60_000, sides = double ? 2 : 1;
  const minutesOfAll = Number((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n)) / 60e6;
  const days = daysOf(minutesOfAll / MINUTES_OF_DAY);
  const whole = sides * minutesOfAll / days, most = days === 1 ? MOST_BINS : MOST_MEAN_BINS;
  return LENGTHS.find((minutes) =>
    minutes >= usual && whole / minutes <= most &&
    pixels / sides * minutes / MINUTES_OF_DAY >= WORTH_SEEING
  ) ?? LENGTHS.at(-1)!;
}

/** Returns the days of an actogram in bins, and the value at which a bar has full height. */
export function actogramDays(
  frame: FrameLike,
  options: {
    x: string;
    y: string;
    aggregate: Reducer;
    minutes: number;
    tz: string;
    range: When | undefined;
  },
): { days: ActogramDay[]; full: number } {
  const { x, y, aggregate, minutes, tz } = options;
  const windows = resample(frame, {
    every: `${minutes}m`,
    tz,
    time: x,
    aggregate: { [y]: aggregate },
  });
  const { x: times, y: { values, valid } } = readSeries(windows, { x, y }, "draw an actogram");
  const count = MINUTES_OF_DAY / minutes, length = minutes * 60_000;
  const sums = new Map<number, { sum: Float64Array; n: Uint8Array }>();
  const clock = clockOf(tz);
  times.values.forEach((micros, row) => {
    const wall = clock(Number(micros) / 1000);
    const slot = Math.floor(wall / DAY_MS) * DAY_MS, bin = Math.floor((wall - slot) / length);
    const day = sums.get(slot) ?? { sum: new Float64Array(count), n: new Uint8Array(count) };
    sums.set(slot, day);
    if (valid?.[row] === 0) return;
    day.sum[bin]! += values[row]!;
    day.n[bin]!++;
  });
  const days = slots([...sums.keys()], tz, options.range).map((slot) => {
    const day = sums.get(slot);
    const bins = day === undefined
      ? new Float64Array(count).fill(NaN)
      : day.sum.map((sum, bin) => day.n[bin] === 0 ? NaN : sum / day.n[bin]!);
    return { slot, bins, skipped: skippedBins(slot, count, tz) };
  });
  return { days, full: fullHeight(days) };
}

function fullHeight(days: readonly ActogramDay[]): number {
  const high = Float64Array.from(days.flatMap(({ bins }) => [...bins].filter((value) => value > 0)))
    .sort();
  return high.length === 0 ? 1 : toThreeDigits(percentileOf(high, FULL_PERCENTILE));
}

/** Returns the mean of the days that have the same start, such as the Monday of their week. */
export function actogramMeans(
  days: readonly ActogramDay[],
  startOf: (slot: number) => number,
): { days: ActogramDay[]; full: number } {
  const means = [...Map.groupBy(days, ({ slot }) => startOf(slot))].map(([slot, own]) => ({
    slot,
    bins: own[0]!.bins.map((_, bin) => {
      const known = own.flatMap(({ bins }) => Number.isNaN(bins[bin]!) ? [] : [bins[bin]!]);
      return known.reduce((sum, value) => sum + value, 0) / known.length;
    }),
    skipped: undefined,
  }));
  return { days: means, full: fullHeight(means) };
}

/** Rounds to three significant digits. */
function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns a function from ascending instants to wall clock milliseconds, as if UTC. */
export function clockOf(tz: string): (at: number) => number {
  let until = -Infinity, offset = 0;
  return (at) => {
    if (at >= until) {
      const here = localTime(at, tz);
      offset = here.offsetNanoseconds / 1e6;
      const next = nextChange(BigInt(Math.floor(at * 1000)), tz);
      until = next === undefined ? Infinity : Number(next) / 1000;
    }
    return at + offset;
  };
}

/** Marks the bins of a day that the clock skips. */
function skippedBins(slot: number, count: number, tz: string): Uint8Array | undefined {
  const date = localTime(slot, "UTC").toPlainDate();
  const next = nextChange(localInstant(date, tz) - 1_000_000n, tz);
  if (next === undefined) return undefined;
  const offset = (at: bigint): number => zonedTime(at, tz).offsetNanoseconds / 1e6;
  const jump = offset(next) - offset(next - 1n);
  const to = Number(next) / 1000 + offset(next) - slot, from = to - jump;
  if (jump <= 0 || to <= 0 || from >= DAY_MS) return undefined;
  const length = DAY_MS / count;
  return Uint8Array.from(
    { length: count },
    (_, bin) => bin * length >= from && (bin + 1) * length <= to ? 1 : 0,
  );
}
