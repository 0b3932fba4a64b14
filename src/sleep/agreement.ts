import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { Columns } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { toRows } from "../frame/polars/rows.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { type Statistics, statistics } from "../frame/statistics.ts";
import { agreementStatistics } from "./agreement/agreementStatistics.ts";
import { epochGrid, epochMicros, spanAt } from "./kernel/epochs.ts";
import type { Groups } from "../frame/columns/groups.ts";
import { type Hypnogram, splitLayers } from "./kernel/stageLayers.ts";
import type { StageRows } from "./stages/readStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { groupsFrame, readStageGroups } from "./stages/stageGroups.ts";
import { ALL_KNOWN, mayBe } from "./stages/knownStages.ts";
import { type StageKind, stageKinds } from "./stages/stageKinds.ts";
import { sameStageTable } from "./stages/stageTableOf.ts";
import type { StageTable } from "./stages/stageTables.ts";
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
  | `${string}_${"sensitivity" | "specificity" | "PPV" | "F1" | "kappa"}`;

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
      `Cannot ${ACTION}: unscored ${JSON.stringify(unscored)} is none of leave out, disagree`,
    );
  }
  const data = openFrame(reference, { action: ACTION });
  const read = readStageGroups(data, options, `${ACTION}, the reference`);
  const readOther = readStageGroups(other, options, `${ACTION}, the other`);
  sameStageTable(read.rows, readOther.rows, ACTION);
  const weights = readWeights(data, weight);
  const keys = groupKeys(readOther.groups);
  const results = groupKeys(read.groups).map((key, group) => {
    const match = keys.indexOf(key);
    const part = match < 0 ? withoutRows(readOther.rows) : readOther.parts[match]!;
    return compareHypnograms(read.parts[group]!, part, weights, options);
  });
  const found = groupsFrame(
    read.groups,
    results,
    () => compareHypnograms(read.rows, readOther.rows, weights, options),
    { action: ACTION },
  );
  return options.by === undefined ? statistics<AgreementStatistic>("an agreement", found) : found;
}

/** Columns that identify the groups of a frame, in their order. */
function groupKeys(groups: Groups | undefined): string[] {
  if (groups === undefined) return ["all"];
  return toRows(groups.columns).map((row) => JSON.stringify(row));
}

function withoutRows(rows: StageRows): StageRows {
  return { ...rows, order: new Uint32Array(0) };
}

function compareHypnograms(
  reference: StageRows,
  other: StageRows,
  weights: Float64Array | undefined,
  options: AgreementOptions,
): Columns {
  const { epoch = "PT30S", unscored = "leave out" } = options;
  const ours = splitLayers(reference, `${ACTION}, the reference`).spans;
  const theirs = splitLayers(other, `${ACTION}, the other`).spans;
  const scored = scoredStages(reference.table), kinds = stageKinds(reference.table);
  const grid = epochGrid(ours, epochMicros(epoch));
  const numberOf = (row: number): number => reference.row?.[row] ?? row;
  const a = spanAt(ours, grid), b = spanAt(theirs, grid);
  const left = new Uint8Array(a.length), right = new Uint8Array(a.length);
  const weight = weights === undefined ? undefined : new Float64Array(a.length);
  let expected = 0, both = 0, used = 0;
  for (let i = 0; i < a.length; i++) {
    const own = a[i]! < 0 ? NONE : scored.place[ours.stage[a[i]!]!]!;
    if (own === NONE) continue;
    expected++;
    const other = b[i]! < 0 ? NONE : scored.place[theirs.stage[b[i]!]!]!;
    if (other !== NONE && !isComparable(ours, a[i]!, theirs, b[i]!, kinds)) continue;
    if (other !== NONE) both++;
    else if (unscored === "leave out") continue;
    left[used] = own;
    right[used] = other;
    if (weight !== undefined) weight[used] = weights![numberOf(ours.row[a[i]!]!)]!;
    used++;
  }
  const values = agreementStatistics(
    left.subarray(0, used),
    right.subarray(0, used),
    scored.stages,
    weight?.subarray(0, used),
  );
  const coverage = expected === 0 ? 0 : both / expected;
  return statisticColumns(values.map((statistic) => ({ ...statistic, coverage })));
}

/**
 * Tests whether two intervals can be compared. They cannot if either could be the other, given the
 * stages that their sources detect.
 */
function isComparable(
  ours: Hypnogram,
  a: number,
  theirs: Hypnogram,
  b: number,
  kinds: readonly StageKind[],
): boolean {
  const own = kinds[ours.stage[a]!]!, other = kinds[theirs.stage[b]!]!;
  return !mayBe(own, ours.known?.[a] ?? ALL_KNOWN, other) &&
    !mayBe(other, theirs.known?.[b] ?? ALL_KNOWN, own);
}

const NONE = 255;

/** Stages of sleep and wake, with the index of each stage of the table. */
function scoredStages(table: StageTable) {
  const kinds = stageKinds(table);
  const stages = table.filter((_, place) => kinds[place] !== "unknown");
  return {
    stages,
    place: table.map((stage) => stages.includes(stage) ? stages.indexOf(stage) : NONE),
  };
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
