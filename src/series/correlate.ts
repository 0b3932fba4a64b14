import { shortLength } from "../time/length.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { type Columns, int64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { withoutCutRows } from "./input/cutRows.ts";
import { rejectCodes } from "./input/meaningOfColumns.ts";
import { readSteps, readWeekdays, type StepOptions } from "./input/readSteps.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { toRows } from "../frame/polars/rows.ts";
import { describeValue } from "../options/describeValue.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { type Adjust, adjustP, ADJUSTS } from "./numerics/adjustP.ts";
import { type CorrelationMethod, correlationOf, pairValues } from "./statistics/correlation.ts";
import { INSEPARABLE, slopeSentence, UNVARIED } from "./slopeSentence.ts";
import { effectColumns, type SharedEffect } from "./statistics/sharedEffects.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode correlate}. */
export interface CorrelationOptions extends StepOptions {
  /**
   * Columns to correlate: numbers, or booleans, which count as 1 and 0. A single outcome is
   * correlated with every other column. @default all numeric columns that are not in `x` or
   * `partial`
   */
  y?: string | readonly string[];
  /**
   * Columns that come first, such as habits. Each is correlated with each of `y`, but not with
   * other columns of `x`. @default all of `y`
   */
  x?: string | readonly string[];
  /** Coefficient, or both coefficients, with one row each. @default "pearson" */
  method?: CorrelationMethod | readonly CorrelationMethod[];
  /**
   * Lag of `b` in days (or steps of `every`), or several lags: with 1, `b` is the next day's value.
   * @default 0
   */
  lag?: number | readonly number[];
  /**
   * Treats consecutive rows as dependent, so that they count as fewer than as many independent
   * rows.
   * @default true if the frame has times
   */
  dependent?: boolean;
  /**
   * Effects to remove from both columns of each pair, as in a partial correlation: `"trend"`
   * (linear over time), `"weekday"` (each day of the week with at least 28 rows, otherwise weekends; steps
   * longer than a day have none), or column names, with their values on the day of `a`. @default none
   */
  partial?: readonly string[];
  /** Correction of the p values of the whole table for multiple testing. @default "holm" */
  adjust?: Adjust;
  /**
   * Columns that define groups, such as `user`: each group is correlated separately, and these
   * columns come first. @default none
   */
  by?: string | readonly string[] | undefined;
}

/** Name of a statistic of a correlation. */
export type CorrelationStatistic =
  | "r"
  | "low"
  | "high"
  | "p"
  | "n"
  | "n_effective"
  | "slope"
  | "slope_low"
  | "slope_high";

/** Correlation of two columns: a number for each statistic, and the finding in words. */
export type Correlation = Statistics<CorrelationStatistic> & {
  /**
   * Slope in words, `no clear relation`, `too few rows to tell`, `no variation`, or `not separable`
   * from the removed effects; null for ranks.
   */
  readonly finding: string | null;
};

/** Options that name two columns, one lag and one method. */
export interface OnePair {
  /** Column that comes first in time. */
  readonly x: string;
  /** Column that follows after `lag` steps. */
  readonly y: string;
  /** Lag of `y` in steps. */
  readonly lag?: number;
  /** Coefficient. */
  readonly method?: CorrelationMethod;
  /** No groups: the result is a single pair. */
  readonly by?: undefined;
}

/** Options that name several columns, lags or methods, or leave the columns open. */
export type SeveralPairs =
  | { readonly x?: readonly string[] }
  | { readonly y?: readonly string[] }
  | { readonly lag: readonly number[] }
  | { readonly method: readonly CorrelationMethod[] }
  | { readonly by: string | readonly string[] };

const OPTIONS = optionNames<CorrelationOptions>()(
  "y x method lag dependent partial adjust time every tz by",
);

const METHODS: readonly CorrelationMethod[] = ["pearson", "spearman"];

const ACTION = "correlate columns";

/**
 * Correlates pairs of columns over the days (rows) in which both have a value. With one name as `x`
 * and one as `y`, the result is an object; otherwise it is a frame with a row per pair, lag and
 * method.
 *
 * Consecutive days are rarely independent: one bad week does not count as seven findings. If the
 * frame has times (`time`, `night` or `date`), interval and p value use `n_effective`, the number
 * of independent days equivalent to the data, and `interval` is `effective n`. It is the smaller of
 * two numbers: from the observed autocorrelations (Pyper & Peterman 1998, doi:10.1139/f98-104),
 * and from first-order autoregressions (Dutilleul 1993, doi:10.2307/2532625) over all coefficients
 * that fit the days. Without times, or with `dependent: false`, `interval` is `independent rows`,
 * and `n_effective` is `n` minus the number of removed effects.
 *
 * The interval is Fisher's: tanh(atanh r ± 1.96 / sqrt(n_effective - 3)); for ranks, 1.06 replaces
 * 1 under the root (Fieller, Hartley and Pearson 1957). `p` is the two-sided probability of a
 * coefficient this far from 0 if there is no correlation, by Student's t with n_effective - 2
 * degrees of freedom.
 *
 * Two columns that share weekends or a trend correlate without being related: `partial: ["trend",
 * "weekday"]` removes both effects from both columns. Each removed effect also lowers
 * `n_effective`.
 *
 * `slope` is the change of `b` when `a` grows by 1, in `slope_unit`, with its 95 % interval: 12 min less
 * REM sleep per drink. It is null for ranks.
 *
 * `finding` states it in words that follow `p_adjusted`: `12 min less rem per drink, the day after
 * (3 to 21 min less)`, `no clear relation`, or `too few rows to tell`; null for ranks. A constant
 * column has `no variation`. A habit of fixed weekdays is `not separable from trend and weekday`.
 *
 * One in twenty unrelated pairs has a `p` below 0.05. `p_adjusted` is corrected for all pairs,
 * lags and methods of the table (per group): by Holm (1979), so that one such table in twenty has
 * any false finding, or with `adjust: "benjamini-hochberg"` (1995), so that one finding in twenty
 * is false.
 *
 * With `lag: 1`, each value of `a` is paired with the next day's value of `b`, such as a habit with
 * the following night. The table has both directions of each pair, as far as `x` allows.
 *
 * @param frame numeric columns, such as daily totals. Null, NaN, and days and nights that are not
 * `whole` are missing. With a lag, one row per day (or step of `every`).
 * @returns for one pair (`x` and `y` one name each, no `by`, one lag and method) an object with the
 * numbers `r`, `low`, `high`, `p`, `n`, `n_effective`, `slope`, `slope_low`, `slope_high`, or null,
 * and the text `finding`; `unit` and `reason` give each unit and the reason for each null; `frame`
 * is the row. Otherwise the columns of `by`, with groups in order of their first rows; `a`, `b`
 * `str`; `lag` `i64`; `method` `str`; `r`, `low`, `high`, `p`, `p_adjusted` `f64`; `n` `i64`, the
 * rows with both values; `n_effective` `f64`; `interval`, `adjust` `str`; `partial` `str`, the
 * removed effects, or null; `slope`, `slope_low`, `slope_high` `f64`, `slope_unit`, `finding`
 * `str`. `r` is null if n is below 3 or a column is constant. Interval and p value are null if
 * n_effective is 3 or less, and for fewer than 7 rows in time. Rows have the order of the columns,
 * then of the lags.
 * @throws {TypeError} if a column is missing, not numeric or has codes (`sleep_stage`), there are
 * fewer than two columns, or a lag is set and the frame has no times
 * @throws {RangeError} if the method, the correction or a lag is invalid, or with a lag if a day
 * has two rows
 *
 * @example Steps and calories
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const found = series.correlate([
 *   { steps: 4000, calories: 210 },
 *   { steps: 9000, calories: 430 },
 *   { steps: 12000, calories: 500 },
 *   { steps: 7000, calories: null },
 * ], { x: "steps", y: "calories" });
 * assertAlmostEquals(found.r!, 0.9892, 1e-4);
 * ```
 *
 * @example A habit and the following night
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [0, 1, 1, 0, 1, 0].map((run, day, all) => ({
 *   date: `2024-03-0${day + 1}`,
 *   run,
 *   asleep: 400 + 30 * (all[day - 1] ?? 0), // longer after a run on the day before
 * }));
 * const next = series.correlate(days, { x: "run", y: "asleep", lag: 1 });
 * assertEquals([next.r, next.n], [1, 5]);
 * ```
 */
export function correlate(
  frame: FrameLike,
  options: Omit<CorrelationOptions, keyof OnePair> & OnePair,
): Correlation;
/** Correlates several pairs of columns; returns a frame with a row for each pair, lag and method. */
export function correlate(frame: FrameLike, options?: CorrelationOptions & SeveralPairs): Frame;
/** Correlates with options that name one pair or several. */
export function correlate(frame: FrameLike, options?: CorrelationOptions): Correlation | Frame;
export function correlate(
  frame: FrameLike,
  options: CorrelationOptions = {},
): Correlation | Frame {
  checkOptions(ACTION, options, OPTIONS, "x and y for one pair");
  const { by, dependent, adjust = "holm" } = options;
  const methods = methodsOf(options.method), lags = lagsOf(options.lag);
  if (!ADJUSTS.includes(adjust)) {
    throw new RangeError(
      `Cannot ${ACTION}: adjust is ${describeValue(adjust)}, expected one of ${ADJUSTS.join(", ")}`,
    );
  }
  const groups = [by ?? []].flat();
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const partial = partialOf(options.partial);
  const columns = partial.filter((name) => !EFFECTS.includes(name as SharedEffect));
  rejectCodes(columns, ACTION);
  const aside = [...groups, options.time, ...columns];
  const given = options.x === undefined ? undefined : [options.x].flat();
  const others = (known: readonly string[]): string[] =>
    data.numberNames().filter((name) => !aside.includes(name) && !known.includes(name));
  const y = [options.y ?? others(given ?? [])].flat();
  const x = given ?? (y.length === 1 && options.y !== undefined ? others(y) : []);
  const names = [...new Set([...x, ...y])];
  if (names.length < 2) {
    throw new TypeError(
      `Cannot correlate ${names.join(", ") || "nothing"}: expected two numeric columns`,
    );
  }
  rejectCodes(names, ACTION);
  const twice = columns.find((name) => names.includes(name));
  if (twice !== undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: column ${
        JSON.stringify(twice)
      } is both correlated and in partial. Pass it once.`,
    );
  }
  const pairs = pairsOf(x.length === 0 ? undefined : x, y, lags);
  const found = computeByGroup(data, { by, times: [], units: {} }, (rows) => {
    const needed = lags.some((lag) => lag !== 0) ? `a lag of ${lags.join(", ")}` : undefined;
    const isOrdered = dependent !== false || needed !== undefined || partial.includes("trend");
    const steps = isOrdered ? readSteps(rows, options, needed) : undefined;
    const weekday = partial.includes("weekday") ? readWeekdays(rows, options) : undefined;
    const missing = [
      ...partial.includes("trend") && steps === undefined ? ["trend"] : [],
      ...partial.includes("weekday") && weekday === undefined ? ["weekday"] : [],
    ];
    if (missing.length > 0 && rows.rowCount > 0) {
      throw new TypeError(
        `Cannot ${ACTION} without the effect of ${
          missing.join(" and ")
        }: the frame has no times, or two rows have the same time. Pass the column of times as time.`,
      );
    }
    const values = new Map(names.map((name) => [name, readNumbers(rows, name)]));
    return correlationsOf(pairs, values, {
      steps,
      dependent: dependent !== false,
      methods,
      adjust,
      partial: weekday?.some((day) => day > 0)
        ? partial
        : partial.filter((one) => one !== "weekday"),
      weekday,
      columns: columns.map((name) => readNumbers(rows, name)),
      units: data.units,
      every: shortLength(options.every ?? "1d"),
    });
  });
  return isOnePair(options) ? answer(found) : found;
}

function isOnePair({ x, y, lag, method, by }: CorrelationOptions): boolean {
  return typeof x === "string" && typeof y === "string" && by === undefined &&
    !Array.isArray(lag) && !Array.isArray(method);
}

/** Makes the object of one pair from its row. */
function answer(row: Frame): Correlation {
  const [found] = toRows(openFrame(row).columns()) as Record<string, number | string | null>[];
  const { r, n, method, partial, slope_unit, finding } = found!;
  const rest = partial === null ? "no variation" : `no variation without ${partial}`;
  const noNumber = Number(n) < 3 ? "too few rows" : String(finding ?? rest);
  const field = (name: CorrelationStatistic, unit: string): AnswerField<CorrelationStatistic> => ({
    name,
    value: found![name] as number | null,
    unit,
    reason: r === null
      ? noNumber
      : name.startsWith("slope") && method === "spearman"
      ? "ranks have no slope"
      : "too few rows to tell",
  });
  const slope = String(slope_unit ?? "1");
  return answerOf("a correlation", row, [
    ...(["r", "low", "high", "p", "n", "n_effective"] as const).map((name) => field(name, "1")),
    ...(["slope", "slope_low", "slope_high"] as const).map((name) => field(name, slope)),
  ], { finding: finding as string | null });
}

const EFFECTS: readonly SharedEffect[] = ["trend", "weekday"];

/** @throws {TypeError} if it is not a list of names */
function partialOf(partial: readonly string[] | undefined): readonly string[] {
  if (partial === undefined) return [];
  const isList = Array.isArray(partial) && partial.every((one) => typeof one === "string");
  if (isList) return [...new Set(partial)];
  throw new TypeError(
    `Cannot ${ACTION}: partial is ${
      describeValue(partial)
    }, expected a list of "trend", "weekday" or column names`,
  );
}

/** Two columns, and the lag of the second in steps. */
interface Pair {
  readonly a: string;
  readonly b: string;
  readonly lag: number;
}

function pairsOf(
  x: readonly string[] | undefined,
  y: readonly string[],
  lags: readonly number[],
): Pair[] {
  const ordered = (x ?? y).flatMap((a) => y.filter((b) => b !== a).map((b) => ({ a, b })));
  const keyOf = ({ a, b }: { a: string; b: string }): string => JSON.stringify([a, b].sort());
  const first = new Map<string, number>();
  ordered.forEach((pair, i) => first.has(keyOf(pair)) || first.set(keyOf(pair), i));
  const isFirst = ordered.map((pair, i) => first.get(keyOf(pair)) === i);
  return ordered.flatMap(({ a, b }, i) =>
    // Without a lag, both directions are the same.
    lags.filter((lag) => lag !== 0 || isFirst[i])
      .map((lag) => ({ a, b, lag }))
  );
}

/** @throws {RangeError} if there is no such method */
function methodsOf(method: CorrelationOptions["method"]): readonly CorrelationMethod[] {
  const methods = [...new Set([method ?? "pearson"].flat() as CorrelationMethod[])];
  for (const one of methods) {
    if (METHODS.includes(one)) continue;
    throw new RangeError(`Cannot correlate by ${JSON.stringify(one)}: use pearson or spearman`);
  }
  return methods;
}

/** @throws {RangeError} if a lag is not an integer of at least 0 */
function lagsOf(lag: CorrelationOptions["lag"]): readonly number[] {
  const lags = [...new Set([lag ?? 0].flat() as number[])];
  const wrong = lags.find((one) => !Number.isInteger(one) || one < 0);
  if (wrong === undefined && lags.length > 0) return lags;
  throw new RangeError(
    `Cannot ${ACTION}: lag is ${describeValue(wrong ?? lag)}, expected integers of at least 0`,
  );
}

/** Returns numbers, with NaN for null and for days that are not whole, and 1 and 0 for booleans. */
function readNumbers(data: OpenFrame, name: string): Float64Array {
  if (!data.has(name) || data.column(name).type !== "bool") {
    return withoutCutRows(data.numbers(name), data);
  }
  const { values, valid } = data.read({ flag: "bool" }, { columns: { flag: name } }).flag;
  return withoutCutRows(
    Float64Array.from(values, (value, i) => valid?.[i] === 0 ? NaN : value),
    data,
  );
}

/** Returns whether a column only has the values 0 and 1. */
function isFlag(values: Float64Array): boolean {
  return values.every((value) => value === 0 || value === 1 || Number.isNaN(value));
}

interface Settings {
  readonly steps: Int32Array | undefined;
  readonly dependent: boolean;
  readonly methods: readonly CorrelationMethod[];
  readonly adjust: Adjust;
  readonly partial: readonly string[];
  readonly weekday: Uint8Array | undefined;
  readonly columns: readonly Float64Array[];
  readonly units: Readonly<Record<string, string>>;
  readonly every: string;
}

function correlationsOf(
  pairs: readonly Pair[],
  values: ReadonlyMap<string, Float64Array>,
  { steps, dependent, methods, adjust, partial, weekday, columns, units, every }: Settings,
): Columns {
  const rows = pairs.flatMap((pair) => {
    const both = pairValues(values.get(pair.a)!, values.get(pair.b)!, steps, pair.lag, columns);
    const days = {
      at: both.at,
      weekday: Array.from(both.rows, (row) => weekday?.[row] ?? 0),
      rows: both.rows.length,
    };
    const effects = [
      ...EFFECTS.filter((name) => partial.includes(name)).flatMap((name) =>
        effectColumns(name, days)
      ),
      ...columns.map((column) => Float64Array.from(both.rows, (row) => column[row]!)),
    ];
    return methods.map((method) => ({
      ...pair,
      method,
      ...correlationOf(both, method, dependent && steps !== undefined, effects),
    }));
  });
  const adjusted = adjustP(rows.map(({ p }) => p), adjust);
  const interval = dependent && steps !== undefined ? "effective n" : "independent rows";
  return {
    a: textColumn(rows.map(({ a }) => a)),
    b: textColumn(rows.map(({ b }) => b)),
    lag: int64Column(BigInt64Array.from(rows, ({ lag }) => BigInt(lag))),
    method: textColumn(rows.map(({ method }) => method)),
    r: nullable(rows.map(({ r }) => r)),
    low: nullable(rows.map(({ low }) => low)),
    high: nullable(rows.map(({ high }) => high)),
    p: nullable(rows.map(({ p }) => p)),
    p_adjusted: nullable(adjusted),
    n: int64Column(BigInt64Array.from(rows, ({ n }) => BigInt(n))),
    n_effective: nullable(rows.map(({ size }) => size)),
    interval: textColumn(rows.map(() => interval)),
    adjust: textColumn(rows.map(() => adjust)),
    partial: textColumn(rows.map(() => partial.join(", ") || null)),
    slope: nullable(rows.map(({ slope }) => slope)),
    slope_low: nullable(rows.map(({ slopeLow }) => slopeLow)),
    slope_high: nullable(rows.map(({ slopeHigh }) => slopeHigh)),
    slope_unit: textColumn(
      rows.map(({ a, b, method }) =>
        method === "spearman" || units[b] === undefined ? null : `${units[b]} per ${units[a] ?? a}`
      ),
    ),
    finding: textColumn(
      rows.map((row, i) =>
        row.method === "spearman"
          ? null
          : row.note === "no variation"
          ? UNVARIED
          : row.note === "not separable"
          ? `${INSEPARABLE} from ${partial.join(" and ")}`
          : slopeSentence({
            ...row,
            p: adjusted[i]!,
            units,
            every,
            isFlag: isFlag(values.get(row.a)!),
          })
      ),
    ),
  };
}
