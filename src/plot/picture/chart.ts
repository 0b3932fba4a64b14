import { header, type LegendEntry } from "./header.ts";
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
import { QUIET_OPACITY } from "./theme.ts";

/** The rectangle in which the marks lie, in pixels. */
export interface FrameSize {
  /** From its left to its right edge. */
  readonly width: number;
  /** From its upper to its lower edge. */
  readonly height: number;
}

/** The two ends of a scale; of some they are known only once the size of the frame is. */
export type Domain = readonly [number, number] | ((frame: FrameSize) => readonly [number, number]);

/** The scale from left to right, and what stands below the frame. */
export interface XAxis {
  /** Its left and its right end. */
  readonly domain: Domain;
  /** Whether its values are instants, in milliseconds since 1970. @default "linear" */
  readonly type?: "linear" | "utc";
  /** What its values are, for the script of a page. @default nothing is said of them */
  readonly reading?: Reading;
  /** What it shows, where others beside it may have the same axis. @default none has */
  readonly key?: string;
  /** The same axis between other ends. */
  readonly within?: (ends: Ends) => XAxis;
  /** What stands below a frame of so many pixels. @default nothing */
  readonly layout?: (pixels: number) => XLayout;
}

/** What stands below a frame of a certain width. */
export interface XLayout {
  /** How many pixels it takes below the frame. */
  readonly height: number;
  /** How many pixels its last label takes to the right of the frame. @default 0 */
  readonly overhang?: number;
  /** Its lines, the names of its ticks, and what it is called, in this order. */
  readonly marks: (plot: PlotModule) => Mark[];
}

/** The scale from the bottom to the top, and what stands left of the frame. */
export interface YAxis {
  /** Its lower and its upper end; of rows, which count from the top, the last and 0. */
  readonly domain: Domain;
  /** What its values are, for the script of a page. @default nothing is said of them */
  readonly reading?: Reading;
  /** What it shows, where others beside it may have the same axis. @default none has */
  readonly key?: string;
  /** The same axis between other ends. */
  readonly within?: (ends: Ends) => YAxis;
  /** How many pixels it takes left of the frame. @default 0 */
  readonly width?: number;
  /** How many pixels it takes above the frame. @default 0 */
  readonly above?: number;
  /** Its lines and the names of its ticks, in this order. @default none */
  readonly marks?: (plot: PlotModule) => Mark[];
}

/** A picture in a frame between two axes, before it is laid out. */
export interface Chart {
  /** What kind of picture it is, such as `line`. */
  readonly name: string;
  /** What it shows, in words. */
  readonly summary: string;
  /** What stands above it where the caller wants nothing else. @default nothing */
  readonly title?: string;
  /** Its legend. @default none */
  readonly legend?: readonly LegendEntry[];
  /** The span of its x axis, if that is one of instants. */
  readonly time?: TimeSpan | undefined;
  /** The scale from left to right. */
  readonly x: XAxis;
  /** The scale from the bottom to the top. */
  readonly y: YAxis;
  /** Pixels around the frame in addition to those of the axes and the header. @default none */
  readonly margin?: { top?: number; right?: number; bottom?: number; left?: number };
  /** The height where the caller wants no other, in pixels: of the frame, or of the whole. */
  readonly height: number | { readonly whole: number };
  /** Whether the frame is a square, in the middle. @default false */
  readonly square?: boolean;
  /** Facets and insets, as Observable Plot takes them. @default none */
  readonly scales?: PlotOptions;
  /** Whether its marks and labels were chosen for one width, so that it cannot be laid out for a phone. @default false */
  readonly isWidthFixed?: boolean;
  /** All marks, from the lowest to the uppermost: those of the axes are given, the frame's size, and the ends of the y axis. */
  readonly marks: (plot: PlotModule, axes: AxisMarks, frame: FrameSize, y: Ends) => Mark[];
}

/** The marks of both axes. */
export interface AxisMarks {
  /** Of the x axis: its lines, the names of its ticks, what it is called. */
  readonly x: Mark[];
  /** Of the y axis: its lines, the names of its ticks. */
  readonly y: Mark[];
}

/**
 * Lays a picture out: the header, then the frame between what the axes take. All pictures are made
 * here, so that titles, legends, margins and sizes are everywhere alike.
 *
 * @throws {RangeError} if nothing is left of the width or the height for the frame
 */
export function chart(chart: Chart, options: UntimedPictureOptions): Picture {
  return new Picture(layOut(chart, options), options.plot);
}

/** A chart with what changes where it stands beside others. */
function relaid(chart: Chart, changes: Relayout): Chart {
  const { margin = {}, legend = [] } = chart;
  const x = changes.x === undefined ? chart.x : chart.x.within?.(changes.x) ?? chart.x;
  const y = changes.y === undefined ? chart.y : chart.y.within?.(changes.y) ?? chart.y;
  return {
    ...chart,
    x: changes.bare === true ? withoutLabels(x) : x,
    y,
    legend: changes.withoutLegend === true ? [] : legend,
    margin: {
      ...margin,
      left: (margin.left ?? 0) + (changes.left ?? 0),
      right: (margin.right ?? 0) + (changes.right ?? 0),
      top: (margin.top ?? 0) + (changes.top ?? 0),
    },
  };
}

/** An x axis of which only the lines are drawn. */
function withoutLabels(x: XAxis): XAxis {
  return {
    ...x,
    layout: (pixels) => ({
      height: BARE_HEIGHT,
      marks: (plot) => (x.layout?.(pixels).marks(plot) ?? []).map((mark, i) => i === 0 ? mark : []),
    }),
  };
}

/** Pixels below a frame without labels. */
const BARE_HEIGHT = 6;

function layOut(chart: Chart, options: UntimedPictureOptions): PictureSpec {
  const { x, y, margin = {}, scales, square = false } = chart;
  const { width = DEFAULT_WIDTH } = options;
  const head = header(options.title ?? chart.title, chart.legend ?? [], width);
  const { left, right, below } = sides(chart, width);
  const top = head.height + (y.above ?? 0) + (margin.top ?? 0);
  const bottom = (below?.height ?? 0) + (margin.bottom ?? 0);
  const usual = typeof chart.height === "number"
    ? Math.round(top + chart.height + bottom)
    : chart.height.whole;
  const height = options.height ?? Math.max(usual, Math.ceil(top + bottom) + LEAST.height); // a long title takes room
  checkRoom("width", width, left + right);
  checkRoom("height", height, top + bottom);
  const side = Math.min(width - left - right, height - top - bottom);
  const frame = square
    ? { width: side, height: side }
    : { width: width - left - right, height: height - top - bottom };
  const ends = (domain: Domain): Ends => typeof domain === "function" ? domain(frame) : domain;
  const isOpen = options.width === undefined && options.height === undefined &&
    chart.isWidthFixed !== true;
  return {
    name: chart.name,
    summary: chart.summary,
    forPhone: isOpen
      ? () => new Picture(layOut(chart, { ...options, width: PHONE_WIDTH }), options.plot).spec
      : undefined,
    width,
    height,
    header: head,
    time: chart.time,
    readings: { x: x.reading ?? instants(chart.time), y: y.reading ?? PLAIN },
    draw: (plot) => ({
      marginTop: top,
      marginRight: square ? (width - side) / 2 : right,
      marginBottom: square ? height - top - side : bottom,
      marginLeft: square ? (width - side) / 2 : left,
      x: { type: x.type ?? "linear", domain: [...ends(x.domain)], axis: null },
      y: { type: "linear", domain: [...ends(y.domain)], axis: null },
      ...scales,
      marks: chart.marks(
        plot,
        { x: below?.marks(plot) ?? [], y: y.marks?.(plot) ?? [] },
        frame,
        ends(y.domain),
      ),
    }),
    axes: {
      xKey: x.within && x.key,
      x: ends(x.domain),
      yKey: y.within && y.key,
      y: ends(y.domain),
      left,
      right,
      top,
      legend: chart.legend ?? [],
      with: (changes) => new Picture(layOut(relaid(chart, changes), options), options.plot).spec,
    },
  };
}

/** What the axes take at either side of the frame in a picture of a width, and what stands below it. */
function sides(
  { x, y, margin = {} }: Pick<Chart, "x" | "y" | "margin">,
  width: number,
): { left: number; right: number; below: XLayout | undefined } {
  const left = (y.width ?? 0) + (margin.left ?? 0);
  const below = x.layout?.(width - left - (margin.right ?? 0));
  return { left, right: Math.max(margin.right ?? 0, below?.overhang ?? 0), below };
}

/** How wide the frame of a picture of a width is, for what must be known before it is laid out. */
export function frameWidth(chart: Pick<Chart, "x" | "y" | "margin">, width: number): number {
  const { left, right } = sides(chart, width);
  return width - left - right;
}

/** Up to so many dots, or bars of days, say their values where they are pointed at: more are too close. */
export const MOST_TITLED = { dots: 300, days: 366 };

const PLAIN: Reading = { kind: "plain" };

/** What an axis that says nothing of itself is: of a picture that spans instants one of them. */
function instants(time: TimeSpan | undefined): Reading {
  return time === undefined ? PLAIN : { kind: "instant", labels: { tz: time.tz, style: {} } };
}

/** The least width of a frame, and its least height, that of a row, in pixels. */
const LEAST = { width: 60, height: 10 };

function checkRoom(name: "width" | "height", given: number, labels: number): void {
  if (given - labels >= LEAST[name]) return;
  throw new RangeError(
    `Cannot draw the picture: ${name} is ${given}, of which its labels take ${
      Math.ceil(labels)
    }; give ${Math.ceil(labels) + LEAST[name]} or more`,
  );
}

/** Returns the picture of an empty frame, which says so and why, so that a notebook goes on. */
export function noData(
  name: string,
  title: string,
  options: UntimedPictureOptions,
  reason?: string,
): Picture {
  const why = reason === undefined ? "" : `: ${reason}`;
  return chart({
    name,
    title,
    summary: `${options.title ?? title}: no data${why}`,
    x: { domain: [0, 1] },
    y: { domain: [0, 1] },
    margin: { top: 4, right: 4, bottom: 4, left: 4 },
    height: { whole: 120 },
    marks: (plot) => [
      plot.frame({ strokeOpacity: 0.2 }),
      plot.text([`No data${why}`], { frameAnchor: "middle", fillOpacity: QUIET_OPACITY }),
    ],
  }, options);
}
