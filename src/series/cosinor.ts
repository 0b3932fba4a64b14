// @ts-types="@types/d3-array"
import { median } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { textColumn } from "../frame/columns/columns.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { fitCosinor } from "./statistics/fitCosinor.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { clockFaces, localClock, stopwatch, type ZoneClock } from "./clock/localClock.ts";
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
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode cosinor}. */
export interface CosinorOptions extends GroupedSeriesColumns {
  /** Length of a cycle in elapsed time, such as `24h` or `24h30m`. @default "24h" */
  period?: Length;
  /** Number of cosines: of the period, of half of it, and so on. @default 1 */
  harmonics?: number;
  /**
   * IANA zone of the local clock that phases refer to. @default the zone of the time column
   */
  tz?: Zones;
  /**
   * Unit of the values, for mesor and amplitude. @default the column's unit if it is known, else
   * "1"
   */
  unit?: string;
  /** Assumption about the independence of values, for intervals and `p`. @default "dependent" */
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
 * Assumption behind intervals and `p`: `dependent` values depend on earlier values and days, with
 * `days` only values of the same local day are dependent, `independent` values never are.
 */
export type CosinorErrors = "dependent" | "days" | "independent";

/**
 * Fits cosines of a known period to a series by least squares: `y = M + A cos(2 pi (t - phase) /
 * period)`.
 *
 * | name | |
 * | --- | --- |
 * | `mesor` | `M`, mean of the fitted curve |
 * | `amplitude` | `A`, half of the curve's height |
 * | `acrophase` | time of the peak in hours after local midnight, from 0 up to the period |
 * | `acrophase_rad` | acrophase as an angle, from 0 up to 2 pi (some authors publish it negative) |
 * | `amplitude_2`, `acrophase_2` | second harmonic; further ones are `amplitude_3` and so on |
 * | `R2` | share of the variance that the curve explains |
 * | `p` | p value of amplitude 0 (F test; Hotelling's for days) |
 * | `..._low`, `..._high` | bounds of the 95 % intervals of mesor, amplitude and acrophase (delta method) |
 *
 * With further harmonics, `p` tests all of them. If the first cosine by itself is not significant
 * at 5 %, its amplitude may be 0 and its acrophase arbitrary: the amplitude's interval then starts
 * at 0, and the acrophase's interval is a whole period. The bounds of an acrophase surround it, so
 * they may be negative.
 *
 * A period that divides a day follows the local clock, so phases stay times of day across daylight
 * saving changes. Any other period is elapsed time from the local midnight before the first row.
 * `n` counts values; `coverage` is their share of the values that the usual step would give. With
 * fewer than three values more than coefficients, or if their times cannot separate the
 * coefficients, everything is null. For constant values, the mesor is that constant, the amplitude
 * 0, and the rest null.
 *
 * Measured values depend on each other: an hour of running raises sixty values of a heart rate.
 * Treating them as independent makes intervals too narrow. `errors` sets the assumption:
 *
 * - `dependent` (the default): values of one local day may depend on each other in any way (Liang
 * and Zeger 1986, doi:10.1093/biomet/73.1.13), and the level of a day on earlier days. The mesor has
 * the wider of two intervals: one treats days as independent, the other fits an autoregression of
 * quarter days with any autocorrelation.
 * - `days`: values of one local day may depend on each other, but days are independent.
 * - `independent`: values are independent. This is never true of a sensor's minute values.
 *
 * The first two need 5 local days, and two more than coefficients. For `dependent`, a day with less
 * than half of the usual number of values counts as part of the day before. With fewer days,
 * intervals and `p` are null. The column `errors` gives the assumption of each interval and of `p`.
 *
 * Source: Nelson et al. 1979 (Chronobiologia 6:305); Cornelissen 2014, doi:10.1186/1742-4682-11-16.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @returns an object with a number or null per name; `unit` and `reason` give each unit and the
 * reason for each null. Its `frame`, or with `by` the result itself, is a long frame with a row per
 * statistic: the columns of `by`, with groups in order of their first rows; `name` `str`, `value`
 * `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`, `errors` `str`, null except for intervals and
 * `p`; `note` `str`, the reason for a null value: `too few values`, `not separable` (by their
 * times), `too few days`, `no variation`.
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the zone or the period is invalid, or harmonics is not a number from 1 to
 * 12
 *
 * @example A temperature with its peak at 17:00
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
  const tz = localZone(options.tz, own, ACTION), unit = options.unit ?? data.units[name] ?? "1";
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
  recordMade(found, "series.cosinor", options, frame);
  return options.by === undefined ? statistics<CosinorStatistic>("a cosinor", found) : found;
}

const ACTION = "fit a cosine";

const ERRORS: readonly CosinorErrors[] = ["dependent", "days", "independent"];

const OPTIONS = optionNames<CosinorOptions>()(GROUPED_COLUMNS, "period harmonics tz unit errors");

interface Settings {
  /** Length of a cycle in microseconds. */
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
  const clock = localClock(values.span, tz), faces = clockFaces(values.at, clock);
  const calendar = unitsOf(faces, DAY_US);
  const days = errors === "dependent" ? joinShortRuns(calendar) : calendar;
  const enough = Math.max(5, 2 * harmonics + 3);
  const times = DAY_US % period === 0 ? faces : timesSinceMidnight(values, clock);
  const fit = fitCosinor(times, values.value, {
    period,
    count: harmonics,
    clusters: errors === "independent" ? undefined : {
      days,
      quarters: errors === "days" ? undefined : unitsOf(faces, DAY_US / 4),
    },
  });
  const isKnown = fit !== undefined &&
    (errors === "independent" || runStarts(days).length >= enough);
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
  /** Returns the bounds of an interval around a value; null without a value or half width. */
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

/** Returns the times elapsed since the first midnight of the local clock. */
function timesSinceMidnight({ at, span }: Values, { offset }: ZoneClock): Float64Array {
  const shift = offset[0]!, midnight = Math.floor((span.first + shift) / DAY_US) * DAY_US;
  return clockFaces(at, stopwatch(midnight - shift));
}

/** Returns the local day, or part of a day, of each local time, counted since 1970. */
function unitsOf(faces: Float64Array, length: number): Float64Array {
  const units = new Float64Array(faces.length);
  for (let i = 0, unit = -Infinity, until = -Infinity; i < units.length; i++) {
    const face = faces[i]!;
    if (face >= until) {
      unit = Math.floor(face / length);
      until = (unit + 1) * length;
    }
    units[i] = unit; // the clock can be set back into an earlier one
  }
  return units;
}

/**
 * Joins a run with fewer than half of the usual number of values to the run before, and the first
 * run to the next.
 */
function joinShortRuns(ascending: Float64Array): Float64Array {
  const starts = runStarts(ascending);
  const sizes = starts.map((from, k) => (starts[k + 1] ?? ascending.length) - from);
  const least = (median(sizes) ?? 0) / 2, joined = ascending.slice();
  const after = sizes.findIndex((size) => size >= least);
  starts.forEach((from, k) => {
    const size = sizes[k]!;
    const own = k < after
      ? ascending[starts[after]!]!
      : size < least
      ? joined[from - 1]!
      : ascending[from]!;
    joined.fill(own, from, from + size);
  });
  return joined;
}

/** Returns the index of the first of each run of equal values. */
function runStarts(ascending: Float64Array): number[] {
  const starts: number[] = [];
  ascending.forEach((one, i) => {
    if (one !== ascending[i - 1]) starts.push(i);
  });
  return starts;
}
