import pl from "nodejs-polars";
import type { FrameLike } from "../frame/asFrame.ts";
import { checkYears } from "../frame/columns/checkYears.ts";
import { timeColumn } from "../frame/columns/columns.ts";
import { withDisplay } from "../frame/polars/withDisplay.ts";
import { columnNames, seriesOf } from "../frame/polars/seriesOf.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions, type OptionTable } from "../options/checkOptions.ts";
import { zone } from "../time/zone.ts";
import { clockTimes, offsets } from "./clock/offsets.ts";
import { frameOf, timesOf } from "./input/resampleInput.ts";
import type { Frame } from "../frame/polars/frame.ts";

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
  | "weekend"
  | "iso_year"
  | "iso_week"
  | "day_of_year";

/** Which columns are added. */
export interface DatePartsOptions {
  /** IANA zone whose calendar and clock count. @default the zone of the time column */
  tz?: string;
  /** Name of the time column. @default "time" */
  time?: string;
  /** The parts to add, in order, each a column of its name. @default date, year, month, day, hour, minute, weekday */
  parts?: readonly DatePart[];
  /** What the added columns' names begin with, such as `start_`. @default "" */
  prefix?: string;
  /** ISO numbers of the days that are `weekend`, 1 is Monday. @default [6, 7] */
  weekendDays?: readonly number[];
}

const USUAL: readonly DatePart[] = ["date", "year", "month", "day", "hour", "minute", "weekday"];

const whole = (expression: pl.Expr): pl.Expr => expression.cast(pl.Int64);
/** The Thursday of the ISO week in which a time lies: its year is the week's. */
const thursday = (shown: pl.Expr): pl.Expr =>
  shown.cast(pl.Date).cast(pl.Int64).minus(whole(shown.dt.weekday())).plus(int(4));
const int = (value: number): pl.Expr => pl.lit(value).cast(pl.Int64);

/** How each part is made of what the clock shows. */
const PARTS: Readonly<
  Record<DatePart, (shown: pl.Expr, weekendDays: readonly number[]) => pl.Expr>
> = {
  date: (shown) => shown.cast(pl.Date), // its text is made once a day, see below
  year: (shown) => whole(shown.dt.year()),
  quarter: (shown) => whole(whole(shown.dt.month()).plus(int(2)).div(int(3)).floor()),
  month: (shown) => whole(shown.dt.month()),
  day: (shown) => whole(shown.dt.day()),
  hour: (shown) => whole(shown.dt.hour()),
  minute: (shown) => whole(shown.dt.minute()),
  second: (shown) => whole(shown.dt.second()),
  weekday: (shown) => whole(shown.dt.weekday()),
  weekend: (shown, days) =>
    [0, ...days].map((day) => whole(shown.dt.weekday()).eq(int(day)))
      .reduce((some, is) => some.or(is)),
  iso_year: (shown) => whole(thursday(shown).cast(pl.Int32).cast(pl.Date).dt.year()),
  iso_week: (shown) => whole(shown.dt.week()),
  day_of_year: (shown) => whole(shown.dt.ordinalDay()),
};

/**
 * Adds columns that say what the calendar and the clock of a zone show at each time: to group, filter
 * and compare by weekday or hour.
 *
 * @param frame a column `time` (instants, in any order) and any others.
 * @returns the frame with the parts added, its times shown in the zone: `date str` (`2024-03-31`), `weekend bool`, the others
 * `i64`: `weekday` and weeks are those of ISO 8601, Monday is 1; `iso_year` is the year to which
 * `iso_week` belongs.
 * @throws {TypeError} if there is no time column, or it has nulls
 * @throws {RangeError} if the zone or a part does not exist, or the frame has a column of that name
 *
 * @example The night on which the clock goes back has two hours named 2
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
  const { time = "time", parts = USUAL, prefix = "", weekendDays = [6, 7] } = options;
  const action = "add date parts";
  checkOptions(action, options, OPTIONS);
  const input = frameOf(frame, [time], action, options.tz);
  const times = timesOf(input, time, action, options.tz);
  const tz = zone(options.tz ?? times.zone);
  const names = columnNames(input);
  const given = parts.map((part) => check(part, prefix, names));
  const at = times.series.cast(pl.Int64).toTypedArray() as unknown as BigInt64Array;
  checkYears(at, "us", time);
  const shown = clockTimes(at, offsets(at, tz)) as unknown as Float64Array;
  const clock = pl.DataFrame([pl.Series("shown", shown).cast(pl.Datetime("us"))]);
  const added = parts.map((part, i) => {
    const column = clock.select(PARTS[part](pl.col("shown"), weekendDays).alias("day"));
    return (part === "date" ? texts(column) : column.getColumn("day")).alias(given[i]!);
  });
  const kept = toFrame({ [time]: timeColumn(at, tz) });
  return withDisplay(
    pl.DataFrame([...names.map((name) => seriesOf(name === time ? kept : input, name)), ...added]),
  );
}

const OPTIONS: OptionTable<DatePartsOptions> = {
  tz: true,
  time: true,
  parts: true,
  prefix: true,
  weekendDays: true,
};

/** Dates as text, made once for each: to write a date takes longer than to look it up. */
function texts(days: Frame): pl.Series {
  const different = days.unique().withColumn(pl.col("day").cast(pl.Utf8).alias("text"));
  return days.join(different, { on: "day", how: "left" }).getColumn("text");
}

function check(part: DatePart, prefix: string, names: readonly string[]): string {
  if (!Object.hasOwn(PARTS, part)) {
    throw new RangeError(
      `Cannot add date part ${JSON.stringify(part)}: use some of ${Object.keys(PARTS).join(", ")}`,
    );
  }
  const name = prefix + part;
  if (!names.includes(name)) return name;
  throw new RangeError(
    `Cannot add date part ${
      JSON.stringify(name)
    }: the frame has a column of that name; give a prefix`,
  );
}
