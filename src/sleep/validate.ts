// @ts-types="@types/d3-array"
import { deviation, mean } from "d3-array";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { concatColumns } from "../frame/concatColumns.ts";
import { type Columns, int64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { statisticColumns } from "../frame/statisticFrame.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { takeRows } from "../frame/takeRows.ts";
import { bootstrap, type BootstrapForm } from "../series/numerics/bootstrap.ts";
import { groupedFrame } from "../series/input/groupedFrame.ts";
import { agreementStatistics } from "./agreement/agreementStatistics.ts";
import { confusionOf } from "./agreement/confusion.ts";
import {
  type EpochMeasure,
  epochMeasures,
  STAGE_MEASURES,
  stageMeasure,
} from "./agreement/epochMeasures.ts";
import { LIMIT_NAMES } from "./agreement/deviceLimits.ts";
import { type IntervalOptions, intervalSettings } from "./agreement/intervalSettings.ts";
import {
  type PairedEpochs,
  pairEpochs,
  pairGroups,
  scoredStages,
} from "./agreement/pairedEpochs.ts";
import { epochMicros } from "./kernel/epochs.ts";
import { recordMade } from "../frame/cite/made.ts";
import { limitsOfAgreement } from "./limitsOfAgreement.ts";
import type { StageRows } from "./stages/readStages.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { MINUTE_US } from "../time/units.ts";
import type { Length } from "../time/length.ts";

/** Options of {@linkcode validate}. */
export interface ValidateOptions extends StageFrameOptions, IntervalOptions {
  /** Columns that identify a person, such as `user`; both frames need them. */
  by: string | readonly string[];
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
  /** Kind of the bootstrap intervals. @default "basic" */
  bootstrap?: BootstrapForm;
}

/** Tables of a validation study. */
export interface Validation {
  /**
   * A row per stage and measure: `stage` `i64` (code), `name` `str` (accuracy, sensitivity,
   * specificity, PPV, NPV, kappa, PABAK, prevalence), `mean`, `SD`, `low`, `high` over people and
   * `pooled` over all epochs `f64`, `n` `i64` (people with a value).
   */
  readonly stages: Frame;
  /**
   * Error matrix of all epochs: `reference`, `device` (codes), `epochs` `i64`, `share` of the
   * reference's stage, and `mean_share` over people, `f64`.
   */
  readonly matrix: Frame;
  /**
   * Measures of each night: the columns of `by`, `measure` `str`, `unit` `str`, `reference` and
   * `device` `f64`.
   */
  readonly nights: Frame;
  /**
   * Bias and limits of agreement of each measure: `measure` `str`, then the columns of
   * `sleep.limitsOfAgreement`.
   */
  readonly limits: Frame;
}

const ACTION = "validate a device";

const OPTIONS = optionNames<ValidateOptions>()(
  STAGE_FRAME_OPTIONS,
  "epoch bootstrap confidence resamples seed",
);

/**
 * Computes the tables of a paper that compares a device with a reference, from a night of each of
 * several people (Menghini et al. 2021, doi 10.1093/sleep/zsaa170).
 *
 * Epochs are paired as in `sleep.agreement`, and only epochs that both have scored count. The
 * tables have the stages that occur. Measures of a night come from these epochs: `TST`, `SE` (of
 * all epochs), `SOL` (to the first epoch of sleep), `WASO` (all wake after it, also after the last
 * sleep), and minutes and share of each stage; they are null without a common epoch. Means and
 * their bootstrap intervals are over people; with fewer than 10 people, the intervals are null.
 * `plot.agreement` draws the pairs of a measure, `plot.hypnogram` a night.
 *
 * @param reference `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps, and
 * the columns of `by`.
 * @param device Frame to compare with the reference, with the same columns.
 * @returns four frames: `stages`, `matrix`, `nights` and `limits`
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if stages overlap, a stage is not in the table, the frames have no person in
 * common, or an option is invalid
 *
 * @example Two people, with a device that scores too little deep sleep
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = (user: string, codes: number[]) =>
 *   sleep.fromHypnogram(codes, { start: "2024-01-01T22:00Z" }).toRecords()
 *     .map((row) => ({ ...row, user }));
 * const { stages } = sleep.validate(
 *   [...night("a", [0, 2, 3, 3]), ...night("b", [0, 2, 2, 3])],
 *   [...night("a", [0, 2, 2, 3]), ...night("b", [0, 2, 2, 3])],
 *   { by: "user", stages: "aasm", tz: "UTC" },
 * );
 * const deep = stages.toRecords()
 *   .find((row) => Number(row["stage"]) === 3 && row["name"] === "sensitivity");
 * assertEquals(deep?.["mean"], 0.75);
 * ```
 */
export function validate(
  reference: FrameLike,
  device: FrameLike,
  options: ValidateOptions,
): Validation {
  checkOptions(ACTION, options, OPTIONS, "by");
  const { bootstrap: form = "basic", epoch = "PT30S" } = options;
  if (options.by === undefined || [options.by].flat().length === 0) {
    throw new TypeError(
      `Cannot ${ACTION}: by is missing. Pass the column that identifies a person, such as "user".`,
    );
  }
  if (!["basic", "percentile", "BCa"].includes(form)) {
    throw new RangeError(
      `Cannot ${ACTION}: bootstrap is ${JSON.stringify(form)}. Use basic, percentile or BCa.`,
    );
  }
  const intervals = intervalSettings(options, ACTION);
  const { groups, parts, all } = pairGroups(reference, device, options, ACTION);
  if (all.every(hasRows) && !parts.some(([, theirs]) => hasRows(theirs))) {
    throw new RangeError(
      `Cannot ${ACTION}: no person of the reference is in the device's frame. Check that ${
        [options.by].flat().join(" and ")
      } identifies people in the same way in both.`,
    );
  }
  const pairs = parts.map((pair) => pairEpochs(pair, { epoch }, ACTION));
  const { stages } = scoredStages(all[0].table);
  const minutes = epochMicros(epoch) / MINUTE_US;
  const isUsed = stages.map((_, place) =>
    pairs.some(({ left, right }) => left.includes(place) || right.includes(place))
  );
  const measured = (codes: Uint8Array) => epochMeasures(codes, stages, minutes, isUsed);
  const nights = pairs.map(({ left, right }) => [measured(left), measured(right)] as const);
  const none = measured(new Uint8Array(0));
  const shown = nights.length === 0
    ? takeRows(nightColumns([none, none]), new Uint32Array(0))
    : concatColumns(nights.map(nightColumns));
  const found = {
    stages: stageFrame(pairs, stages, isUsed, { ...intervals, form }),
    matrix: matrixFrame(pairs, stages, isUsed),
    nights: groupedFrame(groups, nights.map(() => none.length), shown, { action: ACTION }),
    limits: limitsFrame(nights, none, intervals),
  };
  for (const one of Object.values(found)) recordMade(one, "sleep.validate", options);
  return found;
}

type Stages = PairedEpochs["stages"];

const hasRows = ({ order, start }: StageRows): boolean => (order ?? start).length > 0;

function nightColumns([ours, theirs]: readonly [EpochMeasure[], EpochMeasure[]]): Columns {
  return {
    measure: textColumn(ours.map(({ name }) => name)),
    unit: textColumn(ours.map(({ unit }) => unit)),
    reference: nullable(ours.map(({ value }) => value)),
    device: nullable(theirs.map(({ value }) => value)),
  };
}

/** Returns bias and limits of each measure. */
function limitsFrame(
  nights: readonly (readonly [EpochMeasure[], EpochMeasure[]])[],
  measures: readonly EpochMeasure[],
  settings: Required<IntervalOptions>,
): Frame {
  const rows = measures.flatMap(({ name: measure, unit }, place) => {
    const pairs = nights.map(([ours, theirs]) => ({
      reference: ours[place]!.value,
      device: theirs[place]!.value,
    }));
    const found = limitsOfAgreement(pairs, {
      reference: "reference",
      other: "device",
      unit,
      ...settings,
    });
    const n = pairs.filter((pair) => !Number.isNaN(pair.reference + pair.device)).length;
    return LIMIT_NAMES.map((name) => ({
      measure,
      name,
      value: found[name],
      unit: found.unit[name],
      coverage: pairs.length === 0 ? 0 : n / pairs.length,
      n,
      note: found.reason[name],
    }));
  });
  return toFrame({
    measure: textColumn(rows.map(({ measure }) => measure)),
    ...statisticColumns(rows),
    note: textColumn(rows.map(({ note }) => note)),
  });
}

/** Returns the measures of each stage: over people, with intervals, and over all epochs. */
function stageFrame(
  pairs: readonly PairedEpochs[],
  stages: Stages,
  isUsed: readonly boolean[],
  settings: Parameters<typeof bootstrap>[2],
): Frame {
  const people = pairs.map((pair) => measuresOf(pair.left, pair.right, stages));
  const pooled = measuresOf(
    joined(pairs.map(({ left }) => left)),
    joined(pairs.map(({ right }) => right)),
    stages,
  );
  const cells = stages.filter((_, place) => isUsed[place]).flatMap((stage) =>
    STAGE_MEASURES.map((name) => ({ stage, name, key: stageMeasure(stage, name) }))
  );
  const rows = cells.map(({ stage, name, key }) => {
    const values = people.map((one) => one[key]).filter((one) => typeof one === "number");
    const [interval] = bootstrap(
      values.length,
      (items) => [sumOf(values, items) / items.length],
      settings,
    );
    return { stage: stage.stage, name, values, interval: interval!, pooled: pooled[key] ?? NaN };
  });
  const numbers = (read: (row: typeof rows[number]) => number) => nullable(rows.map(read));
  return toFrame({
    stage: int64Column(BigInt64Array.from(rows, ({ stage }) => BigInt(stage))),
    name: textColumn(rows.map(({ name }) => name)),
    mean: numbers(({ values }) => mean(values) ?? NaN),
    SD: numbers(({ values }) => deviation(values) ?? NaN),
    low: numbers(({ interval }) => interval.low),
    high: numbers(({ interval }) => interval.high),
    pooled: numbers(({ pooled }) => pooled),
    n: int64Column(BigInt64Array.from(rows, ({ values }) => BigInt(values.length))),
  });
}

function sumOf(values: readonly number[], items: Uint32Array): number {
  let sum = 0;
  for (const item of items) sum += values[item]!;
  return sum;
}

function measuresOf(
  left: Uint8Array,
  right: Uint8Array,
  stages: Stages,
): Record<string, number | null> {
  return Object.fromEntries(
    agreementStatistics(left, right, stages, undefined).map(({ name, value }) => [name, value]),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}

/** Returns the matrix of stages of the reference and the device. */
function matrixFrame(
  pairs: readonly PairedEpochs[],
  stages: Stages,
  isUsed: readonly boolean[],
): Frame {
  const size = stages.length, used = [...stages.keys()].filter((place) => isUsed[place]);
  const counts = pairs.map(({ left, right }) => confusionOf(left, right, size).weight);
  const cells = used.flatMap((row) => used.map((column) => ({ row, column })));
  const at = (weight: Float64Array, row: number, column: number): number =>
    weight[row * (size + 1) + column]!;
  const total = (weight: Float64Array, row: number): number =>
    stages.reduce((sum, _, column) => sum + at(weight, row, column), 0);
  const code = (place: number): bigint => BigInt(stages[place]!.stage);
  const epochs = cells.map(({ row, column }) =>
    counts.reduce((sum, weight) => sum + at(weight, row, column), 0)
  );
  const all = stages.map((_, row) => counts.reduce((sum, weight) => sum + total(weight, row), 0));
  return toFrame({
    reference: int64Column(BigInt64Array.from(cells, ({ row }) => code(row))),
    device: int64Column(BigInt64Array.from(cells, ({ column }) => code(column))),
    epochs: int64Column(BigInt64Array.from(epochs, (count) => BigInt(count))),
    share: nullable(cells.map(({ row }, i) => all[row]! > 0 ? epochs[i]! / all[row]! : NaN)),
    mean_share: nullable(cells.map(({ row, column }) =>
      mean(
        counts.filter((weight) => total(weight, row) > 0)
          .map((weight) => at(weight, row, column) / total(weight, row)),
      ) ?? NaN
    )),
  });
}
