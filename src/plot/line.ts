import { type FrameLike, openFrame } from "../frame/open.ts";
import { type Range, toInterval } from "../time/interval.ts";
import { zone } from "../time/zone.ts";
import type { OptionTable } from "../options/checkOptions.ts";
import { groupSymbol, symbolPaint } from "./picture/groupSymbols.ts";
import { bandOf } from "./marks/lineBand.ts";
import { dots, ends, extent, readLines, reduceLines } from "./marks/lineSeries.ts";
import { labelsOf, spanLabel } from "./picture/labels.ts";
import { chart, noData } from "./picture/chart.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { pointed } from "./picture/pointed.ts";
import { ACCENT } from "./picture/theme.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { nameLabel, valueAxis } from "./axis/valueAxis.ts";
import { areWhole, shortNumber, valueText, valueTicks } from "./axis/valueTicks.ts";
import type { LegendEntry } from "./picture/header.ts";

/** How a line is drawn. */
export interface LineOptions extends PictureOptions {
  /** The column of instants. @default "time" */
  x?: string;
  /** The column of values, or several for as many lines on one axis. @default the frame's only column of numbers */
  y?: string | readonly string[];
  /** Columns between which a band is drawn behind the lines, such as the usual range, and what it is called. @default none */
  band?: { readonly low: string; readonly high: string; readonly label?: string };
  /** The unit of the values, named at the axis. @default none */
  unit?: string;
  /** How many times the usual (median) step apart two points are no longer joined. @default 3 */
  gap?: number;
  /** The span that the picture covers. @default from the first instant to the last */
  range?: Range;
}

const FRAME_HEIGHT = 200;
const MARGIN_RIGHT = 24;
const BAND_OPACITY = 0.22;
/** About the width of a value axis: pixel columns are counted before its labels are known. */
const USUAL_MARGIN = 64;

const OPTIONS: OptionTable<LineOptions> = {
  ...PICTURE_OPTIONS,
  x: true,
  y: true,
  band: { low: true, high: true, label: true },
  unit: true,
  gap: true,
  range: true,
};

/**
 * Draws one or more lines over time. A line breaks where a value is null or NaN, and where the next
 * point is more than `gap` usual steps away: what was not measured is not drawn. Of a long series
 * each column of pixels shows the first, last, lowest and highest value, so that a million points
 * take no more room than a thousand and no extreme is lost. A band is broken in the same way, where
 * either of its columns has no value. Several lines begin and end in signs that tell them apart where
 * colours do not.
 *
 * @param frame a column of instants (`time`), in any order, and columns of numbers.
 * @throws {TypeError} if a column is missing or of another type, or an instant is null
 * @throws {RangeError} if `gap` is not above 0, or the zone or the range is invalid
 *
 * @example A line and what it shows
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
  checkPictureOptions("draw a line", options, OPTIONS);
  const { x = "time", y, band, unit, gap = 3, width = DEFAULT_WIDTH } = options;
  if (!(gap > 0)) throw new RangeError(`Cannot draw a line with gap ${gap}: give a number above 0`);
  const edges = band === undefined ? [] : [band.low, band.high];
  const data = openFrame(frame, { action: "draw a line", tz: options.tz });
  const names = [y ?? data.onlyNumberName([x, ...edges])].flat();
  const lines = readLines(data, x, [...names, ...edges]);
  const tz = data.tz ?? zone(lines.zone), texts = labelsOf(options, tz);
  const labels = names.map((name) => nameLabel(name));
  const title = unit === undefined ? labels.join(", ") : `${labels.join(", ")} (${unit})`;
  const span = spanOf(lines.times, options.range, tz);
  const drawn = { gap, columns: Math.max(1, width - USUAL_MARGIN) };
  const series = reduceLines(
    { ...lines, series: lines.series.slice(0, names.length) },
    span,
    drawn,
  );
  const area = band === undefined
    ? undefined
    : bandOf({ ...lines, series: lines.series.slice(names.length) }, span, drawn);
  const shown = [...series.map(({ points }) => points.y), area?.low ?? [], area?.high ?? []];
  const values = extent(shown);
  if (values === undefined) return noData("line", title, options);

  const several = names.length > 1;
  const bandLabel = band && (band.label ?? `${nameLabel(band.low)} to ${nameLabel(band.high)}`);
  const legend: LegendEntry[] = [
    ...(several || band !== undefined
      ? series.map(({ color }, i) => ({
        color,
        label: labels[i]!,
        shape: "line" as const,
        ...(several ? { symbol: groupSymbol(i) } : {}),
      }))
      : []),
    ...(bandLabel === undefined
      ? []
      : [{ label: bandLabel, color: ACCENT, opacity: BAND_OPACITY }]),
  ];
  const ticks = valueTicks(...values, 5, { whole: areWhole(...shown) });
  const place = (i: number) => ({
    x: "x",
    y: "y",
    title: ({ x, y }: { x: number; y: number }) =>
      `${several ? `${labels[i]!}, ` : ""}${texts.day(x)} ${texts.clock(x)}: ${valueText(y, unit)}`,
  });
  return chart({
    name: "line",
    summary: `${title}, ${spanLabel(span.start, span.end, texts)}, ${tz}: ` +
      `${shortNumber(values[0])} to ${shortNumber(values[1])}${
        bandLabel === undefined ? "" : `; band: ${bandLabel}`
      }`,
    legend,
    time: { ...span, tz },
    x: timeAxis(span, texts),
    y: valueAxis(ticks, several ? unit ?? "" : title),
    margin: { right: MARGIN_RIGHT },
    height: FRAME_HEIGHT,
    marks: (plot, axes) => [
      ...axes.x,
      ...axes.y,
      ...(area === undefined ? [] : [
        plot.areaY(area.x, {
          x: area.x,
          y1: area.low,
          y2: area.high,
          fill: ACCENT,
          fillOpacity: BAND_OPACITY,
          title: () => bandLabel!,
          ...pointed(bandLabel!, unit),
        }),
      ]),
      ...series.flatMap((one, i) => [
        plot.line(one.points.x, {
          x: one.points.x,
          y: one.points.y,
          stroke: one.color,
          strokeWidth: 1.5,
          title: () => summaryOf(labels[i]!, one.points.y, unit),
          ...pointed(labels[i]!, unit),
        }),
        ...(several
          ? [
            plot.dot(dots(one), { ...place(i), r: 2.5, ...symbolPaint(i, one.color) }),
            plot.dot(ends(one), { ...place(i), r: 5, ...symbolPaint(i, one.color) }),
          ]
          : [plot.dot(dots(one), { ...place(i), r: 2.5, fill: one.color })]),
      ]),
    ],
  }, options);
}

/** `Heart rate: 61 to 75 bpm` */
function summaryOf(label: string, values: Iterable<number>, unit: string | undefined): string {
  const ends = extent([values]);
  if (ends === undefined) return `${label}: no data`;
  return `${label}: ${shortNumber(ends[0])} to ${valueText(ends[1], unit)}`;
}

function spanOf(
  times: BigInt64Array,
  range: Range | undefined,
  tz: string,
): { start: number; end: number } {
  if (range !== undefined) {
    const { start, end } = toInterval(range, { tz });
    return { start: Number(start) / 1000, end: Number(end) / 1000 };
  }
  const start = Number(times[0] ?? 0n) / 1000, end = Number(times.at(-1) ?? 0n) / 1000;
  // A single instant stands in the middle of two minutes.
  return start < end ? { start, end } : { start: start - 60_000, end: end + 60_000 };
}
