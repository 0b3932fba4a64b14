import { pointed } from "../picture/pointed.ts";
import type { NightSleep } from "../../sleep/nights/nightSleeps.ts";
import { localTime } from "../../time/localText.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import { dayAxis } from "../axis/dayAxis.ts";
import type { AxisLabel } from "../axis/axisBelow.ts";
import { hourTicks } from "../axis/hourTicks.ts";
import { type Rolling, rollingQuartiles, type RollingWindow } from "../days/longSpans.ts";
import type { LegendEntry } from "../picture/header.ts";
import { type EndLabel, lastKnown } from "../picture/endLabels.ts";
import { missingDays } from "../marks/missing.ts";
import { chart, type YAxis } from "../picture/chart.ts";
import { textWidth } from "../picture/textWidth.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { Mark, PictureOptions, PlotModule } from "../picture/spec.ts";
import { DOMAINS, FRAMES, GRID, INK, LEFT_OF_FRAME, SPACES } from "../picture/theme.ts";
import { daylightEntry, type SunPlace } from "../marks/daylight.ts";
import { daylightBoxes, daylightHours } from "./daylightRows.ts";
import { EVENING, sleepOnClock } from "./sleepOnClock.ts";
import { trendLine } from "../days/trendMarks.ts";
import { say } from "../../words/language.ts";

const SLEEP = { color: DOMAINS.sleep, opacity: 0.16 },
  HALF = { color: DOMAINS.sleep, opacity: 0.32 };

/** Nights of a timeline, to draw over time. */
export interface TimelineTrend {
  /** Slots of all nights, by wake-up date. */
  readonly slots: readonly number[];
  readonly sleeps: readonly NightSleep[];
  readonly labels: Labels;
  readonly window: RollingWindow;
  readonly sun?: SunPlace | undefined;
  readonly summary: string;
  readonly finding: string | undefined;
}

/**
 * Draws many nights side by side, with the evening at the top: the median times of onset and
 * wake-up, each with the middle half of its times, and the median midpoint.
 */
export function timelineTrend(trend: TimelineTrend, options: PictureOptions): Picture {
  const { slots, labels, window } = trend, { tz } = labels;
  const nights = mainSleeps(trend.sleeps, tz);
  const roll = (hours: (night: ClockNight) => number): Rolling[] =>
    rollingQuartiles(
      slots.map((slot) => nights.has(slot) ? hours(nights.get(slot)!) : null),
      window,
    );
  const onset = roll(({ from }) => from), wake = roll(({ to }) => to);
  const midpoint = roll(({ from, to }) => (from + to) / 2);
  const shown = [...onset, ...wake].filter(({ middle }) => !Number.isNaN(middle));
  const top = Math.floor(Math.min(24, ...shown.map(({ low }) => low)));
  const bottom = Math.ceil(Math.max(top + 1, ...shown.map(({ high }) => high)));
  const missing = slots.filter((slot) => !nights.has(slot));
  const lit = daylightHours(slots, tz, {
    place: trend.sun,
    from: EVENING,
    shown: [top, bottom],
    action: "draw a timeline of sleep",
  });
  const x = (_: unknown, i: number): number => slots[i]! + DAY_MS / 2;
  const half = (plot: PlotModule, points: Rolling[], title: string): Mark =>
    plot.areaY(points, {
      x,
      y1: "low",
      y2: "high",
      fill: HALF.color,
      fillOpacity: HALF.opacity,
      ...pointed(say("{title}, the middle half", { title })),
      title: () => say("{title}, the middle half of {n} days", { title, n: window.days }),
    });
  const end = (points: readonly Rolling[], text: string, entry: LegendEntry): EndLabel => {
    return { text, color: entry.color, y: lastKnown(points.map(({ middle }) => middle)), entry };
  };
  return chart({
    name: "timeline",
    summary: trend.summary,
    title: say("Sleep, medians of {n} days, {dates}", {
      n: window.days,
      dates: datesLabel(slots[0]!, slots.at(-1)!, labels.in("UTC")),
    }),
    finding: trend.finding,
    ends: [
      end(onset, say("Asleep from"), {
        label: say("Asleep, medians of {n} days", { n: window.days }),
        ...SLEEP,
      }),
      end(midpoint, say("Midpoint"), { label: say("Midpoint"), color: INK, shape: "line" }),
      end(wake, say("Asleep to"), { label: say("Middle half of onsets and of wakings"), ...HALF }),
    ],
    source: [
      say("shaded at the edges: the middle half of {n} days", { n: window.days }),
      ...(missing.length === 0 ? [] : [say("grey: no data")]),
    ].join("; "),
    legend: [
      ...(trend.sun === undefined ? [] : [daylightEntry()]),
    ],
    x: dayAxis(slots[0]!, slots.at(-1)! + DAY_MS, labels),
    y: hourAxis([top, bottom], FRAMES.usual, labels, { origin: EVENING }),
    height: FRAMES.usual,
    marks: (plot, axes, frame) => {
      const unknown = missingDays(plot, missing, labels, { ...frame, days: slots.length });
      return [
        daylightBoxes(
          lit.map(({ row, from, to }) => ({
            x1: slots[row]!,
            x2: slots[row]! + DAY_MS,
            y1: to,
            y2: from,
          })),
        ),
        ...axes.x,
        unknown.bands,
        plot.areaY(onset, {
          x,
          y1: "middle",
          y2: (_: unknown, i: number) => wake[i]!.middle,
          fill: SLEEP.color,
          fillOpacity: SLEEP.opacity,
          title: () => say("Asleep, {n}-day medians", { n: window.days }),
        }),
        half(plot, onset, say("Falling asleep")),
        half(plot, wake, say("Waking")),
        ...([
          [onset, SLEEP.color, say("Falling asleep")],
          [wake, SLEEP.color, say("Waking")],
          [midpoint, INK, say("Midpoint")],
        ] as const).map(([rolling, color, name]) =>
          trendLine(plot, { slots, rolling, color, title: `${name}, ${window.label}` })
        ),
        ...unknown.over,
        ...axes.y,
      ];
    },
  }, options);
}

/** Wall clock hours after 18:00 of a main sleep. */
interface ClockNight {
  readonly from: number;
  readonly to: number;
}

/** Returns the main sleep of each wake-up date, by slot; the first if there are several. */
function mainSleeps(sleeps: readonly NightSleep[], tz: string): Map<number, ClockNight> {
  const nights = new Map<number, ClockNight>();
  for (const sleep of sleeps) {
    const middle = sleepOnClock(sleep, tz).find(({ kind }) => kind === "midpoint");
    if (middle === undefined || nights.has(middle.slot)) continue;
    const hours = (micros: bigint): number => {
      const at = Number(micros) / 1000, wall = at + localTime(at, tz).offsetNanoseconds / 1e6;
      return (wall - (middle.slot - DAY_MS)) / HOUR_MS - EVENING;
    };
    nights.set(middle.slot, { from: hours(sleep.start), to: hours(sleep.end) });
  }
  return nights;
}

/** Ticks of a vertical axis can be this much denser than on a horizontal one. */
const UPRIGHT = 2.2;

/**
 * Returns an axis of times of day left of the frame, with the earliest at the top.
 *
 * @param hours Hours at its upper and lower end.
 * @param pixels Height of the frame.
 * @param options With `origin`, the hour of the clock that is 0 on the axis.
 */
function hourAxis(
  [from, to]: readonly [number, number],
  pixels: number,
  labels: Labels,
  { origin = 0 }: { origin?: number } = {},
): Required<Omit<YAxis, "title" | "above">> {
  const ticks = hourTicks([from, to], pixels * UPRIGHT, labels, origin);
  return {
    domain: [to, from],
    key: `times of day ${labels.tz}`,
    within: ([to, from]) => hourAxis([from, to], pixels, labels, { origin }),
    reading: { kind: "clock", labels, origin },
    width: Math.ceil(Math.max(...ticks.map(({ text }) => textWidth(text)))) + SPACES.near,
    marks: (plot) => [
      plot.ruleY(ticks, { y: ({ at }: AxisLabel) => at, stroke: GRID }),
      plot.text(ticks, {
        y: ({ at }: AxisLabel) => at,
        text: ({ text }: AxisLabel) => text,
        ...LEFT_OF_FRAME,
      }),
    ],
  };
}
