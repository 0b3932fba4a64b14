import type { Insight } from "../../schema/changes.ts";
import { columnLength } from "../../frame/columns/columns.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Interval } from "../../time/interval.ts";
import { METRICS } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { seriesColumns } from "./seriesColumns.ts";
import { seriesGrid } from "./seriesGrid.ts";

/** Days that the latest one is held against. */
const BEFORE = 30;

/** Its values are names of stages, of which a mean says nothing. */
const NO_MEASURE = "SleepStage";

/**
 * The latest whole day of a user's zone (that of the preferences, else UTC) that ended at or before a
 * moment, against the 30 days before it: for each metric with data on that day its value, the sum of
 * a cumulative metric and the mean of a discrete one, and the mean of those days that have data.
 */
export async function insightOf(
  context: Context,
  userid: string,
  timestamp: bigint = microsOf(context.store.clock),
): Promise<Insight> {
  const { timezone } = await context.store.users.preferences(userid);
  const tz = timezone ?? "UTC";
  const interval = daysBefore(timestamp, tz);
  const insights: Insight["insights"] = [];
  for (const name of await context.store.changes.dataTypes(userid)) {
    const metric = METRICS.get(name);
    if (metric === undefined || name === NO_MEASURE) continue;
    const grid = seriesGrid(interval, "1d", tz, 1);
    const columns = await seriesColumns(context, { owner: userid, metric, grid });
    const days = columns[metric.value_column]!;
    if (days.type !== "float64") continue;
    const last = columnLength(days) - 1;
    const value = (day: number): number[] => days.valid?.[day] === 0 ? [] : [days.values[day]!];
    const [today] = value(last);
    if (today === undefined) continue;
    const before = Array.from({ length: last }, (_, day) => value(day)).flat();
    const mean = before.length === 0
      ? null
      : before.reduce((sum, each) => sum + each, 0) / before.length;
    insights.push({
      metric: name,
      unit: metric.unit,
      value: today,
      mean,
      difference: mean === null ? null : today - mean,
      days: before.length,
    });
  }
  return { version: "v0", timestamp: isoMicros(interval.end, tz), insights };
}

/** From 30 days before it to the end of the latest day that has ended. */
function daysBefore(timestamp: bigint, tz: string): Interval {
  const now = new Temporal.Instant(timestamp * 1000n).toZonedDateTimeISO(tz);
  const end = now.toPlainDate();
  const micros = (day: Temporal.PlainDate): bigint =>
    day.toZonedDateTime(tz).epochNanoseconds / 1000n;
  return { start: micros(end.subtract({ days: BEFORE + 1 })), end: micros(end) };
}
