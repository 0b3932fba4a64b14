import type { Client } from "../client/client.ts";
import { int64Column, textColumn } from "../frame/columns.ts";
import { columnsOf } from "../frame/columnsOf.ts";
import { hasValues } from "../frame/hasValues.ts";
import { nullable } from "../frame/nullable.ts";
import { readColumns } from "../frame/readColumns.ts";
import { columnNames, frameHeight } from "../frame/seriesOf.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { visits } from "../places/visits.ts";
import { line } from "../plot/line.ts";
import { day as dayRange, type ZonedRange } from "../time/range.ts";
import { DayRecall } from "./dayRecall.ts";
import { lastNight } from "./lastNight.ts";
import { zoneOf } from "./zoneOf.ts";

/** How a day is recalled. */
export interface DayOptions {
  /** IANA zone of the day. @default the client's */
  tz?: string | undefined;
  /**
   * Sources of sleep from the highest to the lowest; one that is not named ranks below all.
   * @default the order of the service's data sources, then the finest resolution first
   */
  sourcePriority?: readonly string[] | undefined;
}

/** What is shown of records; the rest of their columns can be had from the noun's own method. */
const SHOWN = {
  calendar: ["start_date", "end_date", "title", "location"],
  events: ["source_name", "recorded_at", "start_time", "end_time", "note", "metadata"],
  workouts: ["start_date", "end_date", "workout_activity_type", "duration"],
} as const;

/**
 * A day recalled: every metric that has data, the sleep until that day's waking, workouts, calendar,
 * events and places.
 *
 * @param date The local date, such as `2024-03-10`.
 * @throws {RangeError} if the date does not exist, or there is no zone
 */
export async function day(
  me: Client,
  date: string | Temporal.PlainDate,
  options: DayOptions = {},
): Promise<DayRecall> {
  const tz = zoneOf(me, options.tz, "recall a day");
  const range = dayRange(date, tz);
  const [sleep, metrics, calendar, events, workouts, places, heart] = await Promise.all([
    lastNight(me, { ...options, tz, date }),
    metricsOf(me, range, tz),
    me.calendars.events({ ...range }, { tz }),
    me.events.list({ data_type: "Annotation", ...range }, { tz }),
    me.workouts.list({ ...range }, { tz }),
    me.locations.timeSeries({ ...range, sample_rate: 60 }, { tz }),
    me.metrics.timeSeries({ metric: "HeartRate", samprate: "5m", tz, ...range }),
  ]);
  return new DayRecall(
    {
      date: range.start_time.toPlainDate().toString(),
      tz,
      sleep: sleep.facts === null ? null : sleep,
      metrics,
      calendar: only(calendar, SHOWN.calendar),
      events: only(events, SHOWN.events),
      workouts: only(workouts, SHOWN.workouts),
      visits: visits(hasValues(places, "lat") ? places : [], { tz, city: true }),
    },
    hasValues(heart, "heart_rate")
      ? [{ heading: "Heart rate", show: line(heart, { y: "heart_rate", unit: "bpm", tz, range }) }]
      : [],
  );
}

function only(frame: Frame, names: readonly string[]): Frame {
  if (frameHeight(frame) === 0) return frame;
  const columns = columnsOf(frame);
  return toFrame(Object.fromEntries(names.map((name) => [name, columns[name]!])));
}

/** The metrics that have data in a range of one day. */
async function metricsOf(me: Client, range: ZonedRange, tz: string): Promise<Frame> {
  const [catalog, available] = await Promise.all([
    me.metrics.catalog(),
    me.changes.available({ ...range }),
  ]);
  const samples = new Map(available.map(({ data_type, count }) => [data_type, count]));
  // A mean of stages means nothing; sleep has a part of its own.
  const metrics = catalog.filter(({ name, is_time_series }) =>
    is_time_series && samples.has(name) && name !== "SleepStage"
  );
  const values = await Promise.all(metrics.map(async ({ name, metric_kind }) => {
    const calculations = metric_kind === "discrete" ? ["min", "max"] as const : [];
    const frame = await me.metrics.timeSeries(
      { metric: name, samprate: "1d", tz, ...range, calculations: [...calculations] },
    );
    const [value, ...extremes] = columnNames(frame).filter((column) => column !== "time");
    const at = (column: string | undefined): number | null => {
      if (column === undefined) return null;
      const { values, valid } = readColumns(frame, { [column]: "float64" })[column]!;
      return valid?.[0] === 0 ? null : values[0] ?? null;
    };
    const one = (prefix: string): number | null =>
      at(extremes.find((column) => column.startsWith(prefix)));
    return { value: at(value), low: one("min_"), high: one("max_") };
  }));
  const shown = values.map((_, i) => i).filter((i) => values[i]!.value !== null);
  return toFrame({
    metric: textColumn(shown.map((i) => metrics[i]!.name)),
    value: nullable(shown.map((i) => values[i]!.value)),
    unit: textColumn(shown.map((i) => metrics[i]!.unit)),
    low: nullable(shown.map((i) => values[i]!.low)),
    high: nullable(shown.map((i) => values[i]!.high)),
    samples: int64Column(
      BigInt64Array.from(shown, (i) => BigInt(samples.get(metrics[i]!.name) ?? 0)),
    ),
  });
}
