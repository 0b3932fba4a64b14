// @ts-types="@types/d3-array"
import { bisectLeft, median, quantile } from "d3-array";
import { type Columns, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { suggest } from "../options/suggest.ts";
import { zoneOrOwn, type Zones } from "../time/zone.ts";
import { eventTimeNames, type EventTimes, readEventTimes } from "./input/readEventTimes.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  readValues,
  type Values,
} from "./input/readValues.ts";
import { computeByGroup, hasGroups, splitGroups } from "./input/splitGroups.ts";
import { dependentMean } from "./statistics/dependentMean.ts";
import { studentBound } from "./numerics/student.ts";
import { reduceRanges } from "./windows/rowReducers.ts";
import type { Ranges } from "./windows/slidingReducers.ts";
import { periodMicros } from "./clock/elapsed.ts";
import { elapsedMicros, type Length } from "../time/length.ts";

/** Options of {@linkcode around}. */
export interface AroundOptions extends GroupedSeriesColumns {
  /** Elapsed time before each event, a multiple of `every`. @default "1h" */
  before?: Length;
  /** Elapsed time after each event. @default "1h" */
  after?: Length;
  /** Length of the windows. @default "5m" */
  every?: Length;
  /**
   * Meaning of `low` and `high`: the mean's 95 % interval over events, one standard deviation on
   * either side, or the middle half. @default "ci"
   */
  band?: "ci" | "sd" | "quartiles";
  /**
   * Allows the values around an event to depend on the values around earlier events; `ci` is then
   * null for fewer than 7 events. `false` uses Student's t. @default true
   */
  dependent?: boolean;
  /** Returns the values of each event instead of their mean. @default false */
  each?: boolean;
  /**
   * Name of the events' column of instants. @default `start_time`, `time`, `start_date` or
   * `recorded_at`, or else the only column of times
   */
  eventTime?: string;
  /**
   * IANA zone for the events' times in the result, for times without a zone and for dates; offsets
   * are elapsed time. @default the zone of the events' column
   */
  tz?: Zones;
}

/** Maximum number of windows of all events, for memory. */
const MOST = 50_000_000;
const ACTION = "look around events", EVENTS = "read the events to look around";

export const AROUND_OPTIONS = optionNames<AroundOptions>()(
  GROUPED_COLUMNS,
  "before after every band dependent each eventTime tz",
);

/**
 * Returns a series around events: its mean in windows before and after each event, then the mean
 * over events. Windows are half-open, `[offset, offset + every)`, in elapsed time from the event,
 * so daylight saving changes do not move them. A window ignores events without a value in it. Each
 * event has the same weight, however many values it has. With `by`, both frames have its columns,
 * and events use the values of their own group; groups without values are left out.
 *
 * @param frame a column of instants (`time`) in any order, and a numeric column.
 * @param events a column of instants, `start_time` or `time`; events without a time are left out.
 * @returns the columns of `by`, with groups in order of their first rows; per window `offset_ms`
 * `i64` (its start, negative before the event), `mean`, `low`, `high` `f64` and `n` `i64`, the
 * number of events with values; null for windows without values. `low` and `high` are null for `ci`
 * of fewer than 7 events, and for `dependent: false` and `sd` of one event. With `each`, a row per
 * event and window: `event` `i64` (the event's row), `event_time` `datetime[us, tz]`, `offset_ms`
 * `i64`, `value` `f64`.
 * @throws {TypeError} if a column is missing or of another type, or there are several numeric
 * columns and `y` is not set
 * @throws {RangeError} if a length or the zone is invalid, `before` or `after` is not a multiple of
 * `every`, or there would be more than 50 million windows
 *
 * @example Heart rate around two coffees
 * ```ts
 * import { series } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const rate = Array.from({ length: 120 }, (_, i) => ({
 *   time: new Date(Date.UTC(2024, 0, 1, 8, i)),
 *   bpm: i === 30 || i === 90 ? 80 : 60,
 * }));
 * const coffees = [{ start_time: "2024-01-01T08:30Z" }, { start_time: "2024-01-01T09:30Z" }];
 * const found = series.around(rate, coffees, { before: "10m", after: "10m", every: "10m" });
 * assertEquals(found.toRecords().map((row) => [row["offset_ms"], row["mean"], row["n"]]), [
 *   [-600_000, 60, 2],
 *   [0, 62, 2],
 * ]);
 * ```
 */
export function around(frame: FrameLike, events: FrameLike, options: AroundOptions = {}): Frame {
  checkOptions(ACTION, options, AROUND_OPTIONS);
  const { band = "ci", by, tz } = options;
  if (!Object.hasOwn(BANDS, band)) {
    throw new RangeError(
      `Cannot ${ACTION}: there is no band ${JSON.stringify(band)}${
        suggest(String(band), Object.keys(BANDS))
      }`,
    );
  }
  const given = openFrame(events, { action: EVENTS, tz });
  const times = eventTimeNames(given, options.eventTime);
  const split = hasGroups(by) ? splitGroups(given, by, times) : undefined;
  const partOf = new Map(split?.parts.map((part) => [part.key, part]));
  const data = openFrame(frame, { action: ACTION, tz }), time = data.timeName(options.time);
  const unit = data.units[options.y ?? data.onlyNumberName([time, ...[by ?? []].flat()])];
  const units = unit === undefined ? {} : Object.fromEntries(
    (options.each ? ["value"] : ["mean", "low", "high"]).map((name) => [name, unit]),
  );
  data.rejectPeople(by);
  return computeByGroup(data, { by, times: [time], units }, (rows, key) => {
    const own = partOf.get(key ?? "") ?? split?.none;
    return _around(
      readValues(rows, options),
      readEventTimes(own?.rows ?? given, options.eventTime),
      options,
    );
  });
}

/**
 * Computes {@linkcode around} on columns, per event or over all events.
 *
 * @throws {RangeError} if `before` or `after` is not a multiple of `every`, or there would be more than
 * 50 million windows
 */
export function _around(values: Values, events: EventTimes, options: AroundOptions): Columns {
  const { band = "ci", each = false, dependent = true } = options;
  const { first, count, length } = offsetsOf(options);
  const { at, row, zone: own } = events;
  if (at.length * count > MOST) {
    throw new RangeError(
      `Cannot ${ACTION}: that is ${at.length * count} windows, the maximum is ${MOST}`,
    );
  }
  const ranges = eventRanges(values.at, at, { first, count, length });
  const means = reduceRanges("mean", values.value, ranges, "apart");
  const offset = (i: number): bigint => BigInt(Math.round((first + i * length) / 1000));
  if (each) {
    const tz = zoneOrOwn(options.tz, own);
    const cell = Array.from(means.keys());
    return {
      event: int64Column(BigInt64Array.from(cell, (i) => BigInt(row[Math.floor(i / count)]!))),
      event_time: timeColumn(
        BigInt64Array.from(cell, (i) => BigInt(at[Math.floor(i / count)]!)),
        tz,
      ),
      offset_ms: int64Column(BigInt64Array.from(cell, (i) => offset(i % count))),
      value: nullable(means),
    };
  }
  const inOrder = Uint32Array.from(at.keys()).sort((a, b) => at[a]! - at[b]!);
  const gap = median(inOrder.subarray(1), (event, i) => at[event]! - at[inOrder[i]!]!) || 1;
  const columns = Array.from({ length: count }, (_, i) => {
    const known: number[] = [], when: number[] = [];
    for (const event of inOrder) {
      const value = means[event * count + i]!;
      if (Number.isNaN(value)) continue;
      known.push(value);
      when.push(at[event]! / gap);
    }
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return { mean, n: known.length, ...BANDS[band](known, mean, dependent ? when : undefined) };
  });
  return {
    offset_ms: int64Column(BigInt64Array.from(columns, (_, i) => offset(i))),
    mean: nullable(columns.map(({ mean }) => mean)),
    low: nullable(columns.map(({ low }) => low)),
    high: nullable(columns.map(({ high }) => high)),
    n: int64Column(BigInt64Array.from(columns, ({ n }) => BigInt(n))),
  };
}

/** Returns the band of the events' values at these steps. Without steps, events are independent. */
type Band = (
  values: number[],
  mean: number,
  steps: readonly number[] | undefined,
) => { low: number; high: number };

const BANDS: Readonly<Record<NonNullable<AroundOptions["band"]>, Band>> = {
  ci: (values, mean, steps) => {
    const n = values.length;
    const half = steps !== undefined
      ? dependentMean(steps, values) ?? NaN
      : n < 2
      ? NaN
      : studentBound(0.95, n - 1) * deviation(values, mean) / Math.sqrt(n);
    return { low: mean - half, high: mean + half };
  },
  sd: (values, mean) => {
    const half = deviation(values, mean);
    return { low: mean - half, high: mean + half };
  },
  quartiles: (values) => ({
    low: quantile(values, 0.25) ?? NaN,
    high: quantile(values, 0.75) ?? NaN,
  }),
};

/** Returns the standard deviation of a sample; NaN for fewer than two values. */
function deviation(values: readonly number[], mean: number): number {
  if (values.length < 2) return NaN;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Windows around an event, in microseconds after it. */
interface Offsets {
  /** Start of the first window. */
  readonly first: number;
  readonly count: number;
  readonly length: number;
}

function offsetsOf({ before = "1h", after = "1h", every = "5m" }: AroundOptions): Offsets {
  const length = periodMicros(every, ACTION);
  const [back, ahead] = [before, after].map((text) => {
    const far = elapsedMicros(text, ACTION) === 0n ? 0 : periodMicros(text, ACTION);
    if (far % length === 0) return far;
    throw new RangeError(`Cannot ${ACTION}: ${text} is not a multiple of every ${every}`);
  }) as [number, number];
  return { first: -back, count: (back + ahead) / length, length };
}

/** Returns the values in each window of each event, event by event. */
function eventRanges(
  at: Float64Array,
  events: Float64Array,
  { first, count, length }: Offsets,
): Ranges {
  const from = new Int32Array(events.length * count), past = new Int32Array(from.length);
  events.forEach((event, row) => {
    let i = bisectLeft(at, event + first);
    for (let window = 0; window < count; window++) {
      const end = event + first + (window + 1) * length;
      from[row * count + window] = i;
      while (i < at.length && at[i]! < end) i++;
      past[row * count + window] = i;
    }
  });
  return { first: from, past };
}
