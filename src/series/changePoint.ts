import { float64Column, int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Length, windowLength } from "../time/length.ts";
import type { Zones } from "../time/zone.ts";
import { zonedTime } from "../time/zones.ts";
import { findChange, type FoundChange } from "./describe/findChange.ts";
import { checkConfidence, unfitNote, wrongOption } from "./fittedSteps.ts";
import { groupedFrame } from "./input/groupedFrame.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import {
  dateSpan,
  differenceUnit,
  digits,
  intervalEnds,
  spaced,
  unitText,
} from "./sentenceParts.ts";
import { effectColumns, type SharedEffect } from "./statistics/sharedEffects.ts";
import { recordMade } from "../frame/cite/made.ts";

/** Options of {@linkcode changePoint}. */
export interface ChangePointOptions extends GroupedSeriesColumns {
  /**
   * Length of a step, such as `"1w"` for weekly values; several values of a step count as their
   * mean. @default "1d"
   */
  every?: Length | undefined;
  /**
   * Effects to remove: `"trend"` finds a change beyond a straight trend. Steps longer than a day
   * have no weekday. @default ["weekday"]
   */
  partial?: readonly SharedEffect[] | undefined;
  /** Minimum share of the values before and after the change. @default 0.15 */
  trim?: number | undefined;
  /** `false` if values do not depend on the values before, for `p` and the interval. @default true */
  dependent?: boolean | undefined;
  /** Confidence of the interval; a change is clear if `p` is below 1 minus it. @default 0.95 */
  confidence?: number | undefined;
  /** Unit of the values. @default the column's unit if it is known, else "1" */
  unit?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of {@linkcode ChangePoint}. */
export type ChangePointStatistic =
  | "before"
  | "after"
  | "difference"
  | "sup_F"
  | "p"
  | "days"
  | "autocorrelation";

/** Largest change of level in a series: its date, its numbers, and the finding in words. */
export type ChangePoint = Statistics<ChangePointStatistic> & {
  /** Local date of the first value at the new level; null without an answer. */
  readonly date: string | null;
  /** Interval of the date: the missing days before its first value are part of it. */
  readonly date_low: string | null;
  readonly date_high: string | null;
  /** The change in words, `no clear change`, or the reason for its absence. */
  readonly finding: string;
};

/** Minimum number of steps with a value. */
const LEAST_CHANGE = 42;

const ACTION = "find a change point";

const OPTIONS = optionNames<ChangePointOptions>()(
  GROUPED_COLUMNS,
  "every partial trim dependent confidence unit tz",
);

/**
 * Finds the date at which the level of a series changed most: when was it, and is it more than
 * chance?
 *
 * The series is split at each possible date, with at least 15 % of the values (`trim`) on each side.
 * The date with the largest F statistic of two means instead of one is the change (sup F: Quandt
 * 1960; Andrews 1993, doi 10.2307/2951764). Since the date is searched for, `p` is the share of
 * 999 simulated series without a change that have an F as large somewhere; it is at least 0.001.
 *
 * Days depend on the days before, and a slow drift looks like a change. By default the errors are
 * therefore a first-order autoregression, whose coefficient is integrated over: the interval of the
 * date has the central 95 % of the restricted likelihood of all dates and coefficients, and takes a
 * change for granted. With `dependent: false`, F, date and interval equal R's `strucchange` with
 * equal variances (Bai 1997, doi 10.1162/003465397557132), which finds false changes in daily
 * values.
 *
 * With fewer than 42 days all of this is null: few days cannot tell a drift from a change.
 *
 * A trend or a season is not a change of level, but looks like one: `partial: ["weekday", "trend"]`
 * removes a straight trend, at the price of fewer changes found. If a change is clear only without
 * this, `finding` ends with `a straight trend fits, too`; if this moves the change out of its interval,
 * with the other date. The difference of the two levels is too large on average, because the date is
 * where it is largest. If you know the date, test it with `series.interrupted`, which also gives an interval.
 *
 * @param frame a column of instants or dates (`time`, `night` or `date`) and a numeric column. Null,
 * NaN, and days that are not `whole` are missing.
 * @returns an object with `date`, `date_low` and `date_high`, ISO dates, and numbers: `before`,
 * `after` (levels, with average effects), `difference`, `sup_F`, `p`, `days` (steps
 * with a value) and `autocorrelation` (estimated, of neighbours around the two levels), or null; and
 * the text `finding`, such as `pulse changes from 60 to 55 bpm on 3 March 2025 (interval: 1 to 6
 * March 2025)` or `no clear change of pulse in 90 days`. Its `frame`, or with `by` the result
 * itself, has a row per series: the columns of `by`, in order of their first rows; `time`,
 * `time_low`, `time_high` `datetime[us, tz]`, starts of the steps; `before`, `after`, `difference`
 * `f64`; `unit` `str`; `sup_F`, `p`, `autocorrelation` `f64`; `coverage` `f64`, share of steps with
 * a value; `n` `i64`; `note` `str`, the reason for nulls: `too few days`, `no variation`, or `not
 * separable` (from the effects); `finding` `str`
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if the zone, `every`, `partial`, `trim`, `dependent` or `confidence` is invalid
 *
 * @example A resting heart rate that falls by 5
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const days = Array.from({ length: 120 }, (_, day) => ({
 *   time: new Date(Date.UTC(2025, 0, 1 + day)),
 *   pulse: (day < 61 ? 60 : 55) + 2 * Math.sin(day * day),
 * }));
 * const { date, p, finding } = series.changePoint(days, { tz: "UTC", unit: "bpm" });
 * assertEquals(date, "2025-03-03");
 * assert(p! < 0.01);
 * assert(finding.startsWith("pulse changes from 60 to 55 bpm on 3 March 2025 (interval: "));
 * ```
 */
export function changePoint(
  frame: FrameLike,
  options?: ChangePointOptions & { readonly by?: undefined },
): ChangePoint;
/** Finds a change in each group of `by`; returns a frame with a row per group. */
export function changePoint(
  frame: FrameLike,
  options: ChangePointOptions & { readonly by: string | readonly string[] },
): Frame;
/** Finds a change with options that may have `by`. */
export function changePoint(frame: FrameLike, options?: ChangePointOptions): ChangePoint | Frame;
export function changePoint(
  frame: FrameLike,
  options: ChangePointOptions = {},
): ChangePoint | Frame {
  const settings = readSettings(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const { name, tz, groups, days } = readDays(data, { ...options, every: settings.every });
  const unit = options.unit ?? data.units[name] ?? "1";
  const rows = days.map((own) => changeRow(own, { ...settings, name, unit, tz }));
  const times = (of: "index" | "low" | "high") =>
    timeColumn(
      BigInt64Array.from(rows, ({ at }) => at?.[of] ?? 0n),
      tz,
      Uint8Array.from(rows, ({ at }) => at === undefined ? 0 : 1),
    );
  const numbers = (of: ChangePointStatistic) => nullable(rows.map(({ values }) => values[of]));
  const found = groupedFrame(groups, rows.map(() => 1), {
    time: times("index"),
    time_low: times("low"),
    time_high: times("high"),
    before: numbers("before"),
    after: numbers("after"),
    difference: numbers("difference"),
    unit: textColumn(rows.map(() => unit)),
    sup_F: numbers("sup_F"),
    p: numbers("p"),
    autocorrelation: numbers("autocorrelation"),
    coverage: float64Column(Float64Array.from(rows, ({ coverage }) => coverage)),
    n: int64Column(BigInt64Array.from(rows, ({ n }) => BigInt(n))),
    note: textColumn(rows.map(({ note }) => note)),
    finding: textColumn(rows.map(({ finding }) => finding)),
  }, { action: ACTION, range: data.range });
  recordMade(found, "series.changePoint", options, frame);
  if (options.by !== undefined) return found;
  const { at, values, note, finding } = rows[0]!;
  const unitOf = (field: ChangePointStatistic): string =>
    field === "before" || field === "after"
      ? unit
      : field === "difference"
      ? differenceUnit(unit)
      : "1";
  return answerOf(
    "a change point",
    found,
    (Object.keys(values) as ChangePointStatistic[]).map((
      field,
    ): AnswerField<ChangePointStatistic> => ({
      name: field,
      value: values[field],
      unit: unitOf(field),
      reason: note,
    })),
    {
      date: at === undefined ? null : dateOf(at.index, tz).toString(),
      date_low: at === undefined ? null : dateOf(at.low, tz).toString(),
      date_high: at === undefined ? null : dateOf(at.high, tz).toString(),
      finding,
    },
  );
}

interface Settings {
  readonly every: Length;
  readonly trim: number;
  readonly confidence: number;
  readonly isIndependent: boolean;
  /** Effects to remove. */
  readonly partial: readonly SharedEffect[];
  /** `true` if a step is a day. */
  readonly isDaily: boolean;
}

function readSettings(options: ChangePointOptions): Settings {
  checkOptions(ACTION, options, OPTIONS);
  const { trim = 0.15, confidence = 0.95, dependent = true, partial = ["weekday"] } = options;
  const wrong = (name: string, value: unknown, expected: string): RangeError =>
    wrongOption(ACTION, name, value, expected);
  if (!(trim > 0 && trim < 0.5)) throw wrong("trim", trim, "a number from 0 to 0.5");
  checkConfidence(ACTION, confidence);
  if (!Array.isArray(partial) || partial.some((one) => one !== "weekday" && one !== "trend")) {
    throw wrong("partial", partial, 'a list of "weekday" and "trend"');
  }
  const { every = "1d" } = options, length = windowLength(every);
  const isDaily = length.kind === "calendar" && length.days === 1;
  return {
    every,
    trim,
    confidence,
    isIndependent: !dependent,
    partial,
    isDaily,
  };
}

interface ChangeRow {
  /** Starts of the step of the change and of the ends of its interval. */
  readonly at: Readonly<Record<"index" | "low" | "high", bigint>> | undefined;
  readonly values: Readonly<Record<ChangePointStatistic, number | null>>;
  readonly coverage: number;
  readonly n: number;
  readonly note: string | null;
  readonly finding: string;
}

/** Finds the change of one series. */
function changeRow(
  days: DayValues,
  settings: Settings & { readonly name: string; readonly unit: string; readonly tz: string },
): ChangeRow {
  const { at, value, weekday, size, bounds } = days, n = value.length;
  const isEnough = n >= LEAST_CHANGE;
  const effects = isEnough
    ? settings.partial.flatMap((effect) => effectColumns(effect, { at, weekday, rows: n }))
    : [];
  const found = isEnough ? findChange({ at, value }, { ...settings, effects }) : undefined;
  const note = found === undefined ? unfitNote(isEnough, days) : null;
  const instants = found && {
    index: bounds[at[found.index]!]!,
    low: bounds[at[found.low - 1]! + 1]!, // the change may be on any missing day before
    high: bounds[at[found.high]!]!,
  };
  const values = {
    before: found?.before ?? null,
    after: found?.after ?? null,
    difference: found === undefined ? null : found.after - found.before,
    sup_F: found?.supF ?? null,
    p: found?.p ?? null,
    days: n,
    autocorrelation: found?.autocorrelation ?? null,
  };
  return {
    at: instants,
    values,
    coverage: size === 0 ? 0 : n / size,
    n,
    note,
    finding: findingOf({ at: instants, values, n, note }, settings) +
      orTrend(days, found, settings),
  };
}

/** Returns a note if a straight trend explains a clear change, or moves it. */
function orTrend(
  { at, value, weekday, bounds }: DayValues,
  found: FoundChange | undefined,
  settings: Settings & { readonly tz: string },
): string {
  const { partial, confidence } = settings, limit = 1 - confidence;
  if (found === undefined || found.p >= limit || partial.includes("trend")) return "";
  const effects = [...partial, "trend" as const].flatMap((effect) =>
    effectColumns(effect, { at, weekday, rows: value.length })
  );
  const beyond = findChange({ at, value }, { ...settings, effects });
  if (beyond === undefined || beyond.p >= limit) return "; a straight trend fits, too";
  if (beyond.index >= found.low && beyond.index <= found.high) return "";
  const date = dateOf(bounds[at[beyond.index]!]!, settings.tz);
  return `; beyond a straight trend, the largest change is on ${dateSpan(date, date)}`;
}

function findingOf(
  { at, values, n, note }: Pick<ChangeRow, "at" | "values" | "n" | "note">,
  { name, unit, tz, confidence, isDaily }: Settings & {
    readonly name: string;
    readonly unit: string;
    readonly tz: string;
  },
): string {
  const what = spaced(name), steps = isDaily ? "days" : "values";
  const { before, after, p } = values;
  if (at === undefined || before === null || after === null || p === null) {
    return note === "too few days"
      ? `too few ${steps} to find a change of ${what}: ${n} of at least ${LEAST_CHANGE}`
      : note === "no variation"
      ? `${what} does not vary`
      : `the values cannot separate a change of ${what} from weekdays or a trend`;
  }
  if (p >= 1 - confidence) return `no clear change of ${what} in ${n} ${steps}`;
  const [from, to] = intervalEnds(before, after, digits);
  const date = dateOf(at.index, tz), span = dateSpan(dateOf(at.low, tz), dateOf(at.high, tz));
  return `${what} changes from ${from} to ${to}${unitText(unit)} on ${
    dateSpan(date, date)
  } (interval: ${span})`;
}

function dateOf(at: bigint, tz: string): Temporal.PlainDate {
  return zonedTime(at, tz).toPlainDate();
}
