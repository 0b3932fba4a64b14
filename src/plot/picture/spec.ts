import type * as Plot from "@observablehq/plot";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { Header } from "./header.ts";
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
}

/** What every picture takes. */
export interface PictureOptions extends UntimedPictureOptions, TimeTextOptions {
  /** The IANA zone of days and labels. @default the frame's own zone */
  tz?: string;
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
