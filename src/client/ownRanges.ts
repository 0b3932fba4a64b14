import { displayMembers } from "../display/displayMembers.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { guided, noMethod } from "../options/guided.ts";
import type { DateText, DayOrMoment, MonthText, WeekText } from "../time/day.ts";
import type { TimeLike } from "../time/instant.ts";
import * as range from "../time/range.ts";
import { type When, whenRange } from "../time/when.ts";
import type { Zones } from "../time/zone.ts";

/** Zone options of a client's ranges. */
export interface OwnRangeOptions {
  /** IANA zone, or zones that follow each other. @default the client's */
  tz?: Zones;
}

/** Options of ranges that look back. */
export interface OwnUntilOptions extends OwnRangeOptions {
  /** End of the range. @default the client's `now()` */
  until?: TimeLike;
}

/** The ranges of `range`, in the client's own zone and up to its own `now()`. */
export interface OwnRanges {
  /** Returns one local day of 23, 24 or 25 hours. */
  day<T extends string>(
    date: DateText<T> | DayOrMoment,
    options?: OwnRangeOptions,
  ): range.ZonedRange;
  /** Returns the whole local days before today. */
  lastDays(count: number, options?: OwnUntilOptions): range.ZonedRange;
  /** Returns the last nights, each from local noon to local noon. */
  lastNights(count: number, options?: OwnUntilOptions): range.ZonedRange;
  /** Returns an ISO week, Monday to Sunday, given as `2025-W11` or a date in it. */
  week<T extends string>(
    date: WeekText<T> | DayOrMoment,
    options?: OwnRangeOptions,
  ): range.ZonedRange;
  /** Returns a calendar month, given as `2024-03` or a date in it. */
  month<T extends string>(
    date: MonthText<T> | DayOrMoment,
    options?: OwnRangeOptions,
  ): range.ZonedRange;
  /** Returns a calendar year, given as `2024` or a date in it. */
  year(date: number | string | DayOrMoment, options?: OwnRangeOptions): range.ZonedRange;
  /**
   * Returns the nights with a wake-up date in the range, each whole from local noon to local noon.
   */
  wholeNights(given: When, options?: OwnRangeOptions): range.ZonedRange;
  /** Returns the range from one local date to another, which is exclusive. */
  between<F extends string, E extends string>(
    first: DateText<F> | DayOrMoment,
    end: DateText<E> | DayOrMoment,
    options?: OwnRangeOptions,
  ): range.ZonedRange;
}

/** Creates the ranges of a client from its clock and its zone, if it has one. */
export function ownRanges(
  { tz, now }: { tz: string | undefined; now: () => Temporal.Instant },
): OwnRanges {
  const zoneFor = (options: OwnRangeOptions = {}): Zones => {
    checkOptions("make a range", options, { tz: true });
    return requireZone(options.tz ?? tz);
  };
  const untilFor = (options: OwnUntilOptions = {}): [Zones, range.UntilOptions] => {
    checkOptions("look back", options, { tz: true, until: true });
    return [requireZone(options.tz ?? tz), { until: options.until ?? now() }];
  };
  const ranges: OwnRanges = {
    day: (date, options) => range.day(date, zoneFor(options)),
    lastDays: (count, options) => range.lastDays(count, ...untilFor(options)),
    lastNights: (count, options) => range.lastNights(count, ...untilFor(options)),
    week: (date, options) => range.week(date, zoneFor(options)),
    month: (date, options) => range.month(date, zoneFor(options)),
    year: (date, options) => range.year(date, zoneFor(options)),
    wholeNights: (given, options) => {
      const tz = zoneFor(options);
      return range.wholeNights(whenRange(given, { tz, now }), tz);
    },
    between: (first, end, options) => range.between(first, end, zoneFor(options)),
  };
  const names = Object.keys(ranges).join(", ");
  return guided<OwnRanges>(
    { ...displayMembers(() => `me.range: ${names}`), ...ranges },
    noMethod("me.range"),
    () => {
      throw new TypeError(
        'Cannot call me.range: it has methods. Use me.range.lastDays(30), me.range.month("2025-03") ' +
          'or another. Questions also take "2025-03" or { days: 30 }.',
      );
    },
  );
}

function requireZone(tz: Zones | undefined): Zones {
  if (tz !== undefined) return tz;
  throw new TypeError(
    'Cannot make a range: days need a time zone; pass { tz: "Europe/Berlin" }, or connect with one',
  );
}
