import { zoneLabel } from "../../time/zones.ts";
import { localText, localTime } from "../../time/localText.ts";
import { textPatterns, type TimeTextOptions } from "../../time/textPatterns.ts";
import { DAY_MS } from "../../time/units.ts";

/** How a picture writes the times and days of a zone. */
export interface Labels {
  /** The zone whose times and days are written. */
  readonly tz: string;
  /** What an axis of times says of the zone: `Local time, Europe/Berlin`. */
  readonly timesLabel: string;
  /** What an axis of days says of it: `Local days, Europe/Berlin`. */
  readonly daysLabel: string;
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
  /** Hours after midnight as a time of day: 25.5 is `01:30`; 24 is the end of a day, `24:00`. */
  hour(hours: number): string;
  /** How a page's script writes times: the language as BCP 47 names it, and whether its clock has twelve hours. */
  readonly style: { readonly lc?: string; readonly h12?: true };
  /** The names of the weekdays, from Monday. */
  readonly weekdays: readonly string[];
  /** The names of the months, from January. */
  readonly months: readonly string[];
  /** The same ways of writing in another zone; days that are slots are written in UTC. */
  in(tz: string): Labels;
}

/** A Monday, and the first of a year. */
const MONDAY = Date.UTC(2024, 0, 1);

/**
 * The labels of a picture.
 *
 * @throws {TypeError} if an option is of another type
 * @throws {RangeError} if there is no such locale, or the pattern is invalid
 */
export function labelsOf(options: TimeTextOptions, tz: string): Labels {
  const patterns = textPatterns(options), { locale } = patterns;
  const write = (pattern: string) => (at: number): string => localText(at, tz, pattern, locale);
  const inUtc = (at: number, pattern: string): string => localText(at, "UTC", pattern, locale);
  return {
    tz,
    timesLabel: tz === "UTC" ? "UTC" : `Local time, ${zoneLabel(tz)}`,
    daysLabel: tz === "UTC" ? "Days, UTC" : `Local days, ${zoneLabel(tz)}`,
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
    get months() {
      return Array.from({ length: 12 }, (_, month) => inUtc(Date.UTC(2024, month, 1), "LLL"));
    },
    in: (zone) => labelsOf(options, zone),
  };
}

/** `13:00 to 13:01` */
export function timesText(start: number, end: number, labels: Labels): string {
  return `${labels.clock(start)} to ${labels.clock(end)}`;
}

/** `Sat 30 Mar 2024 13:00 to 13:01`, or both dates if they differ. */
export function spanLabel(start: number, end: number, labels: Labels): string {
  const from = labels.date(start), to = labels.date(end);
  return `${from} ${labels.clock(start)} to ${from === to ? "" : `${to} `}${labels.clock(end)}`;
}

/** `Sat 26 to Sun 27 Oct 2024`, or one date if both ends lie in it. */
export function datesLabel(start: number, end: number, labels: Labels): string {
  const from = localTime(start, labels.tz), to = localTime(end, labels.tz);
  if (from.toPlainDate().equals(to.toPlainDate())) return labels.date(end);
  // The first date without the month and year that it shares with the second.
  const first = from.year !== to.year
    ? labels.date(start)
    : from.month === to.month
    ? labels.shortDay(start)
    : labels.day(start);
  return `${first} to ${labels.date(end)}`;
}
