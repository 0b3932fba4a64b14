import type { FrameLike } from "../frame/readColumns.ts";
import { type Range, toInterval } from "../time/interval.ts";
import type { Reducer } from "../series/reducers.ts";
import { resample } from "../series/resample.ts";
import { localTime } from "../time/localText.ts";
import { zone } from "../time/zone.ts";
import { DAY, daySlot } from "./dayTicks.ts";
import { orNoRows } from "./orNoRows.ts";
import { readSeries } from "./readSeries.ts";

/** The most days of one picture: ten years and some. */
const MOST_DAYS = 4000;

/** How a series becomes values of days. */
export interface DailyOptions {
  /** The column of instants. @default "time" */
  x?: string;
  /** The column of values. */
  y: string;
  /** How the values of a day become one. @default "sum" */
  aggregate?: Reducer;
  /** The days that the picture covers. @default from the first day with a row to the last */
  range?: Range;
}

/** A value for each local day in a row. */
export interface DailyValues {
  /** The zone of the days. */
  readonly tz: string;
  /** Days in order, none left out: the slot of each, and its value, null where there is none. */
  readonly days: readonly { readonly slot: number; readonly value: number | null }[];
}

/**
 * The values of a series by local day, from its first day to its last, or the days of a range.
 *
 * @throws {TypeError} if a column is missing, of another type, or an instant is null
 * @throws {RangeError} if the zone does not exist or the range is none
 */
export function dailyValues(
  frame: FrameLike,
  options: DailyOptions & { tz?: string; action: string },
): DailyValues {
  const { x = "time", y, aggregate = "sum", range, action } = options;
  const tz = zone(options.tz ?? readSeries(frame, { x, y }, action).x.zone);
  const daily = resample(orNoRows(frame, { x, y }), {
    every: "1d",
    tz,
    time: x,
    aggregate: { [y]: aggregate },
  });
  const { x: times, y: values } = readSeries(daily, { x, y }, action);
  const known = new Map(
    Array.from(
      times.values,
      (at, row) => [slotOf(at, tz), values.valid?.[row] === 0 ? null : values.values[row]!],
    ),
  );
  return {
    tz,
    days: slots([...known.keys()], tz, range).map((slot) => ({
      slot,
      value: known.get(slot) ?? null,
    })),
  };
}

/**
 * The slots of all days from the first to the last, or of those that a range touches.
 *
 * @throws {RangeError} if there are more than 4000
 */
export function slots(known: readonly number[], tz: string, range?: Range): number[] {
  let first = Infinity, last = -Infinity;
  for (const slot of known) {
    first = Math.min(first, slot);
    last = Math.max(last, slot);
  }
  if (range !== undefined) {
    const { start, end } = toInterval(range, { tz });
    first = slotOf(start, tz);
    last = slotOf(end > start ? end - 1n : end, tz);
  }
  if (!Number.isFinite(first)) return [];
  const count = Math.round((last - first) / DAY) + 1;
  if (count > MOST_DAYS) {
    throw new RangeError(
      `Cannot draw ${count} days: the most is ${MOST_DAYS}; give a range, or resample to weeks or months and draw a line`,
    );
  }
  return Array.from({ length: count }, (_, i) => first + i * DAY);
}

/** The slot of the local day in which an instant of microseconds lies. */
export function slotOf(micros: bigint, tz: string): number {
  return daySlot(localTime(Number(micros) / 1000, tz));
}
