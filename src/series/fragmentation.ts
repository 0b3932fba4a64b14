// @ts-types="@types/d3-array"
import { mean, median } from "d3-array";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Statistics } from "../frame/statistics.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { MINUTE_US } from "../time/units.ts";
import { GROUPED_COLUMNS, type GroupedSeriesColumns } from "./input/readValues.ts";
import { boutsOf, constantTransition, gini } from "./describe/activityBouts.ts";
import { describeSeries, stepsOfSeries } from "./describe/describeSeries.ts";

/** Options of {@linkcode fragmentation}. */
export interface FragmentationOptions extends GroupedSeriesColumns {
  /** Values above it are active; others are rest. @default 0 */
  threshold?: number;
}

/** Name of a statistic of fragmentation. */
export type FragmentationStatistic =
  | "rest_to_active"
  | "active_to_rest"
  | "kRA"
  | "kAR"
  | `${"rest" | "active"}_${"bouts" | "mean" | "median" | "longest" | "gini"}`;

const ACTION = "measure fragmentation";

const OPTIONS = optionNames<FragmentationOptions>()(GROUPED_COLUMNS, "threshold");

/**
 * Measures how often rest and activity interrupt each other, from bouts of steps on one side of a
 * threshold. For sleep and wake, pass 0 for sleep and 1 for wake.
 *
 * | name | value |
 * |---|---|
 * | `rest_to_active`, `active_to_rest` | transition probability per step: changes divided by the steps of the state that have a successor (Di et al. 2017) |
 * | `kRA`, `kAR` | the same in the range of bout lengths where it is constant (Lim et al. 2011, doi 10.5665/sleep.1400) |
 * | `rest_bouts`, `active_bouts` | number of bouts |
 * | `rest_mean`, `rest_median`, `rest_longest`, `active_mean`, `active_median`, `active_longest` | lengths of bouts in minutes |
 * | `rest_gini`, `active_gini` | Gini index of the lengths, corrected for their number: 0 if all are equal, near 1 if a few long bouts make up the time |
 *
 * A step is the median step of the record. A gap ends a bout, and the step before it has no
 * successor. Bouts at a gap or at an end of the record count with their known length.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @returns an object with a number or null for each name, `unit` and `reason`. Its `frame`, or with
 * `by` the result itself, is a long frame: the columns of `by`, `name` `str`, `value` `f64`, `unit`
 * `str` (`1`, `count` or `min`), `coverage` `f64` (share of steps with a value), `n` `i64` (bouts,
 * or steps for a probability), `note` `str`.
 * @throws {TypeError} if a column is missing or of another type
 * @throws {RangeError} if the threshold is not a number
 *
 * @example Ten minutes of rest, five of activity, ten of rest
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const minutes = Array.from({ length: 25 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 0, i)),
 *   counts: i >= 10 && i < 15 ? 80 : 0,
 * }));
 * const found = series.fragmentation(minutes);
 * assertEquals([found.active_to_rest, found.rest_bouts, found.rest_mean], [0.2, 2, 10]);
 * ```
 */
export function fragmentation(
  frame: FrameLike,
  options?: FragmentationOptions & { readonly by?: undefined },
): Statistics<FragmentationStatistic>;
/** Measures each group of `by` and returns a long frame. */
export function fragmentation(
  frame: FrameLike,
  options: FragmentationOptions & { readonly by: string | readonly string[] },
): Frame;
/** Measures with options that may contain `by`. */
export function fragmentation(
  frame: FrameLike,
  options?: FragmentationOptions,
): Statistics<FragmentationStatistic> | Frame;
export function fragmentation(
  frame: FrameLike,
  options: FragmentationOptions = {},
): Statistics<FragmentationStatistic> | Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { threshold = 0 } = options;
  if (!Number.isFinite(threshold)) {
    throw new RangeError(`Cannot ${ACTION}: threshold is ${threshold}. Use a number.`);
  }
  const data = openFrame(frame, { action: ACTION });
  return describeSeries<FragmentationStatistic>(data, options, {
    verb: "series.fragmentation",
    what: "a fragmentation",
  }, (values) => {
    const found = boutsOf(stepsOfSeries(values, values.step, ACTION), threshold);
    const minutes = values.step / MINUTE_US;
    return [
      {
        name: "rest_to_active",
        value: found.restEnds / found.restSteps,
        n: found.restSteps,
        note: "no rest before another step",
      },
      {
        name: "active_to_rest",
        value: found.activeEnds / found.activeSteps,
        n: found.activeSteps,
        note: "no activity before another step",
      },
      ...([["kRA", found.rest], ["kAR", found.active]] as const).map(([name, lengths]) => ({
        name,
        value: constantTransition(lengths),
        n: lengths.length,
        note: "fewer than 4 different lengths of bouts",
      })),
      ...(["rest", "active"] as const).flatMap((state) => {
        const lengths = found[state], n = lengths.length;
        const length = (name: "mean" | "median" | "longest", value: number | undefined) => ({
          name: `${state}_${name}` as const,
          value: value === undefined || minutes === 0 ? undefined : value * minutes,
          unit: "min",
          n,
          note: n === 0 ? "no bout" : "a single value has no length",
        });
        return [
          { name: `${state}_bouts` as const, value: n, unit: "count", n },
          length("mean", mean(lengths)),
          length("median", median(lengths)),
          length("longest", n === 0 ? undefined : lengths.reduce((a, b) => Math.max(a, b))),
          { name: `${state}_gini` as const, value: gini(lengths), n, note: "fewer than 2 bouts" },
        ];
      }),
    ];
  });
}
