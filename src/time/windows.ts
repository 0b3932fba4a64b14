import { localInstant, nextChange, zonedTime } from "./zones.ts";
import { bisectLeft, bisectRight } from "./bisect.ts";
import type { Every } from "./every.ts";
import { MAX_MICROS, MIN_MICROS } from "./instant.ts";
import type { Interval } from "./interval.ts";
import { DAY_MICROS } from "./units.ts";

/** The most windows that one call may make: more would exhaust memory before they were of use. */
export const MAX_WINDOWS = 20_000_000;

/** How windows lie. */
export interface WindowsOptions {
  /** The IANA zone whose calendar and clock count. @default "UTC" */
  tz?: string;
  /**
   * Where clock windows (`s`, `m`, `h`) begin: `"wall"` at the multiples on the zone's clock (00:00,
   * 06:00, ... for `6h`), `"local-day"` elapsed, and again at each local midnight, or an instant in
   * microseconds from which they are counted as elapsed time. Calendar windows need none.
   * @default "wall"
   */
  anchor?: "wall" | "local-day" | bigint;
  /** Time of day at which calendar windows begin, in minutes after local midnight. @default 0 */
  startOfDay?: number;
}

/**
 * The boundaries of the windows that cover a half-open interval: window `i` is
 * `[boundaries[i], boundaries[i + 1])`. The first boundary is at or before the interval's start, the
 * last is at or after its end. Calendar windows begin at the first instant of their local day, so
 * that a day has 23, 24 or 25 hours, and a zone that skips midnight starts its day at 01:00.
 *
 * @throws {RangeError} if that would be more than 20 million windows, or leave the years 1 to 9999
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
    throw new RangeError(`Cannot compute ${count} windows: the most is ${MAX_WINDOWS}`);
  }
  if (typeof anchor === "bigint") {
    const first = floorTo(interval.start - anchor, every.micros) + anchor;
    return arithmetic(first, interval.end, every.micros);
  }
  return anchor === "wall"
    ? wallClock(interval, every.micros, tz)
    : localDays(interval, every.micros, tz);
}

/** The greatest multiple of `step` that is not above `value`. */
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
    // While a zone's clock is not changed its days are as long as each other: asking it takes longest.
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
      throw new RangeError(`Cannot compute windows: ${date} lies outside the years 1 to 9999`);
    }
    if (next <= last) continue;
    list.add(last = next);
    even = evenUntil(date, every, tz, startOfDay);
    count++;
  }
  return list.all().slice();
}

/**
 * Until when days from one on have 24 hours each: the next change of the zone's clock, and no later than
 * the years end. The day's own start for months, and where the zone has skipped the time at which the
 * day, or the day itself, would begin.
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
  // Weeks begin on Monday (ISO 8601): 1970-01-05 was one. Other day counts run from 1970-01-01.
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

/** Clock windows at the multiples on the wall, walked from one change of the zone's offset to the next. */
function wallClock(interval: Interval, step: bigint, tz: string): BigInt64Array {
  const list = new Boundaries(Number((interval.end - interval.start) / step) + 64);
  let label: bigint | undefined;
  for (let at = interval.start - step - DAY_MICROS; !list.cover(interval);) {
    const offset = BigInt(zonedTime(at, tz).offsetNanoseconds) / 1000n;
    const until = nextChange(at, tz) ?? MAX_MICROS;
    const wall = floorTo(at + offset, step);
    // A clock that jumps begins a window where it lands on a multiple, or in another window.
    if (label === undefined) list.add(wall - offset);
    else if (wall === at + offset || wall !== label) list.add(at);
    const next = wall + step - offset;
    const most = interval.end + step + 1n; // no more than one window past the end
    list.addEach(next, most < until && next < until ? most : until, step);
    const count = next < until ? (until - next + step - 1n) / step : 0n;
    label = next + (count - 1n) * step + offset;
    at = until;
  }
  return trimToInterval(list.all(), interval);
}

function localDays(interval: Interval, step: bigint, tz: string): BigInt64Array {
  const days = calendar(interval, { kind: "calendar", days: 1, months: 0 }, tz, 0);
  const list = new Boundaries(Number((interval.end - interval.start) / step) + 64);
  for (let day = 0; day + 1 < days.length; day++) list.addEach(days[day]!, days[day + 1]!, step);
  list.add(days.at(-1)!);
  return trimToInterval(list.all(), interval);
}

/** Boundaries as they are found: a list of `bigint`s would take several times the memory. */
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

  /** Adds all from one on, a step apart, that are before another. */
  addEach(from: bigint, until: bigint, step: bigint): void {
    if (from >= until) return;
    const count = Number((until - from + step - 1n) / step);
    this.#reserve(count);
    const values = this.#values, first = this.#size;
    values[first] = from;
    for (let i = first + 1; i < first + count; i++) values[i] = values[i - 1]! + step;
    this.#size += count;
  }

  /** Whether an interval, or one window of an empty one, lies before the last. */
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

/** From the last boundary at or before the start to the first at or after the end, at least one window. */
function trimToInterval(boundaries: BigInt64Array, interval: Interval): BigInt64Array {
  const first = bisectRight(boundaries, interval.start) - 1;
  const last = Math.max(first + 1, bisectLeft(boundaries, interval.end));
  return boundaries.slice(first, last + 1);
}

/** The window in which an instant lies; the first or the last if it lies in none. */
export function windowOf(boundaries: BigInt64Array, at: bigint): number {
  return Math.max(0, bisectRight(boundaries, at, 0, boundaries.length - 1) - 1);
}
