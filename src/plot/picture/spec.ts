import type { Zones } from "../../time/zone.ts";
import type * as Plot from "@observablehq/plot";
import type { DateLocale } from "../../time/localText.ts";
import type { TimeTextOptions } from "../../time/textPatterns.ts";
import type { Header, HeaderText, LegendEntry } from "./header.ts";
import type { Readings } from "./reading.ts";

/** Observable Plot, which draws the charts: `await import("@observablehq/plot")`. */
export type PlotModule = typeof Plot;
/** Options of Observable Plot's `plot`. */
export type PlotOptions = Plot.PlotOptions;
/** A member of the list of a plot's marks. */
export type Mark = Plot.Markish;

/** Interval of a chart's x axis, in milliseconds since 1970, and the zone of its labels. */
export interface TimeSpan {
  /** Left end of the axis. */
  readonly start: number;
  /** Right end of the axis. */
  readonly end: number;
  /** IANA zone of the labels. */
  readonly tz: string;
}

/** A chart that is laid out but not yet drawn. */
export interface PictureSpec {
  /** Kind of chart, such as `hypnogram`. */
  readonly name: string;
  /** Description in a few lines, for screen readers and places that cannot show a chart. */
  readonly summary: string;
  /** Total width in pixels. */
  readonly width: number;
  /** Total height in pixels. */
  readonly height: number;
  /** Title, subtitle and legend. */
  readonly header: Header;
  /** Lines of the source, at the bottom. */
  readonly source?: readonly HeaderText[] | undefined;
  /** Interval of its x axis, if that has instants. */
  readonly time?: TimeSpan | undefined;
  /** Meaning of the values of its axes, for the script of a page. */
  readonly readings?: Readings | undefined;
  /** Runs a function in the language of its words. @default the current language */
  readonly speak?: (<T>(work: () => T) => T) | undefined;
  /** Returns its marks and scales. */
  readonly draw: (plot: PlotModule) => PlotOptions;
  /** Lays it out for a phone, unless the caller set its size. */
  readonly forPhone?: (() => PictureSpec) | undefined;
  /** Parts that it can share with neighbours; `undefined` for other layouts. */
  readonly axes?: SharedAxes | undefined;
  /** Charts that it consists of, and their positions in pixels. @default it is a single chart */
  readonly panels?: readonly Panel[] | undefined;
}

/** A chart within another. */
export interface Panel {
  /** Left end in pixels. */
  readonly x: number;
  /** Upper end in pixels. */
  readonly y: number;
  /** Layout of the chart. */
  readonly spec: PictureSpec;
}

/** Changes to a chart that shares axes or a legend with others. */
export interface Relayout {
  /** Ends of its x axis. @default unchanged */
  readonly x?: Ends | undefined;
  /** Ends of its y axis. @default unchanged */
  readonly y?: Ends | undefined;
  /** Extra pixels left of its frame. @default 0 */
  readonly left?: number;
  /** Extra pixels right of its frame. @default 0 */
  readonly right?: number;
  /** Extra pixels above its frame. @default 0 */
  readonly top?: number;
  /** Omits the labels below it. @default false */
  readonly bare?: boolean;
  /** Omits its legend. @default false */
  readonly withoutLegend?: boolean;
}

/** Both ends of an axis. */
export type Ends = readonly [number, number];

/** Properties for a new layout with shared axes. */
export interface SharedAxes {
  /** Quantity of its x axis: charts with equal keys share it; `undefined` if it cannot change. */
  readonly xKey?: string | undefined;
  /** Ends of the x axis. */
  readonly x: Ends;
  /** Quantity of its y axis: charts with equal keys share it; `undefined` if it cannot change. */
  readonly yKey?: string | undefined;
  /** Ends of the y axis. */
  readonly y: Ends;
  /** Pixels left of the frame. */
  readonly left: number;
  /** Pixels right of the frame. */
  readonly right: number;
  /** Pixels above the frame. */
  readonly top: number;
  /** Legend of the chart. */
  readonly legend: readonly LegendEntry[];
  /** Returns the same chart with changes. */
  readonly with: (changes: Relayout) => PictureSpec;
}

/** Options of every chart. */
export interface PictureOptions extends UntimedPictureOptions, TimeTextOptions {
  /** IANA zone of days and labels. @default the frame's own zone */
  tz?: Zones;
}

/** Options of every chart without times. */
export interface UntimedPictureOptions {
  /** Title above the chart. @default the finding of the chart, which becomes its subtitle if you set a title */
  title?: string;
  /**
   * Language of words, dates and numbers: a BCP 47 name such as `de`, or a locale of date-fns.
   * Words are English or German; other languages only apply to dates and numbers. @default English,
   * day before month
   */
  locale?: string | DateLocale;
  /** Width in pixels. @default 720 */
  width?: number;
  /** Height in pixels. @default the height that the chart needs */
  height?: number;
  /** Options of Observable Plot, merged over the chart's own; `marks` are on top. @default none */
  plot?: PlotOptions;
}

export const DEFAULT_WIDTH = 720;

export const PHONE_WIDTH = 360;
