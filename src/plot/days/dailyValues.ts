import type { Zones } from "../../time/zone.ts";
import { type FrameLike, openColumns, type OpenFrame, openFrame } from "../../frame/open.ts";
import { isWhole } from "../../frame/polars/askedRange.ts";
import { dayStart } from "../../time/day.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { When } from "../../time/when.ts";
import { readRange } from "../../frame/readRange.ts";
import type { AskedRange } from "../../frame/polars/askedRange.ts";
import type { Reducer } from "../../series/input/reducers.ts";
import { resample } from "../../series/resample.ts";
import { localTime } from "../../time/localText.ts";
import { daySlot } from "../axis/dayAxis.ts";
import { readSeries } from "../groups/readSeries.ts";
import { requireOneReducer } from "../axis/reducerName.ts";
import { DAY_MS } from "../../time/units.ts";

/** The most days of one picture: ten years and some. */
const MOST_DAYS = 4000;

/** How a series becomes values of days. */
export interface DailyOptions {
  /** The column of instants or days. @default the first there is of `time`, `night`, `date`, `start_time`, `start_date` */
  x?: string;
  /** The column of values. @default the frame's only column of numbers */
  y?: string;
  /** How the values of a day become one. @default "sum" */
  aggregate?: Reducer;
  /** The days that the picture covers. @default from the first day with a row to the last */
  range?: When;
  /** The instant up to which there can be data, such as `me.now()`: the day in which it lies is not over. @default none */
  now?: TimeLike;
  /** A column that says of each row whether its day is whole, as `series.resample` gives it. @default "whole", if there is one */
  whole?: string;
}

/** The options of what is made by day. */
export const DAILY_OPTIONS = optionNames<DailyOptions>()("x y aggregate range now whole");

/** A value for each local day in a row. */
export interface DailyValues {
  /** The name of the column of values. */
  readonly name: string;
  /** Their unit; undefined if it is not known. */
  readonly unit: string | undefined;
  /** The zone of the days. */
  readonly tz: string;
  /** Days in order, none left out. */
  readonly days: readonly DailyValue[];
}

/** A local day and its value. */
export interface DailyValue {
  /** Its slot: the local date as if it were in UTC. */
  readonly slot: number;
  /** Its value, null where there is none. */
  readonly value: number | null;
  /** Whether only a part of it can be known: it is not over, or its data say so. */
  readonly partial: boolean;
}

/**
 * The values of a series by local day, from its first day to its last, or the days of a range.
 *
 * @throws {TypeError} if a column is missing, of another type, or an instant is null
 * @throws {RangeError} if the zone does not exist or the range is invalid
 */
export function dailyValues(
  frame: FrameLike,
  options: DailyOptions & { tz?: Zones; unit?: string; action: string },
): DailyValues {
  const { aggregate = "sum", range, action } = options;
  requireOneReducer(aggregate, action);
  const given = openFrame(frame, { action, tz: options.tz });
  const { name: y, xName: x, unit, tz, x: at, y: value } = readSeries(
    given,
    { ...options, aggregate: aggregate as Reducer },
    action,
  );
  // Without the marks of partial days, whose values are drawn, too.
  const data = openColumns({ [x]: at, [y]: value }, { action });
  const daily = resample(data, { every: "1d", tz, time: x, aggregate: { [y]: aggregate } });
  const { x: times, y: values } = readSeries(daily, { x, y }, action);
  const partial = partialSlots(given, at.values, tz, { ...options, x });
  const known = new Map(
    Array.from(
      times.values,
      (at, row) => [slotOf(at, tz), values.valid?.[row] === 0 ? null : values.values[row]!],
    ),
  );
  return {
    name: y,
    unit,
    tz,
    days: slots([...known.keys()], tz, range, given.range).map((slot) => ({
      slot,
      value: known.get(slot) ?? null,
      partial: partial(slot),
    })),
  };
}

/** A day that has a value. */
export type KnownDay = DailyValue & { readonly value: number };

/** The days that have a value, and of those the ones that count: whole ones, or all if there is no whole one. */
export function knownDays(
  days: readonly DailyValue[],
): { known: readonly KnownDay[]; whole: readonly KnownDay[] } {
  const known = days.filter((day): day is KnownDay => day.value !== null);
  const whole = known.filter(({ partial }) => !partial);
  return { known, whole: whole.length === 0 ? known : whole };
}

/** What the partial days of a picture are called in its legend. */
export function partialLabel(
  days: readonly DailyValue[],
  now: TimeLike | undefined,
  tz: string,
): string {
  const today = now === undefined ? Infinity : slotOf(toMicros(now, { tz, what: "now" }), tz);
  const parts = days.filter(({ value, partial }) => partial && value !== null);
  return parts.every(({ slot }) => slot >= today) ? "Day not over" : "Part of a day";
}

/** How many days count for nothing, in words: `, 1 day is not whole and does not count`; empty of none. */
export function partialText(days: readonly DailyValue[]): string {
  const count = days.filter(({ value, partial }) => partial && value !== null).length;
  if (count === 0) return "";
  if (count === days.filter(({ value }) => value !== null).length) return ", no day is whole";
  return `, ${count} ${count === 1 ? "day is" : "days are"} not whole and ${
    count === 1 ? "does" : "do"
  } not count`;
}

/**
 * Tests whether a day is partial: it is not over, a row says so, or, without a column that says so, the
 * range that the frame was asked for does not have all of it. Nights are no days of a range.
 */
function partialSlots(
  data: OpenFrame,
  at: BigInt64Array,
  tz: string,
  { now, whole, x }: Pick<DailyOptions, "now" | "whole"> & { readonly x: string },
): (slot: number) => boolean {
  const today = now === undefined ? Infinity : slotOf(toMicros(now, { tz, what: "now" }), tz);
  const { whole: column } = data.read(
    { "whole?": "bool" },
    whole === undefined ? {} : { columns: { whole } },
  );
  const found = new Set<number>();
  column?.values.forEach((isWhole, row) => {
    if (isWhole === 0 && column.valid?.[row] !== 0) found.add(slotOf(at[row]!, tz));
  });
  const range = column === undefined && x !== "night" ? data.range : undefined;
  const isCut = (slot: number): boolean => {
    const day = slot / DAY_MS;
    return isWhole(range, { start: dayStart(day, tz), end: dayStart(day + 1, tz) }) === false;
  };
  return (slot) => slot >= today || found.has(slot) || isCut(slot);
}

/**
 * The slots of all days from the first to the last, or of those that a range touches.
 *
 * @throws {RangeError} if there are more than 4000
 */
export function slots(
  known: readonly number[],
  tz: string,
  range?: When,
  asked?: AskedRange,
): number[] {
  let first = Infinity, last = -Infinity;
  for (const slot of known) {
    first = Math.min(first, slot);
    last = Math.max(last, slot);
  }
  if (range !== undefined) {
    const times = Number.isFinite(last) ? [dayStart(last / DAY_MS, tz)] : [];
    const { start, end } = readRange(range, { tz, asked, times });
    // Nights go by the day of waking, the day after the one on which they begin.
    const isNights = typeof range === "object" && "nights" in range;
    first = slotOf(start, tz) + (isNights ? DAY_MS : 0);
    last = slotOf(end > start ? end - 1n : end, tz);
  }
  if (!Number.isFinite(first)) return [];
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count > MOST_DAYS) {
    throw new RangeError(
      `Cannot draw ${count} days: the most is ${MOST_DAYS}; give a range, or resample to weeks or months and draw a line`,
    );
  }
  return Array.from({ length: count }, (_, i) => first + i * DAY_MS);
}

/** The slot of the local day in which an instant of microseconds lies. */
export function slotOf(micros: bigint, tz: string): number {
  return daySlot(localTime(Number(micros) / 1000, tz));
}
