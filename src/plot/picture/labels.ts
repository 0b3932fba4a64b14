import { zoneNames } from "../../time/zones.ts";
import { localText, localTime } from "../../time/localText.ts";
import { textPatterns, type TimeTextOptions } from "../../time/textPatterns.ts";
import { DAY_MS } from "../../time/units.ts";
import { numberText, say, timeOptions } from "../../words/language.ts";

/** Interval in milliseconds UTC. */
interface MsSpan {
  readonly start: number;
  readonly end: number;
}

/** Formats of times and days in a zone. */
export interface Labels {
  readonly tz: string;
  /** Returns the title of a time axis, in milliseconds UTC: `local time, Europe/Berlin`. */
  timesLabel(span: MsSpan): string;
  /** Returns the title of an axis of local days, in milliseconds UTC: `local days, Europe/Berlin`. */
  daysLabel(span: MsSpan): string;
  /** `23:05` */
  clock(at: number): string;
  /** `23:05:10` */
  second(at: number): string;
  /** `Sat 26` */
  shortDay(at: number): string;
  /** `26 Oct` */
  dayMonth(at: number): string;
  /** `Sat 26 Oct` */
  day(at: number): string;
  /** `Sat 26 Oct 2024` */
  date(at: number): string;
  /** `Oct` */
  month(at: number): string;
  /** `Oct 2024` */
  monthYear(at: number): string;
  /** `2024` */
  year(at: number): string;
  /**
   * Formats hours after midnight as a time of day: 25.5 is `01:30`; 24 is the end of a day,
   * `24:00`.
   */
  hour(hours: number): string;
  /** Style of times for a page's script: language (BCP 47), and `true` for a 12-hour clock. */
  readonly style: { readonly lc?: string; readonly h12?: true };
  /** Names of the weekdays, from Monday. */
  readonly weekdays: readonly string[];
  /** First day of the week, from 1 for Monday to 7: Monday, or as in the locale. */
  readonly firstDay: number;
  /** Names of the months, from January. */
  readonly months: readonly string[];
  /** Returns the same formats in another zone; slots of days use UTC. */
  in(tz: string): Labels;
}

/** A Monday that is also the first day of a year. */
const MONDAY = Date.UTC(2024, 0, 1);

/**
 * Returns the formats for a chart.
 *
 * @throws {TypeError} if an option has another type
 * @throws {RangeError} if the locale does not exist, or the pattern is invalid
 */
export function labelsOf(options: TimeTextOptions, tz: string): Labels {
  const patterns = textPatterns(options), { locale } = patterns;
  const write = (pattern: string) => (at: number): string => localText(at, tz, pattern, locale);
  const inUtc = (at: number, pattern: string): string => localText(at, "UTC", pattern, locale);
  return {
    tz,
    timesLabel: (span) =>
      tz === "UTC" ? "UTC" : say("local time, {zone}", { zone: zoneText(tz, span) }),
    daysLabel: (span) =>
      tz === "UTC" ? say("days, UTC") : say("local days, {zone}", { zone: zoneText(tz, span) }),
    clock: write(patterns.clock),
    second: write(patterns.second),
    shortDay: write(patterns.shortDay),
    dayMonth: write(patterns.dayMonth),
    day: write(patterns.day),
    date: write(patterns.date),
    month: write("LLL"),
    monthYear: write(patterns.monthYear),
    year: write("y"),
    hour: (hours) => {
      const minutes = Math.round(hours * 60);
      const text = inUtc(minutes % 1440 * 60_000, patterns.clock);
      return minutes === 1440 && /^H/.test(patterns.clock) ? text.replace(/^0+/, "24") : text;
    },
    style: {
      ...(locale === undefined ? {} : { lc: locale.code }),
      ...(/[hK]/.test(patterns.clock) ? { h12: true } : {}),
    },
    get weekdays() {
      return Array.from({ length: 7 }, (_, day) => inUtc(MONDAY + day * DAY_MS, "EEE"));
    },
    get firstDay() {
      return locale === undefined ? 1 : weekOf(locale.code).firstDay;
    },
    get months() {
      return Array.from({ length: 12 }, (_, month) => inUtc(Date.UTC(2024, month, 1), "LLL"));
    },
    in: (zone) => labelsOf(options, zone),
  };
}

/** Returns the formats of times of day, as numbers, of the options around a chart. */
export function clockLabels(): Labels {
  return labelsOf(timeOptions() as TimeTextOptions, "UTC");
}

/** Returns the week of a language; TypeScript 5 does not know `getWeekInfo` yet. */
function weekOf(code: string): { readonly firstDay: number } {
  const locale: Intl.Locale & { getWeekInfo?(): { readonly firstDay: number } } = new Intl.Locale(
    code,
  );
  return locale.getWeekInfo?.() ?? { firstDay: 1 };
}

/** Names zones in their order: `Europe/Berlin, then America/New_York`; at most three. */
export function zoneText(tz: string, span?: MsSpan): string {
  const names = zoneNames(tz, span);
  return names.length > 3
    ? say("{zone} and {n} more stays", { zone: names[0]!, n: names.length - 1 })
    : inOrder(names);
}

/** Names texts in their order: `Wrist, then Mattress`. */
export function inOrder(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  return rest.reduce((before, next) => say("{before}, then {next}", { before, next }), first);
}

/** Returns the place of a day in its week, from 0 for the first day of the week to 6. */
export function placeInWeek(dayOfWeek: number, { firstDay }: Pick<Labels, "firstDay">): number {
  return (dayOfWeek - firstDay + 7) % 7;
}

/** Returns the names of the weekdays, from the first day of the week. */
export function weekdaysInOrder({ weekdays, firstDay }: Labels): string[] {
  return [...weekdays.slice(firstDay - 1), ...weekdays.slice(0, firstDay - 1)];
}

/** `13:00 to 13:01` */
export function timesText(start: number, end: number, labels: Labels): string {
  return say("{from} to {to}", { from: labels.clock(start), to: labels.clock(end) });
}

/** Formats an interval: `Sat 30 Mar 2024 13:00 to 13:01`, with both dates if they differ. */
export function spanLabel(start: number, end: number, labels: Labels): string {
  const from = labels.date(start), to = labels.date(end);
  return say("{from} to {to}", {
    from: `${from} ${labels.clock(start)}`,
    to: from === to ? labels.clock(end) : `${to} ${labels.clock(end)}`,
  });
}

/** Formats dates: `Sat 26 to Sun 27 Oct 2024`, or one date if both ends have the same. */
export function datesLabel(start: number, end: number, labels: Labels): string {
  const from = localTime(start, labels.tz), to = localTime(end, labels.tz);
  if (from.toPlainDate().equals(to.toPlainDate())) return labels.date(end);
  // Omits the month and year of the first date if the second has the same.
  const first = from.year !== to.year
    ? labels.date(start)
    : from.month === to.month
    ? labels.shortDay(start)
    : labels.day(start);
  return say("{from} to {to}", { from: first, to: labels.date(end) });
}

/** Formats a duration: `7 h 05 min`, `8 h`, `12 min`, `45 s`. */
export function lengthLabel(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 6000) return `${numberText(Math.round(minutes / 60))} h`; // to the minute below 100 h
  const hours = `${Math.floor(minutes / 60)} h`, rest = minutes % 60;
  return rest === 0 ? hours : `${hours} ${String(rest).padStart(2, "0")} min`;
}
