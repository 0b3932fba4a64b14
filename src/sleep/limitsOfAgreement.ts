import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { type Columns, textColumn } from "../frame/columns/columns.ts";
import { rowsOfGroups } from "../frame/columns/groups.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type BootstrapForm, LEAST_RESAMPLED } from "../series/numerics/bootstrap.ts";
import {
  type DeviceLimits,
  deviceLimits,
  LEAST_JUDGED,
  LIMIT_NAMES,
  type LimitName,
} from "./agreement/deviceLimits.ts";
import { completePairs, type PairOptions, readPairs } from "./agreement/pairDifferences.ts";
import { type IntervalOptions, intervalSettings } from "./agreement/intervalSettings.ts";
import { groupsFrame } from "./stages/stageGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { recordMade } from "../frame/cite/made.ts";
import { countText } from "../options/countText.ts";

/** Options of {@linkcode limitsOfAgreement}. */
export interface LimitsOfAgreementOptions extends PairOptions, IntervalOptions {
  /** Unit of the values. @default "1" */
  unit?: string;
  /**
   * Kind of the intervals: Student's t, a kind of bootstrap, or `"auto"`: from 14 pairs on t, or if
   * the Shapiro-Wilk test rejects normal differences, a studentized bootstrap of the bias without
   * intervals of the limits. @default "auto"
   */
  interval?: "auto" | "t" | BootstrapForm;
  /**
   * Columns that form groups, such as `device`: each group is compared separately, and these
   * columns come first. @default none
   */
  by?: string | readonly string[];
}

/** Name of a value of limits of agreement. */
export type LimitsOfAgreementStatistic = LimitName;

/** Models that the tests suggest, and the kind of intervals. */
export interface LimitForms {
  /** `proportional` if the differences depend on the reference (`slope_p` below 0.05). */
  readonly biasModel: "constant" | "proportional";
  /** `proportional` if the spread depends on the reference (`spread_p` below 0.05). */
  readonly limitsModel: "constant" | "proportional";
  /** Kind of the intervals; `studentized` if `"auto"` has found that differences are not normal. */
  readonly interval: "t" | BootstrapForm | "studentized";
}

const ACTION = "compute limits of agreement";

const OPTIONS = optionNames<LimitsOfAgreementOptions>()(
  "reference other unit interval by confidence resamples seed",
);

/** Names of values without a unit. */
const SHARES: ReadonlySet<string> = new Set<LimitName>([
  "slope",
  "slope_low",
  "slope_high",
  "spread_slope",
  "log_slope",
  "bias_p",
  "normal_p",
  "slope_p",
  "spread_p",
]);

/**
 * Computes bias and limits of agreement between a device and a reference as in a validation study,
 * with a pair for each person (Menghini et al. 2021, doi 10.1093/sleep/zsaa170).
 *
 * Differences are other minus reference. Pairs have to be independent. For consecutive nights of
 * one person, use `sleep.blandAltman`, whose interval allows for dependence.
 *
 * | name | value |
 * |---|---|
 * | `bias`, `SD` | mean and standard deviation (n - 1) of the differences |
 * | `lower`, `upper` | limits of agreement, 1.96 SD from the bias (Bland and Altman 1986) |
 * | `intercept`, `slope` | line of the difference on the reference: proportional bias |
 * | `spread_intercept`, `spread_slope` | line of the absolute residuals on the reference; limits are 2.46 times its height from the bias (Bland and Altman 1999) |
 * | `log_slope` | limits that grow with the value, `bias ± log_slope * reference`, from the SD of the differences of logarithms (Euser et al. 2008) |
 * | `bias_low`, `bias_high`, ... | confidence intervals of bias, limits and slope |
 * | `bias_p` | one-sample t test of the bias, or the studentized bootstrap; it agrees with the interval |
 * | `normal_p` | Shapiro-Wilk test of normal differences (Royston 1995) |
 * | `slope_p`, `spread_p` | t tests of the two slopes; if differences are not normal, `spread_p` allows for their skewness (Im 2000) |
 *
 * `biasModel` and `limitsModel` are the models that the tests suggest. With t, intervals of a limit
 * are `sqrt(3)` times as wide as the interval of the bias (Bland and Altman 1999). A bootstrap
 * resamples pairs; below 10 pairs its intervals are null. If differences are not normal, limits of
 * 1.96 SD do not contain 95 % of them, and no interval of the limits covers them in 92 of 100
 * studies: by default their intervals are null. Fewer than 14 pairs cannot show whether differences
 * are skewed: by default their intervals and `bias_p` are null, and `interval: "t"` assumes normal
 * differences. The pipeline of Menghini et al. prints the basic bootstrap; `interval: "basic"` gives
 * it.
 *
 * @param frame A row for each pair; pairs with a missing value or NaN are skipped.
 * @returns an object with a number or null for each name, `unit`, `reason`, and the texts
 * `biasModel`, `limitsModel` (`constant` or `proportional`) and `interval`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str`, `coverage` `f64` (share of rows with both values), `n` `i64` (pairs), `note` `str` (reason
 * for a null).
 * @throws {TypeError} if a column is missing or not numeric
 * @throws {RangeError} if an option is invalid
 *
 * @example Minutes of deep sleep by a watch and in the laboratory
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const people = [{ lab: 60, watch: 50 }, { lab: 80, watch: 60 }, { lab: 100, watch: 70 }];
 * const found = sleep.limitsOfAgreement(people, { reference: "lab", other: "watch", unit: "min" });
 * assertEquals([found.bias, found.slope, found.biasModel], [-20, -0.5, "proportional"]);
 * ```
 */
export function limitsOfAgreement(
  frame: FrameLike,
  options: LimitsOfAgreementOptions & { readonly by?: undefined },
): Statistics<LimitsOfAgreementStatistic> & LimitForms;
/** Compares within each group of `by` and returns a long frame. */
export function limitsOfAgreement(
  frame: FrameLike,
  options: LimitsOfAgreementOptions & { readonly by: string | readonly string[] },
): Frame;
/** Compares with options that may contain `by`. */
export function limitsOfAgreement(
  frame: FrameLike,
  options: LimitsOfAgreementOptions,
): Statistics<LimitsOfAgreementStatistic> & LimitForms | Frame;
export function limitsOfAgreement(
  frame: FrameLike,
  options: LimitsOfAgreementOptions,
): Statistics<LimitsOfAgreementStatistic> & LimitForms | Frame {
  checkOptions(ACTION, options, OPTIONS, "reference and other");
  const { unit = "1", interval = "auto" } = options;
  const settings = { ...intervalSettings(options, ACTION), interval };
  if (!["auto", "t", "basic", "percentile", "BCa"].includes(interval)) {
    throw new RangeError(
      `Cannot ${ACTION}: interval is ${JSON.stringify(interval)}. ` +
        "Use auto, t, basic, percentile or BCa.",
    );
  }
  const data = openFrame(frame, { action: ACTION }), pairs = readPairs(data, options);
  const groups = data.groups(options.by);
  const all = Uint32Array.from(pairs.reference.values.keys());
  const parts = groups === undefined ? [all] : rowsOfGroups(groups, undefined);
  const compare = (rows: Uint32Array): Compared => {
    const { reference, other } = completePairs(pairs, rows);
    const n = reference.length, isFew = interval === "auto" && n < LEAST_JUDGED;
    return { ...deviceLimits(reference, other, settings), n, rows: rows.length, isFew };
  };
  const found = parts.map(compare);
  const shown = groupsFrame(
    groups,
    found.map((one) => limitColumns(one, unit)),
    () => limitColumns(compare(new Uint32Array(0)), unit),
    { action: ACTION },
  );
  recordMade(shown, "sleep.limitsOfAgreement", options);
  if (options.by !== undefined) return shown;
  const { biasModel, limitsModel, interval: form } = found[0]!;
  return answerOf("limits of agreement", shown, limitFields(found[0]!, unit), {
    biasModel,
    limitsModel,
    interval: form,
  });
}

interface Compared extends DeviceLimits {
  readonly n: number;
  readonly rows: number;
  /** `true` if there are too few pairs to choose the kind of intervals. */
  readonly isFew: boolean;
}

function limitFields(found: Compared, unit: string): AnswerField<LimitName>[] {
  return LIMIT_NAMES.map((name) => {
    const value = Number.isNaN(found.values[name]) ? null : found.values[name];
    return {
      name,
      value,
      unit: SHARES.has(name) ? "1" : unit,
      reason: value === null ? reasonOf(name, found) : null,
    };
  });
}

function reasonOf(name: LimitName, { n, interval, isFew }: Compared): string {
  if (n < 3) return countText(n, "pair");
  if (name === "log_slope") return "a value is not above 0";
  if (isFew && /_(low|high)$|^bias_p$/.test(name)) {
    return `fewer than ${LEAST_JUDGED} pairs`;
  }
  if (/_(low|high)$/.test(name) && interval !== "t" && n < LEAST_RESAMPLED) {
    return `a bootstrap needs ${LEAST_RESAMPLED} pairs`;
  }
  if (/^(lower|upper)_/.test(name) && interval === "studentized") {
    return "the differences are not normal";
  }
  if (/^bias_/.test(name) && interval === "studentized") return "most differences are equal";
  return "no variation";
}

function limitColumns(found: Compared, unit: string): Columns {
  const fields = limitFields(found, unit);
  const coverage = found.rows === 0 ? 0 : found.n / found.rows;
  return {
    ...statisticColumns(fields.map((field) => ({ ...field, coverage, n: found.n }))),
    note: textColumn(fields.map(({ reason }) => reason)),
  };
}
