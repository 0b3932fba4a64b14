import type { FrameLike } from "../frame/open.ts";
import type { Reducer } from "../series/input/reducers.ts";
import type { When } from "../time/when.ts";
import { optionNames } from "../options/checkOptions.ts";
import { actogramDays, actogramMeans, binLength } from "./nights/actogramDays.ts";
import {
  actogramBars,
  actogramGaps,
  type ActogramSpan,
  actogramSpans,
} from "./nights/actogramRows.ts";
import { barRows } from "./marks/barRows.ts";
import { changeNote, clockChanges, daysSpan, skippedTimes } from "./axis/clockChanges.ts";
import { meanLabel, rowPeriod } from "./nights/rowPeriods.ts";
import { clockAxis, rowHeight, skippedMark } from "./nights/clockRows.ts";
import type { LegendEntry } from "./picture/header.ts";
import { FINDINGS } from "./picture/findings.ts";
import { datesLabel, type Labels, labelsOf } from "./picture/labels.ts";
import { missingBars } from "./marks/missing.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { readSeries, SERIES_OPTIONS, type SeriesPictureOptions } from "./groups/readSeries.ts";
import { DEFAULT_WIDTH } from "./picture/spec.ts";
import { AXIS, category, GRID, INK_2, LINES, measureColor, ROWS, SPACES } from "./picture/theme.ts";
import { perLabel, requireOneReducer } from "./axis/reducerName.ts";
import { shortNumber, valueText } from "./axis/valueTicks.ts";
import { DAYLIGHT_OPTIONS, daylightEntry, type DaylightOptions } from "./marks/daylight.ts";
import { daylightHours, daylightRows } from "./nights/daylightRows.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { daysSummary } from "./days/daysSummary.ts";
import type { Length } from "../time/length.ts";
import { inLanguage, say, term } from "../words/language.ts";

/** Options of {@linkcode actogram}. */
export interface ActogramOptions extends SeriesPictureOptions, DaylightOptions {
  /** Draws a day and the next one in each row, so that nights are not cut. @default false */
  double?: boolean;
  /**
   * Length of a bar: minutes or hours that divide a day, such as `10m`.
   * @default the length that fits the data and the width, from `5m` to `4h`
   */
  every?: Length;
  /**
   * Function that combines the values of a bar.
   * @default "mean" for readings such as a heart rate, otherwise "sum"
   */
  aggregate?: Reducer;
  /** Days to draw. @default from the first day with a row to the last */
  range?: When;
  /**
   * Intervals to shade behind the bars: frames with `start_time` and `end_time` by label. If they
   * are sleep stages, only sleep is shaded. @default none
   */
  spans?: { readonly [label: string]: FrameLike };
}

/** For up to two months, rows are 14 pixels high, because lower bars are hard to compare. */
const ROW = { most: ROWS.row, least: 3, whole: 840 };
/** Above this number of days, a row is a week or month, because thinner rows would look like texture. */
const MOST_DAYS = 150;
const MEAN_ROW = { most: ROWS.dense, least: 5, whole: 600 };
/** Pale enough to see thin bars in front, but darker than a band without data. */
const SPAN_OPACITY = 0.22;

const OPTIONS = optionNames<ActogramOptions>()(
  SERIES_OPTIONS,
  "double every aggregate range spans",
  DAYLIGHT_OPTIONS,
);

/**
 * Draws activity by time of day: a row for each local day, from midnight to midnight, with a bar
 * for each interval of `every`. With `double`, each row also shows the day after, which starts the
 * next row; the last row has nothing there. Grey means no data, not zero. Above 150 days, a row is
 * the mean of a week from Monday, and above two years the mean of a month, without the next day;
 * with `spans`, each row stays a day.
 *
 * Bars reach full height at the 98th percentile of the values above zero (named above the chart),
 * so that one burst does not flatten all days. Times are local wall clock times: a column is the
 * same time of day in summer and winter. Hours that the clock skips are hatched; for repeated hours
 * the bars show the mean of both.
 *
 * @param frame A column of instants (`time`), in any order, and a numeric column.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if `every` does not divide a day, there are more than 4000 days, or the zone
 * or range is invalid
 * @throws {RangeError} if samples of several sources overlap and `aggregate: "sum"` would add them
 * up
 *
 * @example Two days of steps
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.actogram([
 *   { time: "2024-03-30T12:00Z", steps: 900 },
 *   { time: "2024-03-31T12:00Z", steps: 400 },
 * ], { y: "steps", every: "1h", double: true, tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Steps per hour, each day and the next, Sat 30 Mar 2024 to Sun 31 Mar 2024, Europe/Berlin: " +
 *     "2 of 2 days have data, full height from 890; clock forward 1 h at 02:00 on Sun 31 Mar",
 * );
 * ```
 */
export function actogram(frame: FrameLike, options: ActogramOptions = {}): Picture {
  return inLanguage(options, () => drawActogram(frame, options));
}

function drawActogram(frame: FrameLike, options: ActogramOptions): Picture {
  checkPictureOptions("draw an actogram", options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options;
  const action = "draw an actogram";
  if (options.aggregate !== undefined) requireOneReducer(options.aggregate, action);
  const { name: y, xName: x, aggregate, unit, tz, x: time, data } = readSeries(
    frame,
    { ...options, aggregate: options.aggregate ?? "usual" },
    action,
  );
  const texts = labelsOf(options, tz);
  const most = options.spans === undefined ? MOST_DAYS : Infinity;
  const minutes = binLength(options.every, time.values, {
    pixels: width - 80,
    double: options.double === true,
    daysOf: (days) => rowPeriod(days, most).days,
    action,
  });
  const length = minutes === 60
    ? "hour"
    : minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${minutes} min`;
  const found = actogramDays(data, { x, y, aggregate, minutes, tz, range: options.range });
  const period = rowPeriod(found.days.length, most), isMean = period.days > 1;
  const { days, full } = isMean ? actogramMeans(found.days, period.startOf) : found;
  const double = options.double === true && !isMean; // a row has no next day
  const each = perLabel(y, aggregate, length);
  const name = isMean ? meanLabel(each, period) : each;
  const known = found.days.map(({ slot, bins }) => ({
    slot,
    value: bins.some((bin) => !isNaN(bin)) || null,
  }));
  if (known.every(({ value }) => value === null)) {
    return noData("actogram", name, frame, { ...options, tz }, [0, 24]);
  }

  const colors = Object.keys(options.spans ?? {}).map((label, i) => ({
    label,
    color: category(i),
  }));
  const slots = days.map(({ slot }) => slot);
  const tinted: ActogramSpan[] = colors.map(({ label, color }) => ({
    color,
    bars: actogramSpans(options.spans![label]!, { slots, tz, double, action }),
  }));
  const lit = daylightHours(slots, tz, { place: options.sun, from: 0, shown: [0, 24], action })
    .flatMap(({ row, from, to }) => [
      { row, from, to },
      ...(double && row > 0 ? [{ row: row - 1, from: from + 24, to: to + 24 }] : []),
    ]);
  const gaps = actogramGaps(days, minutes, double);
  const legend: LegendEntry[] = [
    {
      label: say("{name}, full height from {full}", { name: each, full: valueText(full, unit) }),
      color: measureColor(y),
    },
    ...colors.map((entry) => ({ ...entry, opacity: SPAN_OPACITY })),
    ...(options.sun === undefined ? [] : [daylightEntry()]),
  ];
  const rows = rowAxis(days.length, period.namesOf(slots, texts), { slots, days: period.days });
  const all = found.days.map(({ slot }) => slot);
  const span = daysSpan(all, tz), changes = clockChanges(span.start, span.end, tz);
  const notes = changeNote(changes, texts, width);
  const skipped = (isMean ? [] : skippedTimes(changes, slots)).flatMap(({ row, from, to }) => [
    { row, from, to },
    ...(double && row > 0 ? [{ row: row - 1, from: from + 24, to: to + 24 }] : []),
  ]);
  const row = rowHeight(days.length, isMean ? MEAN_ROW : ROW);
  return chart({
    name: "actogram",
    summary: say("{name}, full height from {full}", {
      name: [name, ...double ? [say("each day and the next")] : [], daysSummary(known, texts)]
        .join(", "),
      full: shortNumber(full),
    }) + [""].concat(notes).join("; "),
    title: `${name}, ${datesLabel(all[0]!, all.at(-1)!, texts.in("UTC"))}`,
    finding: busiestHour(
      found.days,
      minutes,
      (value) =>
        say("{value} per {length}", { value: valueText(value, unit), length: term(length) }),
      texts,
    ),
    source: gaps.length === 0 ? "" : say("grey: no data"),
    legend,
    x: clockAxis({
      hours: [0, double ? 48 : 24],
      labels: texts,
      span,
      notes,
      stroke: ({ at }) => at === 24 && double ? AXIS : GRID,
    }),
    y: rows,
    margin: { top: double ? LINES.label : 0 },
    height: row * days.length,
    marks: (plot, { x: [hourLines, hours, zone], y: dates }) => [
      daylightRows(lit),
      missingBars(gaps),
      ...tinted.map(({ bars, color }, i) =>
        barRows(bars, { fill: color, fillOpacity: SPAN_OPACITY, title: colors[i]!.label })
      ),
      skippedMark(skipped),
      hourLines,
      plot.ruleY(feet(days.length, double), {
        y: "y",
        x1: 0,
        x2: "end",
        stroke: row < 8 ? "none" : GRID,
      }),
      barRows(actogramBars(days, { minutes, full, double, levels: Math.max(6, 2 * row) }), {
        fill: measureColor(y),
        title: legend[0]!.label,
        grid: { label: name, unit, minutes, rows: days.map(({ bins }) => bins) },
      }),
      hours,
      ...dates,
      plot.text(double ? [{ x: 0, text: say("Day") }, { x: 24, text: say("Next day") }] : [], {
        x: "x",
        text: "text",
        frameAnchor: "top",
        lineAnchor: "bottom",
        textAnchor: "start",
        dy: -SPACES.near,
        fill: INK_2,
      }),
      zone,
    ],
  }, options);
}

/** Returns the hour of the clock, or longer bin, with the highest mean. */
function busiestHour(
  days: readonly { readonly bins: Float64Array }[],
  minutes: number,
  text: (value: number) => string,
  labels: Labels,
): string | undefined {
  const wide = Math.max(60, minutes), hours = 24 * 60 / wide;
  const means = Array.from({ length: hours }, (_, hour) => {
    const known = days.flatMap((
      { bins },
    ) => [...bins.subarray(hour * wide / minutes, (hour + 1) * wide / minutes)]).filter((value) =>
      !Number.isNaN(value)
    );
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  });
  const most = means.reduce((best, value, i) => value > (means[best] ?? -Infinity) ? i : best, -1);
  const [from, to] = [most, most + 1].map((hour) => labels.hour(hour * wide / 60));
  if (most < 0 || !(means[most]! > 0)) return undefined;
  return FINDINGS.hour(from!, to!, text(Number(means[most]!.toPrecision(3))), means);
}

/** Baselines of the rows: each is as long as its row has days. */
function feet(rows: number, double: boolean): { y: number; end: number }[] {
  return Array.from({ length: rows }, (_, i) => ({
    y: i + 1,
    end: double && i < rows - 1 ? 48 : 24,
  }));
}
