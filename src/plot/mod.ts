/** Charts: each function takes a frame and options, and returns a {@linkcode Picture}. @module */
import "../frame/inNotebook.ts";
export { actogram, type ActogramOptions } from "./actogram.ts";
export { agreement, type AgreementOptions } from "./agreement.ts";
export { around, type AroundPictureOptions } from "./around.ts";
export { balance, type BalanceOptions } from "./balance.ts";
export { beside, type BesideOptions, night, type NightOptions } from "./beside.ts";
export { calendar, type CalendarOptions } from "./calendar.ts";
export { change, type ChangeOptions } from "./change.ts";
export { compare, type ComparePictureOptions } from "./compare.ts";
export { coverage, type CoverageOptions } from "./coverage.ts";
export { dailyBars, type DailyBarsOptions } from "./dailyBars.ts";
export { type DailyOptions } from "./days/dailyValues.ts";
export { type DayContextOptions, type Target } from "./days/dayContext.ts";
export { type LongSpanOptions, type SpanForm } from "./days/longSpans.ts";
export { type DaylightOptions, type SunPlace } from "./marks/daylight.ts";
export { dayPath, type DayPathPictureOptions } from "./dayPath.ts";
export { type GeoJson } from "./days/outline.ts";
export { dayProfile, type DayProfileOptions } from "./dayProfile.ts";
export { distribution, type DistributionOptions } from "./distribution.ts";
export { events, type EventsOptions } from "./events.ts";
export { type SeriesPictureOptions } from "./groups/readSeries.ts";
export { type Header, type HeaderText, type LegendEntry } from "./picture/header.ts";
export { type GroupSymbol } from "./picture/groupSymbols.ts";
export { type Reading, type Readings, type ZoneLabels } from "./picture/reading.ts";
export { hypnodensity, type HypnodensityOptions } from "./hypnodensity.ts";
export { hypnogram, type HypnogramOptions } from "./hypnogram.ts";
export { line, type LineOptions } from "./line.ts";
export { matrix, type MatrixOptions } from "./matrix.ts";
export { type MultipleOptions, multiples, type MultiplesOptions } from "./multiples.ts";
export { nremCycles, type NremCyclesOptions } from "./nremCycles.ts";
export { overlay, type OverlayOptions } from "./overlay.ts";
export { overview, type OverviewOptions } from "./overview.ts";
export { periodogram, type PeriodogramPictureOptions } from "./periodogram.ts";
export { Picture, type PictureHtmlOptions } from "./picture/picture.ts";
export { type PngOptions } from "./picture/png.ts";
export { polarClock, type PolarClockOptions } from "./polarClock.ts";
export { regularity, type RegularityPictureOptions } from "./regularity.ts";
export { scatter, type ScatterOptions } from "./scatter.ts";
export { sleepBars, type SleepBarsOptions } from "./sleepBars.ts";
export { sleepRaster, type SleepRasterOptions } from "./sleepRaster.ts";
export {
  type Ends,
  type Mark,
  type Panel,
  type PictureOptions,
  type PictureSpec,
  type PlotModule,
  type PlotOptions,
  type Relayout,
  type SharedAxes,
  type TimeSpan,
  type UntimedPictureOptions,
} from "./picture/spec.ts";
export { type TimeContextOptions } from "./days/timeContext.ts";
export { tile, type TileOptions } from "./tile.ts";
export { timeline, type TimelineOptions } from "./timeline.ts";
export { transitions, type TransitionsOptions } from "./transitions.ts";
export { visits, type VisitsPictureOptions } from "./visits.ts";
export { weekHours, type WeekHoursOptions } from "./weekHours.ts";
export { weekMonths, type WeekMonthsOptions } from "./weekMonths.ts";
