import type { Client } from "../client/client.ts";
import type { Frame } from "../frame/toFrame.ts";
import { resample } from "../series/resample.ts";
import { fromSamples } from "../sleep/fromSamples.ts";
import { merge } from "../sleep/merge.ts";
import { statistics } from "../sleep/statistics.ts";
import { between, lastNights, type ZonedRange } from "../time/range.ts";
import { activities } from "./activities.ts";

/** The days of a report. */
export interface ReportDays {
  /** The first local date. */
  readonly first: Temporal.PlainDate;
  /** The last local date, inclusive. */
  readonly last: Temporal.PlainDate;
  /** IANA zone of the days. */
  readonly tz: string;
  /** Sources of sleep from the highest to the lowest. */
  readonly sourcePriority: readonly string[];
}

/** What a report is made of. */
export interface ReportData extends ReportDays {
  /** From the first local midnight to the one after the last day. */
  readonly range: ZonedRange;
  /** How many days. */
  readonly count: number;
  /** Raw samples of sleep, of all sources. */
  readonly samples: Frame;
  /** The stages of all sources. */
  readonly raw: Frame;
  /** The stages, merged. */
  readonly stages: Frame;
  /** Sleep statistics of each night. */
  readonly statistics: Frame;
  /** Heart rate every five minutes. */
  readonly heart: Frame;
  /** Heart rate by the hour. */
  readonly hourly: Frame;
  /** Steps of each day. */
  readonly steps: Frame;
  /** Workouts by kind of activity. */
  readonly activities: Frame;
  /** Events of the last seven days. */
  readonly events: Frame;
}

/** Fetches what a report is made of, side by side, and computes on it. */
export async function readReport(me: Client, asked: ReportDays): Promise<ReportData> {
  const { first, last, tz, sourcePriority } = asked;
  const end = last.add({ days: 1 }), range = between(first, end, tz);
  const week = end.subtract({ days: 7 });
  const lastDays = between(Temporal.PlainDate.compare(first, week) > 0 ? first : week, end, tz);
  const count = first.until(last).days + 1;
  const until = last.toZonedDateTime({ timeZone: tz, plainTime: "12:00" });
  const nights = lastNights(count, tz, { until });
  const [samples, heart, steps, events, kinds] = await Promise.all([
    me.metrics.samples({ metric: "SleepStage", ...nights }, { tz }),
    me.metrics.timeSeries({ metric: "HeartRate", samprate: "5m", tz, ...range }),
    me.metrics.timeSeries({ metric: "StepCount", samprate: "1d", tz, ...range }),
    me.events.list({ data_type: "Annotation", ...lastDays }, { tz }),
    activities(me, range),
  ]);
  const raw = fromSamples(samples);
  const stages = merge(raw, { sourcePriority });
  return {
    ...asked,
    range,
    count,
    samples,
    raw,
    stages,
    statistics: statistics(stages, { tz }),
    heart,
    hourly: resample(heart, { every: "1h", tz, aggregate: "mean" }),
    steps,
    events,
    activities: kinds,
  };
}
