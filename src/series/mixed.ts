import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { isNamedGroup, rowsOfGroups } from "../frame/columns/groups.ts";
import { recordMade } from "../frame/cite/made.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { takeNumbers } from "../frame/takeRows.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { computeByGroup } from "./input/splitGroups.ts";
import { personAutoregression } from "./describe/personAutoregression.ts";
import { fitMixed, type FixedEffect, type MixedFit } from "./describe/mixedModel.ts";
import { personLine } from "./describe/personLine.ts";
import { LEAST_RESAMPLED } from "./numerics/bootstrap.ts";
import { type BootstrapSettings, studentizedBootstrap } from "./numerics/studentizedBootstrap.ts";
import { readResamples } from "./input/readResamples.ts";
import { countText } from "../options/countText.ts";

/** Options of {@linkcode mixed}. */
export interface MixedOptions {
  /** Column of the outcome. */
  y: string;
  /** Column of the predictor: numbers, such as days or 0 and 1 for two conditions. */
  x: string;
  /** Column or columns that identify a person. */
  person: string | readonly string[];
  /**
   * Effects that differ between people: the level only, or the level and the slope. With
   * `"autoregression"` none differ, and a value depends on the one before. @default "intercept"
   */
  random?: "intercept" | "slope" | "autoregression";
  /**
   * Columns that form groups, such as `condition`: each is fitted separately, and these columns come
   * first. @default none
   */
  by?: string | readonly string[];
  /** Confidence level: share of intervals that contain the true value. @default 0.95 */
  confidence?: number;
  /**
   * `true` to compute intervals and p values of the line with a bootstrap that resamples people,
   * instead of Student's t. @default false
   */
  resamplePeople?: boolean;
  /** Number of bootstrap samples. @default 2000 */
  resamples?: number;
  /** Seed of the random numbers of the bootstrap. @default 1 */
  seed?: number;
  /** Unit of the outcome. @default the column's unit if it is known, else "1" */
  unit?: string;
}

/** Name of a statistic of a mixed model. */
export type MixedStatistic =
  | `${"intercept" | "slope"}${"" | "_SE" | "_low" | "_high" | "_df" | "_p"}`
  | "SD_intercept"
  | "SD_slope"
  | "correlation"
  | "SD_residual"
  | "autocorrelation"
  | "REML";

const ACTION = "fit a mixed model";

const OPTIONS = optionNames<MixedOptions>()(
  "y x person random by confidence resamplePeople resamples seed unit",
);

/**
 * Fits a linear mixed model of repeated measurements of several people: a line with levels, and
 * with `random: "slope"` slopes, that differ between people (Laird and Ware 1982). The fit is by
 * restricted maximum likelihood, and tests use Satterthwaite's degrees of freedom, as in lme4 and
 * lmerTest.
 *
 * | name | value |
 * |---|---|
 * | `intercept`, `slope` | line of the average person |
 * | `intercept_SE`, `slope_SE`, `intercept_df`, `slope_df` | standard errors and degrees of freedom |
 * | `intercept_low`, `intercept_high`, `slope_low`, `slope_high` | confidence intervals |
 * | `intercept_p`, `slope_p` | t tests against 0 |
 * | `SD_intercept`, `SD_slope`, `correlation` | standard deviations of people around it, and their correlation; without random slopes the last two are null |
 * | `SD_residual` | standard deviation of a measurement around the line of its person |
 * | `autocorrelation` | correlation of a value with the one before, a usual step of `x` apart; only with `random: "autoregression"` |
 * | `REML` | criterion at the optimum |
 *
 * With `resamplePeople: true`, standard errors of the line come from the differences between people
 * (Liang and Zeger 1986), with one degree of freedom fewer than people, and intervals and p values
 * come from a studentized bootstrap that draws all rows of a person together. They also hold if the
 * errors of a person depend on each other or are skewed, and need at least 10 people.
 *
 * For two conditions, pass a predictor of 0 and 1; with one row per person and condition,
 * `series.paired` also removes the effect of the period. The errors of a person are assumed to be
 * independent of each other. For one person's days that depend on the day before, use
 * `series.compare`. With few people, use random slopes if slopes may differ: without them,
 * `slope_p` is too small.
 *
 * @param frame A row for each measurement; rows with a missing value, person or NaN are left out.
 * All results are null if each person has only one row.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of rows with both values), `n` `i64` (people), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if an option is invalid
 *
 * @example Two people who get slower by 10 and by 12 ms per day
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const rows = [0, 1, 2, 3].flatMap((day) => [
 *   { user: "a", day, ms: 250 + 10 * day + day % 2 },
 *   { user: "b", day, ms: 300 + 12 * day - day % 2 },
 * ]);
 * const found = series.mixed(rows, { y: "ms", x: "day", person: "user" });
 * assertAlmostEquals(found.slope!, 11, 1e-9);
 * ```
 */
export function mixed(
  frame: FrameLike,
  options: MixedOptions & { readonly by?: undefined },
): Statistics<MixedStatistic>;
/** Fits each group of `by` and returns a long frame. */
export function mixed(
  frame: FrameLike,
  options: MixedOptions & { readonly by: string | readonly string[] },
): Frame;
/** Fits with options that may contain `by`. */
export function mixed(
  frame: FrameLike,
  options: MixedOptions,
): Statistics<MixedStatistic> | Frame;
export function mixed(
  frame: FrameLike,
  options: MixedOptions,
): Statistics<MixedStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS, "y, x and person");
  const { random = "intercept", confidence = 0.95, resamplePeople = false } = options;
  if (random !== "intercept" && random !== "slope" && random !== "autoregression") {
    throw new RangeError(
      `Cannot ${ACTION}: random is ${
        JSON.stringify(random)
      }. Use "intercept", "slope" or "autoregression".`,
    );
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `Cannot ${ACTION}: confidence is ${confidence}. Use a number between 0 and 1.`,
    );
  }
  const settings = { random, confidence, resamplePeople, ...readResamples(options, ACTION) };
  const data = openFrame(frame, { action: ACTION });
  const { by } = options, unit = options.unit ?? data.units[options.y] ?? "1";
  const found = computeByGroup(
    data,
    { by, times: [], units: {} },
    (rows) => fitColumns(rows, { ...options, ...settings, unit }),
  );
  recordMade(found, "series.mixed", options, frame);
  return by === undefined ? statistics<MixedStatistic>("a mixed model", found) : found;
}

/** Judges the line by resampled people instead of Student's t. */
function resampledFit(fit: MixedFit, settings: BootstrapSettings): MixedFit {
  const { people } = fit, line = personLine(people);
  const unknown = { low: NaN, high: NaN, p: NaN };
  const [intercept = unknown, slope = unknown] = people.length < LEAST_RESAMPLED
    ? []
    : studentizedBootstrap(
      people.length,
      (items) => personLine(Array.from(items, (i) => people[i]!)),
      settings,
    );
  const freedom = people.length - 1;
  return {
    ...fit,
    intercept: { ...fit.intercept, error: line[0].error, freedom, ...intercept },
    slope: { ...fit.slope, error: line[1].error, freedom, ...slope },
  };
}

/** Fits the rows of a group. */
function fitColumns(
  data: OpenFrame,
  { random, unit, resamplePeople, ...options }: MixedOptions & BootstrapSettings & {
    readonly unit: string;
  },
): Columns {
  const { x, y } = data.read({ x: "float64", y: "float64" }, {
    columns: { x: options.x, y: options.y },
  });
  const isKnown = (row: number): boolean =>
    x.valid?.[row] !== 0 && y.valid?.[row] !== 0 &&
    Number.isFinite(x.values[row]! + y.values[row]!);
  const groups = data.groups(options.person)!;
  const people = rowsOfGroups(groups, undefined)
    .filter((_, person) => isNamedGroup(groups, person))
    .map((rows) => rows.filter(isKnown)).filter((rows) => rows.length > 0)
    .map((rows) => ({
      x: takeNumbers(x.values, rows),
      y: takeNumbers(y.values, rows),
    }));
  const known = people.reduce((sum, own) => sum + own.x.length, 0);
  const { confidence } = options;
  const plain = people.length === known
    ? undefined
    : random === "autoregression"
    ? personAutoregression(people, confidence)
    : fitMixed(people, random === "slope", confidence);
  const fit = plain !== undefined && resamplePeople ? resampledFit(plain, options) : plain;
  const coverage = x.values.length === 0 ? 0 : known / x.values.length;
  const effect = (name: "intercept" | "slope", own: FixedEffect | undefined) =>
    [
      [name, own?.value, unit],
      [`${name}_SE`, own?.error, unit],
      [`${name}_low`, own?.low, unit],
      [`${name}_high`, own?.high, unit],
      [`${name}_df`, own?.freedom, "1"],
      [`${name}_p`, own?.p, "1"],
    ] as const;
  const isTwice = random === "autoregression" &&
    people.some(({ x }) => new Set(x).size < x.length);
  const note = people.length < 2
    ? countText(people.length, "person", "people")
    : isTwice
    ? "two values of a person at the same x"
    : people.length === known
    ? "one value per person"
    : "too few values, or no variation";
  const isFew = resamplePeople === true && people.length < LEAST_RESAMPLED;
  const rows = [
    ...effect("intercept", fit?.intercept),
    ...effect("slope", fit?.slope),
    ["SD_intercept", fit?.interceptDeviation, unit] as const,
    ["SD_slope", fit?.slopeDeviation, unit] as const,
    ["correlation", fit?.correlation, "1"] as const,
    ["SD_residual", fit?.residual, unit] as const,
    ["autocorrelation", fit?.autocorrelation, "1"] as const,
    ["REML", fit?.deviance, "1"] as const,
  ].map(([name, value, unit]) => ({
    name,
    value: value === undefined || Number.isNaN(value) ? null : value,
    unit,
    coverage,
    n: people.length,
  }));
  return {
    ...statisticColumns(rows),
    note: textColumn(
      rows.map(({ name, value }) =>
        value !== null
          ? null
          : fit === undefined
          ? note
          : /_(low|high|p)$/.test(name)
          ? isFew ? `a bootstrap needs ${LEAST_RESAMPLED} people` : "many samples without a fit"
          : name === "autocorrelation"
          ? "no autoregression"
          : random === "autoregression"
          ? "no random effects"
          : "no random slopes"
      ),
    ),
  };
}
