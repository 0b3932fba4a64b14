import { type FrameLike, openFrame } from "../../frame/open.ts";
import { endOfRows } from "../../frame/readRange.ts";
import { toInterval } from "../../time/interval.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import { type When, whenRange } from "../../time/when.ts";
import { zoneOrOwn, type Zones } from "../../time/zone.ts";
import { chart, type XAxis } from "../picture/chart.ts";
import { wrapText } from "../picture/header.ts";
import { datesLabel, type Labels, labelsOf } from "../picture/labels.ts";
import type { Picture } from "../picture/picture.ts";
import type { TimeSpan, UntimedPictureOptions } from "../picture/spec.ts";
import { AXIS, FONT_SIZE, INK_2, UNKNOWN } from "../picture/theme.ts";
import { axisBelow } from "./axisBelow.ts";
import { hourTicks } from "./hourTicks.ts";
import { timeAxis } from "./timeAxis.ts";
import { say, term } from "../../words/language.ts";

/** Options of a chart that decide on its span. */
export interface NoDataOptions extends UntimedPictureOptions, TimeTextOptions {
  readonly range?: When;
  readonly tz?: Zones;
}

/** Axis of a chart without data: the requested span, hours of the day from first to last, or none. */
export type NoDataAxis = "span" | "numbers" | readonly [number, number];

/** Lines of the text, in ems. */
const LINE_HEIGHT = 1.5;

/**
 * Returns a chart without data, so that a notebook continues: its axis over the requested span, and
 * the reason as title, or advice.
 *
 * @param frame Data that the chart was given: its requested range is the span without `range`.
 * @param reason Why nothing can be drawn, if the frame has rows.
 */
export function noData(
  name: string,
  title: string,
  frame: FrameLike,
  options: NoDataOptions,
  axis: NoDataAxis = "span",
  reason?: string,
): Picture {
  const span = askedSpan(frame, options);
  const labels = labelsOf(options, span?.tz ?? "UTC");
  const dates = span === undefined ? "" : datesText(span, labels);
  const hasRows = openFrame(frame).rowCount > 0;
  const why = reason && hasRows ? `: ${term(reason)}` : "";
  const advice = span === undefined
    ? say("No row has a value. Check the columns and the filters of the frame.")
    : say("Nothing is recorded in this time. Choose another range, or check the source.");
  const x = typeof axis !== "string"
    ? hoursBelow(axis, labels)
    : axis === "span" && span !== undefined
    ? timeAxis(span, labels)
    : { domain: [0, 1] as const };
  return chart({
    name,
    summary: `${options.title ?? title}: ${say("no data")}${dates}${why}`,
    title,
    finding: `${say("No data")}${dates}${why}`,
    time: "type" in x ? span : undefined,
    x,
    y: { domain: [0, 1] },
    marks: (plot, axes, { width }) => [
      ...axes.x.slice(0, 1),
      plot.frame({ fill: UNKNOWN, stroke: "none" }), // over the lines: its text is not crossed out
      ...axes.x.slice(1),
      plot.ruleY([0], { stroke: AXIS }),
      plot.text(why !== "" ? [] : [wrapText(advice, width - 32, FONT_SIZE).join("\n")], {
        frameAnchor: "middle",
        lineHeight: LINE_HEIGHT,
        fill: INK_2,
      }),
    ],
  }, options);
}

/** ` on Fri 1 Mar 2024`, ` from Fri 1 to Sun 31 Mar 2024` */
function datesText({ start, end }: TimeSpan, labels: Labels): string {
  const text = datesLabel(start, end - 1, labels);
  return text === labels.date(end - 1)
    ? say(" on {day}", { day: text })
    : say(" from {days}", { days: text });
}

/** Returns the requested span: the option `range`, or the frame's own. */
function askedSpan(frame: FrameLike, { range, tz: given }: NoDataOptions): TimeSpan | undefined {
  const { range: asked } = openFrame(frame);
  const tz = zoneOrOwn(given, asked?.tz ?? "UTC");
  let isOpen = false;
  const now = () => {
    isOpen = asked === undefined; // the last days of unknown rows
    return isOpen ? Temporal.Now.instant() : endOfRows(range, { tz, asked, times: [] })();
  };
  const found = range === undefined ? asked : toInterval(whenRange(range, { tz, now }), { tz });
  if (found === undefined || isOpen) return undefined;
  const [start, end] = [Number(found.start) / 1000, Number(found.end) / 1000];
  return start < end ? { start, end, tz } : undefined;
}

/** Returns an axis of times of day below the frame. */
function hoursBelow(domain: readonly [number, number], labels: Labels): XAxis {
  return { domain, layout: (pixels) => axisBelow({ ticks: hourTicks(domain, pixels, labels) }) };
}
