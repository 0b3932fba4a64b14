import type { Range } from "../../time/interval.ts";
import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { correlate as correlateColumns, type CorrelationOptions } from "../../series/correlate.ts";
import { checkMetrics, isRank, type KnownMetric } from "../ask/checkMetrics.ts";
import { daily, DAILY_OPTIONS, type DailyOptions } from "./daily.ts";
import { NOT_MEASURED, wholeOnly } from "./measuredDays.ts";
import { isSleepFigure } from "./sleepDays.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Options of {@linkcode Questions.correlate}. */
export interface CorrelateOptions
  extends DailyOptions, Pick<CorrelationOptions, "x" | "y" | "lag" | "dependent" | "adjust"> {
  /**
   * Effects to remove from both columns of each pair, or names of metrics or columns. @default
   * `["trend", "weekday"]`
   */
  partial?: CorrelationOptions["partial"];
  /** Coefficient. @default both Pearson's and Spearman's; for ranks (severity) only Spearman's */
  method?: CorrelationOptions["method"];
  /**
   * Counts days that are not over or only partly in the range, and nights with less than two thirds
   * recorded. @default false
   */
  includePartial?: boolean | undefined;
}

const OPTIONS = optionNames<CorrelateOptions>()(
  DAILY_OPTIONS,
  "x y partial lag dependent adjust method includePartial",
);

const ACTION = "correlate days";

/**
 * Correlates days. It applies `series.correlate` to the table of `me.daily`, for each pair of its
 * numeric and boolean columns, by Pearson and by Spearman. With `lag: 1` a day is compared with the
 * next one: what you did, and the night that followed. Some of the many pairs look good by chance,
 * so `p_adjusted` is corrected for their number.
 *
 * Days that are not over or only partly in the range are left out, and so is the sleep of nights
 * with less than two thirds recorded.
 *
 * The effects of a trend and of weekdays are removed from both columns of each pair (`partial`),
 * since two weekend habits coincide without being related. `y` names outcomes, which are compared
 * with all other columns.
 *
 * @param options The options of `me.daily` and of `series.correlate`; `x`, `y` and `partial` name
 * metrics or columns.
 * @returns the columns of `series.correlate`; `finding` has the slope in words
 * @throws {TypeError} if there are fewer than two columns, or a name is repeated; if a metric's
 * numbers are codes (`SleepStage`), or ranks (severity) and the method is `"pearson"`
 * @throws {RangeError} if the zone is missing, or a metric, a sleep measure, a column or the method
 * does not exist
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
      `Cannot correlate ${ranks.name} by pearson: its numbers are ranks (${ranks.unit}) with ` +
        `unequal steps. Pass method: "spearman".`,
    );
  }
  const days = openFrame(await daily(me, range, asked)).columns();
  const y = Object.entries(days).filter(([name, column]) => isMeasured(name, column))
    .map(([name]) => name);
  if (y.length < 2) {
    throw new TypeError(
      `Cannot correlate ${
        y.join() || "nothing"
      }: expected at least two measures. Pass more of metrics, ` +
        "sleep, workouts or own.",
    );
  }
  const first = x === undefined ? [] : [x].flat().map((name) => columnOf(name, known));
  const { whole: _, ...everyDay } = days; // without marks of partial days they count
  const frame = toFrame(
    includePartial
      ? everyDay
      : wholeOnly(days, asked.sleep ?? Object.keys(days).filter(isSleepFigure)),
  );
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

function isMeasured(name: string, { type }: Column): boolean {
  return !NOT_MEASURED.includes(name) &&
    (type === "float64" || type === "int64" || type === "bool");
}

/** Returns the value column of a metric; any other name is a column. */
function columnOf(name: string, known: readonly KnownMetric[]): string {
  return known.find((metric) => metric.name === name)?.column ?? name;
}
