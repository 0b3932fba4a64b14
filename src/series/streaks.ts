import { int64Column, textColumn, timeColumn } from "../frame/columns/columns.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../frame/open.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { type AnswerField, answerOf, type Statistics } from "../frame/statistics.ts";
import { must } from "../options/must.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { describeValue } from "../options/describeValue.ts";
import { bisectRight } from "../time/bisect.ts";
import type { Zones } from "../time/zone.ts";
import { zonedTime } from "../time/zones.ts";
import { cutRows } from "./input/cutRows.ts";
import { type DayValues, readDays } from "./input/readDays.ts";
import { dateSpan, spaced, unitText } from "./sentenceParts.ts";
import { countText } from "../options/countText.ts";

/** Values that continue a streak: at least one of the two limits is required. */
export interface StreakLimits {
  /** Smallest value that continues a streak, in the unit of the column. @default no lower limit */
  atLeast?: number | undefined;
  /** Largest value that continues a streak, in the unit of the column. @default no upper limit */
  atMost?: number | undefined;
}

/** Options of {@linkcode streaks}. */
export interface StreaksOptions extends StreakLimits {
  /** Name of the value column. @default the only numeric column of the frame */
  y?: string | undefined;
  /**
   * Name of the time column. @default the first of `time`, `night`, `date`, `start_time`,
   * `start_date`, else the only column of times
   */
  time?: string | undefined;
  /** IANA zone of the days. @default the zone of the time column */
  tz?: Zones | undefined;
}

/** Name of a number of {@linkcode Streaks}. */
export type StreaksStatistic =
  | "longest"
  | "current"
  | "streaks"
  | "days_met"
  | "days"
  | "days_missing";

/** Streaks of days: the longest and the current one, and the finding in words. */
export type Streaks = Statistics<StreaksStatistic> & {
  /** The longest and the current streak in words, or the reason for their absence. */
  readonly finding: string;
};

const ACTION = "find streaks";

const OPTIONS = optionNames<StreaksOptions>()("y time atLeast atMost tz");

/**
 * Finds streaks: runs of consecutive local days on which a daily value is within limits, such as at
 * least 10,000 steps.
 *
 * A day without a value ends a streak, because nobody knows whether it was within the limits. The
 * table says so: a streak ends at a `miss` (a value outside the limits) or at a `gap` (no value).
 * The current streak is the one that includes the last day of the record. If that day has no value,
 * the current streak is unknown and null, not 0. Days at the ends that are not `whole`, such as
 * today, are not part of the record.
 *
 * @param frame a column of instants or dates and a numeric column with a value per day, such as the
 * table of `me.daily`. Several values of a local day count as their mean: for totals, call
 * `series.resample(frame, { every: "1d", aggregate: "sum" })` first. Null, NaN, and days that are
 * not `whole` have no value.
 * @returns an object with `longest` and `current` (in days), `streaks` (their number), `days_met`
 * (days within the limits), `days` (days with a value) and `days_missing` (days from the first to
 * the last without one), or null; and the text `finding`, such as `steps at least 10,000: longest
 * streak 23 days, 5 to 27 March 2024; current streak 4 days`. `reason` gives the reason for each
 * null. `frame` has a row per streak, in order of time: `start_time`, `end_time` `datetime[us, tz]`,
 * half-open; `days` `i64`; `before` and `after` `str`, `miss` or `gap` for the day before and after
 * the streak, null at the ends of the record
 * @throws {TypeError} if a column is missing, not numeric or has codes, or both limits are missing
 * @throws {RangeError} if the zone or a limit is invalid
 *
 * @example Days with at least 10,000 steps
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const days = [
 *   { date: "2024-03-29", steps: 11_000 },
 *   { date: "2024-03-30", steps: 12_500 },
 *   { date: "2024-03-31", steps: 10_000 },
 *   { date: "2024-04-01", steps: null },
 *   { date: "2024-04-02", steps: 10_400 },
 * ];
 * const { longest, current, finding, frame } = series.streaks(days, { y: "steps", atLeast: 10_000 });
 * assertEquals([longest, current], [3, 1]);
 * assertEquals(
 *   finding,
 *   "steps at least 10,000: longest streak 3 days, 29 to 31 March 2024; current streak 1 day; " +
 *     "1 of 5 days has no value",
 * );
 * assertEquals(frame.toRecords().map(({ after }) => after), ["gap", null]);
 * ```
 */
export function streaks(frame: FrameLike, options: StreaksOptions): Streaks {
  checkOptions(ACTION, options, OPTIONS, "atLeast or atMost");
  const limits = readLimits(options);
  const data = openFrame(frame, { action: ACTION, tz: options.tz });
  const time = data.timeName(options.time);
  const read = readDays(data, { y: options.y, time, tz: options.tz }), { name, tz } = read;
  const days = must(read.days[0], "one series without groups");
  const record = recordOf(data.with({ tz }), time, days);
  const runs = runsOf(record, limits);
  const table = toFrame(
    {
      start_time: timeColumn(BigInt64Array.from(runs, ({ start }) => days.bounds[start]!), tz),
      end_time: timeColumn(BigInt64Array.from(runs, ({ end }) => days.bounds[end]!), tz),
      days: int64Column(BigInt64Array.from(runs, ({ start, end }) => BigInt(end - start))),
      before: textColumn(runs.map(({ start }) => boundOf(record, start - 1))),
      after: textColumn(runs.map(({ end }) => boundOf(record, end))),
    },
    {},
    data.range,
  );
  const known = record.values.filter((value) => !Number.isNaN(value)).length;
  const missing = record.values.length - known;
  const longest = runs.reduce((best, run) => lengthOf(run) > lengthOf(best) ? run : best, NO_RUN);
  const isOpen = Number.isNaN(record.values.at(-1) ?? NaN);
  const last = runs.at(-1), isCurrent = last?.end === record.first + record.values.length;
  const current = isOpen ? null : isCurrent ? lengthOf(last) : 0;
  const field = (
    name: StreaksStatistic,
    value: number | null,
    reason: string | null = null,
  ): AnswerField<StreaksStatistic> => ({
    name,
    value: known === 0 && name !== "days" ? null : value,
    unit: "1",
    reason: known === 0 ? "no day has a value" : reason,
  });
  const date = (step: number): Temporal.PlainDate =>
    zonedTime(days.bounds[step]!, tz).toPlainDate();
  const sentence = (): string => {
    const of = `${spaced(name)} ${limitText(limits, unitText(data.units[name]))}`;
    const gaps = missing === 0
      ? ""
      : `; ${missing} of ${countText(record.values.length, "day")} ${
        missing === 1 ? "has" : "have"
      } no value`;
    const end = date(record.first + record.values.length - 1);
    const now = current === null
      ? `; current streak unknown, because ${dateSpan(end, end)} has no value`
      : current === 0
      ? "; no current streak"
      : `; current streak ${countText(current, "day")}`;
    if (longest === NO_RUN) {
      return `${of}: no such day in ${countText(known, "day")}${
        current === null ? now : ""
      }${gaps}`;
    }
    const first = date(longest.start);
    return longest === last && isCurrent
      ? `${of}: longest streak ${countText(lengthOf(longest), "day")}, since ${
        dateSpan(first, first)
      }${gaps}`
      : `${of}: longest streak ${countText(lengthOf(longest), "day")}, ${
        dateSpan(first, date(longest.end - 1))
      }${now}${gaps}`;
  };
  return answerOf("streaks", table, [
    field("longest", lengthOf(longest)),
    field("current", current, "the last day has no value"),
    field("streaks", runs.length),
    field("days_met", runs.reduce((sum, run) => sum + lengthOf(run), 0)),
    field("days", known),
    field("days_missing", missing),
  ], { finding: known === 0 ? "no day has a value" : sentence() });
}

interface Limits {
  readonly atLeast: number;
  readonly atMost: number;
}

function readLimits({ atLeast, atMost }: StreakLimits): Limits {
  if (atLeast === undefined && atMost === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: atLeast and atMost are both missing. Pass a limit, such as atLeast: 10000.`,
    );
  }
  for (const [name, value] of Object.entries({ atLeast, atMost })) {
    if (value !== undefined && !Number.isFinite(value)) {
      throw new RangeError(
        `Cannot ${ACTION}: ${name} is ${describeValue(value)}, expected a finite number`,
      );
    }
  }
  const limits = { atLeast: atLeast ?? -Infinity, atMost: atMost ?? Infinity };
  if (limits.atLeast > limits.atMost) {
    throw new RangeError(
      `Cannot ${ACTION}: atLeast is ${atLeast}, more than atMost, which is ${atMost}. Swap them.`,
    );
  }
  return limits;
}

/** Days of the record from its first to its last whole day; NaN for a day without a value. */
interface DayRecord {
  /** Step of the first day. */
  readonly first: number;
  readonly values: Float64Array;
}

function recordOf(data: OpenFrame, time: string, { at, value, bounds }: DayValues): DayRecord {
  if (at.length === 0) return { first: 0, values: new Float64Array(0) };
  const isCut = cutRows(data), starts = data.times(time).values;
  let first = Infinity, last = -1;
  starts.forEach((start, row) => {
    if (isCut(row)) return;
    const step = bisectRight(bounds, start) - 1;
    first = Math.min(first, step);
    last = Math.max(last, step);
  });
  const values = new Float64Array(last - first + 1).fill(NaN);
  at.forEach((step, i) => values[step - first] = value[i]!);
  return { first, values };
}

/** Steps of a streak, from its first day to the day after its last. */
interface Run {
  readonly start: number;
  readonly end: number;
}

const NO_RUN: Run = { start: 0, end: 0 };

function lengthOf({ start, end }: Run): number {
  return end - start;
}

function runsOf({ first, values }: DayRecord, { atLeast, atMost }: Limits): Run[] {
  const runs: Run[] = [];
  values.forEach((value, i) => {
    if (!(value >= atLeast && value <= atMost)) return;
    const start = runs.at(-1)?.end === first + i ? runs.pop()!.start : first + i;
    runs.push({ start, end: first + i + 1 });
  });
  return runs;
}

/** Returns why a streak does not include a step; null outside the record. */
function boundOf({ first, values }: DayRecord, step: number): "miss" | "gap" | null {
  const value = values[step - first];
  return value === undefined ? null : Number.isNaN(value) ? "gap" : "miss";
}

function limitText({ atLeast, atMost }: Limits, unit: string): string {
  const text = (value: number): string =>
    `${value.toLocaleString("en-US", { maximumSignificantDigits: 15 })}${unit}`;
  if (atLeast === atMost) return `exactly ${text(atLeast)}`;
  return [
    ...(atLeast === -Infinity ? [] : [`at least ${text(atLeast)}`]),
    ...(atMost === Infinity ? [] : [`at most ${text(atMost)}`]),
  ].join(" and ");
}
