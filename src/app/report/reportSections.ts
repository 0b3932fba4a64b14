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
import { bothWidths, type Draw, pairedOnPaper, sideBySide } from "./bothWidths.ts";
import type { Change } from "./changes.ts";
import { sectionFinding } from "./frontPage.ts";
import type { Method } from "./method.ts";
import type { ReportData } from "./reportData.ts";
import { activityText } from "./reportFacts.ts";
import { durationText } from "../ask/amounts.ts";
import { sourcesText } from "../nights/sleepSources.ts";
import { merge } from "../../sleep/merge.ts";
import { sessions } from "../../sleep/sessions.ts";
import { intervalsWithin } from "../nights/readNights.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { numberText, say } from "../../words/language.ts";

/** Maximum number of days shown as bars; more days are shown as a calendar. */
const MOST_BARS = 100;

/** Minimum number of nights for a regularity: seven pairs, as a comparison needs seven days. */
const LEAST_NIGHTS = 8;

/** The last main sleep of some nights. */
interface LastSleep {
  /** Stages of all sources. */
  readonly raw: Frame;
  /** Merged stages. */
  readonly merged: Frame;
  /** Number of sources. */
  readonly sources: number;
}

/** Labels of measures of days, by the section that names their changes. */
const HEART = /heart|blood pressure/i, MOVEMENT = /^Steps$|fitness/i;

/** Returns the section about sleep; empty without data. */
export function sleepSections(data: ReportData, changes: readonly Change[]): PageSection[] {
  const { sleep: { raw, stages }, sources, tz, range, count: days, labels: { options } } = data;
  const last = lastSleep(raw, { tz, sourcePriority: sources.order });
  if (last === null) return [];
  const when: Draw = (size) => timeline(stages, { tz, range, ...options, ...size });
  return [{
    heading: sectionFinding(say("Sleep"), changes.filter(({ isNight }) => isNight)),
    show: [
      ...days === 1 ? [] : [
        bothWidths((size) => sleepBars(stages, { tz, range, ...options, ...size })),
        days < LEAST_NIGHTS
          ? bothWidths(when)
          : sideBySide([when, (size) => regularity(stages, { tz, ...options, ...size })]),
      ],
      bothWidths((size) => hypnogram(last.merged, { tz, ...options, ...size })),
    ],
  }];
}

/** Returns the sections about heart rate, movement and notes, as far as they have data. */
export function activitySections(data: ReportData, changes: readonly Change[]): PageSection[] {
  const { tz, range, count: days, labels: { options } } = data;
  const heart = { y: "heart_rate", unit: "bpm", tz, ...options },
    steps = { y: "step_count", unit: "steps", tz, now: data.now, ...options };
  const hours: Draw = (size) => line(data.hourly, { ...heart, range, ...size });
  const hasHeart = openFrame(data.heart).hasValues("heart_rate");
  const hasSteps = openFrame(data.steps).hasValues("step_count");
  const hasWorkouts = frameHeight(data.activities) > 0, entries = frameHeight(data.events);
  const about = (labels: RegExp): Change[] =>
    changes.filter(({ isNight, label }) => !isNight && labels.test(label));
  const sections: (PageSection | false)[] = [
    hasHeart && {
      heading: sectionFinding(say("Heart"), about(HEART)),
      show: [
        days === 1
          ? bothWidths(hours)
          : pairedOnPaper([hours, (size) => dayProfile(data.heart, { ...heart, ...size })]),
      ],
    },
    (hasSteps || hasWorkouts) && {
      heading: [
        sectionFinding(say("Movement"), about(MOVEMENT)),
        ...hasWorkouts ? [workoutCount(data.activities)] : [],
      ].join("; "),
      show: [
        ...hasSteps
          ? [
            bothWidths((size) =>
              days > MOST_BARS
                ? calendar(data.steps, { ...steps, ...size })
                : dailyBars(data.steps, { ...steps, ...size })
            ),
          ]
          : [],
        ...hasWorkouts
          ? [table(workoutRows(data.activities), { head: 20, tail: 0, types: false, ...options })]
          : [],
      ],
    },
    entries > 0 && {
      heading: days === 1
        ? say("Notes: {n} {n|entry|entries} in the last day", { n: entries })
        : say("Notes: {n} {n|entry|entries} in the last {days} days", {
          n: entries,
          days: Math.min(days, 7),
        }),
      show: [
        bothWidths((size) =>
          eventsPicture(data.events, { label: "name", tz, ...options, ...size })
        ),
      ],
    },
  ];
  return sections.filter((section) => section !== false);
}

/** Returns the last section: method, sources and coverage, folded on a screen. */
export function methodSection(data: ReportData, method: Method): PageSection {
  const { sleep: { raw }, sources, tz, labels } = data;
  const last = lastSleep(raw, { tz, sourcePriority: sources.order });
  return {
    heading: say("How this was measured"),
    isFolded: true,
    ...last === null
      ? {}
      : { text: say("Sleep: {sources}", { sources: sourcesText(sources, labels) }) },
    show: [
      method,
      ...last === null || last.sources < 2
        ? []
        : [bothWidths((size) =>
          hypnogram(last.raw, { tz, by: "source", ...labels.options, ...size })
        )],
    ],
  };
}

function workoutCount(activities: Frame): string {
  const { workouts } = openFrame(activities).read({ workouts: "int64" });
  const count = workouts.values.reduce((sum, one) => sum + one, 0n);
  return say("{n} {n|workout|workouts}", { n: Number(count) });
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
    valid?.[i] === 0 ? "–" : `${numberText(values[i]!, { maximumFractionDigits: digits })} ${unit}`;
  return found.activity.values.map((activity, i) => ({
    [say("activity")]: activity === null ? "" : activityText(activity),
    [say("workouts")]: String(found.workouts.values[i]),
    [say("duration")]: durationText(60 * found.duration_h.values[i]!),
    [say("distance|column")]: number(distance, i, far, 1),
    [say("energy|column")]: number(found.energy_kcal, i, "kcal", 0),
    ...found.sources && { [say("sources")]: found.sources.values[i] ?? "–" },
  }));
}

/** Returns the last main sleep in a frame of stages; null without any. */
function lastSleep(
  stages: Frame,
  { tz, sourcePriority }: { tz: string; sourcePriority: readonly string[] },
): LastSleep | null {
  const found = openFrame(sessions(stages, { tz, sourcePriority })).read({
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
    raw,
    merged: merge(raw, { sourcePriority }),
    sources: new Set(source?.values).size,
  };
}
