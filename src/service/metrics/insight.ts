import type { Insight } from "../../schema/changes.ts";
import { columnLength } from "../../frame/columns/columns.ts";
import { microsOf } from "../../store/sqlite/clock.ts";
import { isoMicros } from "../../time/iso.ts";
import type { Interval } from "../../time/interval.ts";
import { METRICS } from "../types/dataTypes.ts";
import type { Context } from "../http/handler.ts";
import { seriesColumns } from "./seriesColumns.ts";
import { seriesGrid } from "./seriesGrid.ts";

/** Number of days to compare with. */
const BEFORE = 30;

/** Its values are stage codes, so a mean would be meaningless. */
const NO_MEASURE = "SleepStage";

/**
 * Compares the latest full day, up to an instant, with the 30 days before it, in the user's
 * preferred time zone or UTC. For each metric with data on that day, it returns the value (the sum
 * of a cumulative metric, the mean of a discrete one) and the mean of the other days with data.
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

/** Returns the interval from 30 days before the latest full day to its end. */
function daysBefore(timestamp: bigint, tz: string): Interval {
  const now = new Temporal.Instant(timestamp * 1000n).toZonedDateTimeISO(tz);
  const end = now.toPlainDate();
  const micros = (day: Temporal.PlainDate): bigint =>
    day.toZonedDateTime(tz).epochNanoseconds / 1000n;
  return { start: micros(end.subtract({ days: BEFORE + 1 })), end: micros(end) };
}
