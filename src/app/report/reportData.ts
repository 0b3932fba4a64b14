import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { float64Column, timeColumn } from "../../frame/columns/columns.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { resample } from "../../series/resample.ts";
import { between, type ZonedRange } from "../../time/range.ts";
import { workouts } from "../days/workouts.ts";
import { annotationEvents } from "../days/annotationEvents.ts";
import { daily } from "../days/daily.ts";
import { ifThere } from "../ask/ifThere.ts";
import type { PageLabels } from "../page/pageLabels.ts";
import { type NightsQuery, readNights, type SleepNights } from "../nights/readNights.ts";
import { type SleepSources, sleepSources } from "../nights/sleepSources.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { term } from "../../words/language.ts";

/** Data of a report. */
export interface ReportData extends Omit<NightsQuery, "sourcePriority"> {
  /** System of units of amounts. */
  readonly units: UnitSystem;
  /** Formats of dates and times. */
  readonly labels: PageLabels;
  /** From the first local midnight to the one after the last day. */
  readonly range: ZonedRange;
  /** Number of days. */
  readonly count: number;
  /** Current time of the client's clock. */
  readonly now: Temporal.Instant;
  /** Nights with a wake-up date in the range. */
  readonly sleep: SleepNights;
  /** Sources of sleep, their order, and the record of each. */
  readonly sources: SleepSources;
  /** Heart rate every five minutes. */
  readonly heart: Frame;
  /** Heart rate by the hour. */
  readonly hourly: Frame;
  /** Steps of each day: `time`, `step_count`, `whole`. */
  readonly steps: Frame;
  /** Workouts by kind of activity. */
  readonly activities: Frame;
  /** Events of the last seven days. */
  readonly events: Frame;
  /** Parts that the service does not have or does not share, one sentence each. */
  readonly absent: readonly string[];
}

/** Reads the data of a report in parallel, and analyses it. */
export async function readReport(
  me: Client,
  asked: NightsQuery & { readonly units: UnitSystem },
  labels: PageLabels,
): Promise<ReportData> {
  const { first, last, tz, units } = asked;
  const end = last.add({ days: 1 }), range = between(first, end, tz);
  const week = end.subtract({ days: 7 });
  const lastDays = between(Temporal.PlainDate.compare(first, week) > 0 ? first : week, end, tz);
  const [sleep, heart, steps, events, kinds] = await Promise.all([
    readNights(me, asked),
    ifThere(
      "heart rate",
      me.api.metrics.timeSeries({ metric: "HeartRate", samprate: "5m", tz, ...range }),
      noSeries("heart_rate"),
    ),
    ifThere("steps", daily(me, range, { metrics: ["StepCount"], tz }), noSeries("step_count")),
    annotationEvents(me, lastDays, tz),
    ifThere("workouts", workouts(me, range, { by: "activity", tz, units }), toFrame({})),
  ]);
  return {
    first,
    last,
    tz,
    units,
    labels,
    range,
    count: first.until(last).days + 1,
    now: me.now(),
    sleep,
    sources: sleepSources(sleep.raw, sleep.ranked, tz),
    heart: heart.value,
    hourly: resample(heart.value, { every: "1h", tz, aggregate: "mean" }),
    steps: steps.value,
    events: events.value,
    activities: kinds.value,
    absent: [sleep, heart, steps, events, kinds].flatMap(({ absent }) =>
      absent === null ? [] : absentText(absent)
    ),
  };
}

/** Returns `steps: not shared (403)` in the language of the report. */
function absentText(absent: string): string {
  return absent.split(": ").map(term).join(": ");
}

/** Returns a series without rows. */
function noSeries(column: string): Frame {
  return toFrame({
    time: timeColumn(new BigInt64Array(0)),
    [column]: float64Column(new Float64Array(0)),
  });
}
