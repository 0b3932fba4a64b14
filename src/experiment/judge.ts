import { int64Column, textColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { readDays } from "../series/input/readDays.ts";
import {
  differenceUnit,
  digits,
  intervalEnds,
  spaced,
  unitText,
  wordsOf,
} from "../series/sentenceParts.ts";
import { dayOf, localDay } from "../time/day.ts";
import type { Zones } from "../time/zone.ts";
import type { ExperimentPlan } from "./plan.ts";
import { neededPairs, PLAN_OPTIONS, type Planned, type PlanOptions, readPlan } from "./readPlan.ts";

/** Options of {@linkcode judge}. */
export interface JudgeOptions {
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of a {@linkcode ExperimentResult}. */
export type ExperimentStatistic =
  | "mean_a"
  | "mean_b"
  | "difference"
  | "difference_low"
  | "difference_high"
  | "p"
  | "pairs";

/** Result of an experiment, and the finding in words. */
export type ExperimentResult = Statistics<ExperimentStatistic> & {
  /** The difference with its interval in words, or the reason for its absence. */
  readonly finding: string;
};

const ACTION = "judge an experiment";

const OPTIONS = optionNames<JudgeOptions>()("time tz");

/** Options that a saved plan has. */
const SAVED = Object.keys(PLAN_OPTIONS);

/**
 * Judges an experiment as its plan says: a randomisation test over all orders that the coin of
 * {@linkcode plan} could have drawn.
 *
 * The test is exact for any autocorrelation, trend or spread of the values, because it only uses
 * that the order within each pair was random. The interval contains all constant effects that the
 * test does not reject (Hartigan 1969), so it excludes 0 if and only if p is at most `1 -
 * confidence`. A pair counts if both of its periods have values on at least half of their days. With
 * too few such pairs, as before the end of the experiment, p and interval are null.
 *
 * @param frame a column of instants or dates and the numeric column of the plan's outcome, such as
 * `deep` of `me.daily(when, { sleep: ["deep"] })`. Several values of a local day count as their
 * mean; days that are not `whole` do not count.
 * @param plan the plan, or the object that `JSON.parse` returns for a saved one
 * @returns an object with `mean_a` and `mean_b`, the means of the first and the second condition
 * over the pairs; `difference` (`mean_b - mean_a`) with `difference_low` and `difference_high`; `p`;
 * and `pairs`, the number of pairs that count; and the text `finding`. `reason` gives the reason for
 * each null. `frame` has a row per pair: `pair` `i64`; `first` `str`, the condition that came first;
 * `mean_a`, `mean_b`, `difference` `f64`; `days_a`, `days_b` `i64`, days with a value; `note` `str`,
 * `too few days` if the pair does not count
 * @throws {TypeError} if a column or a part of the plan is missing, or the outcome is not numeric
 * @throws {RangeError} if the zone or the plan is invalid, or the order is not the one of its seed
 *
 * @example An effect of ten minutes
 * ```ts
 * import { experiment } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const plan = experiment.plan({
 *   conditions: ["nothing", "magnesium"],
 *   outcome: "deep",
 *   firstDay: "2026-01-05",
 *   days: 12,
 *   seed: 1,
 * });
 * const days = plan.order.map((condition, i) => ({
 *   date: `2026-01-${`${5 + i}`.padStart(2, "0")}`,
 *   deep: (condition === "magnesium" ? 70 : 60) + i % 3,
 * }));
 * const found = experiment.judge(days, plan);
 * assertEquals([found.pairs, found.p], [6, 2 / 2 ** 6]);
 * assertEquals([found.difference_low, found.difference, found.difference_high], [8, 9, 11]);
 * ```
 */
export function judge(
  frame: FrameLike,
  plan: ExperimentPlan | Readonly<Record<string, unknown>>,
  options?: JudgeOptions,
): ExperimentResult {
  checkOptions(ACTION, options, OPTIONS);
  const data = openFrame(frame, { action: ACTION, tz: options?.tz });
  const planned = savedPlan(plan);
  const [a, b] = planned.conditions, { period, washout, lag } = planned;
  const time = data.timeName(options?.time);
  const { name, tz, days: [days] } = readDays(data, {
    y: planned.outcome,
    time,
    tz: options?.tz,
  });
  const start = dayOf(planned.firstDay) ?? NaN, counted = period - washout;
  const pairs = Array.from(
    { length: planned.order.length / 2 },
    (_, i) => ({ first: planned.order[2 * i] ?? "", a: new Days(), b: new Days() }),
  );
  days?.at.forEach((step, i) => {
    const day = localDay(days.bounds[step] ?? 0n, tz) - lag - start;
    const index = Math.floor(day / period), pair = pairs[index >> 1];
    if (pair === undefined || day % period < washout) return;
    pair[planned.order[index] === a ? "a" : "b"].add(days.value[i] ?? NaN);
  });
  const isCounted = ({ a, b }: typeof pairs[number]): boolean =>
    2 * Math.min(a.count, b.count) >= counted;
  const used = pairs.filter(isCounted), { confidence } = planned;
  const differences = Float64Array.from(used, ({ a, b }) => b.mean - a.mean);
  const needed = neededPairs(confidence);
  const tested = used.length >= needed ? signTest(differences, confidence) : undefined;
  const tooFew =
    `too few pairs: ${used.length} of ${pairs.length} have enough days, ${needed} are needed`;
  const given = data.units[name] ?? "1", unit = differenceUnit(given);
  const difference = meanOf([...differences]);
  const field = (
    name: ExperimentStatistic,
    value: number | null,
    unit: string,
  ): AnswerField<ExperimentStatistic> => ({ name, value, unit, reason: tooFew });
  const table = toFrame({
    pair: int64Column(BigInt64Array.from(pairs, (_, i) => BigInt(i + 1))),
    first: textColumn(pairs.map(({ first }) => first)),
    mean_a: nullable(pairs.map(({ a }) => a.mean)),
    mean_b: nullable(pairs.map(({ b }) => b.mean)),
    difference: nullable(pairs.map(({ a, b }) => b.mean - a.mean)),
    days_a: int64Column(BigInt64Array.from(pairs, ({ a }) => BigInt(a.count))),
    days_b: int64Column(BigInt64Array.from(pairs, ({ b }) => BigInt(b.count))),
    note: textColumn(pairs.map((pair) => isCounted(pair) ? null : "too few days")),
  }, { mean_a: given, mean_b: given, difference: unit });
  const sentence = (): string => {
    if (difference === null || tested === undefined) return tooFew;
    const shown = unitText(given), words = wordsOf(given)[difference < 0 ? 1 : 0];
    const size = difference === 0
      ? "no difference"
      : `${digits(Math.abs(difference))}${shown} ${words}`;
    const [low, high] = intervalEnds(
      tested.low,
      tested.high,
      (end, more) => `${end < 0 ? "−" : ""}${digits(Math.abs(end), more)}`,
    );
    return (tested.p <= 1 - confidence ? "" : "no clear difference; ") +
      `${
        spaced(name)
      }: ${size} with "${b}" than with "${a}" (difference ${low} to ${high}${shown}, ` +
      `p = ${digits(tested.p)}, ${used.length} pairs)`;
  };
  return answerOf("an experiment's result", table, [
    field("mean_a", meanOf(used.map(({ a }) => a.mean)), given),
    field("mean_b", meanOf(used.map(({ b }) => b.mean)), given),
    field("difference", difference, unit),
    field("difference_low", tested?.low ?? null, unit),
    field("difference_high", tested?.high ?? null, unit),
    field("p", tested?.p ?? null, "1"),
    field("pairs", used.length, "1"),
  ], { finding: sentence() });
}

/** Days of a period with a value. */
class Days {
  #sum = 0;
  count = 0;

  add(value: number): void {
    this.#sum += value;
    this.count++;
  }

  /** Mean of the values; NaN without values. */
  get mean(): number {
    return this.#sum / this.count;
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Reads a plan; one from a file may have been changed. */
function savedPlan(given: unknown): Planned {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(
      `Cannot ${ACTION}: plan is ${describeValue(given)}, expected what experiment.plan() returned`,
    );
  }
  const saved = Object.fromEntries(Object.entries(given));
  const missing = [...SAVED, "order"].find((name) => saved[name] === undefined);
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: the plan has no ${missing}. Pass what experiment.plan() returned, or its JSON.`,
    );
  }
  const planned = readPlan(
    Object.fromEntries(SAVED.map((name) => [name, saved[name]])) as unknown as PlanOptions,
  );
  if (JSON.stringify(saved["order"]) !== JSON.stringify(planned.order)) {
    throw new RangeError(
      `Cannot ${ACTION}: the order of the plan does not match its seed ${planned.seed}. ` +
        "It was changed after it was drawn, so the test would not be valid. Use the plan as it was saved.",
    );
  }
  return planned;
}

/**
 * Tests whether the mean of differences is 0, over all choices of their signs. The interval's ends
 * are order statistics of the means of all subsets (Hartigan 1969, typical values).
 */
function signTest(
  differences: Float64Array,
  confidence: number,
): { readonly p: number; readonly low: number; readonly high: number } {
  const n = differences.length, size = 2 ** n;
  const sums = new Float64Array(size), means = new Float64Array(size - 1);
  for (let subset = 1; subset < size; subset++) {
    const last = 31 - Math.clz32(subset);
    sums[subset] = sums[subset - 2 ** last]! + differences[last]!;
    means[subset - 1] = sums[subset]! / ones(subset);
  }
  // Flipping the signs of a subset lowers the sum by twice the sum of the subset.
  const total = sums[size - 1]!, scale = differences.reduce((sum, one) => sum + Math.abs(one), 0);
  const least = Math.abs(total) - 1e-9 * scale;
  const asFar = sums.reduce(
    (count, sum) => count + (Math.abs(total - 2 * sum) >= least ? 1 : 0),
    0,
  );
  means.sort();
  const rank = Math.floor((1 - confidence) * size / 2 + 1e-9);
  return { p: asFar / size, low: means[rank - 1]!, high: means[size - 1 - rank]! };
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
