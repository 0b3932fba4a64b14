/** Pictures: each function takes a frame and options, and gives a {@linkcode Picture}. @module */
export { calendar, type CalendarOptions } from "./calendar.ts";
export { dailyBars, type DailyBarsOptions } from "./dailyBars.ts";
export { type DailyOptions } from "./dailyValues.ts";
export { events, type EventsOptions } from "./events.ts";
export { type Header, type HeaderText, type LegendEntry } from "./header.ts";
export { hypnogram, type HypnogramOptions } from "./hypnogram.ts";
export { line, type LineOptions } from "./line.ts";
export { Picture, type PictureHtmlOptions } from "./picture.ts";
export { sleepBars, type SleepBarsOptions } from "./sleepBars.ts";
export { sleepRaster, type SleepRasterOptions } from "./sleepRaster.ts";
export {
  type Mark,
  type PictureOptions,
  type PictureSpec,
  type PlotModule,
  type PlotOptions,
  type TimeSpan,
} from "./spec.ts";
