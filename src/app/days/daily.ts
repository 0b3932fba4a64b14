import { openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import type { Column } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import { checkFunction } from "../ask/checkInput.ts";
import { checkMetrics } from "../ask/checkMetrics.ts";
import { ifThere } from "../ask/ifThere.ts";
import { wholeColumn } from "../ask/wholeWindows.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Which metrics are read by the day. */
export interface DailyOptions extends Range {
  /** Names of metrics, such as `StepCount`; `me.metrics.catalog()` lists them. */
  metrics: readonly string[];
  /** IANA zone of the days. @default the client's */
  tz?: string | undefined;
  /** Whose data. @default the client's user */
  svc_userid?: string | undefined;
  /**
   * Called with each of several metrics that the service does not have (404) or does not share (403); its
   * column is then null throughout. @default console.warn
   */
  onAbsent?: ((absent: string) => void) | undefined;
}

/** The options of {@linkcode daily}. */
export const DAILY_OPTIONS: OptionTable<DailyOptions> = {
  start_time: true,
  end_time: true,
  metrics: true,
  tz: true,
  svc_userid: true,
  onAbsent: true,
};

/**
 * Metrics by local day: a row for each day of the range, a column for each metric, one request each,
 * side by side. Of a cumulative metric (steps, calories) it is the day's total, of a discrete one
 * (heart rate) the mean of its samples; a day without data is null. Of several devices the service
 * counts one at each instant, in the order of its data sources (`me.sources.list()`).
 *
 * A day that is not over at the client's `now()`, or that the range cuts, is not `whole`: its total is
 * only part of one. `me.dailyTotals` and `me.correlate` leave such days out.
 *
 * @returns `time` `datetime[us, tz]`, the first instant of each day; a column `f64` for each metric,
 * by its value column, in the order asked; `whole` `bool`.
 * @throws {TypeError} if no metric is named, or one twice, or one's numbers are codes (`SleepStage`)
 * @throws {RangeError} if there is no zone, or no such metric; the nearest is named
 * @throws {ApiError} if the user does not share the metric: of several, if none is shared
 */
export async function daily(me: Client, options: DailyOptions): Promise<Frame> {
  const action = "read metrics by the day";
  checkOptions(action, options, DAILY_OPTIONS, "metrics, start_time and end_time");
  const { metrics, start_time, end_time, svc_userid, onAbsent = warn } = options;
  checkFunction(action, "onAbsent", onAbsent);
  if (!Array.isArray(metrics)) {
    throw new TypeError(
      `Cannot ${action}: metrics is ${
        describeValue(metrics)
      }, expected a list such as ["StepCount"]`,
    );
  }
  const tz = zoneOf(me, options.tz, action);
  if (metrics.length === 0 || new Set(metrics).size < metrics.length) {
    throw new TypeError(
      `Cannot ${action}: name each once; asked were ${metrics.join(", ") || "none"}`,
    );
  }
  const range = { start_time, end_time };
  toInterval(range, { tz });
  const known = await checkMetrics(me, metrics, action);
  const user = svc_userid === undefined ? {} : { svc_userid };
  const calls = metrics.map((metric) =>
    me.metrics.timeSeries({ metric, samprate: "1d", tz, ...range, ...user })
  );
  const parts = await Promise.all(calls.map((call, i) => ifThere(metrics[i]!, call, null)));
  const there = parts.find(({ value }) => value !== null)?.value ?? await calls[0]!;
  const { time } = openFrame(there).read({ time: "time" });
  const columns: Record<string, Column> = { time };
  for (const [i, { value, absent }] of parts.entries()) {
    if (absent !== null) onAbsent(absent);
    Object.assign(
      columns,
      value === null
        ? { [known[i]!.column]: nullable(new Array(time.values.length).fill(null)) }
        : openFrame(value).columns(),
    );
  }
  return toFrame({
    ...columns,
    whole: wholeColumn(time.values, { length: "1d", tz, range, now: me.now() }),
  });
}

/** Who looks at a frame must hear that a column of it is empty because nobody may read it. */
function warn(absent: string): void {
  // deno-lint-ignore no-console -- a notebook shows it in the cell
  console.warn(absent);
}
