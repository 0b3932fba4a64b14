import type { Zones } from "../../time/zone.ts";
import type * as Plot from "@observablehq/plot";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { Header, LegendEntry } from "./header.ts";
import type { Readings } from "./reading.ts";

/** Observable Plot, which draws the pictures: what `await import("@observablehq/plot")` gives. */
export type PlotModule = typeof Plot;
/** What Observable Plot's `plot` takes. */
export type PlotOptions = Plot.PlotOptions;
/** Something that can stand in the list of a plot's marks. */
export type Mark = Plot.Markish;

/** The instants that a picture's x axis spans, in milliseconds since 1970, and the zone of its labels. */
export interface TimeSpan {
  /** The left end. */
  readonly start: number;
  /** The right end. */
  readonly end: number;
  /** The zone of the labels. */
  readonly tz: string;
}

/** A picture that is laid out but not yet drawn. */
export interface PictureSpec {
  /** What kind of picture it is, such as `hypnogram`. */
  readonly name: string;
  /** What it shows, in a line or a few: for screen readers and where no picture can be shown. */
  readonly summary: string;
  /** The width of the whole in pixels. */
  readonly width: number;
  /** The height of the whole in pixels. */
  readonly height: number;
  /** What stands above it. */
  readonly header: Header;
  /** The span of its x axis, if that is one of instants. */
  readonly time?: TimeSpan | undefined;
  /** What the values of its axes are, for the script of a page. */
  readonly readings?: Readings | undefined;
  /** Its marks and scales. */
  readonly draw: (plot: PlotModule) => PlotOptions;
  /** Lays it out for a phone, if the caller left its size open. */
  readonly forPhone?: (() => PictureSpec) | undefined;
  /** What it shares with others beside it; undefined if it is laid out in another way. */
  readonly axes?: SharedAxes | undefined;
  /** The pictures of which it is made, and where each lies, in pixels. @default it is one */
  readonly panels?: readonly Panel[] | undefined;
}

/** A picture within another. */
export interface Panel {
  /** Its left end in pixels. */
  readonly x: number;
  /** Its upper end. */
  readonly y: number;
  /** Its layout. */
  readonly spec: PictureSpec;
}

/** What changes about a picture that shares axes or a legend with others. */
export interface Relayout {
  /** The ends of its x axis. @default its own */
  readonly x?: Ends | undefined;
  /** The ends of its y axis. @default its own */
  readonly y?: Ends | undefined;
  /** Pixels left of its frame in addition to its own. @default 0 */
  readonly left?: number;
  /** Pixels right of its frame in addition to its own. @default 0 */
  readonly right?: number;
  /** Pixels above its frame in addition to its own. @default 0 */
  readonly top?: number;
  /** Whether no labels stand below it. @default false */
  readonly bare?: boolean;
  /** Whether its legend stands elsewhere. @default false */
  readonly withoutLegend?: boolean;
}

/** The two ends of an axis. */
export type Ends = readonly [number, number];

/** How a picture is laid out again, with axes that others have too. */
export interface SharedAxes {
  /** What its x axis shows: pictures share it where this is alike; undefined if it cannot change. */
  readonly xKey?: string | undefined;
  /** Its ends. */
  readonly x: Ends;
  /** What its y axis shows: pictures share it where this is alike; undefined if it cannot change. */
  readonly yKey?: string | undefined;
  /** Its ends. */
  readonly y: Ends;
  /** Pixels left of the frame. */
  readonly left: number;
  /** Pixels right of it. */
  readonly right: number;
  /** Pixels above it. */
  readonly top: number;
  /** Its legend. */
  readonly legend: readonly LegendEntry[];
  /** The same picture with something changed. */
  readonly with: (changes: Relayout) => PictureSpec;
}

/** What every picture takes. */
export interface PictureOptions extends UntimedPictureOptions, TimeTextOptions {
  /** The IANA zone of days and labels. @default the frame's own zone */
  tz?: Zones;
}

/** What every picture takes that shows no times. */
export interface UntimedPictureOptions {
  /** What stands above the picture. @default none, or what the picture shows where it has dates to name */
  title?: string;
  /** The width in pixels. @default 720 */
  width?: number;
  /** The height in pixels. @default what the picture needs */
  height?: number;
  /** Options of Observable Plot laid over the picture's own; its `marks` are drawn on top. @default none */
  plot?: PlotOptions;
}

/** The width of a picture where none is asked for. */
export const DEFAULT_WIDTH = 720;

/** Width of a picture for a phone, in pixels. */
export const PHONE_WIDTH = 360;
