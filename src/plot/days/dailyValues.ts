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
import { readSeries, SERIES_OPTIONS, type SeriesPictureOptions } from "../groups/readSeries.ts";
import { perLabel, requireOneReducer } from "../axis/reducerName.ts";
import { DAY_MS } from "../../time/units.ts";
import { say } from "../../words/language.ts";

/** Maximum number of days in a chart: a bit more than ten years. */
const MOST_DAYS = 4000;

/** Options of charts of daily values. */
export interface DailyOptions extends SeriesPictureOptions {
  /**
   * Function that combines the values of a day.
   * @default "mean" for readings such as a heart rate and scales such as a mood, otherwise "sum"
   */
  aggregate?: Reducer;
  /** Days to draw. @default from the first day with a row to the last */
  range?: When;
  /** End of the data, such as `me.now()`: the day of this instant is not over. @default none */
  now?: TimeLike;
  /** Column that is `true` for whole days, as in `series.resample`. @default "whole" */
  whole?: string;
}

export const DAILY_OPTIONS = optionNames<DailyOptions>()(
  SERIES_OPTIONS,
  "aggregate range now whole",
);

/** One value per local day, without gaps. */
export interface DailyValues {
  /** Name of the column of values. */
  readonly name: string;
  /** Function that combined the values of a day. */
  readonly aggregate: Reducer;
  /** Label of the values of days: `Steps per day`. */
  readonly label: string;
  /** `undefined` if unknown. */
  readonly unit: string | undefined;
  /** Zone of the days. */
  readonly tz: string;
  /** All days, in order. */
  readonly days: readonly DailyValue[];
}

export interface DailyValue {
  /** The local date as if it were UTC. */
  readonly slot: number;
  /** `null` if missing. */
  readonly value: number | null;
  /** `true` if only part of the day can have data: it is not over, or its data say so. */
  readonly partial: boolean;
}

/**
 * Returns the values of a series by local day, from its first to its last day, or for the days of a
 * range.
 *
 * @throws {TypeError} if a column is missing or has another type, or an instant is null
 * @throws {RangeError} if the zone does not exist or the range is invalid
 */
export function dailyValues(
  frame: FrameLike,
  options: DailyOptions & { tz?: Zones; unit?: string; action: string },
): DailyValues {
  const { range, action } = options;
  if (options.aggregate !== undefined) requireOneReducer(options.aggregate, action);
  const given = openFrame(frame, { action, tz: options.tz });
  const { name: y, xName: x, aggregate, unit, tz, x: at, y: value } = readSeries(
    given,
    { ...options, aggregate: options.aggregate ?? "usual" },
    action,
  );
  // Leaves out the marks of partial days, because their values are drawn, too.
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
    aggregate,
    label: perLabel(y, aggregate, "day", given.windows),
    unit,
    tz,
    days: slots([...known.keys()], tz, range, given.range).map((slot) => ({
      slot,
      value: known.get(slot) ?? null,
      partial: partial(slot),
    })),
  };
}

export type KnownDay = DailyValue & { readonly value: number };

/** Returns the days with a value, and the counted days: whole days, or all if no day is whole. */
export function knownDays(
  days: readonly DailyValue[],
): { known: readonly KnownDay[]; whole: readonly KnownDay[] } {
  const known = days.filter((day): day is KnownDay => day.value !== null);
  const whole = known.filter(({ partial }) => !partial);
  return { known, whole: whole.length === 0 ? known : whole };
}

/** Returns the legend label of partial days. */
export function partialLabel(
  days: readonly DailyValue[],
  now: TimeLike | undefined,
  tz: string,
): string {
  const today = now === undefined ? Infinity : slotOf(toMicros(now, { tz, what: "now" }), tz);
  const parts = days.filter(({ value, partial }) => partial && value !== null);
  return parts.every(({ slot }) => slot >= today) ? say("Day not over") : say("Part of a day");
}

/** Describes days that do not count: `, 1 day is not whole and does not count`. */
export function partialText(days: readonly DailyValue[]): string {
  const count = days.filter(({ value, partial }) => partial && value !== null).length;
  if (count === 0) return "";
  if (count === days.filter(({ value }) => value !== null).length) return say(", no day is whole");
  return say(", {n} {n|day is|days are} not whole and {n|does|do} not count", { n: count });
}

/**
 * Returns the slots of partial days: days that are not over, that a row marks as partial or,
 * without such a column, that the frame's requested range does not cover fully. Nights are not
 * limited by a range.
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
 * Returns the slots of all days from the first to the last, or of the days in a range.
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
    // Nights are named by wake-up date, the day after they start.
    const isNights = typeof range === "object" && "nights" in range;
    first = slotOf(start, tz) + (isNights ? DAY_MS : 0);
    last = slotOf(end > start ? end - 1n : end, tz);
  }
  if (!Number.isFinite(first)) return [];
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count > MOST_DAYS) {
    throw new RangeError(
      `Cannot draw ${count} days: the maximum is ${MOST_DAYS}. Pass a range, or resample to weeks or months and draw a line.`,
    );
  }
  return Array.from({ length: count }, (_, i) => first + i * DAY_MS);
}

/** Returns the slot of the local day of an instant in microseconds. */
export function slotOf(micros: bigint, tz: string): number {
  return daySlot(localTime(Number(micros) / 1000, tz));
}
