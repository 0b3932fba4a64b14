import { openFrame } from "../../frame/open.ts";
import { frameHeight } from "../../frame/polars/seriesOf.ts";
import { calendar } from "../../plot/calendar.ts";
import { dailyBars } from "../../plot/dailyBars.ts";
import { dayProfile } from "../../plot/dayProfile.ts";
import { events as eventsPicture } from "../../plot/events.ts";
import { hypnogram } from "../../plot/hypnogram.ts";
import { line } from "../../plot/line.ts";
import { regularity } from "../../plot/regularity.ts";
import { sleepBars } from "../../plot/sleepBars.ts";
import { timeline } from "../../plot/timeline.ts";
import { table } from "../../frame/polars/table.ts";
import type { PageSection } from "../page/page.ts";
import { bothWidths } from "./bothWidths.ts";
import type { ReportData } from "./reportData.ts";
import { hoursText } from "../nights/nightFigures.ts";
import { sourcesText } from "../nights/sleepSources.ts";
import { merge } from "../../sleep/merge.ts";
import { sessions } from "../../sleep/sessions.ts";
import { intervalsWithin } from "../nights/readNights.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Maximum number of days shown as bars; more days are shown as a calendar. */
const MOST_BARS = 62;

/** Minimum number of nights for a meaningful regularity. */
const LEAST_NIGHTS = 5;

/** The last main sleep of some nights. */
interface LastSleep {
  /** Wake-up date. */
  readonly night: string;
  /** Stages of all sources. */
  readonly raw: Frame;
  /** Merged stages. */
  readonly merged: Frame;
  /** Number of sources. */
  readonly sources: number;
}

/** Returns the sections about sleep; empty without data. */
export function sleepSections(data: ReportData): PageSection[] {
  const { sleep: { raw, stages }, sources, tz, range, count: days, labels } = data;
  const sourcePriority = sources.order, { options } = labels;
  const last = lastSleep(raw, { tz, sourcePriority });
  if (last === null) return [];
  return [
    {
      heading: `Sleep, the night to ${labels.date(last.night)}`,
      text: sourcesText(sources, labels),
      show: [bothWidths((size) => hypnogram(last.merged, { tz, ...options, ...size }))],
    },
    ...last.sources < 2 ? [] : [{
      heading: "What each source saw of it",
      show: [bothWidths((size) => hypnogram(last.raw, { tz, by: "source", ...options, ...size }))],
    }],
    {
      heading: "Sleep per day",
      text:
        "Hours in each stage of the main sleep, on the day of waking. A grey band is a day without data.",
      show: [bothWidths((size) => sleepBars(stages, { tz, range, ...options, ...size }))],
    },
    {
      heading: "When sleep came",
      text: "From bed to waking, with its middle.",
      show: [bothWidths((size) => timeline(stages, { tz, range, ...options, ...size }))],
    },
    ...days < LEAST_NIGHTS ? [] : [{
      heading: "How regular it was",
      text: "100 where a day is like the one before, 0 where it is left to chance.",
      show: [bothWidths((size) => regularity(stages, { tz, ...options, ...size }))],
    }],
  ];
}

/** Returns the sections about heart rate, steps, workouts and events, as far as they have data. */
export function activitySections(data: ReportData): PageSection[] {
  const { tz, range, count: days, labels: { options } } = data;
  const heart = { y: "heart_rate", unit: "bpm", tz, ...options },
    steps = { y: "step_count", unit: "steps", tz, now: data.now, ...options };
  const sections: (PageSection | false)[] = [
    openFrame(data.heart).hasValues("heart_rate") && {
      heading: "Heart rate",
      text: "Means of each hour. Where nothing was measured, nothing is drawn.",
      show: [bothWidths((size) => line(data.hourly, { ...heart, range, ...size }))],
    },
    openFrame(data.heart).hasValues("heart_rate") && days > 1 && {
      heading: "Heart rate over the day",
      text:
        "The median of the days, the middle half of them, and the lowest 5 and highest 10 hours.",
      show: [bothWidths((size) => dayProfile(data.heart, { ...heart, ...size }))],
    },
    openFrame(data.steps).hasValues("step_count") && {
      heading: "Steps per day",
      show: [
        bothWidths((size) =>
          days > MOST_BARS
            ? calendar(data.steps, { ...steps, ...size })
            : dailyBars(data.steps, { ...steps, ...size })
        ),
      ],
    },
    frameHeight(data.activities) > 0 && {
      heading: "Workouts",
      show: [table(workoutRows(data.activities), { head: 20, tail: 0, types: false })],
    },
    frameHeight(data.events) > 0 && {
      heading: "Events of the last days",
      show: [
        bothWidths((size) =>
          eventsPicture(data.events, { label: "name", tz, ...options, ...size })
        ),
      ],
    },
  ];
  return sections.filter((section) => section !== false);
}

/** Formats workouts by activity: `6 h 25 min`, `31.4 km`, `1,254 kcal`, with their sources. */
function workoutRows(activities: Frame): Record<string, string>[] {
  const found = openFrame(activities).read({
    activity: "text",
    workouts: "int64",
    duration_h: "float64",
    "distance_km?": "float64",
    "distance_mi?": "float64",
    energy_kcal: "float64",
    "sources?": "text",
  });
  const [distance, far] = found.distance_mi === undefined
    ? [found.distance_km!, "km"]
    : [found.distance_mi, "mi"];
  const number = (
    { values, valid }: typeof found.duration_h,
    i: number,
    unit: string,
    digits: number,
  ): string =>
    valid?.[i] === 0
      ? "–"
      : `${values[i]!.toLocaleString("en-US", { maximumFractionDigits: digits })} ${unit}`;
  return found.activity.values.map((activity, i) => ({
    activity: (activity ?? "").replaceAll("_", " "),
    workouts: String(found.workouts.values[i]),
    duration: hoursText(60 * found.duration_h.values[i]!),
    distance: number(distance, i, far, 1),
    energy: number(found.energy_kcal, i, "kcal", 0),
    ...found.sources && { sources: found.sources.values[i] ?? "–" },
  }));
}

/** Returns the last main sleep in a frame of stages; null without any. */
function lastSleep(
  stages: Frame,
  { tz, sourcePriority }: { tz: string; sourcePriority: readonly string[] },
): LastSleep | null {
  const found = openFrame(sessions(stages, { tz, sourcePriority })).read({
    night: "text",
    start_time: "time",
    end_time: "time",
    main: "bool",
  });
  const row = found.main.values.lastIndexOf(1);
  if (row < 0) return null;
  const start = found.start_time.values[row]!, end = found.end_time.values[row]!;
  const raw = intervalsWithin(stages, [{ start, end }]);
  const { source } = openFrame(raw).read({ "source?": "text" });
  return {
    night: found.night.values[row]!,
    raw,
    merged: merge(raw, { sourcePriority }),
    sources: new Set(source?.values).size,
  };
}
