import type { FrameLike } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { axisExtent, extent } from "./axis/extent.ts";
import { noData } from "./axis/noData.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { bareText, valueText } from "./axis/valueTicks.ts";
import {
  DAILY_OPTIONS,
  type DailyOptions,
  dailyValues,
  knownDays,
  partialText,
} from "./days/dailyValues.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { BASELINE_DAYS, baselines } from "./days/longSpans.ts";
import { chart } from "./picture/chart.ts";
import { datesLabel, labelsOf } from "./picture/labels.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { measureColor, PAPER, ROWS, STROKES } from "./picture/theme.ts";
import { DAY_MS } from "../time/units.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode tile}. */
export interface TileOptions extends DailyOptions {}

const ACTION = "draw a tile";
/** Width of a tile in pixels, and days of its line. */
const WIDTH = 232, SHOWN = 60;
/** Radius of the dot of the last value. */
const DOT = 4;
/** Opacity of the usual range. */
const USUAL = 0.16;

const OPTIONS = optionNames<TileOptions>()(DAILY_OPTIONS);

/**
 * Draws a tile: the last value of a daily measure as its title, next to the usual range, and a line
 * of the last 60 days over a band of the usual range. The usual range of a day is the median of the
 * 28 days before it, plus and minus 1.4826 median absolute deviations; it needs 14 of them. Place
 * several tiles with `plot.beside`.
 *
 * @param frame A column of instants (`time`) and a numeric column, per day or finer.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if there are more than 4000 days, or the zone or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Steps of three days
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [8000, 9500, 4000].map((steps, i) => ({ time: `2024-03-0${i + 1}T12:00Z`, steps }));
 * assertEquals(
 *   String(plot.tile(days, { y: "steps", tz: "Europe/Berlin" })),
 *   "Steps per day 4,000 on Sun 3 Mar, too few days before for a usual range, Fri 1 Mar 2024 to " +
 *     "Sun 3 Mar 2024, Europe/Berlin: 3 of 3 days have data",
 * );
 * ```
 */
export function tile(frame: FrameLike, options: TileOptions = {}): Picture {
  return inLanguage(options, () => drawTile(frame, options));
}

function drawTile(frame: FrameLike, options: TileOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const { name: y, label, unit, tz, days: all } = dailyValues(frame, {
    ...options,
    action: ACTION,
  });
  const labels = labelsOf(options, tz), name = nameLabel(y), color = measureColor(y);
  const whole = new Map(knownDays(all).whole.map(({ slot, value }) => [slot, value]));
  const counted = all.map(({ slot }) => whole.get(slot) ?? null);
  const at = counted.findLastIndex((value) => value !== null), last = counted[at] ?? null;
  if (last === null) return noData("tile", name, frame, { width: WIDTH, ...options, tz });
  const from = Math.max(0, Math.min(at, all.length - SHOWN)), days = all.slice(from);
  const points = baselines(counted).slice(from).map((usual, i) => ({
    ...usual,
    x: days[i]!.slot + DAY_MS / 2,
    y: counted[from + i] ?? NaN,
  }));
  const shown = points[at - from]!,
    known = points.map(({ y }) => y).filter((y) => !Number.isNaN(y));
  const text = (value: number): string => valueText(value, unit, 3);
  const hasUsual = !Number.isNaN(shown.middle), { slot } = days[at - from]!;
  const usual = hasUsual
    ? say("usual {low} to {high}", { low: bareText(shown.low, unit, 3), high: text(shown.high) })
    : say("too few days before for a usual range");
  const [low, high] = extent([
    axisExtent([known])!,
    points.flatMap(({ low, high }) => Number.isNaN(low) ? [] : [low, high]),
  ])!;
  const first = days[0]!.slot, end = days.at(-1)!.slot + DAY_MS;
  const lastText = say("{name}, last: {value}", { name, value: text(last) });
  const room = (high - low || 1) * 0.1;
  return chart({
    name: "tile",
    width: WIDTH,
    summary: `${label} ${text(last)} ${
      say("on {day}", { day: labels.in("UTC").day(slot) })
    }, ${usual}, ${daysSummary(days, labels)}${partialText(days)}`,
    title: usual,
    finding: `${name} ${text(last)}`,
    source: [
      `${label}, ${datesLabel(days[0]!.slot, days.at(-1)!.slot, labels.in("UTC"))}`,
      daysWithData(days) + partialText(days),
      ...(points.some(({ middle }, i) => middle + (points[i + 1]?.middle ?? NaN) > -Infinity)
        ? [say("shaded: usual, {n} days before", { n: BASELINE_DAYS })]
        : []),
    ].join("; "),
    x: { domain: ({ width }) => [first, first + (end - first) * width / (width - 2 * DOT)] },
    y: { domain: [low - room, high + room] },
    bleeds: true,
    height: ROWS.cell,
    marks: (plot) => [
      plot.areaY(points, {
        x: "x",
        y1: "low",
        y2: "high",
        fill: color,
        fillOpacity: USUAL,
        title: () => usual,
      }),
      plot.line(points, {
        x: "x",
        y: "y",
        stroke: color,
        strokeWidth: STROKES.data,
        clip: true,
        title: () => lastText,
      }),
      plot.dot([shown], {
        x: "x",
        y: "y",
        r: DOT,
        fill: color,
        stroke: PAPER,
        title: () => lastText,
      }),
    ],
  }, options);
}
