import { type FrameLike, openFrame } from "../frame/open.ts";
import { textColumn } from "../frame/columns/columns.ts";
import { type Statistic, statisticColumns } from "../frame/statisticFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { zone } from "../time/zone.ts";
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
  /** What intervals and `p` take to be independent: single values, or only days. @default "days" where there are enough of them, 5 or two more than coefficients; else "independent" */
  errors?: CosinorErrors;
}

/** What intervals and `p` of a cosine take to be independent of each other. */
export type CosinorErrors = "independent" | "days";

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
 * | `..._low`, `..._high` | of each of these 95 % confidence intervals (delta method, Student's t): of an amplitude not below 0, of an acrophase around it, so perhaps below 0, and at most a period wide |
 *
 * With further harmonics `p` tests all of them. A period
 * that divides a day is laid on the zone's clock, so that phases stay times of day where the clock is
 * changed; any other is elapsed time from the local midnight before the first row. `n` counts values,
 * `coverage` is their share of those that the usual step would give. With fewer than three values
 * more than coefficients, or where times do not tell them apart, all are null.
 *
 * What is measured often hangs together: an hour of running raises sixty values of a heart rate, and an
 * interval that takes them for sixty pieces of evidence is too narrow. With `errors: "days"` values of
 * one local day may hang together in any way, and only days are independent (Liang and Zeger 1986,
 * doi:10.1093/biomet/73.1.13). In simulated weeks whose errors halve in two hours such an interval holds
 * the true value in 93 to 96 of 100, one of independent values in 56 to 71, one of a bootstrap of days
 * in 83 to 89, one of Newey and West in 87 to 92. Hence the default; `"independent"` is for values that
 * are drawn apart. The column `errors` says of each interval and of `p` which it is. Of fewer days
 * than the default asks for `"days"` says nothing: these are null.
 *
 * Source: Nelson et al. 1979 (Chronobiologia 6:305); Cornelissen 2014, doi:10.1186/1742-4682-11-16.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @returns a row for each statistic: the columns of `by`; `name` `str`, `value` `f64`, `unit` `str`,
 * `coverage` `f64`, `n` `i64`, `errors` `str`, null but of intervals and `p`. Groups come in order of
 * their first rows.
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
 * const found = series.cosinor(hours, { tz: "UTC", unit: "°C" }).toRecords();
 * const value = (name: string) => Number(found.find((row) => row["name"] === name)?.["value"]);
 * assertAlmostEquals(value("mesor"), 36.8);
 * assertAlmostEquals(value("amplitude"), 0.4);
 * assertAlmostEquals(value("acrophase"), 17);
 * ```
 */
export function cosinor(frame: FrameLike, options: CosinorOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { harmonics = 1, unit = "1", errors } = options;
  if (!Number.isInteger(harmonics) || harmonics < 1 || harmonics > 12) {
    throw new RangeError(`Cannot ${ACTION}: harmonics ${harmonics} is not a number from 1 to 12`);
  }
  if (errors !== undefined && errors !== "independent" && errors !== "days") {
    throw new RangeError(
      `Cannot ${ACTION}: errors is ${JSON.stringify(errors)}, expected "independent" or "days"`,
    );
  }
  const period = periodMicros(options.period ?? "24h", ACTION);
  const { zone: own, groups, series } = readGroupedValues(
    openFrame(frame, { action: ACTION, tz: options.tz }),
    options,
  );
  const tz = zone(options.tz ?? own);
  const made = series.map((values) =>
    statisticsOf(values, { period, harmonics, tz, unit, errors })
  );
  const rows = made.flat();
  const columns = {
    ...statisticColumns(rows),
    errors: textColumn(rows.map((row) => row.errors)),
  };
  return groupedFrame(groups, made.map((own) => own.length), columns, { action: ACTION });
}

const ACTION = "fit a cosine";

const OPTIONS: OptionTable<CosinorOptions> = {
  ...GROUPED_COLUMNS,
  period: true,
  harmonics: true,
  tz: true,
  unit: true,
  errors: true,
};

interface Settings {
  /** The length of a cycle in microseconds. */
  readonly period: number;
  readonly harmonics: number;
  readonly tz: string;
  readonly unit: string;
  readonly errors: CosinorErrors | undefined;
}

/** A statistic, and what it takes to be independent, if anything. */
type CosinorStatistic = Statistic & { readonly errors: CosinorErrors | null };

function statisticsOf(
  values: Values,
  { period, harmonics, tz, unit, errors: asked }: Settings,
): CosinorStatistic[] {
  const days = daysOf(values, tz), enough = Math.max(5, 2 * harmonics + 3);
  const isEnough = countRuns(days) >= enough;
  const errors = asked ?? (isEnough ? "days" : "independent");
  const fit = fitCosinor(phaseTimes(values, period, tz), values.value, {
    period,
    count: harmonics,
    days: errors === "days" ? days : undefined,
  });
  const isKnown = fit !== undefined && (errors === "independent" || isEnough);
  const n = values.value.length;
  const coverage = n === 0 ? 0 : Math.min(1, n / expectedCount(values));
  const row = (
    name: string,
    value: number | null | undefined,
    of = "1",
    by: CosinorErrors | null = null,
  ): CosinorStatistic => ({ name, value: value ?? null, unit: of, coverage, n, errors: by });
  const hours = (angle: number): number => angle / (2 * Math.PI) * period / HOUR_US;
  const phase = (k: number): number | undefined =>
    fit && hours(fit.harmonics[k]!.acrophase) / (k + 1);
  /** The bounds of an interval, not below one limit, and no further from the value than another. */
  const bounds = (
    name: string,
    value: number | undefined,
    error: number | undefined,
    of: string,
    { least = -Infinity, most = Infinity } = {},
  ): CosinorStatistic[] => {
    const half = isKnown ? Math.min(most, fit.bound * error!) : undefined;
    return [
      row(`${name}_low`, half === undefined ? null : Math.max(least, value! - half), of, errors),
      row(`${name}_high`, half === undefined ? null : value! + half, of, errors),
    ];
  };
  const first = fit?.harmonics[0];
  return [
    row("mesor", fit?.mesor, unit),
    row("amplitude", first?.amplitude, unit),
    row("acrophase", phase(0), "h"),
    row("acrophase_rad", first?.acrophase, "rad"),
    row("R2", fit?.r2),
    row("p", isKnown ? fit.p : null, "1", errors),
    ...bounds("mesor", fit?.mesor, fit?.mesorError, unit),
    ...bounds("amplitude", first?.amplitude, first?.amplitudeError, unit, { least: 0 }),
    ...bounds("acrophase", phase(0), first && hours(first.acrophaseError), "h", {
      most: period / HOUR_US / 2,
    }),
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

/** The local day of each value, counted since 1970. */
function daysOf(values: Values, tz: string): Float64Array {
  const days = clockFaces(values.at, localClock(values.span, tz));
  for (let i = 0; i < days.length; i++) days[i] = Math.floor(days[i]! / DAY_US);
  return days;
}

/** How many different values there are, of ascending ones. */
function countRuns(ascending: Float64Array): number {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (ascending[i] !== ascending[i - 1]) count++;
  return count;
}
