import type { Client } from "../client/client.ts";
import type { Column } from "../frame/columns.ts";
import { columnsOf } from "../frame/columnsOf.ts";
import { readColumns } from "../frame/readColumns.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import type { Range } from "../time/interval.ts";
import { partialColumn } from "./partialWindows.ts";
import { zoneOf } from "./zoneOf.ts";

/** Which metrics are read by the day. */
export interface DailyOptions extends Range {
  /** Names of metrics, such as `StepCount`; `me.metrics.catalog()` lists them. */
  metrics: readonly string[];
  /** IANA zone of the days. @default the client's */
  tz?: string | undefined;
  /** Whose data. @default the client's user */
  svc_userid?: string | undefined;
}

/**
 * Metrics by local day: a row for each day of the range, a column for each metric, one request each,
 * side by side. Of a cumulative metric (steps, calories) it is the day's total, of a discrete one
 * (heart rate) the mean of its samples; a day without data is null. Of several devices the service
 * counts one at each instant, in the order of its data sources (`me.sources.list()`).
 *
 * A day that is not over at the client's `now()`, or that the range cuts, is marked in `partial`: its
 * total is only part of one.
 *
 * @returns `time` `datetime[us, tz]`, the first moment of each day; a column `f64` for each metric,
 * by its value column, in the order asked; `partial` `bool`.
 * @throws {TypeError} if no metric is named, or one twice
 * @throws {RangeError} if there is no zone
 * @throws {ApiError} if a metric does not exist, or the user does not share it
 */
export async function daily(me: Client, options: DailyOptions): Promise<Frame> {
  const { metrics, start_time, end_time, svc_userid } = options;
  const tz = zoneOf(me, options.tz, "read metrics by the day");
  if (metrics.length === 0 || new Set(metrics).size < metrics.length) {
    throw new TypeError(
      `Cannot read metrics by the day: name each once; asked were ${metrics.join(", ") || "none"}`,
    );
  }
  const user = svc_userid === undefined ? {} : { svc_userid };
  const frames = await Promise.all(
    metrics.map((metric) =>
      me.metrics.timeSeries({ metric, samprate: "1d", tz, start_time, end_time, ...user })
    ),
  );
  const columns: Record<string, Column> = {};
  for (const frame of frames) Object.assign(columns, columnsOf(frame));
  const { time } = readColumns(toFrame(columns), { time: "time" });
  const range = { start_time, end_time };
  return toFrame({
    ...columns,
    partial: partialColumn(time.values, { length: "1d", tz, range, now: me.now() }),
  });
}
