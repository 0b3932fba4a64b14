// @ts-types="@types/d3-array"
import { bisectLeft, median, quantile } from "d3-array";
import { type Columns, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { nullable } from "../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { suggest } from "../options/suggest.ts";
import { zone, type Zones } from "../time/zone.ts";
import { EVENT_TIMES, type EventTimes, readEventTimes } from "./input/readEventTimes.ts";
import {
  GROUPED_COLUMNS,
  type GroupedSeriesColumns,
  readValues,
  type Values,
} from "./input/readValues.ts";
import { computeByGroup, hasGroups, splitGroups } from "./input/splitGroups.ts";
import { dependentMean } from "./statistics/dependentMean.ts";
import { studentBound } from "./numerics/studentBound.ts";
import { reduceRanges } from "./windows/rowReducers.ts";
import type { Ranges } from "./windows/slidingReducers.ts";
import { periodMicros } from "./clock/elapsed.ts";
import { elapsedMicros, type Length } from "../time/length.ts";

/** How a series around events is read. */
export interface AroundOptions extends GroupedSeriesColumns {
  /** How far before each event, elapsed, a multiple of `every`. @default "1h" */
  before?: Length;
  /** How far after each event. @default "1h" */
  after?: Length;
  /** Length of the windows. @default "5m" */
  every?: Length;
  /** What lies between `low` and `high`: the mean's 95 % interval over events, one standard deviation to either side, or the middle half. @default "ci" */
  band?: "ci" | "sd" | "quartiles";
  /** Whether the values around an event may depend on those around the events before; the `ci` of fewer than 7 events is then null. `false` gives Student's t. @default true */
  dependent?: boolean;
  /** Whether to give every event's own values in place of their mean. @default false */
  each?: boolean;
  /** Name of the events' column of instants. @default of each event the first that it has of `start_time`, `time`, `recorded_at` */
  eventTime?: string;
  /** IANA zone of the events' times in the answer, of times without one and of dates; offsets are elapsed time and need none. @default the zone of the events' column */
  tz?: Zones;
}

/** More windows of events than this would not fit into memory. */
const MOST = 50_000_000;
const ACTION = "look around events", EVENTS = "read the events to look around";

/** The options of a look around events. */
export const AROUND_OPTIONS = optionNames<AroundOptions>()(
  GROUPED_COLUMNS,
  "before after every band dependent each eventTime tz",
);

/**
 * A series around events: its mean in windows before and after each, aligned on the event, then the
 * mean over events. Windows are half-open, `[offset, offset + every)`, counted from the event in
 * elapsed time: where a clock is changed nothing moves. An event without a value in a window does
 * not count in it; each event counts the same, however many values it has. With `by` both frames have
 * its columns, and a group's events are looked at in the group's own values; those of a group that has
 * no values are left out.
 *
 * @param frame a column of instants (`time`) in any order, and a column of numbers.
 * @param events a column of instants, `start_time` or `time`; events without one are left out.
 * @returns the columns of `by`, its groups in order of their first rows; a row for each window: `offset_ms` `i64` (its start, before the event negative), `mean`,
 * `low`, `high` `f64` and `n` `i64`, the events that count; null where none does. `low` and `high` of
 * `ci` are null of fewer than 7 events, with `dependent: false` and of `sd` of a single one. With `each` a row for each event and window: `event`
 * `i64` (the event's row), `event_time` `datetime[us, tz]`, `offset_ms` `i64`, `value` `f64`.
 * @throws {TypeError} if a column is missing or of another type, or there are several of numbers and
 * none is named
 * @throws {RangeError} if a length or the zone is invalid, `before` or `after` is not a multiple of `every`,
 * or there would be more than 50 million windows
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
  const times = options.eventTime === undefined ? EVENT_TIMES : [options.eventTime];
  const given = openFrame(events, { action: EVENTS, tz });
  const split = hasGroups(by) ? splitGroups(given, by, times) : undefined;
  const data = openFrame(frame, { action: ACTION, tz }), time = data.timeName(options.time);
  const unit = data.units[options.y ?? data.onlyNumberName([time, ...[by ?? []].flat()])];
  const units = unit === undefined ? {} : Object.fromEntries(
    (options.each ? ["value"] : ["mean", "low", "high"]).map((name) => [name, unit]),
  );
  return computeByGroup(data, { by, times: [time], units }, (rows, key) => {
    const own = split?.parts.find((part) => part.key === key) ?? split?.none;
    return _around(
      readValues(rows, options),
      readEventTimes(own?.rows ?? given, options.eventTime),
      options,
    );
  });
}

/**
 * {@linkcode around} on columns: the windows of each event, as they are or over all of them.
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
    const tz = zone(options.tz ?? own);
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

/** The band of values of events at these steps, in their order; without steps they are independent. */
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

/** The standard deviation of a sample; NaN of fewer than two values. */
function deviation(values: readonly number[], mean: number): number {
  if (values.length < 2) return NaN;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Windows about an event, in microseconds after it. */
interface Offsets {
  /** Where the first begins. */
  readonly first: number;
  /** How many there are. */
  readonly count: number;
  /** The length of each. */
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

/** The values in each window of each event, events after each other. */
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
