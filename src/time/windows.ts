import { localInstant, nextChange, NO_ZONE, zonedTime } from "./zones.ts";
import { bisectLeft, bisectRight } from "./bisect.ts";
import type { Every } from "./every.ts";
import { MAX_MICROS, MIN_MICROS } from "./instant.ts";
import type { Interval } from "./interval.ts";
import { DAY_MICROS, HOUR_MICROS } from "./units.ts";

/** Maximum number of windows per call; more would exhaust memory. */
export const MAX_WINDOWS = 20_000_000;

/** Options of {@linkcode windows}. */
export interface WindowsOptions {
  /** IANA zone of the calendar and clock. @default "UTC" */
  tz?: string;
  /**
   * Origin of clock windows (`s`, `m`, `h`): `"wall"` at multiples on the zone's clock (00:00,
   * 06:00, ... for `6h`), `"local-day"` in elapsed time from each local midnight, or in elapsed
   * time from an instant in microseconds. Ignored for calendar windows.
   * @default "wall"
   */
  anchor?: "wall" | "local-day" | bigint;
  /** Start of calendar windows, in minutes after local midnight. @default 0 */
  startOfDay?: number;
}

/**
 * Returns the boundaries of the windows that cover a half-open interval: window `i` is
 * `[boundaries[i], boundaries[i + 1])`. The first boundary is at or before the start of the
 * interval, the last at or after its end. Calendar windows start at the first instant of their
 * local day: a day has 23, 24 or 25 hours, and starts at 01:00 if the zone skips midnight.
 *
 * @throws {RangeError} if there would be more than 20 million windows, or one outside the years 1
 * to 9999
 */
export function windows(
  interval: Interval,
  every: Every,
  options: WindowsOptions = {},
): BigInt64Array {
  const { tz = "UTC", anchor = "wall", startOfDay = 0 } = options;
  if (every.kind === "calendar") return calendar(interval, every, tz, startOfDay);
  const count = (interval.end - interval.start) / every.micros + 2n;
  if (count > BigInt(MAX_WINDOWS)) {
    throw new RangeError(
      `Cannot compute ${count} windows: the maximum is ${MAX_WINDOWS}. Use longer windows or a shorter range.`,
    );
  }
  if (typeof anchor === "bigint") {
    const first = floorTo(interval.start - anchor, every.micros) + anchor;
    return arithmetic(first, interval.end, every.micros);
  }
  // Clocks differ from UTC by hours and parts of an hour that shorter windows divide.
  const isAlike = tz === NO_ZONE && HOUR_MICROS % every.micros === 0n;
  return anchor === "wall"
    ? wallClock(interval, every.micros, isAlike ? "UTC" : tz)
    : localDays(interval, every.micros, tz);
}

/** Rounds down to a multiple of `step`. */
export function floorTo(value: bigint, step: bigint): bigint {
  const rest = value % step;
  return value - (rest < 0n ? rest + step : rest);
}

function arithmetic(first: bigint, end: bigint, step: bigint): BigInt64Array {
  const count = end <= first ? 1 : Number((end - first + step - 1n) / step);
  const boundaries = new BigInt64Array(count + 1);
  for (let i = 0, at = first; i <= count; i++, at += step) boundaries[i] = at;
  return boundaries;
}

function calendar(
  interval: Interval,
  every: Every & { kind: "calendar" },
  tz: string,
  startOfDay: number,
): BigInt64Array {
  const at = (date: Temporal.PlainDate): bigint => startOf(date, tz, startOfDay);
  const local = zonedTime(interval.start, tz);
  let date = floorDate(local.toPlainDate(), every);
  while (at(date) > interval.start) date = step(date, every, -1);
  for (let next = step(date, every, 1); at(next) <= interval.start; next = step(date, every, 1)) {
    date = next;
  }
  const list = new Boundaries(64), days = BigInt(every.days) * DAY_MICROS;
  let last = at(date), even = evenUntil(date, every, tz, startOfDay);
  list.add(last);
  for (let count = 1; count < 2 || last < interval.end;) {
    // Days have equal lengths while the offset is constant; asking for the offset is the slowest
    // part.
    let skipped = 0;
    while (last + days < even && (count < 2 || last < interval.end)) {
      list.add(last += days);
      skipped++;
      count++;
    }
    if (count >= 2 && last >= interval.end) break;
    date = step(date, every, skipped + 1);
    const next = at(date);
    if (next >= MAX_MICROS || next < MIN_MICROS) {
      throw new RangeError(`Cannot compute windows: ${date} is outside the years 1 to 9999`);
    }
    if (next <= last) continue;
    list.add(last = next);
    even = evenUntil(date, every, tz, startOfDay);
    count++;
  }
  return list.all().slice();
}

/**
 * Returns the time until which days have 24 hours each: the next offset change, or the end of the
 * years. Returns the day's own start for months, and if the zone skipped the start of the day or
 * the whole day.
 */
function evenUntil(
  date: Temporal.PlainDate,
  every: Every & { kind: "calendar" },
  tz: string,
  startOfDay: number,
): bigint {
  const wall = wallStart(date, startOfDay), start = localInstant(wall, tz);
  if (every.months > 0 || !zonedTime(start, tz).toPlainDateTime().equals(wall)) return start;
  const until = nextChange(start, tz) ?? MAX_MICROS;
  return until < MAX_MICROS ? until : MAX_MICROS;
}

function floorDate(
  date: Temporal.PlainDate,
  every: Every & { kind: "calendar" },
): Temporal.PlainDate {
  if (every.months > 0) {
    const month = (date.year - 1970) * 12 + date.month - 1;
    return new Temporal.PlainDate(1970, 1, 1).add({
      months: Math.floor(month / every.months) * every.months,
    });
  }
  // Weeks start on Monday (ISO 8601), as 1970-01-05 was. Other day counts start at 1970-01-01.
  const origin = new Temporal.PlainDate(1970, 1, every.days % 7 === 0 ? 5 : 1);
  const days = origin.until(date, { largestUnit: "day" }).days;
  return origin.add({ days: Math.floor(days / every.days) * every.days });
}

function step(
  date: Temporal.PlainDate,
  every: Every & { kind: "calendar" },
  count: number,
): Temporal.PlainDate {
  return date.add({ months: count * every.months, days: count * every.days });
}

function startOf(date: Temporal.PlainDate, tz: string, startOfDay: number): bigint {
  return localInstant(startOfDay === 0 ? date : wallStart(date, startOfDay), tz);
}

function wallStart(date: Temporal.PlainDate, startOfDay: number): Temporal.PlainDateTime {
  return date.toPlainDateTime("00:00").add({ minutes: startOfDay });
}

/** Returns clock windows at multiples on the zone's clock, from one offset change to the next. */
function wallClock(interval: Interval, step: bigint, tz: string): BigInt64Array {
  const list = new Boundaries(Number((interval.end - interval.start) / step) + 64);
  let label: bigint | undefined;
  for (let at = interval.start - step - DAY_MICROS; !list.cover(interval);) {
    const offset = BigInt(zonedTime(at, tz).offsetNanoseconds) / 1000n;
    const until = nextChange(at, tz) ?? MAX_MICROS;
    const wall = floorTo(at + offset, step);
    // After a jump of the clock, a window starts if the new time is a multiple or in another
    // window.
    if (label === undefined) list.add(wall - offset);
    else if (wall === at + offset || wall !== label) list.add(at);
    const next = wall + step - offset;
    const most = interval.end + step + 1n; // at most one window past the end
    const first = skipTo(interval.start - step, next, step);
    list.addEach(first, most < until && next < until ? most : until, step);
    const count = next < until ? (until - next + step - 1n) / step : 0n;
    label = next + (count - 1n) * step + offset;
    at = until;
  }
  return trimToInterval(list.all(), interval);
}

function localDays(interval: Interval, step: bigint, tz: string): BigInt64Array {
  const days = calendar(interval, { kind: "calendar", days: 1, months: 0 }, tz, 0);
  const list = new Boundaries(Number((interval.end - interval.start) / step) + 64);
  const most = interval.end + step + 1n;
  for (let day = 0; day + 1 < days.length; day++) {
    const first = skipTo(interval.start - step, days[day]!, step), next = days[day + 1]!;
    list.addEach(first, most < next ? most : next, step);
  }
  list.add(days.at(-1)!);
  return trimToInterval(list.all(), interval);
}

/** Returns the last boundary at or before `at`, or the first one if all are later. */
function skipTo(at: bigint, first: bigint, step: bigint): bigint {
  return first < at ? floorTo(at - first, step) + first : first;
}

/** Growing list of boundaries; a list of `bigint`s would take several times the memory. */
class Boundaries {
  #values: BigInt64Array;
  #size = 0;

  constructor(room: number) {
    this.#values = new BigInt64Array(room);
  }

  add(at: bigint): void {
    this.#reserve(1);
    this.#values[this.#size++] = at;
  }

  /** Adds all boundaries from `from`, a step apart, that are before `until`. */
  addEach(from: bigint, until: bigint, step: bigint): void {
    if (from >= until) return;
    const count = Number((until - from + step - 1n) / step);
    this.#reserve(count);
    const values = this.#values, first = this.#size;
    values[first] = from;
    for (let i = first + 1; i < first + count; i++) values[i] = values[i - 1]! + step;
    this.#size += count;
  }

  /** Returns whether the boundaries cover an interval, or at least one window if it is empty. */
  cover({ start, end }: Interval): boolean {
    const last = this.#size === 0 ? MIN_MICROS : this.#values[this.#size - 1]!;
    return last >= end && last > start;
  }

  all(): BigInt64Array {
    return this.#values.subarray(0, this.#size);
  }

  #reserve(count: number): void {
    if (this.#size + count <= this.#values.length) return;
    const values = new BigInt64Array(Math.max(this.#size + count, 2 * this.#size));
    values.set(this.all());
    this.#values = values;
  }
}

/**
 * Keeps the boundaries from the last at or before the start to the first at or after the end, at
 * least one window.
 */
function trimToInterval(boundaries: BigInt64Array, interval: Interval): BigInt64Array {
  const first = bisectRight(boundaries, interval.start) - 1;
  const last = Math.max(first + 1, bisectLeft(boundaries, interval.end));
  return boundaries.slice(first, last + 1);
}

/** Returns the index of the window that contains an instant; the first or last if none does. */
export function windowOf(boundaries: BigInt64Array, at: bigint): number {
  return Math.max(0, bisectRight(boundaries, at, 0, boundaries.length - 1) - 1);
}
