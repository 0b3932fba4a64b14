import type { CodedText } from "../frame/columns/codedText.ts";
import { type Column, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { withColumns } from "../frame/polars/withColumns.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { isoDay } from "../time/day.ts";
import { type Locale, localeOf, localText } from "../time/localText.ts";
import { DAY_US, HOUR_US, MINUTE_US } from "../time/units.ts";
import { localZone, type Zones } from "../time/zone.ts";
import { int64Words, microsOf } from "./clock/int64Words.ts";
import { type Offsets, offsets } from "./clock/offsets.ts";

/** A part of a local date or time. */
export type DatePart =
  | "date"
  | "year"
  | "quarter"
  | "month"
  | "day"
  | "hour"
  | "minute"
  | "second"
  | "weekday"
  | "weekday_name"
  | "month_name"
  | "weekend"
  | "iso_year"
  | "iso_week"
  | "day_of_year";

/** Options of {@linkcode dateParts}. */
export interface DatePartsOptions {
  /** IANA zone of the calendar and clock. @default the zone of the time column */
  tz?: Zones;
  /** Name of the time column. @default the first of `time`, `night`, `date`, `start_time`, `start_date`, else the only column of times */
  time?: string;
  /**
   * Parts to add, in order, each as a column of that name. @default date (unless it is the time
   * column), year, month, day, hour, minute, weekday
   */
  parts?: readonly DatePart[];
  /** Prefix of the added columns, such as `start_`. @default "" */
  prefix?: string;
  /** ISO numbers of the days of the `weekend`; 1 is Monday. @default [6, 7] */
  weekendDays?: readonly number[];
  /** Language of the names: a BCP 47 name such as `de`. @default "en" */
  locale?: string;
}

const USUAL: readonly DatePart[] = ["date", "year", "month", "day", "hour", "minute", "weekday"];

/** Parts of a day since 1970-01-01. */
const DAY_PARTS: Readonly<
  Partial<Record<DatePart, (day: Temporal.PlainDate, weekendDays: readonly number[]) => number>>
> = {
  year: (day) => day.year,
  quarter: (day) => Math.ceil(day.month / 3),
  month: (day) => day.month,
  day: (day) => day.day,
  weekday: (day) => day.dayOfWeek,
  weekend: (day, weekendDays) => Number(weekendDays.includes(day.dayOfWeek)),
  iso_year: (day) => day.yearOfWeek!,
  iso_week: (day) => day.weekOfYear!,
  day_of_year: (day) => day.dayOfYear,
};

/** Parts of the time of day, from microseconds after midnight on the clock. */
const CLOCK_PARTS: Readonly<Partial<Record<DatePart, (micros: number) => number>>> = {
  hour: (micros) => Math.floor(micros / HOUR_US),
  minute: (micros) => Math.floor(micros / MINUTE_US) % 60,
  second: (micros) => Math.floor(micros / 1e6) % 60,
};

/** Patterns of the parts that are names. */
const NAMES: Readonly<Partial<Record<DatePart, string>>> = {
  weekday_name: "EEEE",
  month_name: "LLLL",
};

const PARTS: readonly DatePart[] = [
  "date",
  ...Object.keys(DAY_PARTS) as DatePart[],
  ...Object.keys(CLOCK_PARTS) as DatePart[],
  ...Object.keys(NAMES) as DatePart[],
];

/**
 * Adds columns with parts of the local date and time, for grouping, filtering and comparing by
 * weekday or hour.
 *
 * @param frame a column `time` (instants, in any order) and any other columns.
 * @returns the frame with the added parts and its times shown in the zone: `date` `str`
 * (`2024-03-31`), `weekday_name` and `month_name` `str` in the language of `locale`, `weekend`
 * `bool`, the others `i64`. `weekday` and weeks follow ISO 8601, with Monday as 1; `iso_year` is the
 * year of `iso_week`. Text sorts by the alphabet, so add `weekday` or `month` as well and sort by it
 * @throws {TypeError} if the time column is missing or has nulls
 * @throws {RangeError} if the zone or a part does not exist, or the frame already has a column of
 * that name, or the locale does not exist
 *
 * @example The night on which clocks go back has two hours named 2
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const times = ["2024-10-27T00:30Z", "2024-10-27T01:30Z"].map((time) => ({ time }));
 * const parts = series.dateParts(times, { tz: "Europe/Berlin", parts: ["date", "hour", "weekday"] });
 * assertEquals(parts.getColumn("date").toArray(), ["2024-10-27", "2024-10-27"]);
 * assertEquals(parts.getColumn("hour").toArray(), [2, 2]);
 * assertEquals(parts.getColumn("weekday").toArray(), [7, 7]);
 * ```
 */
export function dateParts(frame: FrameLike, options: DatePartsOptions = {}): Frame {
  const { prefix = "", weekendDays = [6, 7] } = options;
  const action = "add date parts";
  checkOptions(action, options, OPTIONS);
  const data = openFrame(frame, { action, tz: options.tz }), time = data.timeName(options.time);
  const parts = options.parts ?? USUAL.filter((part) => prefix + part !== time);
  const { values: at, zone: own } = data.times(time), tz = localZone(options.tz, own, action);
  const locale = options.locale === undefined ? undefined : localeOf(options.locale);
  const names = parts.map((part) => check(part, prefix, data.names));
  const local = splitDays(at, offsets(at, tz));
  return withColumns(data.frame([time]), {
    [time]: timeColumn(at, tz),
    ...Object.fromEntries(
      parts.map((part, i) => [names[i]!, partColumn(part, local, { weekendDays, locale })]),
    ),
  });
}

/** Local times as days since 1970-01-01 and microseconds after midnight on the clock. */
interface LocalTimes {
  readonly day: Int32Array;
  readonly micros: Float64Array;
}

/** Divides only for the first of consecutive instants on the same day and offset. */
function splitDays(at: BigInt64Array, { from, offset }: Offsets): LocalTimes {
  const day = new Int32Array(at.length), micros = new Float64Array(at.length);
  const words = int64Words(at), changes = Float64Array.from(from, Number);
  const shift = Float64Array.from(offset, Number);
  for (let row = 0, part = 0, begin = 0, end = 0, own = 0, midnight = 0; row < day.length; row++) {
    const time = microsOf(words, row);
    if (time < begin || time >= end) {
      while (part > 0 && time < changes[part]!) part--;
      while (part + 1 < changes.length && time >= changes[part + 1]!) part++;
      const offset = shift[part]!;
      own = Math.floor((time + offset) / DAY_US);
      midnight = own * DAY_US - offset;
      begin = Math.max(midnight, changes[part]!);
      end = Math.min(midnight + DAY_US, changes[part + 1] ?? Infinity);
    }
    day[row] = own;
    micros[row] = time - midnight;
  }
  return { day, micros };
}

function partColumn(
  part: DatePart,
  { day, micros }: LocalTimes,
  { weekendDays, locale }: {
    readonly weekendDays: readonly number[];
    readonly locale: Locale | undefined;
  },
): Column | CodedText {
  const pattern = NAMES[part], isText = part === "date" || pattern !== undefined;
  const isInteger = !isText && part !== "weekend", rows = day.length;
  const wide = new BigInt64Array(isInteger ? rows : 0), step = isInteger ? 2 : 1;
  const values = isInteger ? int64Words(wide).unsigned : new Uint32Array(rows);
  const ofClock = CLOCK_PARTS[part], texts: string[] = [];
  const compute = part === "date"
    ? (own: number): number => texts.push(isoDay(own)) - 1
    : pattern !== undefined
    ? (own: number): number => {
      const name = localText(own * (DAY_US / 1000), "UTC", pattern, locale);
      const code = texts.indexOf(name);
      return code >= 0 ? code : texts.push(name) - 1;
    }
    : (own: number): number => DAY_PARTS[part]!(Temporal.PlainDate.from(isoDay(own)), weekendDays);
  const known = new Map<number, number>(); // days repeat in runs
  for (let row = 0, last = NaN, found = 0; row < rows; row++) {
    if (ofClock !== undefined) found = ofClock(micros[row]!);
    else if (day[row] !== last) {
      last = day[row]!;
      found = known.get(last) ?? compute(last);
      known.set(last, found);
    }
    values[row * step] = found;
  }
  if (isText) return { codes: values, names: texts };
  return isInteger ? int64Column(wide) : { type: "bool", values: Uint8Array.from(values) };
}

const OPTIONS = optionNames<DatePartsOptions>()("tz time parts prefix weekendDays locale");

function check(part: DatePart, prefix: string, names: readonly string[]): string {
  if (!PARTS.includes(part)) {
    throw new RangeError(
      `Cannot add date part ${JSON.stringify(part)}: use some of ${PARTS.join(", ")}`,
    );
  }
  const name = prefix + part;
  if (!names.includes(name)) return name;
  throw new RangeError(
    `Cannot add date part ${
      JSON.stringify(name)
    }: the frame has a column of that name. Pass a prefix, or choose parts such as ["weekday"].`,
  );
}
