import type { Range } from "../../time/interval.ts";
import { openColumns, openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import type { Column, Columns } from "../../frame/columns/columns.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { correlate as correlateColumns, type CorrelationOptions } from "../../series/correlate.ts";
import { takeMasked } from "../../series/windows/fillGaps.ts";
import { checkMetrics, isRank, type KnownMetric } from "../ask/checkMetrics.ts";
import { LEAST_COVERAGE } from "../nights/nightCount.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import { SLEEP_COVERAGE } from "./sleepDays.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** What is correlated, and how. */
export interface CorrelateOptions
  extends DailyOptions, Pick<CorrelationOptions, "x" | "y" | "lag" | "dependent" | "adjust"> {
  /** Effects that are removed from both columns of each pair, or names of metrics or columns. @default `["trend", "weekday"]` */
  partial?: CorrelationOptions["partial"];
  /** The coefficient. @default both: Pearson's, but of ranks (severity), and Spearman's */
  method?: CorrelationOptions["method"];
  /** Whether days count that are not over, or that the range cuts, and nights of which less than two thirds are recorded. @default false */
  includePartial?: boolean | undefined;
}

const OPTIONS = optionNames<CorrelateOptions>()(
  DAILY_OPTIONS,
  "x y partial lag dependent adjust method includePartial",
);

const ACTION = "correlate days";

/**
 * Correlates days: applies `series.correlate` to the table of `me.daily`, for each pair of its
 * columns of numbers (and of true and false) by Pearson and by Spearman. With `lag: 1` a day is held
 * against the one after: what was done, and the night that followed. Of the many pairs that this gives
 * some look good by chance: `p_adjusted` is corrected for their number.
 *
 * Days that are not over, or that the range cuts, are left out, and the sleep of nights of which less
 * than two thirds are recorded.
 *
 * The effects of a trend and of weekdays are removed from both columns of each pair (`partial`), since two
 * habits of weekends go together without having to do with each other. `y` names outcomes: what goes
 * with them among all other columns.
 *
 * @param options What `me.daily` takes, and what `series.correlate` does; `x`, `y` and `partial` name metrics or columns.
 * @returns the columns of `series.correlate`; `finding` has the slope in words
 * @throws {TypeError} if fewer than two columns come of it, or a thing is named twice; if a metric's
 * numbers are codes (`SleepStage`), or ranks (severity) and the method is `"pearson"`
 * @throws {RangeError} if there is no zone, no such metric, figure or column, or the method does not exist
 */
export async function correlate(
  me: Client,
  range: Range,
  options: CorrelateOptions,
): Promise<Frame> {
  checkOptions(ACTION, options, OPTIONS, "metrics, sleep or own");
  const { x, y: outcomes, lag, dependent, adjust, method, includePartial = false, ...others } =
    options;
  const { partial = ["trend", "weekday"], ...asked } = others;
  const { metrics = [] } = asked;
  const known = Array.isArray(metrics) ? await checkMetrics(me, metrics, ACTION) : [];
  const ranks = known.find(isRank), methods = [method ?? ["pearson", "spearman"]].flat();
  if (ranks !== undefined && method !== undefined && methods.includes("pearson")) {
    throw new TypeError(
      `Cannot correlate ${ranks.name} by pearson: its numbers are ranks (${ranks.unit}), whose steps ` +
        `are not equal; give method: "spearman"`,
    );
  }
  const days = openFrame(await daily(me, range, asked)).columns();
  const y = Object.entries(days).filter(([name, column]) => isMeasured(name, column))
    .map(([name]) => name);
  if (y.length < 2) {
    throw new TypeError(
      `Cannot correlate ${
        y.join() || "nothing"
      }: name two metrics, figures of sleep or columns of ` +
        "one's own, or more",
    );
  }
  const first = x === undefined ? [] : [x].flat().map((name) => columnOf(name, known));
  const { whole: _, ...everyDay } = days; // without marks of partial days they count
  const frame = toFrame(includePartial ? everyDay : wholeOnly(days, asked.sleep ?? []));
  const removed = partial.map((name) => columnOf(name, known));
  const wanted = outcomes === undefined
    ? y.filter((name) => !first.includes(name) && !removed.includes(name))
    : [outcomes].flat().map((name) => columnOf(name, known));
  const causes = x !== undefined
    ? first
    : outcomes === undefined
    ? undefined
    : y.filter((name) => !wanted.includes(name) && !removed.includes(name));
  return correlateColumns(frame, {
    y: wanted,
    partial: removed,
    ...(causes === undefined ? {} : { x: causes }),
    ...(lag === undefined ? {} : { lag }),
    ...(dependent === undefined ? {} : { dependent }),
    ...(adjust === undefined ? {} : { adjust }),
    method: ranks === undefined ? methods : ["spearman"],
  });
}

/** How many workouts there were says no more than whether there was one, mostly: their minutes do. */
const NOT_MEASURED = ["workouts", "worked_out", "whole", SLEEP_COVERAGE];

function isMeasured(name: string, { type }: Column): boolean {
  return !NOT_MEASURED.includes(name) &&
    (type === "float64" || type === "int64" || type === "bool");
}

/** A metric's value column; what is no metric is a column. */
function columnOf(name: string, known: readonly KnownMetric[]): string {
  return known.find((metric) => metric.name === name)?.column ?? name;
}

/** Whole days, without the sleep of nights that are recorded in part. */
function wholeOnly(days: Columns, sleep: readonly string[]): Columns {
  const { whole, coverage } = openColumns(days).read({ whole: "bool", "coverage?": "float64" }, {
    columns: coverageName(days),
  });
  const rows = rowsWhere(whole.values.length, (i) => whole.values[i] === 1);
  if (coverage === undefined) return takeRows(days, rows);
  const all = Uint32Array.from(whole.values.keys());
  const enough = Uint8Array.from(coverage.values, (share) => share >= LEAST_COVERAGE ? 1 : 0);
  const masked = sleep.map((name) => [name, takeMasked(days[name]!, all, enough)] as const);
  return takeRows({ ...days, ...Object.fromEntries(masked) }, rows);
}

function coverageName(days: Columns): { coverage?: string } {
  return Object.hasOwn(days, SLEEP_COVERAGE) ? { coverage: SLEEP_COVERAGE } : {};
}
