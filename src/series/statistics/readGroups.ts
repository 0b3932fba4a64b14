import { zonedTime } from "../../time/zones.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { readRange } from "../../frame/readRange.ts";
import { describeValue } from "../../options/describeValue.ts";
import { type Length, windowLength } from "../../time/length.ts";
import type { Interval } from "../../time/interval.ts";
import type { When } from "../../time/when.ts";
import { windows } from "../../time/windows.ts";
import { localZone, type Zones } from "../../time/zone.ts";
import { cutRows } from "../input/cutRows.ts";
import { readSteps, readWeekdays, stepsOrRanks, weekdaysOf } from "../input/readSteps.ts";
import type { Stepped } from "./effectiveSize.ts";
import { readValues, type SeriesColumns } from "../input/readValues.ts";

/** Options of the values to compare. */
export interface GroupOptions extends SeriesColumns {
  /**
   * First period, such as `"2025-03"` or `"2025-W11"`, or first condition. @default with
   * `condition`, the first of its two values in alphabetical order
   */
  a?: When;
  /** Second period or condition. @default with `condition`, the other value */
  b?: When;
  /**
   * Column of conditions, such as `weather`, instead of periods; true and false are `yes` and `no`, and
   * whole numbers are text: `condition: "weekday", a: "1", b: "7"`.
   * @default none
   */
  condition?: string;
  /** IANA zone of the days of periods. @default zone of the time column */
  tz?: Zones;
  /**
   * Time that each value of a period represents, such as `"1w"` for weekly means, used to count
   * missing values. @default "1d"
   */
  every?: Length;
  /**
   * Number of days (or steps of `every`) from a condition to its value. With 1, a value is compared
   * with the condition of the day before, such as a night with the activity before it.
   * @default 0
   */
  lag?: number;
}

/** Values of a period or condition. */
export interface ComparedGroup {
  /** Label: the dates or the condition. */
  readonly label: string;
  /** Interval and zone of a period; `undefined` for a condition. */
  readonly period: (Interval & { readonly tz: string }) | undefined;
  /** Values in ascending order, so that row order does not matter. */
  readonly values: Float64Array;
  /** Number of days (or steps of `every`) of a period, or rows of a condition, without a value. */
  readonly missing: number;
  /** Number of days or rows. */
  readonly size: number;
  /** Values with their steps (days) and weekdays; `undefined` if they have no order in time. */
  readonly stepped: SteppedDays | undefined;
}

/** Values on steps of time, with days of the week from 1 for Monday to 7, or 0 for longer steps. */
export interface SteppedDays extends Stepped {
  readonly weekday: Uint8Array;
}

const ACTION = "compare";

/**
 * Reads two groups of values, from two periods or under two conditions.
 *
 * @throws {TypeError} if a column is missing or has the wrong type, or two groups are not given
 * @throws {RangeError} if the zone, a range or `every` is invalid
 */
export function readGroups(
  data: OpenFrame,
  options: GroupOptions,
): { name: string; groups: readonly [ComparedGroup, ComparedGroup] } {
  return options.condition === undefined
    ? groupsOfPeriods(data, options)
    : groupsOfConditions(data, options);
}

function groupsOfPeriods(data: OpenFrame, options: GroupOptions) {
  const { a, b, lag = 0 } = options;
  if (lag !== 0) {
    throw new TypeError(
      `Cannot ${ACTION} periods with a lag of ${lag}: a lag is from a condition to a value. Pass condition.`,
    );
  }
  if (a === undefined || b === undefined) {
    throw new TypeError(
      `Cannot ${ACTION}: pass two periods as a and b, or the column of conditions as condition`,
    );
  }
  const time = data.timeName(options.time);
  const read = readValues(data, { ...options, time });
  const tz = localZone(options.tz, read.zone, ACTION), length = windowLength(options.every ?? "1d");
  const group = (
    when: When,
  ): Omit<ComparedGroup, "stepped"> & { readonly at: readonly number[]; value: Float64Array } => {
    const interval = readRange(when, {
      tz,
      asked: data.range,
      times: Array.from(read.at, BigInt),
    });
    const inside = (at: number): boolean =>
      at >= Number(interval.start) && at < Number(interval.end);
    const days = interval.end > interval.start ? windows(interval, length, { tz }) : null;
    const known = new Set<number>();
    const values: number[] = [], at: number[] = [];
    let day = 0;
    for (const [i, time] of read.at.entries()) {
      if (!inside(time)) continue;
      while (time >= Number(days?.[day + 1])) day++;
      known.add(day);
      values.push(read.value[i]!);
      at.push(time);
    }
    // A step that started before the period, such as a week that is partly in it, only counts if it
    // has a value, which may be recorded at its start.
    const isCut = days !== null && days[0]! < interval.start && !known.has(0);
    const size = days === null ? 0 : days.length - 1 - (isCut ? 1 : 0);
    return {
      label: datesOf(interval, tz),
      period: { ...interval, tz },
      values: Float64Array.from(values).sort(),
      missing: size - known.size,
      size,
      value: Float64Array.from(values),
      at,
    };
  };
  const [one, other] = [group(a), group(b)];
  const instants = BigInt64Array.from([...one.at, ...other.at], BigInt);
  const every = options.every ?? "1d", steps = stepsOrRanks(instants, every, tz);
  const weekdays = weekdaysOf(instants, every, tz);
  const inSteps = ({ at: _, value, ...rest }: typeof one, from: number): ComparedGroup => ({
    ...rest,
    stepped: steps && {
      at: steps.subarray(from, from + value.length),
      value,
      weekday: weekdays.subarray(from, from + value.length),
    },
  });
  return { name: read.name, groups: [inSteps(one, 0), inSteps(other, one.at.length)] as const };
}

/** Returns the dates of an interval, such as `2024-01-01 to 2024-01-07`, including the last day. */
function datesOf({ start, end }: Interval, tz: string): string {
  const date = (at: bigint): string => zonedTime(at, tz).toPlainDate().toString();
  const first = date(start), last = date(end > start ? end - 1n : end);
  return first === last ? first : `${first} to ${last}`;
}

function groupsOfConditions(data: OpenFrame, options: GroupOptions) {
  const condition = options.condition!, { lag = 0 } = options;
  const y = options.y ?? readValues(data, options).name;
  if (!Number.isInteger(lag) || lag < 0) {
    throw new RangeError(
      `Cannot ${ACTION}: lag is ${describeValue(lag)}, expected an integer of at least 0`,
    );
  }
  const { values, valid } = data.read({ y: "float64" }, { columns: { y } }).y;
  const conditions = readConditions(data, condition), isCut = cutRows(data);
  const steps = readSteps(data, options, lag === 0 ? undefined : `a lag of ${lag}`);
  const weekdays = steps && readWeekdays(data, options);
  const rowAt = lag === 0
    ? undefined
    : new Map(Array.from(steps ?? [], (step, row) => [step, row]));
  const found = [...new Set(conditions)].filter((one) => one !== null).sort();
  const [a, b] = [options.a ?? found[0], options.b ?? found[1]];
  const isNamed = options.a !== undefined && options.b !== undefined;
  if (typeof a !== "string" || typeof b !== "string" || (!isNamed && found.length !== 2)) {
    throw new TypeError(
      `Cannot ${ACTION}: column ${JSON.stringify(condition)} has the conditions ${
        found.join(", ") || "none"
      }; pass two of them as a and b`,
    );
  }
  const group = (label: string): ComparedGroup => {
    const rows: number[] = [];
    let size = 0;
    conditions.forEach((one, row) => {
      if (one !== label) return;
      size++;
      const later = rowAt === undefined ? row : rowAt.get(steps![row]! + lag);
      if (later === undefined || valid?.[later] === 0 || Number.isNaN(values[later])) return;
      if (isCut(later)) return;
      rows.push(later);
    });
    const own = Float64Array.from(rows, (row) => values[row]!);
    return {
      label,
      period: undefined,
      values: own.toSorted(),
      missing: size - rows.length,
      size,
      stepped: steps && weekdays && {
        at: Int32Array.from(rows, (row) => steps[row]!),
        value: own,
        weekday: Uint8Array.from(rows, (row) => weekdays[row]!),
      },
    };
  };
  return { name: y, groups: [group(a), group(b)] as const };
}

/** Returns the condition of each row: text, a whole number as text, or yes and no. */
export function readConditions(data: OpenFrame, name: string): readonly (string | null)[] {
  const type = data.has(name) ? data.column(name).type : undefined;
  if (type === "int64" || type === "float64") {
    const numbers = [...data.numbers(name)];
    const isCode = numbers.every((one) => Number.isNaN(one) || Number.isInteger(one));
    if (isCode) return numbers.map((one) => Number.isNaN(one) ? null : String(one));
  }
  if (type !== "bool") {
    return data.read({ condition: "text" }, { columns: { condition: name } }).condition.values;
  }
  const { values, valid } = data.read({ flag: "bool" }, { columns: { flag: name } }).flag;
  return Array.from(values, (value, i) => valid?.[i] === 0 ? null : value === 1 ? "yes" : "no");
}
