import { axisExtent, extent } from "./axis/extent.ts";
import { DEFAULT_WIDTH, type Mark, type PlotModule } from "./picture/spec.ts";
import { INK, measureColor } from "./picture/theme.ts";
import type { FrameLike } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import {
  DAILY_OPTIONS,
  type DailyOptions,
  dailyValues,
  knownDays,
  partialLabel,
  partialText,
} from "./days/dailyValues.ts";
import { barSetting, dayBars, dayChart, isDayBlur, isDayLine } from "./days/dayChart.ts";
import { labelsOf } from "./picture/labels.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { withUnit } from "./axis/valueAxis.ts";
import { areWhole, bareText, valueText, valueTicks } from "./axis/valueTicks.ts";
import { valuesBeyond } from "./axis/valuesBeyond.ts";
import { DAY_MS } from "../time/units.ts";
import {
  isTrend,
  LONG_SPAN_OPTIONS,
  type LongSpanOptions,
  rollingQuartiles,
  rollingWindow,
} from "./days/longSpans.ts";
import { halfEnd, type Trend, trendEnd, trendLine, trendMarks } from "./days/trendMarks.ts";
import { DAY_CONTEXT_OPTIONS, dayContext, type DayContextOptions } from "./days/dayContext.ts";
import { daysSummary, daysWithData } from "./days/daysSummary.ts";
import { hatch } from "./picture/hatch.ts";
import type { Box } from "./picture/pathMark.ts";
import { columnWords, dailyFinding } from "./days/dailyFinding.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode dailyBars}. */
export interface DailyBarsOptions extends DailyOptions, LongSpanOptions, DayContextOptions {}

const OPTIONS = optionNames<DailyBarsOptions>()(
  DAILY_OPTIONS,
  LONG_SPAN_OPTIONS,
  DAY_CONTEXT_OPTIONS,
);

/**
 * Draws a bar for each local day, such as the steps of the day. Days without a value are grey
 * bands, so that they do not look like zeros. A day that is not over at `now`, or that the column
 * `whole` marks as partial, is hatched and does not count in the mean. Over 90 days with data, the
 * bars are pale and a line shows the seven-day median; if a day is narrower than a pixel, a band
 * shows the middle half of the days instead of each day.
 *
 * @param frame A column of instants (`time`) and a numeric column, per day or finer.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if there are more than 4000 days, or the zone or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Steps of three days, one of them missing
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.dailyBars([
 *   { time: "2024-03-30T12:00Z", steps: 4000 },
 *   { time: "2024-04-01T12:00Z", steps: 8000 },
 * ], { y: "steps", tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Steps per day, Sat 30 Mar 2024 to Mon 1 Apr 2024, Europe/Berlin: " +
 *     "2 of 3 days have data, lowest 4,000, highest 8,000, mean 6,000",
 * );
 * ```
 */
export function dailyBars(frame: FrameLike, options: DailyBarsOptions = {}): Picture {
  return inLanguage(options, () => drawDailyBars(frame, options));
}

function drawDailyBars(frame: FrameLike, options: DailyBarsOptions): Picture {
  checkPictureOptions("draw daily bars", options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const { name: y, aggregate, label: name, unit, tz, days } = dailyValues(frame, {
    ...options,
    action: "draw daily bars",
  });
  const labels = labelsOf(options, tz);
  const { known, whole } = knownDays(days);
  const counted = new Map(whole.map(({ slot, value }) => [slot, value]));
  const wholeValues = days.map(({ slot }) => counted.get(slot) ?? null);
  const trend = isTrend(wholeValues, options.form, "draw daily bars");
  const window = rollingWindow(wholeValues);
  if (known.length === 0) return noData("dailyBars", name, frame, { ...options, tz });
  const values = known.map(({ value }) => value), slotsOf = days.map(slotOfDay);
  const context = dayContext(slotsOf, wholeValues, options, {
    labels,
    unit,
    action: "draw daily bars",
  });
  const reach = extent([[0], axisExtent([values])!, context.values])!;
  const ticks = valueTicks(...reach, 5, { whole: areWhole(values), unit });
  const bars = known.map(({ slot, value, partial }) => ({
    slot,
    value,
    partial,
    title: `${labels.in("UTC").day(slot)}: ${valueText(value, unit)}${
      partial ? say(", part of the day") : ""
    }`,
  }));
  const rolling = trend ? rollingQuartiles(wholeValues, window) : [];
  const color = measureColor(y), { inset } = barSetting(days.length, width);
  const parts = bars.filter(({ partial }) => partial).map(({ slot, value, title }) => ({
    x1: slot + inset,
    x2: slot + DAY_MS - inset,
    y1: 0,
    y2: value,
    title,
  }));
  const setting = {
    count: days.length,
    width,
    color,
    opacity: trend ? PALE : undefined,
    label: name,
    unit,
  };
  const isBlur = trend && isDayBlur(setting);
  const trendOf = (color: string): Trend => ({
    slots: slotsOf,
    rolling,
    color,
    title: `${name}, ${window.label}`,
    unit,
  });
  return dayChart({
    forWidth: (width) => dailyBars(frame, { ...options, width }),
    name: "dailyBars",
    summary: `${name}${trend ? say(", with the {median}", { median: window.label }) : ""}, ${
      daysSummary(days, labels)
    }, ${statistics(whole.map(({ value }) => value), unit)}${partialText(days)}`,
    finding: dailyFinding(
      days.map(({ slot, value, partial }) => ({ slot, value: partial ? null : value })),
      labels,
      columnWords(y, unit, aggregate === "sum"),
    ),
    source: daysWithData(days) + partialText(days),
    labels,
    slots: slotsOf,
    missing: days.filter(({ value }) => value === null).map(({ slot }) => slot),
    ends: isBlur
      ? [trendEnd(rolling, color, window.days), halfEnd(rolling, color, window.days)]
      : trend
      ? [
        {
          text: say("Each day"),
          color,
          y: wholeValues.findLast((value) => value !== null) ?? undefined,
          quiet: true,
          entry: {
            label: say("Each day"),
            color,
            opacity: PALE,
            ...(isDayLine(setting) ? { shape: "line" as const } : {}),
          },
        },
        trendEnd(rolling, INK, window.days),
      ]
      : [],
    legend: [
      ...(parts.length === 0 ? [] : [{
        label: partialLabel(days, options.now, tz),
        color,
        shape: "hatched" as const,
      }]),
    ],
    values: ticks,
    beyond: valuesBeyond("y", unit, [{
      values,
      at: (i) => known[i]!.slot + DAY_MS / 2,
      title: (i) => bars[i]!.title,
    }]),
    valueLabel: withUnit(name, unit, y),
    context,
    bars: (plot) => [
      ...(isBlur
        ? trendMarks(plot, trendOf(color))
        : [dayBars(plot, bars.filter(({ partial }) => !partial), setting)]),
      ...partialBars(plot, parts, color),
      ...(trend && !isBlur ? [trendLine(plot, trendOf(INK))] : []),
    ],
  }, options);
}

/** Opacity of the bars below a trend. */
const PALE = 0.4;

function slotOfDay({ slot }: { readonly slot: number }): number {
  return slot;
}

function statistics(values: readonly number[], unit: string | undefined): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [lowest, highest] = extent([values])!.map((value) => bareText(value, unit));
  return say("lowest {low}, highest {high}, mean {mean}", {
    low: lowest!,
    high: highest!,
    mean: bareText(mean, unit),
  });
}

/** Draws the bars of partial days, hatched with an outline. */
function partialBars(
  plot: PlotModule,
  boxes: readonly (Box & { title: string })[],
  color: string,
): Mark[] {
  if (boxes.length === 0) return [];
  return [
    plot.rect(boxes, {
      x1: "x1",
      x2: "x2",
      y1: "y1",
      y2: "y2",
      fill: "none",
      stroke: color,
      inset: 0.5,
      pointerEvents: "all",
      title: "title",
    }),
    hatch(boxes, { stroke: color, label: say("day not over"), passive: true }),
  ];
}
