import type { FrameLike } from "../frame/asFrame.ts";
import { type Statistic, statisticFrame } from "../frame/statisticFrame.ts";
import type { Frame } from "../frame/toFrame.ts";
import { zone } from "../time/zone.ts";
import { autoregression } from "./autoregression.ts";
import { binned } from "./binned.ts";
import { type Clock, DAY, HOUR, localClock, MINUTE, stopwatch } from "./localClock.ts";
import { type Extreme, extreme, meanDay } from "./meanDay.ts";
import { readValues, type SeriesColumns, type Values } from "./readValues.ts";
import { moments, type RhythmForm } from "./stability.ts";

/** Which published form IS, IV and phi take. */
export type RhythmVariant = "population" | "sample" | "GGIR" | "pyActigraphy";

/** How the statistics of a daily rhythm are computed. */
export interface RhythmOptions extends SeriesColumns {
  /** IANA zone whose clock tells the hours of the day. @default the zone of the time column */
  tz?: string;
  /** The published form of IS, IV and phi. @default "population" */
  variant?: RhythmVariant;
  /** Minutes between the times of day at which L5 and M10 may begin, a divisor of 60. @default the data's own step, at least 1, if it divides 60; else 1 */
  resolution?: number;
  /** The unit of the values, given to L5 and M10. @default "1" */
  unit?: string;
}

/** What the published forms differ in; `autoregressive` is whether phi is fitted. */
const VARIANTS: Readonly<Record<RhythmVariant, RhythmForm & { autoregressive: boolean }>> = {
  // Van Someren et al. 1999, doi:10.3109/07420529908998724
  population: {
    windows: "clock",
    dayCentre: "all",
    centre: "all",
    ddof: 0,
    pairs: "all",
    autoregressive: false,
  },
  // LightLogR 0.3.8, and later its `use.samplevar`: variances of samples
  sample: {
    windows: "clock",
    dayCentre: "day",
    centre: "all",
    ddof: 1,
    pairs: "all",
    autoregressive: false,
  },
  // GGIR 3.3, g.IVIS: hours from the start, all deviations from the mean day's mean, phi of an ARIMA
  GGIR: {
    windows: "start",
    dayCentre: "day",
    centre: "day",
    ddof: 0,
    pairs: "all",
    autoregressive: true,
  },
  // pyActigraphy 1.2.2: hours from the start, variances of samples, mean over the known pairs
  pyActigraphy: {
    windows: "start",
    dayCentre: "day",
    centre: "all",
    ddof: 1,
    pairs: "known",
    autoregressive: false,
  },
};

/** The lengths over which ISm and IVm average: divisors of a day of up to an hour, in minutes. */
const LENGTHS: readonly number[] = Array.from({ length: 60 }, (_, i) => i + 1)
  .filter((minutes) => 1440 % minutes === 0);

/**
 * Nonparametric statistics of a daily rhythm, of activity, light, heart rate or any other series.
 *
 * | name | |
 * | --- | --- |
 * | `IS` | interdaily stability of hourly means, `N sum_h (X_h - X)^2 / (p sum_i (X_i - X)^2)`: 1 where all days are equal, near 0 for noise |
 * | `IV` | intradaily variability, `N sum (X_i - X_(i-1))^2 / ((N - 1) sum (X_i - X)^2)`: near 0 for a smooth day, about 2 for noise |
 * | `ISm`, `IVm` | their means over windows of the divisors of a day from 1 to 60 minutes (Gonçalves et al. 2014), those finer than the data's step left out |
 * | `L5`, `M10` | the mean of the lowest 5 and the highest 10 hours in a row of the mean day, over midnight too |
 * | `L5_onset`, `M10_onset` | when they begin, in hours after local midnight by the clock |
 * | `RA` | `(M10 - L5) / (M10 + L5)` |
 * | `phi` | lag-1 autocorrelation of the hourly means |
 *
 * Hours are those of the zone's clock. Where it is changed, an hour that it repeats is two values of
 * one hour of the day, one that it skips is none, and its neighbours are a pair. An hour with any
 * value has the mean of its values; one without has none, and pairs over it are dropped, with `N`
 * staying the number of known hours. The mean day is the mean of all values at each time of day; a
 * stretch of it counts for L5 and M10 if nine tenths of it are known; of equal ones the first does.
 *
 * With hours missing or repeated IS may pass 1 a little, as the formula stands. It is null where no
 * hour is known on two days (it would be 1), with IV and phi where nothing varies; RA is where L5 is
 * negative or M10 is 0. `coverage` is the share of the hours from the first to the last row that
 * have a value, of L5 and M10 that of their values; `n` counts hours, for ISm and IVm lengths, for
 * L5 and M10 values.
 *
 * Variants: `sample` divides by `N - 1` and by `p - 1` (LightLogR); `pyActigraphy` does, counts hours
 * from the first row, and divides by the pairs there are; `GGIR` counts hours from the first row,
 * takes deviations from the mean of the mean day, and fits phi as an autoregression.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @returns a row for each statistic: `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if the zone or the variant is none, or the resolution is no divisor of 60
 *
 * @example Three equal days
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 72 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   steps: i % 24 < 8 ? 0 : 600,
 * }));
 * const found = series.rhythm(hours, { tz: "UTC" }).toRecords();
 * const value = (name: string) => found.find((row) => row["name"] === name)?.["value"];
 * assertEquals([value("IS"), value("L5"), value("L5_onset")], [1, 0, 0]);
 * assertEquals([value("M10"), value("M10_onset"), value("RA")], [600, 8, 1]);
 * ```
 */
export function rhythm(frame: FrameLike, options: RhythmOptions = {}): Frame {
  const { variant = "population", unit = "1" } = options;
  const form = VARIANTS[variant];
  if (!Object.hasOwn(VARIANTS, variant)) {
    throw new RangeError(
      `Cannot compute the rhythm: variant ${JSON.stringify(variant)} is none of ${
        Object.keys(VARIANTS).join(", ")
      }`,
    );
  }
  const values = readValues(frame, options, "compute the rhythm");
  const wall = localClock(values.span, zone(options.tz ?? values.zone));
  const clock = form.windows === "clock" ? wall : stopwatch(values.span.first);
  return statisticFrame([
    ...stability(values, clock, form),
    ...extremes(values, wall, {
      resolution: resolutionOf(values, options.resolution),
      unit,
    }),
  ].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name)));
}

const ORDER = ["IS", "IV", "ISm", "IVm", "L5", "L5_onset", "M10", "M10_onset", "RA", "phi"];

function stability(
  values: Values,
  clock: Clock,
  form: RhythmForm & { autoregressive: boolean },
): Statistic[] {
  const hours = binned(values, clock, HOUR);
  const found = moments(hours, form);
  const rest = {
    unit: "1",
    coverage: hours.mean.length === 0 ? 0 : found.n / hours.mean.length,
  };
  const each = LENGTHS.filter((minutes) => minutes * MINUTE >= values.step || minutes === 60)
    .map((minutes) =>
      minutes === 60 ? found : moments(binned(values, clock, minutes * MINUTE), form)
    );
  const phi = form.autoregressive
    ? autoregression(hours.mean.filter((mean) => !Number.isNaN(mean)))
    : found.phi;
  return [
    { name: "IS", value: found.stability, n: found.n, ...rest },
    { name: "IV", value: found.variability, n: found.n, ...rest },
    { name: "ISm", value: meanOf(each.map((one) => one.stability)), n: each.length, ...rest },
    { name: "IVm", value: meanOf(each.map((one) => one.variability)), n: each.length, ...rest },
    { name: "phi", value: phi, n: found.n, ...rest },
  ];
}

/** The mean, if all are known. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length
    ? null
    : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function extremes(
  values: Values,
  clock: Clock,
  { resolution, unit }: { resolution: number; unit: string },
): Statistic[] {
  const day = meanDay(values, clock, resolution * MINUTE);
  const low = extreme(day, 300 / resolution, -1), high = extreme(day, 600 / resolution, 1);
  const days = (values.span.last - values.span.first + values.step) / DAY;
  const rows = (name: string, found: Extreme | undefined, hours: number): Statistic[] => {
    const n = found?.n ?? 0, due = days * hours * HOUR / values.step;
    const coverage = values.step === 0 ? 0 : Math.min(1, n / due);
    const onset = found === undefined ? null : found.slot * resolution / 60;
    return [
      { name, value: found?.value ?? null, unit, coverage, n },
      { name: `${name}_onset`, value: onset, unit: "h", coverage, n },
    ];
  };
  const l5 = rows("L5", low, 5), m10 = rows("M10", high, 10);
  return [...l5, ...m10, {
    name: "RA",
    value: low === undefined || high === undefined || low.value < 0 || !(high.value > 0)
      ? null
      : (high.value - low.value) / (high.value + low.value),
    unit: "1",
    coverage: Math.min(l5[0]!.coverage, m10[0]!.coverage),
    n: l5[0]!.n + m10[0]!.n,
  }];
}

function resolutionOf({ step }: Values, asked: number | undefined): number {
  const own = step / MINUTE;
  const resolution = asked ?? (own >= 1 && 60 % own === 0 ? own : own > 60 ? 60 : 1);
  if (Number.isInteger(resolution) && resolution > 0 && 60 % resolution === 0) return resolution;
  throw new RangeError(
    `Cannot compute the rhythm: resolution ${resolution} min is no divisor of 60`,
  );
}
