import { header, type LegendEntry, wrapText } from "./header.ts";
import { drawEnds, type EndLabel, endsWidth } from "./endLabels.ts";
import { upperFirst } from "./letterCase.ts";
import { Picture } from "./picture.ts";
import {
  DEFAULT_WIDTH,
  type Ends,
  type Mark,
  PHONE_WIDTH,
  type PictureSpec,
  type PlotModule,
  type PlotOptions,
  type Relayout,
  type TimeSpan,
  type UntimedPictureOptions,
} from "./spec.ts";
import type { Reading } from "./reading.ts";
import { FRAMES, GUTTERS, LEAST_GUTTERED, LINES, NOTE_SIZE, SPACES } from "./theme.ts";
import { keepLanguage } from "../../words/language.ts";

/** Size of the rectangle that holds the marks, in pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Frame of a chart. */
export interface Frame extends FrameSize {
  /** Pixels between the left end of the chart and the frame. */
  readonly left: number;
}

/** Both ends of a scale; some depend on the size of the frame. */
export type Domain = readonly [number, number] | ((frame: FrameSize) => readonly [number, number]);

/** Horizontal scale, and labels below the frame. */
export interface XAxis {
  /** Left and right end. */
  readonly domain: Domain;
  /** `"utc"` if values are instants, in milliseconds since 1970. @default "linear" */
  readonly type?: "linear" | "utc";
  /** Meaning of its values, for the script of a page. @default no reading */
  readonly reading?: Reading;
  /** Quantity of the axis: neighbouring charts with the same key share it. @default none */
  readonly key?: string;
  /** Returns the same axis with other ends. */
  readonly within?: (ends: Ends) => XAxis;
  /** Lays out the labels below a frame of the given width. @default none */
  readonly layout?: (pixels: number) => XLayout;
}

/** Labels below a frame of a given width. */
export interface XLayout {
  /** Height below the frame in pixels. */
  readonly height: number;
  /** Zone and clock changes, for the source line. @default none */
  readonly source?: string;
  /** Marks in this order: lines, tick labels, title. */
  readonly marks: (plot: PlotModule, scale: XScale) => Mark[];
}

/** Ends of a horizontal axis, and their distance in pixels. */
export interface XScale {
  readonly domain: Ends;
  readonly pixels: number;
}

/** Vertical scale, and labels left of the frame. */
export interface YAxis {
  /** Lower and upper end; for rows, counted from the top, the last row and 0. */
  readonly domain: Domain;
  /** Meaning of its values, for the script of a page. @default no reading */
  readonly reading?: Reading;
  /** Quantity of the axis: neighbouring charts with the same key share it. @default none */
  readonly key?: string;
  /** Returns the same axis with other ends. */
  readonly within?: (ends: Ends) => YAxis;
  /** Width left of the frame in pixels. @default 0 */
  readonly width?: number;
  /** Title, drawn if the subtitle does not contain it. @default none */
  readonly title?: string;
  /** Height above the frame in pixels, with and without a title. @default 8 */
  readonly above?: { readonly titled: number; readonly bare: number };
  /**
   * Marks in this order: lines, tick labels; `left` is the space left of the frame, `title` is the
   * title to draw.
   *
   * @default none
   */
  readonly marks?: (plot: PlotModule, left: number, title: string | undefined) => Mark[];
}

/** A chart in a frame between two axes, before layout. */
export interface Chart {
  /** Kind of chart, such as `line`. */
  readonly name: string;
  /** Description in words. */
  readonly summary: string;
  /** Default title, or subtitle of a chart with a finding: measure, statistic, unit and span. @default none */
  readonly title?: string;
  /** Finding with a number, such as a mean: the default title. @default none */
  readonly finding?: string | undefined;
  /** Origin of the data: days with data, what was cut. @default none */
  readonly source?: string;
  /** Legend. @default none */
  readonly legend?: readonly LegendEntry[];
  /** Names at the right of the frame; a chart without room for them has a legend. @default none */
  readonly ends?: readonly EndLabel[];
  /** Interval of its x axis, if that has instants. */
  readonly time?: TimeSpan | undefined;
  readonly x: XAxis;
  readonly y: YAxis;
  /** Values that an axis, or each of both, may leave out. @default none */
  readonly beyond?: Beyond | readonly Beyond[] | undefined;
  /** Pixels above and below the frame in addition to axes and header. @default none */
  readonly margin?: { top?: number; bottom?: number };
  /** Width of labels right of the frame, in pixels. @default 0 */
  readonly labels?: number;
  /** Gives the frame the whole width, for maps and sheets without axes. @default false */
  readonly bleeds?: boolean;
  /** Pixels left and right of the frame that align it with its neighbours. @default none */
  readonly aligns?: { readonly left: number; readonly right: number };
  /** Default height in pixels: of the frame, or of the whole chart. @default 200 for the frame */
  readonly height?: number | { readonly whole: number };
  /** Default width in pixels. @default 720 */
  readonly width?: number;
  /** Makes the frame a centred square. @default false */
  readonly square?: boolean;
  /** Facets and insets, as Observable Plot takes them. @default none */
  readonly scales?: PlotOptions;
  /** Draws it for another width; for a chart whose marks and labels depend on the width. @default none */
  readonly forWidth?: (width: number) => Picture;
  /**
   * Returns all marks, from back to front, given the marks of the axes, the size of the frame, and
   * the ends of the y axis.
   */
  readonly marks: (plot: PlotModule, axes: AxisMarks, frame: Frame, y: Ends) => Mark[];
}

/** Values that an axis may leave out, because they would squeeze all others. */
export interface Beyond {
  readonly axis: "x" | "y";
  /** Draws marks beyond the ends at the end; otherwise they are cut. @default true */
  readonly clamps?: boolean;
  /** Lays them out for the ends of the axis; `undefined` if none are beyond. */
  readonly layout: (ends: Ends) => {
    /** Texts for the source line. */
    readonly notes: readonly string[];
    /** Returns the marks at the edge; `along` are the ends of the other axis. */
    readonly marks: (plot: PlotModule, frame: FrameSize, along: Ends) => Mark[];
  } | undefined;
}

export interface AxisMarks {
  /** Lines, tick labels and title of the x axis. */
  readonly x: Mark[];
  /** Lines and tick labels of the y axis. */
  readonly y: Mark[];
}

/**
 * Lays out a chart: the header, then the frame between the axes. All charts use this function, so
 * that titles, legends, margins and sizes are consistent.
 *
 * @throws {RangeError} if the width or height leaves no room for the frame
 */
export function chart(chart: Chart, options: UntimedPictureOptions): Picture {
  return new Picture(layOut(chart, options), options.plot);
}

/** Applies the changes of a layout next to other charts. */
function relaid(chart: Chart, changes: Relayout, width: number): Chart {
  const { margin = {}, legend = [], ends = [] } = chart, { withoutLegend = false } = changes;
  const x = changes.x === undefined ? chart.x : chart.x.within?.(changes.x) ?? chart.x;
  const y = changes.y === undefined ? chart.y : chart.y.within?.(changes.y) ?? chart.y;
  return {
    ...chart,
    x: changes.bare === true ? withoutLabels(x) : x,
    y,
    legend: withoutLegend ? [] : legend,
    ends: withoutLegend && endsWidth(ends, width) === undefined ? [] : ends,
    margin: { ...margin, top: (margin.top ?? 0) + (changes.top ?? 0) },
    aligns: {
      left: (chart.aligns?.left ?? 0) + (changes.left ?? 0),
      right: (chart.aligns?.right ?? 0) + (changes.right ?? 0),
    },
  };
}

/** Returns an x axis with only its lines. */
function withoutLabels(x: XAxis): XAxis {
  return {
    ...x,
    layout: (pixels) => ({
      height: SPACES.near,
      marks: (plot, scale) =>
        (x.layout?.(pixels).marks(plot, scale) ?? []).map((mark, i) => i === 0 ? mark : []),
    }),
  };
}

function layOut(chart: Chart, options: UntimedPictureOptions): PictureSpec {
  const { x, y, margin = {}, scales, square = false } = chart, speak = keepLanguage();
  const { width = chart.width ?? DEFAULT_WIDTH } = options;
  const finding = chart.finding && upperFirst(chart.finding),
    title = options.title ?? finding ?? chart.title;
  const subtitle = finding === undefined
    ? undefined
    : options.title === undefined
    ? chart.title && upperFirst(chart.title)
    : finding;
  const named = chart.ends ?? [], hasNames = endsWidth(named, width) !== undefined;
  const legend = [
    ...(hasNames ? [] : named.flatMap(({ entry }) => entry ?? [])),
    ...(chart.legend ?? []),
  ];
  const head = header(title, legend, width, subtitle);
  const { left, right, below } = sides(chart, width);
  const beyond = [chart.beyond ?? []].flat().flatMap((one) => {
    const edges = one.axis === "x" ? x.domain : y.domain;
    const found = one.layout(
      typeof edges === "function" ? edges({ width, height: FRAMES.usual }) : edges,
    );
    return found === undefined ? [] : [{ ...one, ...found }];
  });
  const foot = wrapText(
    upperFirst(
      [chart.source || [], beyond.map(({ notes }) => notes), below?.source ?? []].flat(2).join(
        "; ",
      ),
    ),
    width,
    NOTE_SIZE,
  );
  // A subtitle may have words between the name and the unit of the axis.
  const isSaid = subtitle !== undefined && (y.title ?? "").toLowerCase().split(/ (?=\()/)
    .every((part) => subtitle.toLowerCase().includes(part));
  const yTitle = isSaid || y.title === "" ? undefined : y.title;
  const above = yTitle === undefined ? y.above?.bare : y.above?.titled;
  const top = head.height + (above ?? SPACES.near) + (margin.top ?? 0);
  const bottom = (below?.height ?? SPACES.tight) + (margin.bottom ?? 0) +
    (foot.length === 0 ? 0 : foot.length * LINES.note + SPACES.near);
  const tall = chart.height ?? FRAMES.usual;
  const usual = typeof tall === "number" ? Math.round(top + tall + bottom) : tall.whole;
  const height = options.height ?? Math.max(usual, Math.ceil(top + bottom) + LEAST.height); // a long title takes room
  checkRoom("width", width, left + right);
  checkRoom("height", height, top + bottom);
  const side = Math.min(width - left - right, height - top - bottom);
  const frame = square
    ? { width: side, height: side, left: (width - side) / 2 }
    : { width: width - left - right, height: height - top - bottom, left };
  const ends = (domain: Domain): Ends => typeof domain === "function" ? domain(frame) : domain;
  const clamped = (axis: "x" | "y") =>
    beyond.some((one) => one.axis === axis && one.clamps !== false) ? { clamp: true } : {};
  const isOpen = options.width === undefined && options.height === undefined;
  const forWidth = chart.forWidth ??
    ((width) => new Picture(layOut(chart, { ...options, width }), options.plot));
  return {
    name: chart.name,
    summary: chart.summary,
    forPhone: isOpen ? () => speak(() => forWidth(PHONE_WIDTH).spec) : undefined,
    speak,
    width,
    height,
    header: head,
    source: foot.map((text, i) => ({
      text,
      x: 0,
      y: height - SPACES.tight - (foot.length - 1 - i) * LINES.note,
    })),
    time: chart.time,
    readings: { x: x.reading ?? instants(chart.time), y: y.reading ?? PLAIN },
    draw: (plot) => ({
      marginTop: top,
      marginRight: square ? (width - side) / 2 : right,
      marginBottom: square ? height - top - side : bottom,
      marginLeft: square ? (width - side) / 2 : left,
      x: { type: x.type ?? "linear", domain: [...ends(x.domain)], axis: null, ...clamped("x") },
      y: { type: "linear", domain: [...ends(y.domain)], axis: null, ...clamped("y") },
      ...scales,
      marks: [
        ...chart.marks(
          plot,
          {
            x: below?.marks(plot, { domain: ends(x.domain), pixels: frame.width }) ?? [],
            y: y.marks?.(plot, left, yTitle) ?? [],
          },
          frame,
          ends(y.domain),
        ),
        ...beyond.flatMap(({ axis, marks }) =>
          marks(plot, frame, ends(axis === "y" ? x.domain : y.domain))
        ),
        ...(hasNames ? drawEnds(plot, named, { domain: ends(y.domain), frame }) : []),
      ],
    }),
    axes: {
      xKey: x.within && x.key,
      x: ends(x.domain),
      yKey: y.within && y.key,
      y: ends(y.domain),
      left,
      right,
      top,
      legend,
      with: (changes) =>
        speak(() => new Picture(layOut(relaid(chart, changes, width), options), options.plot).spec),
    },
  };
}

/** Returns the sizes of the axes around the frame for a width, and the layout below. */
function sides(
  { x, y, labels = 0, ends = [], bleeds = false, aligns = { left: 0, right: 0 } }: Sides,
  width: number,
): { left: number; right: number; below: XLayout | undefined } {
  const gutter = (needed: number, gutters: readonly number[]): number =>
    bleeds
      ? 0
      : width < LEAST_GUTTERED
      ? needed
      : gutters.find((pixels) => pixels >= needed) ?? needed;
  const left = gutter(y.width ?? 0, GUTTERS.left) + aligns.left;
  const right = gutter(Math.max(labels, endsWidth(ends, width) ?? 0, PLAIN_RIGHT), GUTTERS.right) +
    aligns.right;
  return { left, right, below: x?.layout?.(width - left - right) };
}

type Sides = Pick<Chart, "labels" | "ends" | "bleeds" | "aligns" | "y"> & { readonly x?: XAxis };

/** Pixels right of a frame without labels. */
export const PLAIN_RIGHT = GUTTERS.right[0];

/** Returns the frame width of a chart, for decisions before its layout. */
export function frameWidth(chart: Omit<Sides, "x">, width: number): number {
  const { left, right } = sides(chart, width);
  return width - left - right;
}

/** Maximum number of dots, or bars of days, with titles: more are too dense to point at. */
export const MOST_TITLED = { dots: 300, days: 366 };

const PLAIN: Reading = { kind: "plain" };

/** Returns the reading of an axis without its own: instants if the chart has a time. */
function instants(time: TimeSpan | undefined): Reading {
  return time === undefined ? PLAIN : { kind: "instant", labels: { tz: time.tz, style: {} } };
}

/** Minimum width of a frame, and minimum height per row, in pixels. */
const LEAST = { width: 60, height: 10 };

function checkRoom(name: "width" | "height", given: number, labels: number): void {
  if (given - labels >= LEAST[name]) return;
  throw new RangeError(
    `Cannot draw the chart: ${name} is ${given}, and its labels take ${
      Math.ceil(labels)
    }. Use at least ${Math.ceil(labels) + LEAST[name]}.`,
  );
}
