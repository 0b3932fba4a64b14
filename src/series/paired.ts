import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { isNamedGroup, rowsOfGroups } from "../frame/columns/groups.ts";
import { recordMade } from "../frame/cite/made.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { cutRows } from "./input/cutRows.ts";
import { readResamples } from "./input/readResamples.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { LEAST_RESAMPLED } from "./numerics/bootstrap.ts";
import { studentBound, studentTail } from "./numerics/student.ts";
import { type Estimate, studentizedBootstrap } from "./numerics/studentizedBootstrap.ts";
import { differenceUnit } from "./sentenceParts.ts";
import { readConditions } from "./statistics/readGroups.ts";
import { countText } from "../options/countText.ts";

/** Options of {@linkcode paired}. */
export interface PairedOptions {
  /** Column of the outcome. */
  y: string;
  /** Column of two conditions, such as `drug`; true and false are `yes` and `no`. */
  condition: string;
  /** Column or columns that identify a person. */
  person: string | readonly string[];
  /** First and second condition, a and b. @default both, in alphabetical order */
  conditions?: readonly [string, string];
  /**
   * Numeric column with the period of a crossover, such as 1 and 2. Its effect is removed, and the
   * two orders of the conditions are compared. @default none
   */
  period?: string;
  /**
   * `true` to compute the interval and p value of the difference with a bootstrap that resamples
   * people, instead of Student's t. @default false
   */
  resamplePeople?: boolean;
  /**
   * Columns that form groups, such as `measure`: each is compared separately, and these columns come
   * first. @default none
   */
  by?: string | readonly string[];
  /** Confidence level: share of intervals that contain the true value. @default 0.95 */
  confidence?: number;
  /** Number of bootstrap samples. @default 2000 */
  resamples?: number;
  /** Seed of the random numbers of the bootstrap. @default 1 */
  seed?: number;
  /** Unit of the outcome. @default the column's unit if it is known, else "1" */
  unit?: string;
}

/** Name of a statistic of a paired comparison. */
export type PairedStatistic =
  | "mean_a"
  | "mean_b"
  | `difference${"" | "_SE" | "_low" | "_high" | "_df" | "_p"}`
  | "SD_difference"
  | "cohen_dz"
  | "incomplete"
  | `period_effect${"" | "_low" | "_high" | "_p"}`
  | `sequence_difference${"" | "_p"}`;

const ACTION = "compare pairs";

const OPTIONS = optionNames<PairedOptions>()(
  "y condition person conditions period resamplePeople by confidence resamples seed unit",
);

/**
 * Compares two conditions within people: as a paired comparison or, with `period`, as a crossover
 * of two periods (Jones and Kenward 2003).
 *
 * | name | value |
 * |---|---|
 * | `mean_a`, `mean_b` | means of the people who have both conditions |
 * | `difference` | mean of b - a; with `period`, the mean of both orders, which removes an effect of the period |
 * | `difference_SE`, `difference_low`, `difference_high`, `difference_df`, `difference_p` | its standard error, interval, degrees of freedom and p value |
 * | `SD_difference` | standard deviation of people's differences; with `period`, within the orders |
 * | `cohen_dz` | `difference / SD_difference` |
 * | `incomplete` | number of people who lack a condition and are left out |
 * | `period_effect`, `period_effect_low`, `period_effect_high`, `period_effect_p` | second period minus first |
 * | `sequence_difference`, `sequence_difference_p` | mean of people who had b first minus mean of people who had a first; differs from 0 after carry-over |
 *
 * Several rows of a person in a condition count as their mean, so each person counts once. A test
 * for carry-over has low power: plan a washout instead of choosing the analysis by
 * `sequence_difference_p`. To use the rows of people who lack a condition as well, call
 * `series.mixed`.
 *
 * Student's t assumes that differences are normal, or that there are many people. `resamplePeople:
 * true` instead resamples people with a studentized bootstrap (the wider of the symmetric and the
 * equal-tailed interval), and needs at least 10 people.
 *
 * @param frame A row for each measurement; rows with a missing value, condition, person or period,
 * NaN, and days that are not `whole` are left out.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of people with both conditions), `n` `i64` (these people), `note`
 * `str`, the reason for a null.
 * @throws {TypeError} if a column is missing or of another type, or if there are not exactly two
 * conditions
 * @throws {RangeError} if an option is invalid, or a condition is not in the column
 *
 * @example Three people who sleep 20 minutes longer with a drug
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = [["a", 400, 410], ["b", 380, 400], ["c", 420, 450]].flatMap(([user, off, on]) => [
 *   { user, drug: false, minutes: off },
 *   { user, drug: true, minutes: on },
 * ]);
 * const options = { y: "minutes", condition: "drug", person: "user", unit: "min" };
 * const found = series.paired(nights, options);
 * assertEquals([found.difference, found.SD_difference, found.difference_df], [20, 10, 2]);
 * ```
 */
export function paired(
  frame: FrameLike,
  options: PairedOptions & { readonly by?: undefined },
): Statistics<PairedStatistic>;
/** Compares within each group of `by` and returns a long frame. */
export function paired(
  frame: FrameLike,
  options: PairedOptions & { readonly by: string | readonly string[] },
): Frame;
/** Compares with options that may contain `by`. */
export function paired(
  frame: FrameLike,
  options: PairedOptions,
): Statistics<PairedStatistic> | Frame;
export function paired(
  frame: FrameLike,
  options: PairedOptions,
): Statistics<PairedStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS, "y, condition and person");
  const { resamplePeople = false, confidence = 0.95, by } = options;
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `Cannot ${ACTION}: confidence is ${confidence}. Use a number between 0 and 1.`,
    );
  }
  const settings = { resamplePeople, confidence, ...readResamples(options, ACTION) };
  const data = openFrame(frame, { action: ACTION });
  const unit = options.unit ?? data.units[options.y] ?? "1";
  const labels = labelsOf(data, options);
  const found = computeByGroup(
    data,
    { by, times: [], units: {} },
    (rows) => comparedColumns(rows, options, { ...settings, unit, labels }),
  );
  recordMade(found, "series.paired", options, frame);
  return by === undefined ? statistics<PairedStatistic>("a paired comparison", found) : found;
}

/**
 * Returns both conditions.
 *
 * @throws {TypeError} if there are not two
 */
function labelsOf(
  data: OpenFrame,
  { condition, conditions }: PairedOptions,
): readonly [string, string] {
  const found = [...new Set(readConditions(data, condition))].filter((one) => one !== null).sort();
  const [first, second, ...rest] = conditions ?? found;
  if (first === undefined || second === undefined || first === second || rest.length > 0) {
    throw new TypeError(
      `Cannot ${ACTION}: column ${JSON.stringify(condition)} has the conditions ${
        found.join(", ") || "none"
      }; pass two of them as conditions`,
    );
  }
  const unknown = [first, second].find((one) => !found.includes(one));
  if (found.length > 0 && unknown !== undefined) {
    throw new RangeError(
      `Cannot ${ACTION}: column ${JSON.stringify(condition)} has no ${
        JSON.stringify(unknown)
      }; it has the conditions ${found.join(", ")}`,
    );
  }
  return [first, second];
}

interface Settings {
  readonly resamplePeople: boolean;
  readonly confidence: number;
  readonly resamples: number;
  readonly seed: number;
  readonly unit: string;
  /** First and second condition. */
  readonly labels: readonly [string, string];
}

/** Means of a person who has both conditions. */
interface Pair {
  readonly a: number;
  readonly b: number;
  /** `true` if the person had b first; `false` without periods. */
  readonly isReversed: boolean;
}

/** Compares the rows of a group. */
function comparedColumns(data: OpenFrame, options: PairedOptions, settings: Settings): Columns {
  const { pairs, incomplete, unordered } = readPairs(data, options, settings.labels);
  const isCrossover = options.period !== undefined;
  const { resamplePeople, confidence, unit } = settings, n = pairs.length;
  const measure = (items: ArrayLike<number>): Compared =>
    (isCrossover ? crossover : simple)(Array.from(items, (i) => pairs[i]!));
  const found = measure(pairs.map((_, i) => i)), { difference, freedom } = found;
  const isVaried =
    found.spread > 1e-12 * Math.max(1e-300, Math.abs(found.meanA), Math.abs(found.meanB));
  const isFew = resamplePeople && n < LEAST_RESAMPLED;
  const judged = !isVaried || isFew
    ? undefined
    : resamplePeople
    ? studentizedBootstrap(n, (items) => [measure(items).difference], settings)[0]
    : byStudent(difference, freedom, confidence);
  const period = isVaried && found.period !== undefined
    ? { ...found.period, ...byStudent(found.period, freedom, confidence) }
    : found.period && { value: found.period.value, low: NaN, high: NaN, p: NaN };
  const { sequence } = found, off = differenceUnit(unit);
  const rows = ([
    ["mean_a", found.meanA, unit],
    ["mean_b", found.meanB, unit],
    ["difference", difference.value, off],
    ["difference_SE", isVaried ? difference.error : NaN, off],
    ["difference_low", judged?.low, off],
    ["difference_high", judged?.high, off],
    ["difference_df", freedom > 0 ? freedom : NaN, "1"],
    ["difference_p", judged?.p, "1"],
    ["SD_difference", found.spread, off],
    ["cohen_dz", isVaried ? difference.value / found.spread : NaN, "1"],
    ["incomplete", incomplete, "1"],
    ["period_effect", period?.value, off],
    ["period_effect_low", period?.low, off],
    ["period_effect_high", period?.high, off],
    ["period_effect_p", period?.p, "1"],
    ["sequence_difference", sequence?.value, off],
    [
      "sequence_difference_p",
      sequence && sequence.error > 0 ? studentTail(sequence.value / sequence.error, freedom) : NaN,
      "1",
    ],
  ] as const).map(([name, value, of]) => ({
    name,
    value: value === undefined || Number.isNaN(value) ? null : value,
    unit: of,
    coverage: n + incomplete === 0 ? 0 : n / (n + incomplete),
    n,
  }));
  const people = `${countText(n, "person", "people")} with both conditions`;
  const reason = (name: string): string =>
    /^(period|sequence)_/.test(name) && !isCrossover
      ? "no period"
      : unordered > 0
      ? `${countText(unordered, "person has", "people have")} both conditions in one period`
      : n < 2
      ? people
      : found.isShort
      ? "an order of the conditions has fewer than two people"
      : isFew && /^difference_(low|high|p)$/.test(name)
      ? `a bootstrap needs ${LEAST_RESAMPLED} people`
      : "no variation";
  return {
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ name, value }) => value === null ? reason(name) : null)),
  };
}

/** Reads the means of each person. */
function readPairs(
  data: OpenFrame,
  options: PairedOptions,
  [a, b]: readonly [string, string],
): { readonly pairs: Pair[]; readonly incomplete: number; readonly unordered: number } {
  const { values, valid } = data.read({ y: "float64" }, { columns: { y: options.y } }).y;
  const conditions = readConditions(data, options.condition), isCut = cutRows(data);
  const periods = options.period === undefined
    ? undefined
    : data.read({ period: "float64" }, { columns: { period: options.period } }).period;
  const isKnown = (row: number): boolean =>
    valid?.[row] !== 0 && !Number.isNaN(values[row]) && !isCut(row) &&
    (periods === undefined || periods.valid?.[row] !== 0 && !Number.isNaN(periods.values[row]));
  const groups = data.groups(options.person)!;
  const pairs: Pair[] = [];
  let incomplete = 0, unordered = 0;
  rowsOfGroups(groups, undefined).forEach((rows, person) => {
    if (!isNamedGroup(groups, person)) return;
    const of = (label: string) => rows.filter((row) => conditions[row] === label && isKnown(row));
    const own = of(a), other = of(b);
    if (own.length + other.length === 0) return;
    if (own.length === 0 || other.length === 0) {
      incomplete++;
      return;
    }
    const meanOf = (some: Uint32Array, read: ArrayLike<number>): number =>
      some.reduce((sum, row) => sum + read[row]!, 0) / some.length;
    const order = periods && meanOf(other, periods.values) - meanOf(own, periods.values);
    if (order === 0) unordered++;
    pairs.push({
      a: meanOf(own, values),
      b: meanOf(other, values),
      isReversed: order !== undefined && order < 0,
    });
  });
  // Makes the result independent of the order of rows.
  pairs.sort((one, other) =>
    one.a - other.a || one.b - other.b ||
    Number(one.isReversed) - Number(other.isReversed)
  );
  return { pairs: unordered > 0 ? [] : pairs, incomplete, unordered };
}

/** Estimates of a comparison; NaN if they cannot be computed. */
interface Compared {
  readonly meanA: number;
  readonly meanB: number;
  readonly difference: Estimate;
  /** Standard deviation of the differences. */
  readonly spread: number;
  readonly freedom: number;
  /**
   * Second period minus first, and mean of people who had b first minus mean of people who had a
   * first.
   */
  readonly period?: Estimate;
  readonly sequence?: Estimate;
  /** `true` if an order of the conditions has fewer than two people. */
  readonly isShort: boolean;
}

const meansOf = (pairs: readonly Pair[]) => ({
  meanA: mean(pairs.map(({ a }) => a)),
  meanB: mean(pairs.map(({ b }) => b)),
});

/** Compares pairs whose order does not matter. */
function simple(pairs: readonly Pair[]): Compared {
  const differences = pairs.map(({ a, b }) => b - a), freedom = pairs.length - 1;
  const spread = freedom > 0 ? Math.sqrt(squares(differences) / freedom) : NaN;
  return {
    ...meansOf(pairs),
    difference: { value: mean(differences), error: spread / Math.sqrt(pairs.length) },
    spread,
    freedom,
    isShort: false,
  };
}

/** Compares pairs of both orders, and gives each order half of the weight. */
function crossover(pairs: readonly Pair[]): Compared {
  const forward = pairs.filter(({ isReversed }) => !isReversed);
  const reversed = pairs.filter(({ isReversed }) => isReversed);
  const freedom = pairs.length - 2, isShort = Math.min(forward.length, reversed.length) < 2;
  const both = (of: (pair: Pair) => number) => {
    const [one, other] = [forward.map(of), reversed.map(of)];
    const spread = isShort ? NaN : Math.sqrt((squares(one) + squares(other)) / freedom);
    const error = spread * Math.sqrt(1 / one.length + 1 / other.length);
    return { one: isShort ? NaN : mean(one), other: isShort ? NaN : mean(other), spread, error };
  };
  const difference = both(({ a, b }) => b - a), middle = both(({ a, b }) => (a + b) / 2);
  return {
    ...meansOf(pairs),
    difference: { value: (difference.one + difference.other) / 2, error: difference.error / 2 },
    spread: difference.spread,
    freedom,
    period: { value: (difference.one - difference.other) / 2, error: difference.error / 2 },
    sequence: { value: middle.other - middle.one, error: middle.error },
    isShort,
  };
}

function byStudent({ value, error }: Estimate, freedom: number, confidence: number) {
  const half = freedom > 0 ? error * studentBound(confidence, freedom) : NaN;
  return { low: value - half, high: value + half, p: studentTail(value / error, freedom) };
}

/** Returns the mean; NaN without values. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Returns the sum of squared distances from the mean. */
function squares(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, one) => sum + (one - middle) ** 2, 0);
}
