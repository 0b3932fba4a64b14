export type {
  DateText,
  DayDigits,
  DayLike,
  DayOrMoment,
  Digit,
  MonthDigits,
  MonthText,
  WeekText,
} from "./day.ts";
export type { TimeLike } from "./instant.ts";
export type { DateLocale } from "./localText.ts";
export type { Range } from "./interval.ts";
export type { ClockUnit, IsoLength, Length, ShortLength } from "./length.ts";
export type { TimeTextOptions } from "./textPatterns.ts";
export type { UntilOptions, ZonedRange } from "./range.ts";
export type { Zone, ZoneFrom, Zones } from "./zone.ts";
export type { ZoneName } from "./zoneName.ts";
export type { FromTo, When } from "./when.ts";
