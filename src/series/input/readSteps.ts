import { zonedTime } from "../../time/zones.ts";
import type { OpenFrame } from "../../frame/open.ts";
import { bisectRight } from "../../time/bisect.ts";
import { type Length, windowLength } from "../../time/length.ts";
import { isoMicros } from "../../time/iso.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { windows } from "../../time/windows.ts";
import { localZone, zoneOrOwn, type Zones } from "../../time/zone.ts";

/** Options of the order of rows in time. */
export interface StepOptions {
  /** Column of instants or dates. @default the first of `time`, `night` and `date`, else the only column of times */
  time?: string | undefined;
  /** Length of a step, such as `1d`. @default "1d" */
  every?: Length | undefined;
  /** IANA zone of the days. @default zone of the column */
  tz?: Zones | undefined;
}

const STEP_COLUMNS: readonly string[] = ["time", "night", "date"];

const DATED = /^\d{4}-\d\d-\d\d/;

/**
 * Returns the step of each row, counted from the first row: its local day, or a step of length
 * `every`. If several rows share a step, returns the ranks of the rows in time instead.
 *
 * @param lag Option that needs steps, such as `lag: 1`, for the message; `undefined` if steps are
 * optional.
 * @returns `undefined` if the rows have no order: times are missing, null or equal
 * @throws {TypeError} if steps are needed and the frame has no times or a time is null
 * @throws {RangeError} if steps are needed and two rows share one
 */
export function readSteps(
  data: OpenFrame,
  { time, every, tz }: StepOptions,
  lag?: string,
): Int32Array | undefined {
  const name = time ?? timeColumn(data);
  if (name === undefined) {
    if (lag === undefined || data.rowCount === 0) return undefined;
    throw new TypeError(
      `Cannot ${data.action} with ${lag}: the frame has no times; pass the column of times as time`,
    );
  }
  const { values, valid, zone: own } = readTimes(data, name, tz, lag !== undefined);
  if (valid?.includes(0) || values.length === 0) return undefined;
  const length = every ?? "1d",
    where = windowLength(length).kind === "calendar"
      ? localZone(tz, own, data.action)
      : zoneOrOwn(tz, own);
  if (lag === undefined) return stepsOrRanks(values, length, where);
  const steps = stepsOf(values, length, where), clash = firstClash(steps);
  if (clash === undefined) return steps;
  throw new RangeError(
    `Cannot ${data.action} with ${lag}: rows ${clash[0]} and ${
      clash[1]
    } are both in the ${length} of ${
      isoMicros(values[clash[1]]!, own)
    }; pass one row for each step, ` + "or the length of a step as every",
  );
}

/** Reads instants or dates; dates without a zone are days in UTC. */
function readTimes(data: OpenFrame, name: string, tz: Zones | undefined, isFull: boolean) {
  const column = data.column(name);
  const isDays = column.type === "date" ||
    (column.type === "text" &&
      column.values.every((value) => value?.length === "2024-03-31".length));
  return data.with({ tz: tz ?? (isDays ? "UTC" : undefined) })
    .read({ time: "time" }, { full: isFull ? ["time"] : [], columns: { time: name } }).time;
}

/** Returns the day of the week of each row; `undefined` if the frame has no times or one is null. */
export function readWeekdays(
  data: OpenFrame,
  { time, tz, every = "1d" }: StepOptions,
): Uint8Array | undefined {
  const name = time ?? timeColumn(data);
  if (name === undefined || data.rowCount === 0) return undefined;
  const { values, valid, zone: own } = readTimes(data, name, tz, false);
  if (valid?.includes(0)) return undefined;
  return weekdaysOf(values, every, localZone(tz, own, data.action));
}

/**
 * Returns the day of the week of each instant, from 1 for Monday to 7, on its local date. A step
 * that is longer than a day has no weekday, but 0.
 */
export function weekdaysOf(instants: BigInt64Array, every: Length, tz: string): Uint8Array {
  const length = windowLength(every);
  const isLong = length.kind === "clock"
    ? length.micros > DAY_MICROS
    : length.days > 1 || length.months > 0;
  if (instants.length === 0 || isLong) return new Uint8Array(instants.length);
  const bounds = windows(extentOf(instants), windowLength("1d"), { tz });
  const days = Uint8Array.from(
    bounds,
    (start) => zonedTime(start, tz).dayOfWeek,
  );
  return Uint8Array.from(instants, (at) => days[bisectRight(bounds, at) - 1]!);
}

function timeColumn(data: OpenFrame): string | undefined {
  return [...STEP_COLUMNS, data.ownTimeName() ?? ""]
    .find((name) => data.names.includes(name) && isTime(data, name));
}

/** Returns whether a column holds times, or texts that start with a date. */
function isTime(data: OpenFrame, name: string): boolean {
  const column = data.column(name);
  return column.type === "time" || column.type === "date" ||
    column.type === "text" &&
      column.values.every((value) => value === null || DATED.test(value)) &&
      column.values.some((value) => value !== null);
}

/**
 * Returns the steps of unordered instants, or their ranks if several share a step; `undefined` if
 * two instants are equal.
 */
export function stepsOrRanks(
  instants: BigInt64Array,
  every: Length,
  tz: string,
): Int32Array | undefined {
  if (instants.length === 0) return undefined;
  const steps = stepsOf(instants, every, tz);
  return firstClash(steps) === undefined ? steps : inOrder(instants);
}

function stepsOf(instants: BigInt64Array, every: Length, tz: string): Int32Array {
  const bounds = windows(extentOf(instants), windowLength(every), { tz });
  return Int32Array.from(instants, (at) => bisectRight(bounds, at) - 1);
}

function extentOf(instants: BigInt64Array): { start: bigint; end: bigint } {
  let start = instants[0]!, end = start;
  for (const at of instants) {
    if (at < start) start = at;
    if (at > end) end = at;
  }
  return { start, end: end + 1n };
}

/** Returns two rows that share a step. */
function firstClash(steps: Int32Array): [number, number] | undefined {
  const rows = new Map<number, number>();
  for (const [row, step] of steps.entries()) {
    const other = rows.get(step);
    if (other !== undefined) return [other, row];
    rows.set(step, row);
  }
  return undefined;
}

/** Returns the rank of each instant; `undefined` if two are equal. */
function inOrder(instants: BigInt64Array): Int32Array | undefined {
  const sorted = instants.toSorted();
  if (sorted.some((at, i) => i > 0 && at === sorted[i - 1])) return undefined;
  return Int32Array.from(instants, (at) => bisectRight(sorted, at) - 1);
}
