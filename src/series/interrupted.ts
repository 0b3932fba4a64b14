import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { bisectLeft } from "../time/bisect.ts";
import { type TimeLike, toMicros } from "../time/instant.ts";
import { type Length, windowLength } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import { zonedTime } from "../time/zones.ts";
import {
  checkConfidence,
  checkPer,
  fittedColumns,
  type FittedRow,
  type FittedRows,
  stepsPer,
  type TrendUnit,
  unfitNote,
  wrongOption,
} from "./fittedSteps.ts";
import { restrictedFit } from "./describe/restrictedFit.ts";
import { gapsOf } from "./statistics/errorModels.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { studentBound, studentTail } from "./numerics/student.ts";
import {
  dateSpan,
  differenceUnit,
  digits,
  intervalEnds,
  spaced,
  unitText,
  wordsOf,
} from "./sentenceParts.ts";
import { fitColumns } from "./statistics/fitTrend.ts";
import { effectColumns } from "./statistics/sharedEffects.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode interrupted}. */
export interface InterruptedOptions extends GroupedSeriesColumns {
  /** Date or instant of the interruption. The first step that starts then or later is after it. */
  at: TimeLike;
  /** `false` to only fit a change of level, without slopes. @default true */
  slopes?: boolean | undefined;
  /**
   * Estimate of level, slope and errors: `integrated` or `gls`. @default "integrated"
   */
  method?: InterruptedMethod | undefined;
  /** Time that the slopes count. A month has 30.44 days, a year 365.24. @default "month" */
  per?: TrendUnit | undefined;
  /**
   * Length of a step, such as `"1w"` for weekly values; several values of a step count as their
   * mean. @default "1d"
   */
  every?: Length | undefined;
  /** Effects to remove. Steps longer than a day have no weekday. @default ["weekday"] */
  partial?: readonly "weekday"[] | undefined;
  /** Confidence of the intervals. @default 0.95 */
  confidence?: number | undefined;
  /** Unit of the values. @default the column's unit if it is known, else "1" */
  unit?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/**
 * Estimate of an interrupted series: `integrated` is least squares with errors that integrate over
 * the autocorrelation, `gls` is the restricted likelihood with the estimated autocorrelation.
 */
export type InterruptedMethod = "integrated" | "gls";

/** Name of a statistic of an interrupted series. */
export type InterruptedStatistic =
  | "level_before"
  | "level_before_low"
  | "level_before_high"
  | "level_change"
  | "level_change_low"
  | "level_change_high"
  | "level_change_p"
  | "slope_before"
  | "slope_change"
  | "slope_change_low"
  | "slope_change_high"
  | "slope_change_p"
  | "days_before"
  | "days_after"
  | "autocorrelation";

/** Interrupted series: a number for each statistic, and the finding in words. */
export type Interrupted = Statistics<InterruptedStatistic> & {
  /** The changes in words, or the reason for their absence. */
  readonly finding: string;
};

/** Minimum number of steps with a value before and after. */
const LEAST_SIDE = 21;

const ACTION = "fit an interrupted series";

const OPTIONS = optionNames<InterruptedOptions>()(
  GROUPED_COLUMNS,
  "at slopes method per every partial confidence unit tz",
);

/**
 * Fits an interrupted time series: did level and slope change at a date that you name, such as the
 * first day of a treatment? (Wagner et al. 2002, doi 10.1046/j.1365-2710.2002.00430.x)
 *
 * `value = level_before + slope_before * time since + level_change * after + slope_change * time
 * since * after`
 *
 * | name | |
 * | --- | --- |
 * | `level_before` | level of the line before, at the date, on an average day of the week |
 * | `level_before_low`, `level_before_high` | its 95 % interval |
 * | `level_change` | change of level at the date |
 * | `level_change_low`, `level_change_high` | its 95 % interval |
 * | `level_change_p` | two-sided p value of no change of level |
 * | `slope_before` | change per month (or `per`) before the date |
 * | `slope_change` | slope after the date minus the slope before |
 * | `slope_change_low`, `slope_change_high` | its 95 % interval |
 * | `slope_change_p` | two-sided p value of no change of slope |
 * | `days_before`, `days_after` | number of steps with a value |
 * | `autocorrelation` | estimated correlation of neighbouring steps around the lines |
 *
 * Each day depends on earlier days, so the errors follow an autoregression. By default, least
 * squares gives the coefficients, and intervals and p values integrate over all autocorrelations
 * and shares of noise that fit the days, as in `series.trend`. With `method: "gls"`, coefficients,
 * errors and autocorrelation, from 0 to 1, equal R's `gls(correlation = corAR1())`. It takes the
 * estimated autocorrelation for the true one, so its intervals are too narrow with few days. The
 * effect of weekdays is removed. Without 21 steps on each side, all of this is null.
 *
 * The date must be known beforehand. If you chose it because the values change there, p is too
 * small; `series.changePoint` searches for it. Without a second series that was not interrupted,
 * whatever else changed at that date is part of the result.
 *
 * @param frame a column of instants or dates (`time`, `night` or `date`) and a numeric column.
 * Null, NaN, and days that are not `whole` are missing.
 * @returns an object with a number or null per name, and the text `finding`, such as `pulse falls
 * by 5.1 bpm on 3 March 2025 (3.4 to 6.8); no clear change of its slope`; `unit` and `reason` give
 * each unit and the reason for each null. Its `frame`, or with `by` the result itself, is a long
 * frame with a row per statistic: the columns of `by`, with groups in order of their first rows;
 * `name` `str`, `value` `f64`, `unit` `str`, `coverage` `f64`, `n` `i64`; `note` `str`, the reason
 * for a null value: `too few days`, `no variation`, `not separable` (from weekdays) or `no slopes`;
 * `finding` `str`, in the row of the change of level, else null
 * @throws {TypeError} if a column is missing or of another type, there are several numeric columns
 * and `y` is not set, or `at` is missing
 * @throws {RangeError} if the zone or an option is invalid
 *
 * @example A pulse that falls by 5 when a treatment begins
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert } from "@std/assert";
 *
 * const days = Array.from({ length: 120 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 1 + day)),
 *   pulse: (day < 61 ? 60 : 55) + 2 * Math.sin(day * day),
 * }));
 * const { level_change, finding } = series.interrupted(days, {
 *   at: "2025-03-03",
 *   tz: "UTC",
 *   unit: "bpm",
 * });
 * assert(Math.abs(level_change! + 5) < 1);
 * assert(finding.startsWith("pulse falls by 4.9 bpm on 3 March 2025 ("), finding);
 * ```
 */
export function interrupted(
  frame: FrameLike,
  options: InterruptedOptions & { readonly by?: undefined },
): Interrupted;
/** Fits each group of `by`; returns a long frame. */
export function interrupted(
  frame: FrameLike,
  options: InterruptedOptions & { readonly by: string | readonly string[] },
): Frame;
/** Fits with options that may have `by`. */
export function interrupted(frame: FrameLike, options: InterruptedOptions): Interrupted | Frame;
export function interrupted(frame: FrameLike, options: InterruptedOptions): Interrupted | Frame {
  const settings = readSettings(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, tz, groups, days } = readDays(data, { ...options, every: settings.every });
  const unit = options.unit ?? data.units[name] ?? "1";
  const at = toMicros(options.at, { tz, what: "at" });
  const made = days.map((own) => fitRows(own, { ...settings, name, unit, tz, at }));
  const found = groupedFrame(
    groups,
    made.map(({ rows }) => rows.length),
    fittedColumns(made, "level_change"),
    { action: ACTION },
  );
  recordMade(found, "series.interrupted", options, frame);
  if (options.by !== undefined) return found;
  const { rows, finding } = made[0]!;
  return answerOf(
    "an interrupted series",
    found,
    rows.map((row) => ({ ...row, reason: row.note })),
    { finding },
  );
}

interface Settings {
  readonly slopes: boolean;
  readonly method: InterruptedMethod;
  readonly per: TrendUnit;
  readonly every: Length;
  readonly confidence: number;
  /** `true` to remove the effect of weekdays. */
  readonly isPartial: boolean;
  /** `true` if steps are days, weeks, months or years, not hours or minutes. */
  readonly isCalendar: boolean;
}

function readSettings(options: InterruptedOptions): Settings {
  checkOptions(ACTION, options, OPTIONS, "at");
  const { slopes = true, method = "integrated", per = "month", every = "1d" } = options;
  const { confidence = 0.95, partial = ["weekday"] } = options;
  const wrong = (name: string, value: unknown, expected: string): RangeError =>
    wrongOption(ACTION, name, value, expected);
  if (options.at === undefined) {
    throw new TypeError(`Cannot ${ACTION}: at is missing. Pass a date, such as at: "2025-03-01".`);
  }
  if (method !== "integrated" && method !== "gls") {
    throw wrong("method", method, '"integrated" or "gls"');
  }
  checkPer(ACTION, per);
  checkConfidence(ACTION, confidence);
  if (!Array.isArray(partial) || partial.some((one) => one !== "weekday")) {
    throw wrong("partial", partial, '["weekday"] or []');
  }
  return {
    slopes,
    method,
    per,
    every,
    confidence,
    isPartial: partial.length > 0,
    isCalendar: windowLength(every).kind === "calendar",
  };
}

interface Row extends FittedRow {
  readonly name: InterruptedStatistic;
}

interface SeriesSettings extends Settings {
  readonly name: string;
  readonly unit: string;
  readonly tz: string;
  /** Interruption in microseconds UTC. */
  readonly at: bigint;
}

/** Coefficient with its interval, in units per step. */
interface Coefficient {
  readonly estimate: number;
  readonly half: number;
  readonly p: number;
}

/** Fits one series of days. */
function fitRows(days: DayValues, settings: SeriesSettings): FittedRows<Row> {
  const { at, value, weekday, size, bounds } = days, n = value.length;
  const { unit, per, confidence } = settings;
  const from = bisectLeft(bounds, settings.at);
  const before = at.filter((step) => step < from).length, after = n - before;
  const isEnough = Math.min(before, after) >= LEAST_SIDE;
  const effects = settings.isPartial && isEnough
    ? effectColumns("weekday", { at, weekday, rows: n }).map((effect) => centred(effect, weekday))
    : [];
  const step = Float64Array.from(at, (own) => own < from ? 0 : 1);
  const time = Float64Array.from(at, (own) => own - from);
  const rise = Float64Array.from(at, (own) => own < from ? 0 : own - from);
  const columns = settings.slopes ? [step, rise, time] : [step];
  const fit = !isEnough
    ? undefined
    : settings.method === "gls"
    ? fitRestricted(days, columns, effects, confidence)
    : fitIntegrated(days, columns, effects, confidence, Math.min(before, after));
  const note = fit === undefined ? unfitNote(isEnough, days) : null;
  const { each } = stepsPer(per, days, settings.isCalendar);
  const [base, level] = fit?.coefficients ?? [], slope = scaled(fit?.coefficients[2], each);
  const off = differenceUnit(unit), speed = `${unit === "1" ? "" : `${off} `}per ${per}`;
  const slopeNote = note ?? (settings.slopes ? null : "no slopes");
  const row = (name: InterruptedStatistic, given: number | undefined, of: string, own = note) => ({
    name,
    value: given ?? null,
    unit: of,
    coverage: size === 0 ? 0 : n / size,
    n,
    note: given === undefined ? own : null,
  });
  return {
    rows: [
      row("level_before", base?.estimate, unit),
      row("level_before_low", base && base.estimate - base.half, unit),
      row("level_before_high", base && base.estimate + base.half, unit),
      row("level_change", level?.estimate, off),
      row("level_change_low", level && level.estimate - level.half, off),
      row("level_change_high", level && level.estimate + level.half, off),
      row("level_change_p", level?.p, "1"),
      row("slope_before", scaled(fit?.coefficients[3], each)?.estimate, speed, slopeNote),
      row("slope_change", slope?.estimate, speed, slopeNote),
      row("slope_change_low", slope && slope.estimate - slope.half, speed, slopeNote),
      row("slope_change_high", slope && slope.estimate + slope.half, speed, slopeNote),
      row("slope_change_p", slope?.p, "1", slopeNote),
      row("days_before", before, "1"),
      row("days_after", after, "1"),
      row("autocorrelation", fit?.autocorrelation, "1"),
    ],
    finding: findingOf({ level, slope, note, before, after }, settings),
  };
}

/**
 * Subtracts the mean of a week from an effect, so that the constant is the level on an average day.
 */
function centred(effect: Float64Array, weekday: ArrayLike<number>): Float64Array {
  const week = new Map(Array.from(effect, (one, row) => [weekday[row], one]));
  const mean = [...week.values()].reduce((sum, one) => sum + one, 0) / week.size;
  return effect.map((one) => one - mean);
}

interface Fit {
  /** Coefficients of the constant and of each column. */
  readonly coefficients: readonly Coefficient[];
  readonly autocorrelation: number;
}

function fitIntegrated(
  days: DayValues,
  columns: readonly Float64Array[],
  effects: readonly Float64Array[],
  confidence: number,
  least: number,
): Fit | undefined {
  const coefficient = fitColumns(days, columns, effects, confidence, least);
  if (coefficient === undefined) return undefined;
  const coefficients = [coefficient(), ...columns.map(coefficient)];
  return { coefficients, autocorrelation: coefficients[0]!.autocorrelation };
}

function fitRestricted(
  days: DayValues,
  columns: readonly Float64Array[],
  effects: readonly Float64Array[],
  confidence: number,
): Fit | undefined {
  const constant = new Float64Array(days.value.length).fill(1);
  const fit = restrictedFit({ gaps: gapsOf(days.at), value: days.value }, [
    ...effects,
    constant,
    ...columns,
  ]);
  if (fit === undefined) return undefined;
  const bound = studentBound(confidence, fit.freedom);
  return {
    coefficients: fit.coefficients.slice(effects.length).map(({ estimate, error }) => ({
      estimate,
      half: bound * error,
      p: studentTail(Math.abs(estimate / error), fit.freedom),
    })),
    autocorrelation: fit.autocorrelation,
  };
}

function scaled(of: Coefficient | undefined, by: number): Coefficient | undefined {
  return of && { estimate: of.estimate * by, half: of.half * by, p: of.p };
}

function findingOf(
  { level, slope, note, before, after }: {
    readonly level: Coefficient | undefined;
    readonly slope: Coefficient | undefined;
    readonly note: string | null;
    readonly before: number;
    readonly after: number;
  },
  { name, unit, per, tz, at }: SeriesSettings,
): string {
  const what = spaced(name), of = unitText(unit), [greater, smaller] = wordsOf(unit);
  if (level === undefined) {
    return note === "too few days"
      ? `too few days to tell a change of ${what}: ${before} before and ${after} after, ` +
        `of at least ${LEAST_SIDE}`
      : note === "no variation"
      ? `${what} does not vary`
      : `the days cannot separate a change of ${what} from weekdays`;
  }
  const date = zonedTime(at, tz).toPlainDate(), day = dateSpan(date, date);
  const ends = ({ estimate, half }: Coefficient): string => {
    const [near, far] = intervalEnds(Math.abs(estimate) - half, Math.abs(estimate) + half, digits);
    return `(${near} to ${far})`;
  };
  const isClear = ({ estimate, half }: Coefficient): boolean => Math.abs(estimate) > half;
  const size = ({ estimate }: Coefficient): string => `${digits(Math.abs(estimate))}${of}`;
  const bounds = ({ estimate, half }: Coefficient): string =>
    `between ${digits(half - estimate)}${of} ${smaller} and ${
      digits(half + estimate)
    }${of} ${greater}`;
  const first = isClear(level)
    ? `${what} ${level.estimate > 0 ? "rises" : "falls"} by ${size(level)} on ${day} ${ends(level)}`
    : `no clear change of ${what} on ${day}: ${bounds(level)}`;
  return slope === undefined
    ? first
    : `${first}; ${
      isClear(slope)
        ? `its slope is ${size(slope)} per ${per} ${
          slope.estimate > 0 ? greater : smaller
        } from then on ${ends(slope)}`
        : "no clear change of its slope"
    }`;
}
