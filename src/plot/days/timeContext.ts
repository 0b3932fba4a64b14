import { type FreeDays, isFree } from "../../sleep/nights/freeDays.ts";
import { optionNames } from "../../options/checkOptions.ts";
import { dayStart, isoDay, localDay } from "../../time/day.ts";
import { DAY_MS } from "../../time/units.ts";
import {
  DAYLIGHT,
  type Daylight,
  daylight,
  DAYLIGHT_OPTIONS,
  daylightEntry,
  type DaylightOptions,
} from "../marks/daylight.ts";
import type { EndLabel } from "../picture/endLabels.ts";
import type { LegendEntry } from "../picture/header.ts";
import { type Labels, spanLabel } from "../picture/labels.ts";
import type { Mark, PlotModule } from "../picture/spec.ts";
import { freeMarks, readTarget, type Target, targetEnd, targetMark } from "./dayContext.ts";
import { say } from "../../words/language.ts";

/** Options of charts that draw context around values over time. */
export interface TimeContextOptions extends DaylightOptions {
  /** Draws a target or limit: `180`, `{ value: 180, label: "Limit" }`. @default none */
  target?: number | Target;
  /**
   * Local days to shade, such as weekends and public holidays: weekdays from Monday 1, dates, `[6,
   * 7, "2024-12-25"]`, a column of dates, or a function of the ISO date.
   * @default none
   */
  freeDays?: FreeDays;
}

export const TIME_CONTEXT_OPTIONS = optionNames<TimeContextOptions>()(
  DAYLIGHT_OPTIONS,
  "target freeDays",
);

/** Context of values over time. */
export interface TimeContext {
  /** Values that the value axis must include. */
  readonly values: readonly number[];
  readonly legend: readonly LegendEntry[];
  /** Notes for the source line. */
  readonly notes: readonly string[];
  /** Names right of the frame. */
  readonly ends: readonly EndLabel[];
  /** Marks behind the values, for the height of the frame in pixels. */
  readonly behind: (plot: PlotModule, height: number) => Mark[];
  /** Marks over the values. */
  readonly over: (plot: PlotModule) => Mark[];
}

/**
 * Maximum number of days for which daylight and free days are drawn: more would look like stripes.
 */
const MOST_LIT = 60, MOST_SHADED = 200;

/**
 * Returns the context to draw around values between two instants.
 *
 * @throws {TypeError} if the target is not a number, or the position of the sun is not a place
 * @throws {RangeError} if a free day is invalid
 */
export function timeContext(
  span: { readonly start: number; readonly end: number },
  options: TimeContextOptions,
  { labels, unit, action }: { labels: Labels; unit: string | undefined; action: string },
): TimeContext {
  const target = readTarget(options.target, action, unit), days = (span.end - span.start) / DAY_MS;
  const lit = options.sun === undefined || days > MOST_LIT
    ? []
    : daylight(span.start, span.end, options.sun, action);
  const free = options.freeDays === undefined || days > MOST_SHADED
    ? []
    : freeSpans(span, options.freeDays, labels.tz);
  return {
    values: target === undefined ? [] : [target.value],
    ends: targetEnd(target),
    notes: free.length === 0 ? [] : [say("bars below the axis: free days")],
    legend: [
      ...(lit.length === 0 ? [] : [daylightEntry()]),
    ],
    behind: (plot, height) => [
      freeMarks(plot, free, {
        x1: "start",
        x2: "end",
        title: ({ start, end }: Daylight) => {
          const first = labels.day(start), last = labels.day(end - 1);
          const days = first === last ? first : say("{from} to {to}", { from: first, to: last });
          return say("{days}: free", { days });
        },
      }, height),
      plot.rect(lit, {
        x1: "start",
        x2: "end",
        ...DAYLIGHT,
        title: ({ start, end }: Daylight) =>
          say("Sun up {times}", { times: spanLabel(start, end, labels) }),
      }),
    ],
    over: (plot) => target === undefined ? [] : [targetMark(plot, target)],
  };
}

/** Returns runs of free local days between two instants, in milliseconds since 1970. */
function freeSpans(
  { start, end }: { readonly start: number; readonly end: number },
  freeDays: FreeDays,
  tz: string,
): { start: number; end: number }[] {
  const free = isFree(freeDays), spans: { start: number; end: number }[] = [];
  const micros = (at: number): bigint => BigInt(Math.round(at * 1000));
  const last = localDay(micros(end), tz);
  for (let day = localDay(micros(start), tz); day <= last; day++) {
    if (!free(isoDay(day))) continue;
    const from = Math.max(start, Number(dayStart(day, tz)) / 1000);
    const to = Math.min(end, Number(dayStart(day + 1, tz)) / 1000);
    if (from >= to) continue;
    const before = spans.at(-1);
    if (before?.end === from) before.end = to;
    else spans.push({ start: from, end: to });
  }
  return spans;
}
