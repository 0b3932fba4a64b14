import type { FrameLike } from "../frame/asFrame.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import type { Frame } from "../frame/toFrame.ts";
import { zone } from "../time/zone.ts";
import { fitCosinor } from "./fitCosinor.ts";
import { groupedFrame } from "./groupedFrame.ts";
import { DAY, HOUR, localClock, shown, stopwatch } from "./localClock.ts";
import { periodMicros } from "./periodMicros.ts";
import {
  expected,
  type GroupedSeriesColumns,
  readGroupedValues,
  type Values,
} from "./readValues.ts";

/** How a cosine is fitted. */
export interface CosinorOptions extends GroupedSeriesColumns {
  /** Length of a cycle, elapsed, such as `24h` or `24h30m`. @default "24h" */
  period?: string;
  /** How many cosines: of the period, of half of it, and so on. @default 1 */
  harmonics?: number;
  /** IANA zone whose clock and midnight phases are counted from. @default the zone of the time column */
  tz?: string;
  /** The unit of the values, given to mesor and amplitude. @default "1" */
  unit?: string;
}

/** The bounds of a normal distribution's middle 95 %. */
const Z = 1.959963984540054;

/**
 * Fits cosines of a known period to a series by least squares: `y = M + A cos(2 pi (t - phase) / period)`.
 *
 * | name | |
 * | --- | --- |
 * | `mesor` | `M`, the mean of the fitted curve |
 * | `amplitude` | `A`, half of its height |
 * | `acrophase` | when its top is, in hours after local midnight: from 0 up to the period |
 * | `acrophase_rad` | the same as an angle, from 0 up to 2 pi (some publish it negative) |
 * | `R2` | the share of the variance that it explains |
 * | `p` | that the amplitude is 0 (F test) |
 * | `mesor_low`, `mesor_high`, ... | 95 % confidence intervals (delta method, normal), of an acrophase around it and so perhaps below 0 |
 *
 * A further harmonic `k` adds `amplitude_k` and `acrophase_k`; `p` then tests all of them. A period
 * that divides a day is laid on the zone's clock, so that phases stay times of day where the clock is
 * changed; any other is elapsed time from the local midnight before the first row. `n` counts values,
 * `coverage` is their share of those that the usual step would give. With fewer than three values
 * more than coefficients, or where times do not tell them apart, all are null.
 *
 * Source: Nelson et al. 1979 (Chronobiologia 6:305); Cornelissen 2014, doi:10.1186/1742-4682-11-16.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @returns a row for each statistic: the columns of `by`; `name` `str`, `value` `f64`, `unit` `str`,
 * `coverage` `f64`, `n` `i64`. Groups come in order of their first rows.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if the zone or the period is none, or harmonics is no number from 1 to 12
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
 * const found = series.cosinor(hours, { tz: "UTC", unit: "°C" }).toRecords();
 * const value = (name: string) => Number(found.find((row) => row["name"] === name)?.["value"]);
 * assertAlmostEquals(value("mesor"), 36.8);
 * assertAlmostEquals(value("amplitude"), 0.4);
 * assertAlmostEquals(value("acrophase"), 17);
 * ```
 */
export function cosinor(frame: FrameLike, options: CosinorOptions = {}): Frame {
  const { harmonics = 1, unit = "1" } = options;
  if (!Number.isInteger(harmonics) || harmonics < 1 || harmonics > 12) {
    throw new RangeError(`Cannot ${ACTION}: harmonics ${harmonics} is no number from 1 to 12`);
  }
  const period = periodMicros(options.period ?? "24h", ACTION);
  const { zone: own, groups, series } = readGroupedValues(frame, options, ACTION);
  const tz = zone(options.tz ?? own);
  const made = series.map((values) => statisticsOf(values, { period, harmonics, tz, unit }));
  const counts = made.map((rows) => rows.length);
  return groupedFrame(groups, counts, statisticColumns(made.flat()), ACTION);
}

const ACTION = "fit a cosine";

interface Settings {
  /** The length of a cycle in microseconds. */
  readonly period: number;
  readonly harmonics: number;
  readonly tz: string;
  readonly unit: string;
}

function statisticsOf(values: Values, { period, harmonics, tz, unit }: Settings): Statistic[] {
  const fit = fitCosinor(phaseTimes(values, period, tz), values.value, period, harmonics);
  const n = values.value.length;
  const coverage = n === 0 ? 0 : Math.min(1, n / expected(values));
  const row = (name: string, value: number | null | undefined, of = "1"): Statistic => ({
    name,
    value: value ?? null,
    unit: of,
    coverage,
    n,
  });
  const hours = (angle: number): number => angle / (2 * Math.PI) * period / HOUR;
  const phase = (k: number): number | undefined =>
    fit && hours(fit.harmonics[k]!.acrophase) / (k + 1);
  const bounds = (name: string, value: number | undefined, error: number, of: string) => [
    row(`${name}_low`, value === undefined ? null : value - Z * error, of),
    row(`${name}_high`, value === undefined ? null : value + Z * error, of),
  ];
  const first = fit?.harmonics[0];
  return [
    row("mesor", fit?.mesor, unit),
    row("amplitude", first?.amplitude, unit),
    row("acrophase", phase(0), "h"),
    row("acrophase_rad", first?.acrophase, "rad"),
    row("R2", fit?.r2),
    row("p", fit?.p),
    ...bounds("mesor", fit?.mesor, fit?.mesorError ?? 0, unit),
    ...bounds("amplitude", first?.amplitude, first?.amplitudeError ?? 0, unit),
    ...bounds("acrophase", phase(0), hours(first?.acrophaseError ?? 0), "h"),
    ...Array.from({ length: harmonics - 1 }, (_, i) => i + 1).flatMap((k) => [
      row(`amplitude_${k + 1}`, fit?.harmonics[k]?.amplitude, unit),
      row(`acrophase_${k + 1}`, phase(k), "h"),
    ]),
  ];
}

/** Times from which phases count: on the zone's clock, or elapsed since its first midnight. */
function phaseTimes(values: Values, period: number, tz: string): Float64Array {
  const clock = localClock(values.span, tz);
  if (DAY % period === 0) return shown(values.at, clock);
  const first = values.span.first + clock.offset[0]!;
  const midnight = Math.floor(first / DAY) * DAY - clock.offset[0]!;
  return shown(values.at, stopwatch(midnight));
}
