import { lowerFirst } from "./picture/letterCase.ts";
import { SERIES_OPTIONS, type SeriesPictureOptions, unitOf } from "./groups/readSeries.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { When } from "../time/when.ts";
import { localZone } from "../time/zone.ts";
import { optionNames } from "../options/checkOptions.ts";
import { groupSymbol, symbolPaint } from "./picture/groupSymbols.ts";
import { checkForm } from "./days/longSpans.ts";
import { envelopesOf, isDense } from "./marks/envelope.ts";
import { TIME_CONTEXT_OPTIONS, timeContext, type TimeContextOptions } from "./days/timeContext.ts";
import { lineGaps } from "./marks/lineGaps.ts";
import { type EndLabel, endsWidth, lastKnown } from "./picture/endLabels.ts";
import { missingTimes } from "./marks/missing.ts";
import { bandOf } from "./marks/lineBand.ts";
import { dots, ends, type RawLines, readLines, reduceLines, spanOf } from "./marks/lineSeries.ts";
import { datesLabel, labelsOf, spanLabel, zoneText } from "./picture/labels.ts";
import { type BeyondList, valuesBeyond } from "./axis/valuesBeyond.ts";
import { chart } from "./picture/chart.ts";
import { noData } from "./axis/noData.ts";
import type { Picture } from "./picture/picture.ts";
import { PictureGroup } from "./picture/pictureGroup.ts";
import { shareAxes } from "./picture/shareAxes.ts";
import { checkPictureOptions } from "./picture/pictureOptions.ts";
import { DOMAINS, GUTTERS, measureColor, STROKES } from "./picture/theme.ts";
import { DEFAULT_WIDTH, PHONE_WIDTH } from "./picture/spec.ts";
import { pointed } from "./picture/pointed.ts";
import { axisExtent, extent, knownValues } from "./axis/extent.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { windowLabel } from "./axis/reducerName.ts";
import { nameLabel, valueAxis, withUnit } from "./axis/valueAxis.ts";
import {
  areWhole,
  bareText,
  reachText,
  unitText,
  valueText,
  valueTicks,
} from "./axis/valueTicks.ts";
import { FINDINGS } from "./picture/findings.ts";
import { bisectLeft } from "../time/bisect.ts";
import { quantileInPlace } from "./axis/quantileInPlace.ts";
import { inLanguage, say } from "../words/language.ts";

/** Options of {@linkcode line}. */
export interface LineOptions extends Omit<SeriesPictureOptions, "y">, TimeContextOptions {
  /** Column of values, or several for several lines. @default the only numeric column */
  y?: string | readonly string[];
  /** Columns of a band behind the lines, such as the usual range, and its label. @default none */
  band?: { readonly low: string; readonly high: string; readonly label?: string };
  /** Multiple of the usual (median) step above which points are not joined. @default 3 */
  gapSteps?: number;
  /** Interval to draw. @default from the first instant to the last */
  range?: When;
  /**
   * `"points"` draws the points of each pixel column, `"envelope"` the median and the 10th to 90th
   * percentile per minute, hour, day or several days.
   * @default "auto", an envelope for over 2 values per pixel, or steps that would fill the frame
   */
  form?: "auto" | "points" | "envelope";
}

const BAND_OPACITY = 0.22;

const OPTIONS = optionNames<LineOptions>()(
  SERIES_OPTIONS,
  { band: { low: true, high: true, label: true } },
  "gapSteps range form",
  TIME_CONTEXT_OPTIONS,
);

/**
 * Draws one or more lines over time. A line breaks at null and NaN, and where the next point is
 * more than `gapSteps` usual steps away; long gaps are grey. Long series show the first, last,
 * lowest and highest value in each pixel column. With more than 2 values per pixel, or steps that
 * would fill the frame, lines would merge into a block: the chart then shows the median of each hour, day or several days, with a
 * band from the 10th to the 90th percentile, and says so. A `band` breaks like a line, where either
 * of its columns has no value. Several lines are named at their right ends, with symbols that do not
 * rely on colour. Columns of different units or kinds, such as heart rate and steps, have a panel
 * each, of the given height, on one time axis; with `unit`, they share one value axis.
 *
 * @param frame A column of instants (`time`), in any order, and numeric columns.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if `gapSteps` is not above 0, or the zone or range is invalid
 *
 * @example A line and its summary
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const picture = plot.line([
 *   { time: "2024-03-30T12:00Z", heart_rate: 61 },
 *   { time: "2024-03-30T12:01Z", heart_rate: 75 },
 * ], { y: "heart_rate", unit: "bpm", tz: "Europe/Berlin" });
 * assertEquals(
 *   String(picture),
 *   "Heart rate (bpm), Sat 30 Mar 2024 13:00 to 13:01, Europe/Berlin: 61 to 75",
 * );
 * ```
 */
export function line(frame: FrameLike, options: LineOptions = {}): Picture {
  return inLanguage(options, () => drawLine(frame, options));
}

function drawLine(frame: FrameLike, options: LineOptions): Picture {
  checkPictureOptions("draw a line", options, OPTIONS);
  const { y, band, gapSteps = 3, width = DEFAULT_WIDTH } = options;
  if (!(gapSteps > 0)) {
    throw new RangeError(`Cannot draw a line: gapSteps is ${gapSteps}, expected a number above 0`);
  }
  const edges = band === undefined ? [] : [band.low, band.high];
  const data = openFrame(frame, { action: "draw a line", tz: options.tz });
  const x = data.timeName(options.x);
  const names = [y ?? data.onlyNumberName([x, ...edges])].flat();
  const units = names.map((name) => unitOf(data, name));
  const unit = options.unit ?? (new Set(units).size === 1 ? units[0] : undefined);
  if (options.unit === undefined && band === undefined && areDifferent(names, units)) {
    return panels(frame, options, names);
  }
  const lines = readLines(data, x, [...names, ...edges]);
  const tz = localZone(data.tz, lines.zone, data.action), texts = labelsOf(options, tz);
  const labels = names.map((name) => nameLabel(name));
  const title = withUnit(
    names.map((name) => windowLabel(name, data.windows)).join(", "),
    unit,
    labels.join(),
  );
  const span = spanOf(lines.times, options.range, { tz, asked: data.range });
  // The end of a range is exclusive, the last instant of the data is not.
  const last = options.range === undefined ? span.end : Math.max(span.start, span.end - 1);
  const drawn = { gap: gapSteps, columns: Math.max(1, width - GUTTERS.left[0] - GUTTERS.right[0]) };
  const own = { ...lines, series: lines.series.slice(0, names.length) };
  const form = checkForm(options.form, ["auto", "points", "envelope"], "draw a line");
  const cut = within(own, span);
  const known = cut.series.map(({ values }) => knownValues(values));
  const dense = known.some((values) => isDense(values, drawn.columns));
  const envelopes = form === "envelope" || (form === "auto" && dense)
    ? envelopesOf(own, span, tz)
    : undefined;
  const series = envelopes === undefined
    ? reduceLines(own, span, drawn)
    : envelopes.lines.map(({ x, middle: y, ...rest }) => ({
      ...rest,
      points: { x, y },
      few: false,
    }));
  const area = band === undefined
    ? undefined
    : bandOf({ ...lines, series: lines.series.slice(names.length) }, span, drawn);
  const lists = envelopes?.lines.flatMap(({ low, high }) => [low, high]) ??
    series.map(({ points }) => points.y);
  const shown = [...lists, area?.low ?? [], area?.high ?? []];
  const context = timeContext(span, options, { labels: texts, unit, action: "draw a line" });
  const values = extent(shown);
  if (values === undefined) return noData("line", title, frame, { ...options, tz });

  const several = names.length > 1;
  const gaps = lineGaps(own, span, {
    gap: gapSteps,
    least: LEAST_GAP * (span.end - span.start) / width,
  });
  const bandLabel = band &&
    (band.label ?? say("{from} to {to}", { from: nameLabel(band.low), to: nameLabel(band.high) }));
  const by = envelopes === undefined ? undefined : say("per {length}", { length: envelopes.unit });
  const what = by === undefined ? title : say("{name}, median {by}", { name: title, by });
  const shade = { color: series[0]!.color, opacity: BAND_OPACITY };
  const lineEnds: EndLabel[] = series.map(({ color, points }, i) => {
    const text = several || by === undefined ? labels[i]! : say("Median");
    const symbol = several ? { symbol: groupSymbol(i) } : {};
    const label = several || by === undefined ? text : say("Median {by}", { by });
    const entry = { label, color, shape: "line" as const, ...symbol };
    return { text, color, y: lastKnown(points.y), entry };
  });
  const tenths: EndLabel[] = several ? [] : (envelopes?.lines ?? []).flatMap(({ low, high }) => [
    {
      text: say("9 of 10 below"),
      y: lastKnown(high),
      quiet: true,
      color: shade.color,
      entry: { ...shade, label: say("10th to 90th percentile {by}", { by: by! }) },
    },
    { text: say("9 of 10 above"), y: lastKnown(low), quiet: true, color: shade.color },
  ]);
  const bandEnd: EndLabel[] = area === undefined || bandLabel === undefined ? [] : [{
    text: bandLabel,
    y: lastKnown(area.high),
    quiet: true,
    color: shade.color,
    entry: { ...shade, label: bandLabel },
  }];
  const isLone = !several && by === undefined && bandLabel === undefined;
  const lineName = (i: number): string =>
    by === undefined ? labels[i]! : say("{name}, median {by}", { name: labels[i]!, by });
  const reach = extent([axisExtent(lists) ?? [], ...shown.slice(lists.length), context.values])!;
  const ticks = valueTicks(...reach, 5, { whole: areWhole(...shown), unit });
  const titleOf = (i: number, x: number, y: number): string =>
    `${several ? `${labels[i]!}, ` : ""}${texts.day(x)} ${texts.clock(x)}: ${valueText(y, unit)}`;
  const place = (i: number) => ({
    x: "x",
    y: "y",
    title: ({ x, y }: { x: number; y: number }) => titleOf(i, x, y),
  });
  const list = (i: number, values: Float64Array, at: (row: number) => number): BeyondList => ({
    values,
    at,
    title: (row) => titleOf(i, at(row), values[row]!),
  });
  const outer = envelopes?.lines.flatMap(({ x, low, high }, i): BeyondList[] => [
    { ...list(i, low, (row) => x[row]!), side: "below" },
    { ...list(i, high, (row) => x[row]!), side: "above" },
  ]) ?? cut.series.map(({ values }, i) => list(i, values, (row) => Number(cut.times[row]!) / 1000));
  const [least, most] = extent(known) ?? values;
  return chart({
    forWidth: (width) => line(frame, { ...options, width }),
    name: "line",
    summary: `${what}, ${spanLabel(span.start, span.end, texts)}, ${zoneText(tz, span)}: ${
      say("{from} to {to}", { from: bareText(least, unit), to: bareText(most, unit) })
    }${bandLabel === undefined ? "" : say("; band: {label}", { label: bandLabel })}`,
    title: `${what}, ${datesLabel(span.start, last, texts)}`,
    finding: middleOf(known, labels, unit),
    source: [
      ...(by === undefined
        ? []
        : [say("shaded: 10th to 90th percentile {by}, other values not drawn", { by })]),
      ...(gaps.length === 0 ? [] : [say("grey: no data")]),
      ...context.notes,
    ].join("; "),
    ends: [...(isLone ? [] : [...lineEnds, ...tenths, ...bandEnd]), ...context.ends],
    legend: context.legend,
    time: { ...span, tz },
    x: timeAxis(span, texts),
    y: valueAxis(ticks, several ? unitText(unit).trim() : nameLabel(names[0]!, unit)),
    beyond: valuesBeyond("y", unit, outer),
    marks: (plot, axes, frame) => {
      const [unknown, unknownName] = missingTimes(plot, gaps, {
        labels: texts,
        pixel: (span.end - span.start) / frame.width,
      });
      return [
        ...context.behind(plot, frame.height),
        ...axes.x,
        ...axes.y,
        unknown,
        ...[
          ...(envelopes?.lines ?? []).map((one, i) => ({
            ...one,
            label: `${labels[i]!}, ${say("10th to 90th percentile {by}", { by: by! })}`,
          })),
          ...(area === undefined ? [] : [{ ...area, color: shade.color, label: bandLabel! }]),
        ].map(({ x, low, high, color, label }) =>
          plot.areaY(x, {
            x,
            y1: low,
            y2: high,
            fill: color,
            fillOpacity: BAND_OPACITY,
            ...pointed(label, unit),
          })
        ),
        ...series.flatMap((one, i) => [
          plot.line(one.points.x, {
            x: one.points.x,
            y: one.points.y,
            stroke: one.color,
            strokeWidth: STROKES.data,
            ...pointed(lineName(i), unit),
            title: () => `${lineName(i)}: ${reachText(one.points.y, unit)}`,
          }),
          plot.dot(dots(one), {
            ...place(i),
            r: 2.5,
            ...(several ? symbolPaint(i, one.color) : { fill: one.color }),
          }),
          ...(several && endsWidth(lineEnds, width) === undefined
            ? [plot.dot(ends(one), { ...place(i), r: 5, ...symbolPaint(i, one.color) })]
            : []),
        ]),
        ...context.over(plot),
        unknownName,
      ];
    },
  }, options);
}

/** Returns whether columns are different quantities: their units or kinds of measure differ. */
function areDifferent(
  names: readonly string[],
  units: readonly (string | undefined)[],
): boolean {
  const colors = new Set(names.map(measureColor)), domains: ReadonlySet<string> = DOMAIN_COLORS;
  return new Set(units.filter((unit) => unit !== undefined)).size > 1 ||
    (colors.size > 1 && [...colors].every((color) => domains.has(color)));
}

const DOMAIN_COLORS = new Set(Object.values(DOMAINS));

/** Draws a chart for each column, one below the other, on one time axis. */
function panels(frame: FrameLike, options: LineOptions, names: readonly string[]): Picture {
  const { title, ...rest } = options;
  const parts = names.map((y) => line(frame, { ...rest, y }).spec);
  const { specs, legend } = shareAxes(parts, 1);
  const isOpen = options.width === undefined && options.height === undefined;
  return new PictureGroup(specs, {
    name: "line",
    columns: 1,
    title,
    legend,
    forPhone: isOpen ? () => line(frame, { ...options, width: PHONE_WIDTH }).spec : undefined,
  });
}

/** Minimum width of a grey gap in pixels. */
const LEAST_GAP = 3;

/** Returns the median and range of one line, or the medians of several. */
function middleOf(
  lines: readonly Float64Array[],
  labels: readonly string[],
  unit: string | undefined,
): string | undefined {
  const middles = lines.map((known, i) => {
    const reach = extent([known]);
    if (reach === undefined) return undefined;
    const [low, high] = reach, middle = quantileInPlace(known, 0.5);
    const text = valueText(middle, unit, 3);
    return lines.length > 1
      ? `${i === 0 ? labels[i] : lowerFirst(labels[i]!)} ${text}`
      : FINDINGS.range(labels[i]!, text, bareText(low, unit, 3), bareText(high, unit, 3));
  });
  if (middles.includes(undefined)) return undefined;
  return lines.length > 1 ? FINDINGS.medians(middles as string[]) : middles[0];
}

/** Returns the rows of lines in a span. */
function within({ zone, times, series }: RawLines, span: { start: number; end: number }): RawLines {
  const from = bisectLeft(times, BigInt(Math.floor(span.start * 1000)));
  const to = bisectLeft(times, BigInt(Math.ceil(span.end * 1000)) + 1n);
  return {
    zone,
    times: times.subarray(from, to),
    series: series.map((one) => ({ ...one, values: one.values.subarray(from, to) })),
  };
}
