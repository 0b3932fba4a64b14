import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { Columns } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { agreementStatistics } from "./agreement/agreementStatistics.ts";
import { pairEpochs, pairGroups } from "./agreement/pairedEpochs.ts";
import type { StageRows } from "./stages/readStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { groupsFrame } from "./stages/stageGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Length } from "../time/length.ts";

/** Options of {@linkcode agreement}. */
export interface AgreementOptions extends StageFrameOptions {
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
  /**
   * Column of the reference with the weights of its epochs, such as the `probability` of a
   * consensus. @default equal weights
   */
  weight?: string;
  /**
   * Treatment of epochs that only the reference has scored: skipped, or counted as a disagreement.
   * @default "leave out"
   */
  unscored?: "leave out" | "disagree";
}

/** Name of a statistic of agreement; a stage has its own only if the stage table has the stage. */
export type AgreementStatistic =
  | "epochs"
  | "accuracy"
  | "kappa"
  | "MCC"
  | "F1_macro"
  | "F1_weighted"
  | `${string}_${
    | "sensitivity"
    | "specificity"
    | "PPV"
    | "NPV"
    | "F1"
    | "kappa"
    | "accuracy"
    | "PABAK"
    | "prevalence"}`;

const ACTION = "measure agreement";

const OPTIONS = optionNames<AgreementOptions>()(STAGE_FRAME_OPTIONS, "epoch weight unscored");

/**
 * Compares two hypnograms epoch by epoch.
 *
 * Epochs are counted from the start of each gapless interval of the reference. The stage of an
 * epoch is the stage at its middle. Only epochs that both have scored count; time in bed is
 * ignored. Some epochs cannot be compared: sleep of unknown stage with a stage, or with wake if its
 * source records no wake; and a stage with one that its source does not detect
 * (`sleep.knownStages`). Such epochs do not count, and lower the coverage.
 *
 * | name | value |
 * |---|---|
 * | `epochs` | number of compared epochs |
 * | `accuracy` | share of equal epochs |
 * | `kappa` | Cohen's kappa (1960) |
 * | `MCC` | Matthews' correlation coefficient for multiple classes (Gorodkin 2004) |
 * | `F1_macro`, `F1_weighted` | mean of the stages' F1, unweighted or weighted by their share of the reference |
 * | `N1_sensitivity`, `N1_specificity`, `N1_PPV`, `N1_F1`, `N1_kappa` | one stage against all others |
 * | `N1_accuracy`, `N1_NPV` | share of equal epochs, and of correct ones among those that the other scores as another stage |
 * | `N1_PABAK` | kappa adjusted for prevalence and bias, `2 * accuracy - 1` (Byrt et al. 1993) |
 * | `N1_prevalence` | prevalence index: epochs in which both have the stage minus those in which neither has it, divided by all (Byrt et al. 1993) |
 *
 * An undefined coefficient is null: for a stage that does not occur, kappa if both have only one
 * stage, MCC if either has. `weight` weights each epoch. With `by`, each group of the reference is
 * compared with the group of the same values in the other frame.
 *
 * @param reference `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps.
 * @param other Frame to compare with the reference, with the same columns.
 * @returns an object with a number or null for each name, and `unit`. Its `frame`, or with `by` the
 * result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit` `str`
 * (`1` or `count`), `coverage` `f64` (share of the reference's scored epochs that the other has
 * scored), `n` `i64` (number of epochs).
 * @throws {TypeError} if a column is missing or of another type, or a time, a stage or a weight is null
 * @throws {RangeError} if stages overlap, a stage is not in the table, the frames have codes of two
 * tables, a weight is negative, or an option is invalid
 *
 * @example Three of four epochs
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const start = "2024-01-01T22:00Z";
 * const found = sleep.agreement(
 *   sleep.fromHypnogram([0, 2, 2, 3], { start }),
 *   sleep.fromHypnogram([0, 2, 3, 3], { start }),
 * );
 * assertEquals([found.accuracy, found.N2_sensitivity, found.N3_PPV], [0.75, 0.5, 0.5]);
 * ```
 */
export function agreement(
  reference: FrameLike,
  other: FrameLike,
  options?: AgreementOptions & { readonly by?: undefined },
): Statistics<AgreementStatistic>;
/** Compares within each group of `by` and returns a long frame. */
export function agreement(
  reference: FrameLike,
  other: FrameLike,
  options: AgreementOptions & { readonly by: string | readonly string[] },
): Frame;
/** Compares with options that may contain `by`. */
export function agreement(
  reference: FrameLike,
  other: FrameLike,
  options?: AgreementOptions,
): Statistics<AgreementStatistic> | Frame;
export function agreement(
  reference: FrameLike,
  other: FrameLike,
  options: AgreementOptions = {},
): Statistics<AgreementStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { weight, unscored = "leave out" } = options;
  if (unscored !== "leave out" && unscored !== "disagree") {
    throw new RangeError(
      `Cannot ${ACTION}: unscored ${JSON.stringify(unscored)} is not one of leave out, disagree`,
    );
  }
  const data = openFrame(reference, { action: ACTION });
  const { groups, parts, all } = pairGroups(data, other, options, ACTION);
  const weights = readWeights(data, weight);
  const found = groupsFrame(
    groups,
    parts.map((pair) => compareHypnograms(pair, weights, options)),
    () => compareHypnograms(all, weights, options),
    { action: ACTION },
  );
  recordMade(found, "sleep.agreement", options, reference);
  return options.by === undefined ? statistics<AgreementStatistic>("an agreement", found) : found;
}

function compareHypnograms(
  pair: readonly [StageRows, StageRows],
  weights: Float64Array | undefined,
  options: AgreementOptions,
): Columns {
  const { left, right, weight, stages, coverage } = pairEpochs(pair, options, ACTION, weights);
  const values = agreementStatistics(left, right, stages, weight);
  return statisticColumns(values.map((statistic) => ({ ...statistic, coverage })));
}

function readWeights(data: OpenFrame, name: string | undefined): Float64Array | undefined {
  if (name === undefined) return undefined;
  const { weight } = data.read({ weight: "float64" }, {
    full: ["weight"],
    columns: { weight: name },
  });
  const row = weight.values.findIndex((value) => !(value >= 0 && value < Infinity));
  if (row < 0) return weight.values;
  throw new RangeError(`Cannot ${ACTION}: ${name} is ${weight.values[row]} in row ${row}`);
}
