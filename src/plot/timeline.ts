import type { FrameLike } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { type FreeDays, isFree } from "../sleep/nights/freeDays.ts";
import { NIGHT_OPTIONS, type NightOptions } from "../sleep/nights/nightSessions.ts";
import { nightSleeps } from "../sleep/nights/nightSleeps.ts";
import type { When } from "../time/when.ts";
import { changeNote, clockChanges, daysSpan, skippedTimes } from "./axis/clockChanges.ts";
import { slots } from "./days/dailyValues.ts";
import type { LegendEntry } from "./picture/header.ts";
import { localTime } from "../time/localText.ts";
import { optionNames } from "../options/checkOptions.ts";
import { datesLabel, labelsOf } from "./picture/labels.ts";
import { missingRows } from "./marks/missing.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import {
  checkPictureOptions,
  PICTURE_OPTIONS,
  rejectUnused,
  withoutPicture,
} from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type Mark, type PictureOptions, type PlotModule } from "./picture/spec.ts";
import {
  EVENING,
  meanMidpoint,
  sleepClock,
  type SleepOnClock,
  sleepOnClock,
  stroke,
} from "./nights/sleepOnClock.ts";
import { DOMAINS, INK, INK_3, ROWS, STROKES } from "./picture/theme.ts";
import { clockAxis, rowHeight, skippedMark } from "./nights/clockRows.ts";
import {
  isTrend,
  LONG_SPAN_OPTIONS,
  type LongSpanOptions,
  rollingWindow,
} from "./days/longSpans.ts";
import { timelineTrend } from "./nights/timelineTrend.ts";
import { DAYLIGHT_OPTIONS, daylightEntry, type DaylightOptions } from "./marks/daylight.ts";
import { daylightHours, daylightRows } from "./nights/daylightRows.ts";
import { rowAxis, rowLabels } from "./axis/rowAxis.ts";
import { daysSummary } from "./days/daysSummary.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode timeline}. */
export interface TimelineOptions
  extends PictureOptions, LongSpanOptions, DaylightOptions, Omit<NightOptions, "tz"> {
  /** Nights to draw, by wake-up date. @default from the first to the last */
  range?: When;
  /** Days to mark as free, as in `sleep.timing`; a trend has no marks. @default [6, 7] */
  freeDays?: FreeDays;
  /** Other names of columns, such as `{ start_time: "begin" }`. @default none */
  columns?: ColumnNames;
}

const ROW = { most: ROWS.dense, least: 2, whole: 420 };
/** Width of the mark of a free day, and its distance from the frame. */
const FREE = 4, FREE_GAP = 2;

const ENTRIES = {
  main: { label: "Main sleep", color: DOMAINS.sleep },
  midpoint: { label: "Midpoint", color: INK, shape: "line" },
  nap: { label: "Nap", color: DOMAINS.sleep, shape: "line" },
  free: { label: "Free day", color: INK_3 },
} as const satisfies Record<string, LegendEntry>;

function entryOf(kind: keyof typeof ENTRIES): LegendEntry {
  return { ...ENTRIES[kind], label: say(ENTRIES[kind].label) };
}

const OPTIONS = optionNames<TimelineOptions>()(
  PICTURE_OPTIONS,
  LONG_SPAN_OPTIONS,
  DAYLIGHT_OPTIONS,
  NIGHT_OPTIONS,
  "range freeDays columns",
);

/**
 * Draws when you slept: a row per night, which starts at 18:00, with a bar from the first sleep to
 * the last, a stroke at the midpoint of the main sleep, and lower bars for naps. Rows are labelled
 * by wake-up date; free days have a mark. Times are local wall clock times: a column is the same
 * time of day in summer and winter. Repeated hours overlap in one column; skipped hours are
 * hatched. A row without data is a grey band.
 *
 * Over 90 nights with data, days are side by side. The chart then shows the seven-day medians of
 * onset, midpoint and wake-up; onset and wake-up also have the middle half of their times.
 *
 * @param frame A result of `sleep.sessions` (`night`, `onset_time`, `wake_time`, `main`), or stages
 * (`start_time`, `end_time`, `sleep_stage`), in which nights are found first, as `sleep.sessions`
 * does.
 * @throws {TypeError} if a column is missing or has another type, or a time or stage is null
 * @throws {RangeError} if a stage is not in the table, there are more than 4000 days, or an option
 * is invalid
 *
 * @example Two nights
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.timeline([
 *   { start_time: "2024-03-28T22:00Z", end_time: "2024-03-29T06:00Z", sleep_stage: 3 },
 *   { start_time: "2024-03-29T22:00Z", end_time: "2024-03-30T06:00Z", sleep_stage: 3 },
 * ], { tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Sleep by the clock, Fri 29 Mar 2024 to Sat 30 Mar 2024, Europe/Berlin: " +
 *     "2 of 2 days have data, midpoint 03:00 on average",
 * );
 * ```
 */
export function timeline(frame: FrameLike, options: TimelineOptions = {}): Picture {
  return inLanguage(options, () => drawTimeline(frame, options));
}

function drawTimeline(frame: FrameLike, options: TimelineOptions): Picture {
  checkPictureOptions("draw a timeline of sleep", options, OPTIONS);
  const { width = DEFAULT_WIDTH, form, sun: _, ...given } = options;
  if (form === "trend") {
    rejectUnused("draw a timeline of sleep", options, ["freeDays"], 'with form: "trend". Omit it.');
  }
  const { sleeps, tz } = nightSleeps(
    frame,
    withoutPicture(given),
    "draw a timeline of sleep",
  );
  const texts = labelsOf(options, tz);
  const intervals = sleeps.flatMap((sleep) => sleepOnClock(sleep, tz));
  const days = slots([...new Set(intervals.map(({ slot }) => slot))], tz, options.range);
  const name = say("Sleep by the clock");
  const row = new Map(days.map((slot, i) => [slot, i]));
  const shown = intervals.filter(({ slot }) => row.has(slot));
  const known = new Set(shown.map(({ slot }) => slot));
  const values = days.map((slot) => known.has(slot) ? 1 : null);
  const trend = isTrend(values, form, "draw a timeline of sleep"), window = rollingWindow(values);
  if (shown.length === 0) {
    return noData("timeline", name, frame, { ...options, tz }, [18, 42], "no sleep");
  }
  const found = daysSummary(days.map((slot, i) => ({ slot, value: values[i]! })), texts);
  const told = `${found}${meanMidpoint(sleeps, texts)}`;
  if (trend) {
    const summary = say("Medians of sleep over {n} days, {days}", { n: window.days, days: told });
    return timelineTrend(
      {
        slots: days,
        sleeps,
        labels: texts,
        window,
        summary,
        finding: sleepClock(sleeps, texts),
        sun: options.sun,
      },
      options,
    );
  }

  const { day: dayText } = texts.in("UTC");
  const missing = days.filter((slot) => !known.has(slot)).map((slot) => row.get(slot)!);
  const free = isFree(options.freeDays ?? [6, 7]);
  const freeRows = days.flatMap((slot, i) => free(dateOf(slot)) ? [i] : []);
  const strokes = (kind: SleepOnClock["kind"]) =>
    shown.filter((interval) => interval.kind === kind).flatMap(({ slot, from, to }) =>
      stroke(from, to, row.get(slot)!, kind === "midpoint" ? 0.76 : 0)
    );
  const y = rowAxis(days.length, rowLabels(days, texts), {
    slots: days,
  });
  const legend: LegendEntry[] = [
    ...(["main", "midpoint", "nap"] as const).filter((kind) =>
      shown.some((interval) => interval.kind === kind)
    ).map((kind) => entryOf(kind)),
    ...(freeRows.length > 0 ? [entryOf("free")] : []),
    ...(options.sun === undefined ? [] : [daylightEntry()]),
  ];
  const hours = hoursOf(shown);
  const lit = daylightHours(days, tz, {
    place: options.sun,
    from: EVENING,
    shown: hours,
    action: "draw a timeline of sleep",
  });
  const span = daysSpan(days, tz, EVENING), changes = clockChanges(span.start, span.end, tz);
  const notes = changeNote(changes, texts, width);
  return chart({
    name: "timeline",
    summary: `${name}, ${told}${[""].concat(notes).join("; ")}`,
    title: `${name}, ${datesLabel(days[0]!, days.at(-1)!, texts.in("UTC"))}`,
    finding: sleepClock(sleeps, texts),
    source: found.split(": ").at(-1)!,
    legend,
    x: clockAxis({ hours, origin: EVENING, labels: texts, span, notes }),
    y,
    height: rowHeight(days.length, ROW) * days.length,
    marks: (plot, { x: [hourLines, ticks, zone], y: dates }, frame) => {
      const tall = frame.height / days.length;
      const bars = (kind: "main" | "nap", part: number): Mark =>
        plot.line(strokes(kind), {
          x: "x",
          y: "y",
          stroke: ENTRIES[kind].color,
          strokeWidth: tall * (tall > 6 ? part : 1),
          strokeLinecap: "butt",
          title: () => entryOf(kind).label,
        });
      return [
        daylightRows(lit),
        rows(plot, freeRows, {
          x1: hours[0],
          x2: hours[0],
          insetLeft: -FREE - FREE_GAP,
          insetRight: FREE_GAP,
          fill: ENTRIES.free.color,
          title: (row: number) => say("{day}: free day", { day: dayText(days[row]!) }),
        }),
        bars("main", 0.76),
        bars("nap", 0.4),
        plot.line(strokes("midpoint"), {
          x: "x",
          y: "y",
          stroke: INK,
          strokeWidth: STROKES.data,
          title: () => entryOf("midpoint").label,
        }),
        skippedMark(
          skippedTimes(changes, days, EVENING).filter(({ row }) => known.has(days[row]!)),
        ),
        hourLines,
        ...missingRows(plot, missing, hours, { tall, name: (row) => dayText(days[row]!) }),
        ticks,
        ...dates,
        zone,
      ];
    },
  }, options);
}

/** Returns the hours after 18:00 that sleep fills, and an hour on both sides. */
function hoursOf(shown: readonly SleepOnClock[]): [number, number] {
  const first = shown.reduce((least, { from }) => Math.min(least, from), 24);
  const last = shown.reduce(
    (most, { kind, from, to }) => Math.max(most, kind === "midpoint" ? from : to),
    0,
  );
  return [Math.max(0, Math.floor(first) - 1), Math.min(24, Math.ceil(last) + 1)];
}

function rows(plot: PlotModule, found: readonly number[], options: Record<string, unknown>): Mark {
  return plot.rect(found, { y1: (row: number) => row, y2: (row: number) => row + 1, ...options });
}

function dateOf(slot: number): string {
  return localTime(slot, "UTC").toPlainDate().toString();
}
