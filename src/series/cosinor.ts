// @ts-types="@types/d3-array"
import { median } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { textColumn } from "../frame/columns/columns.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { zone, type Zones } from "../time/zone.ts";
import { fitCosinor } from "./statistics/fitCosinor.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { clockFaces, localClock, stopwatch } from "./clock/localClock.ts";
import {
  expectedCount,
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  readGroupedValues,
  type Values,
} from "./input/readValues.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { DAY_US, HOUR_US } from "../time/units.ts";
import { periodMicros } from "./clock/elapsed.ts";
import type { Length } from "../time/length.ts";

/** How a cosine is fitted. */
export interface CosinorOptions extends GroupedSeriesColumns {
  /** Length of a cycle, elapsed, such as `24h` or `24h30m`. @default "24h" */
  period?: Length;
  /** How many cosines: of the period, of half of it, and so on. @default 1 */
  harmonics?: number;
  /** IANA zone whose clock and midnight phases are counted from. @default the zone of the time column */
  tz?: Zones;
  /** Unit of the values, given to mesor and amplitude. @default the column's, if the frame is known to have one, else "1" */
  unit?: string;
  /** Which values intervals and `p` take to be independent of each other. @default "dependent" */
  errors?: CosinorErrors;
}

/** Name of a statistic of a fitted cosine; with further harmonics also `amplitude_2` and so on. */
export type CosinorStatistic =
  | "mesor"
  | "amplitude"
  | "acrophase"
  | "acrophase_rad"
  | "R2"
  | "p"
  | `${"mesor" | "amplitude" | "acrophase"}_${"low" | "high"}`
  | `${"amplitude" | "acrophase"}_${number}`;

/**
 * Assumption behind intervals and `p` of a cosine: `dependent` values depend on the values and days
 * before, of `days` only values of the same local day do, `independent` values never do.
 */
export type CosinorErrors = "dependent" | "days" | "independent";

/**
 * Fits cosines of a known period to a series by least squares: `y = M + A cos(2 pi (t - phase) / period)`.
 *
 * | name | |
 * | --- | --- |
 * | `mesor` | `M`, the mean of the fitted curve |
 * | `amplitude` | `A`, half of its height |
 * | `acrophase` | when its top is, in hours after local midnight: from 0 up to the period |
 * | `acrophase_rad` | the same as an angle, from 0 up to 2 pi (some publish it negative) |
 * | `amplitude_2`, `acrophase_2` | of a second harmonic, with further ones `amplitude_3` and so on |
 * | `R2` | the share of the variance that it explains |
 * | `p` | that the amplitude is 0 (F test, of days Hotelling's) |
 * | `..._low`, `..._high` | of mesor, amplitude and acrophase: bounds of a 95 % confidence interval (delta method, Student's t) |
 *
 * With further harmonics `p` tests all of them. Where the first cosine alone is not significant at 5 %,
 * its amplitude may be 0 and its acrophase anything: the interval of the amplitude then begins at 0, that
 * of the acrophase is a whole period. An acrophase's bounds lie around it, so perhaps below 0.
 *
 * A period
 * that divides a day is laid on the zone's clock, so that phases stay times of day where the clock is
 * changed; any other is elapsed time from the local midnight before the first row. `n` counts values,
 * `coverage` is their share of those that the usual step would give. With fewer than three values
 * more than coefficients, or where times do not tell them apart, all are null. Of equal values the mesor
 * is the value, the amplitude 0, and the rest null.
 *
 * Measured values depend on each other: an hour of running raises sixty values of a heart rate, and an
 * interval that takes them for sixty pieces of evidence is too narrow. `errors` says what is assumed:
 *
 * - `dependent` (the default): values of one local day may depend on each other in any way (Liang and
 *   Zeger 1986, doi:10.1093/biomet/73.1.13), and the level of a day on the days before. The interval of
 *   the mesor is the wider one of that of independent days and that of the mean of an autoregression of
 *   quarters of days, whatever its autocorrelation.
 * - `days`: values of one local day may depend on each other, but days are independent.
 * - `independent`: values are drawn apart. Never right for what a sensor records minute by minute.
 *
 * The first two need 5 local days, and two more than there are coefficients; for `dependent` a day with
 * less than half of the usual number of values counts as a part of the day before. Of fewer days the intervals
 * and `p` are null. The column `errors` gives the assumption of each interval and of `p`.
 *
 * Source: Nelson et al. 1979 (Chronobiologia 6:305); Cornelissen 2014, doi:10.1186/1742-4682-11-16.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @returns an object with a number, or null, by each name; `unit` and `reason` have the unit of each,
 * and why one is null. Its `frame`, or with `by` the result itself, is a long frame with a row for each
 * statistic: the columns of `by`; `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`,
 * `errors` `str`, null except for intervals and `p`; `note` `str`, the reason for a null value:
 * `too few values`, `not separable` (by their times), `too few days`, `no variation`. Groups come in
 * order of their first rows.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if the zone or the period is invalid, or harmonics is not a number from 1 to 12
 *
 * @example A temperature that is highest at 17:00
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const hours = Array.from({ length: 48 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, i)),
 *   temperature: 36.8 + 0.4 * Math.cos(2 * Math.PI * (i - 17) / 24),
 * }));
 * const found = series.cosinor(hours, { tz: "UTC", unit: "°C" });
 * assertAlmostEquals(found.mesor!, 36.8);
 * assertAlmostEquals(found.amplitude!, 0.4);
 * assertAlmostEquals(found.acrophase!, 17);
 * ```
 */
export function cosinor(
  frame: FrameLike,
  options?: CosinorOptions & { readonly by?: undefined },
): Statistics<CosinorStatistic>;
/** Fits cosines to each group of `by`; returns a long frame. */
export function cosinor(
  frame: FrameLike,
  options: CosinorOptions & { readonly by: string | readonly string[] },
): Frame;
/** Fits cosines with options that may have `by`. */
export function cosinor(
  frame: FrameLike,
  options?: CosinorOptions,
): Statistics<CosinorStatistic> | Frame;
export function cosinor(
  frame: FrameLike,
  options: CosinorOptions = {},
): Statistics<CosinorStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { harmonics = 1, errors = "dependent" } = options;
  if (!Number.isInteger(harmonics) || harmonics < 1 || harmonics > 12) {
    throw new RangeError(`Cannot ${ACTION}: harmonics ${harmonics} is not a number from 1 to 12`);
  }
  if (!ERRORS.includes(errors)) {
    throw new RangeError(
      `Cannot ${ACTION}: errors is ${JSON.stringify(errors)}, expected "dependent", "days" or ` +
        '"independent"',
    );
  }
  const period = periodMicros(options.period ?? "24h", ACTION);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, zone: own, groups, series } = readGroupedValues(data, options);
  const tz = zone(options.tz ?? own), unit = options.unit ?? data.units[name] ?? "1";
  const made = series.map((values) =>
    statisticsOf(values, { period, harmonics, tz, unit, errors })
  );
  const rows = made.flat();
  const columns = {
    ...statisticColumns(rows),
    errors: textColumn(rows.map((row) => row.errors)),
    note: textColumn(rows.map((row) => row.note)),
  };
  const found = groupedFrame(groups, made.map((own) => own.length), columns, { action: ACTION });
  return options.by === undefined ? statistics<CosinorStatistic>("a cosinor", found) : found;
}

const ACTION = "fit a cosine";

const ERRORS: readonly CosinorErrors[] = ["dependent", "days", "independent"];

const OPTIONS = optionNames<CosinorOptions>()(GROUPED_COLUMNS, "period harmonics tz unit errors");

interface Settings {
  /** The length of a cycle in microseconds. */
  readonly period: number;
  readonly harmonics: number;
  readonly tz: string;
  readonly unit: string;
  readonly errors: CosinorErrors;
}

/** A statistic with the assumption behind it, if any, and the reason if it is null. */
interface CosinorRow extends Statistic {
  readonly name: CosinorStatistic;
  readonly errors: CosinorErrors | null;
  readonly note: string | null;
}

function statisticsOf(
  values: Values,
  { period, harmonics, tz, unit, errors }: Settings,
): CosinorRow[] {
  const calendar = unitsOf(values, tz, DAY_US);
  const days = errors === "dependent" ? joinShortRuns(calendar) : calendar;
  const enough = Math.max(5, 2 * harmonics + 3);
  const fit = fitCosinor(phaseTimes(values, period, tz), values.value, {
    period,
    count: harmonics,
    clusters: errors === "independent" ? undefined : {
      days,
      quarters: errors === "days" ? undefined : unitsOf(values, tz, DAY_US / 4),
    },
  });
  const isKnown = fit !== undefined && (errors === "independent" || countRuns(days) >= enough);
  const n = values.value.length;
  const coverage = n === 0 ? 0 : Math.min(1, n / expectedCount(values));
  const isVaried = typeof fit?.harmonics[0]?.acrophase === "number";
  const row = (
    name: CosinorStatistic,
    given: number | null | undefined,
    of = "1",
    by: CosinorErrors | null = null,
  ): CosinorRow => {
    const value = given ?? null;
    const note = value !== null
      ? null
      : n < 2 * harmonics + 4
      ? "too few values"
      : fit === undefined
      ? "not separable"
      : by !== null && !isKnown
      ? "too few days"
      : isVaried
      ? "not separable"
      : "no variation";
    return { name, value, unit: of, coverage, n, errors: by, note };
  };
  const hours = (angle: number): number => angle / (2 * Math.PI) * period / HOUR_US;
  const phase = (k: number): number | null | undefined => {
    const angle = fit?.harmonics[k]?.acrophase;
    return angle === undefined || angle === null ? angle : hours(angle) / (k + 1);
  };
  /** The bounds of an interval around a value; null without a value or half width. */
  const bounds = (
    name: "mesor" | "amplitude" | "acrophase",
    value: number | null | undefined,
    half: number | null | undefined,
    of: string,
    low = (value ?? NaN) - (half ?? NaN),
  ): CosinorRow[] => {
    const isBounded = isKnown && typeof half === "number" && typeof value === "number";
    return [
      row(`${name}_low`, isBounded ? low : null, of, errors),
      row(`${name}_high`, isBounded ? value + half : null, of, errors),
    ];
  };
  const first = fit?.harmonics[0], widest = period / HOUR_US / 2;
  const { amplitude, amplitudeError = NaN, acrophaseError = NaN, isSeen = false } = first ?? {};
  const half = isVaried ? fit!.bound * amplitudeError : null;
  const turn = isSeen ? Math.min(widest, hours(fit!.bound * acrophaseError)) : widest;
  return [
    row("mesor", fit?.mesor, unit),
    row("amplitude", amplitude, unit),
    row("acrophase", phase(0), "h"),
    row("acrophase_rad", first?.acrophase, "rad"),
    row("R2", fit?.r2),
    row("p", isKnown ? fit.p : null, "1", errors),
    ...bounds("mesor", fit?.mesor, fit?.mesorHalf, unit),
    ...bounds("amplitude", amplitude, half, unit, isSeen ? Math.max(0, amplitude! - half!) : 0),
    ...bounds("acrophase", phase(0), isVaried ? turn : null, "h"),
    ...Array.from({ length: harmonics - 1 }, (_, i) => i + 1).flatMap((k) => [
      row(`amplitude_${k + 1}`, fit?.harmonics[k]?.amplitude, unit),
      row(`acrophase_${k + 1}`, phase(k), "h"),
    ]),
  ];
}

/** Times from which phases count: on the zone's clock, or elapsed since its first midnight. */
function phaseTimes(values: Values, period: number, tz: string): Float64Array {
  const clock = localClock(values.span, tz);
  if (DAY_US % period === 0) return clockFaces(values.at, clock);
  const first = values.span.first + clock.offset[0]!;
  const midnight = Math.floor(first / DAY_US) * DAY_US - clock.offset[0]!;
  return clockFaces(values.at, stopwatch(midnight));
}

/** The local day, or part of a day, of each value, counted since 1970; one that a clock repeats continues. */
function unitsOf(values: Values, tz: string, length: number): Float64Array {
  const units = clockFaces(values.at, localClock(values.span, tz));
  for (let i = 0; i < units.length; i++) {
    units[i] = Math.max(units[i - 1] ?? -Infinity, Math.floor(units[i]! / length));
  }
  return units;
}

/** Joins a run of fewer than half as many values as the usual one to the run before, the first one to the next. */
function joinShortRuns(ascending: Float64Array): Float64Array {
  const starts: number[] = [];
  ascending.forEach((one, i) => one !== ascending[i - 1] && starts.push(i));
  const sizes = starts.map((from, k) => (starts[k + 1] ?? ascending.length) - from);
  const least = (median(sizes) ?? 0) / 2, joined = ascending.slice();
  const after = sizes.findIndex((size) => size >= least);
  starts.forEach((from, k) => {
    const own = k < after
      ? ascending[starts[after]!]!
      : sizes[k]! < least
      ? joined[from - 1]!
      : ascending[from]!;
    joined.fill(own, from, from + sizes[k]!);
  });
  return joined;
}

/** How many different values there are, of ascending ones. */
function countRuns(ascending: Float64Array): number {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (ascending[i] !== ascending[i - 1]) count++;
  return count;
}
