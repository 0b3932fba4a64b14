import config from "../../deno.json" with { type: "json" };
import type { Client } from "../client/client.ts";
import type { Frame } from "../frame/toFrame.ts";
import { dailyBars } from "../plot/dailyBars.ts";
import { events as eventsPicture } from "../plot/events.ts";
import { hypnogram } from "../plot/hypnogram.ts";
import { line } from "../plot/line.ts";
import { sleepBars } from "../plot/sleepBars.ts";
import { sleepRaster } from "../plot/sleepRaster.ts";
import { resample } from "../series/resample.ts";
import { table } from "../show/table.ts";
import type { TableDisplay } from "../show/tableDisplay.ts";
import { aggregate } from "../sleep/aggregate.ts";
import { cycles } from "../sleep/cycles.ts";
import { fromSamples } from "../sleep/fromSamples.ts";
import { merge } from "../sleep/merge.ts";
import { lastDays, lastNights } from "../time/range.ts";
import { page } from "./page.ts";

/** What a report over a month is made of. */
export interface MonthReportOptions {
  /** What the data is, in words: it is written under the report. */
  data: string;
  /** IANA zone of days, nights and labels. */
  tz: string;
  /** How many nights. @default 30 */
  nights?: number;
  /** Sources of sleep from the highest to the lowest. @default none */
  sourcePriority?: readonly string[];
  /** Told of each step with a few rows of what it gave. @default nobody */
  onStep?: (step: string, shown: TableDisplay) => void;
}

/**
 * Fetches the last nights, heart rate, steps and events, merges and resamples them here, and gives a
 * page of HTML with pictures that stands alone.
 *
 * @throws {RangeError} if the zone does not exist
 */
export async function monthReport(me: Client, options: MonthReportOptions): Promise<string> {
  const { tz, nights = 30, sourcePriority = [], onStep = () => {} } = options;
  const range = lastNights(nights, tz, { until: me.now() });
  const wholeDays = lastDays(nights, tz, { until: me.now() });
  const lastNight = lastNights(1, tz, { until: me.now() });
  const lastWeek = lastNights(7, tz, { until: me.now() });
  const step = (name: string, frame: Frame): Frame => {
    onStep(name, table(frame, { head: 2, tail: 1, title: name }));
    return frame;
  };

  const samples = step(
    "Raw sleep samples of all sources",
    await me.metrics.samples({ metric: "SleepStage", ...range }),
  );
  const raw = fromSamples(samples);
  const stages = step("Sleep stages, sources merged here", merge(raw, { sourcePriority }));
  step("Sleep cycles", cycles(raw, { clipTo: range, sourcePriority }));
  const perDay = step("Hours of each stage per day", aggregate(raw, { tz, sourcePriority }));
  const heart = step(
    "Heart rate every 5 minutes, as Arrow",
    await me.metrics.timeSeries({ metric: "HeartRate", samprate: "5m", tz, ...range }),
  );
  const hourly = step(
    "Heart rate by the hour, resampled here",
    resample(heart, { every: "1h", tz, aggregate: "mean" }),
  );
  const steps = step(
    "Steps per day, as Arrow",
    await me.metrics.timeSeries({ metric: "StepCount", samprate: "1d", tz, ...wholeDays }),
  );
  const events = step(
    "Events of the last week",
    await me.events.list({ data_type: "Annotation", ...lastWeek }, { tz }),
  );
  const night = await me.metrics.samples({ metric: "SleepStage", ...lastNight });
  const nightHeart = await me.metrics.timeSeries({
    metric: "HeartRate",
    samprate: "5m",
    tz,
    ...lastNight,
  });

  const days = `${range.start_time.toPlainDate()} to ${range.end_time.toPlainDate()}`;
  return page({
    title: `${nights} nights until ${range.end_time.toPlainDate()}`,
    intro:
      `Sleep, heart rate, steps and events from ${days}, in ${tz}. A night reaches from noon to noon and counts on the day of waking.`,
    sections: [
      {
        heading: "Last night",
        text: sourcePriority.length === 0
          ? "All sources merged into one."
          : `All sources merged into one; ${sourcePriority.join(" before ")} where they differ.`,
        show: [hypnogram(merge(fromSamples(night), { sourcePriority }), { tz })],
      },
      {
        heading: "What each source saw of it",
        show: [hypnogram(fromSamples(night), { tz, by: "source" })],
      },
      {
        heading: "Sleep per day",
        text: "Hours in each stage. A grey band is a day without data.",
        show: [
          sleepBars(perDay, {
            tz,
            range: { ...range, start_time: range.start_time.add({ days: 1 }).startOfDay() },
          }),
        ],
      },
      { heading: "When sleep came", show: [sleepRaster(stages, { tz })] },
      {
        heading: "Heart rate, last night",
        show: [line(nightHeart, { y: "heart_rate", unit: "bpm", tz })],
      },
      {
        heading: "Heart rate, the whole month",
        text: "Means of each hour. Where nothing was measured, nothing is drawn.",
        show: [line(hourly, { y: "heart_rate", unit: "bpm", tz })],
      },
      {
        heading: "Steps per day",
        show: [dailyBars(steps, { y: "step_count", unit: "steps", tz })],
      },
      {
        heading: "Events of the last week",
        show: [eventsPicture(events, { label: "source_name", tz })],
      },
    ],
    madeOf: {
      "Data": options.data,
      "Range": `${range.start_time} to ${range.end_time} (exclusive)`,
      "Zone": tz,
      "Sources of sleep": sourcePriority.join(", ") || "as the service ranks them",
      "Made with": `lifeframe ${config.version}`,
    },
  });
}
