import { inLanguage, say } from "../words/language.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import { optionNames } from "../options/checkOptions.ts";
import { localZone } from "../time/zone.ts";
import type { When } from "../time/when.ts";
import { zoneLabel } from "../time/zones.ts";
import { axisExtent, extent, knownValues } from "./axis/extent.ts";
import { noData } from "./axis/noData.ts";
import { rowAxis } from "./axis/rowAxis.ts";
import { timeAxis } from "./axis/timeAxis.ts";
import { beyondNotes } from "./axis/valuesBeyond.ts";
import { windowLabel } from "./axis/reducerName.ts";
import { nameLabel } from "./axis/valueAxis.ts";
import { bareText, reachText, valueText } from "./axis/valueTicks.ts";
import { unitOf } from "./groups/readSeries.ts";
import { envelopesOf, isDense } from "./marks/envelope.ts";
import { lineGaps } from "./marks/lineGaps.ts";
import { missingBands } from "./marks/missing.ts";
import { readLines, reduceLines, spanOf } from "./marks/lineSeries.ts";
import { quantileInPlace } from "./axis/quantileInPlace.ts";
import { chart } from "./picture/chart.ts";
import { FINDINGS } from "./picture/findings.ts";
import { lowerFirst, upperFirst } from "./picture/letterCase.ts";
import { datesLabel, labelsOf, spanLabel } from "./picture/labels.ts";
import type { Picture } from "./picture/picture.ts";
import { checkPictureOptions, PICTURE_OPTIONS } from "./picture/pictureOptions.ts";
import { DEFAULT_WIDTH, type PictureOptions } from "./picture/spec.ts";
import { textWidth } from "./picture/textWidth.ts";
import {
  GRID,
  GUTTERS,
  INK_2,
  LINES,
  measureColor,
  PAPER,
  RIGHT_OF_FRAME,
  ROWS,
  SPACES,
  STROKES,
  textColor,
} from "./picture/theme.ts";

/** Options of {@linkcode overview}. */
export interface OverviewOptions extends PictureOptions {
  /** Columns of measures, from top to bottom. @default all numeric columns */
  y?: string | readonly string[];
  /** Column of instants. @default "time" */
  x?: string;
  /** Interval to draw. @default from the first instant to the last */
  range?: When;
}

const ACTION = "draw an overview", MOST = 12;
/** Parts of a row above and below its line; on a phone, name and value are above it. */
const PAD = 0.18, NAME_PAD = 0.5;
/** Median steps above which points are not joined. */
const GAP_STEPS = 3;
/** Minimum width of a grey gap, and of a chart with medians at the right, in pixels. */
const LEAST_GAP = 3, LEAST_MEDIANS = 520;

const OPTIONS = optionNames<OverviewOptions>()(PICTURE_OPTIONS, "y x range");

/**
 * Draws several measures on one time axis, one row each, to show what moved together. Each row has
 * its own scale, its last value in bold, and a line at its median. With a single measure, the chart
 * is a tile: a number and its recent trend. Lines break at missing values. Add events with
 * `plot.events(tags, { over: picture })`.
 *
 * @param frame A column of instants (`time`), in any order, and numeric columns.
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if there are more than 12 measures, or the zone or range is invalid
 *
 * @example Steps and resting heart rate of three days
 * ```ts
 * import { plot } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [[8000, 56], [9500, 55], [4000, 59]].map(([steps, resting_heart_rate], i) => ({
 *   time: `2024-03-0${i + 1}T12:00Z`,
 *   steps,
 *   resting_heart_rate,
 * }));
 * assertEquals(
 *   String(plot.overview(days, { tz: "Europe/Berlin" })),
 *   "Overview, Fri 1 Mar 2024 13:00 to Sun 3 Mar 2024 13:00, Europe/Berlin: " +
 *     "steps median 8,000, last 4,000; resting heart rate median 56, last 59",
 * );
 * ```
 */
export function overview(frame: FrameLike, options: OverviewOptions = {}): Picture {
  return inLanguage(options, () => drawOverview(frame, options));
}

function drawOverview(frame: FrameLike, options: OverviewOptions): Picture {
  checkPictureOptions(ACTION, options, OPTIONS);
  const { width = DEFAULT_WIDTH } = options,
    data = openFrame(frame, { action: ACTION, tz: options.tz });
  const x = data.timeName(options.x);
  const names = options.y === undefined
    ? data.numberNames().filter((name) => name !== x)
    : [options.y].flat();
  if (names.length > MOST) {
    throw new RangeError(
      `Cannot ${ACTION} of ${names.length} measures: the maximum is ${MOST}. Choose some as y.`,
    );
  }
  const lines = readLines(data, x, names);
  const tz = localZone(data.tz, lines.zone, ACTION), labels = labelsOf(options, tz);
  const span = spanOf(lines.times, options.range, { tz, asked: data.range });
  const isNarrow = width < LEAST_MEDIANS, above = isNarrow ? NAME_PAD : PAD;
  const columns = Math.max(1, width - (isNarrow ? 0 : GUTTERS.left[1] + GUTTERS.right[1]));
  const rows = lines.series.flatMap((series) => {
    const own = { ...lines, series: [series] };
    const at = (row: number): number => Number(lines.times[row]!) / 1000;
    const inside = series.values.map((value, row) =>
      at(row) >= span.start && at(row) <= span.end ? value : NaN
    );
    const known = knownValues(inside), row = inside.findLastIndex((value) => !Number.isNaN(value));
    if (row < 0) return [];
    const last = inside[row]!;
    const envelopes = isDense(known, columns) ? envelopesOf(own, span, tz) : undefined;
    const [medians] = envelopes?.lines.map(({ x, middle }) => ({ x, y: middle })) ?? [];
    const points = medians ?? reduceLines(own, span, { gap: GAP_STEPS, columns })[0]!.points;
    const ends = medians ? extent([medians.y, [last]])! : axisExtent([known])!;
    const name = nameLabel(series.name), unit = unitOf(data, series.name);
    const windowed = windowLabel(series.name, data.windows);
    const label = envelopes === undefined ? windowed : say("{name}, median {by}", {
      name: windowed,
      by: say("per {length}", { length: envelopes.unit }),
    });
    const beyond = ([1, -1] as const).map((side) =>
      medians ? [] : known.filter((value) => side > 0 ? value > ends[1] : value < ends[0])
    );
    return [{
      name,
      label,
      unit,
      last,
      ends,
      points,
      lastAt: at(row),
      gaps: lineGaps(own, span, {
        gap: GAP_STEPS,
        least: LEAST_GAP * (span.end - span.start) / width,
      }),
      color: measureColor(series.name),
      median: quantileInPlace(known, 0.5),
      notes: beyondNotes(beyond[0]!, beyond[1]!, ends, unit).map((note) =>
        `${lowerFirst(name)}: ${note}`
      ),
    }];
  });
  if (rows.length === 0) return noData("overview", say("Overview"), frame, { ...options, tz });
  const place = (i: number, value: number): number => {
    const [low, high] = rows[i]!.ends, share = high === low ? 0.5 : (value - low) / (high - low);
    return i + 1 - PAD - Math.max(0, Math.min(1, share)) * (1 - above - PAD);
  };
  const boxes = rows.flatMap(({ name, gaps }, i) =>
    gaps.map(({ start, end }) => ({
      x1: start,
      x2: end,
      y1: i,
      y2: i + 1,
      title: say("{what}: no data", { what: `${name}, ${spanLabel(start, end, labels)}` }),
    }))
  );
  const texts = rows.map(({ name, last, median, unit }, i) => ({
    y: isNarrow ? i : i + 0.5,
    name,
    last: valueText(last, unit, 3),
    median: isNarrow ? "" : say("median {value}", { value: bareText(median, unit, 3) }),
  }));
  const right = isNarrow ? 0 : Math.max(
    ...texts.flatMap(({ last, median }) => [textWidth(last) * 1.12, textWidth(median)]),
  ) + 2 * SPACES.near;
  return chart({
    forWidth: (width) => overview(frame, { ...options, width }),
    name: "overview",
    summary: `${say("Overview")}, ${spanLabel(span.start, span.end, labels)}, ${
      zoneLabel(tz, span)
    }: ${
      rows.map(({ name, median, last, unit }) =>
        say("{name} median {median}, last {last}", {
          name: lowerFirst(name),
          median: bareText(median, unit, 3),
          last: bareText(last, unit, 3),
        })
      ).join("; ")
    }`,
    title: `${say("Each measure on a scale of its own, with its last value")}, ${
      datesLabel(span.start, Math.max(span.start, span.end - 1), labels)
    }`,
    finding: FINDINGS.medians(
      rows.map(({ name, median, unit }, i) =>
        `${i === 0 ? upperFirst(name) : lowerFirst(name)} ${valueText(median, unit, 3)}`
      ),
    ),
    source: [
      ...rows.flatMap(({ name, label }) => label === name ? [] : [label]),
      say("line across: median"),
      ...(boxes.length > 0 ? [say("grey: no data")] : []),
      ...rows.flatMap(({ notes }) => notes),
    ].join("; "),
    time: { ...span, tz },
    x: timeAxis(span, labels),
    y: rowAxis(rows.length, isNarrow ? [] : texts.map(({ y, name }) => ({ y, text: name }))),
    labels: right,
    height: rows.length * ROWS.cell,
    marks: (plot, axes) => [
      missingBands(plot, boxes, { x1: "x1", x2: "x2", y1: "y1", y2: "y2", title: "title" }),
      ...axes.x,
      plot.ruleY(rows.map((_, i) => i), { y: (at: number) => at, stroke: GRID }),
      ...rows.flatMap(({ points, color, median, name, label, unit, last, lastAt }, i) => [
        plot.ruleY([place(i, median)], { stroke: color, strokeOpacity: 0.5 }),
        plot.line(points.x, {
          x: points.x,
          y: Array.from(points.y, (value) => Number.isNaN(value) ? NaN : place(i, value)),
          stroke: color,
          strokeWidth: STROKES.data,
          title: () => `${label}: ${reachText(points.y, unit)}`,
        }),
        plot.dot([last], {
          x: () => lastAt,
          y: () => place(i, last),
          r: 4,
          fill: color,
          stroke: PAPER,
          title: () => say("{name}, last: {value}", { name, value: valueText(last, unit) }),
        }),
      ]),
      ...axes.y,
      plot.text(isNarrow ? texts : [], { ...ABOVE, text: "name", frameAnchor: "left" }),
      plot.text(texts, {
        ...(isNarrow ? { ...ABOVE, frameAnchor: "right" } : { ...RIGHT, dy: -LINES.label / 2 }),
        text: "last",
        fontWeight: 600,
        fill: (_: unknown, i: number) => textColor(rows[i]!.color),
      }),
      plot.text(texts, { ...RIGHT, text: "median", dy: LINES.label / 2, fill: INK_2 }),
    ],
  }, options);
}

/** Places of texts on the upper edge of a row, and right of the frame. */
const ABOVE = { y: "y", dy: LINES.label / 2 + SPACES.tight } as const;
const RIGHT = { y: "y", ...RIGHT_OF_FRAME } as const;
