import { zoneAt, zonedTime } from "../../time/zones.ts";
import { clockTimes, offsets } from "../../series/clock/offsets.ts";
import { DAY_MICROS, HOUR_US, MINUTE_US } from "../../time/units.ts";
import { floorTo } from "../../time/windows.ts";

/** Returns a local time of day in hours after midnight: 0 to 24. */
export function clockTime(at: bigint, tz: string): number {
  return clockHours([at], tz)[0]!;
}

/**
 * Returns local times of day in hours after midnight.
 *
 * @param wakings Instants that determine the zone of each time, for someone who travels. Default:
 * its own
 */
export function clockHours(
  instants: readonly bigint[],
  tz: string,
  wakings: readonly bigint[] = instants,
): number[] {
  const at = BigInt64Array.from(instants);
  return Array.from(shownFrom(at, BigInt64Array.from(wakings), tz), (shown) => {
    const micros = Number(shown - floorTo(shown, DAY_MICROS));
    const ofHour = micros % HOUR_US, ofMinute = ofHour % MINUTE_US;
    return (micros - ofHour) / HOUR_US + (ofHour - ofMinute) / MINUTE_US / 60 +
      ofMinute / 1e6 / 3600;
  });
}

/**
 * Returns local times of day in hours after the midnight of some days. Times of the evening before
 * are negative, so they can be sorted, averaged and correlated.
 *
 * @param days Day of each instant, as days since 1970-01-01.
 */
export function hoursFromMidnight(
  instants: BigInt64Array,
  days: ArrayLike<number>,
  tz: string,
  wakings: BigInt64Array = instants,
): Float64Array {
  const shown = shownFrom(instants, wakings, tz);
  return Float64Array.from(
    shown,
    (micros, i) => Number(micros - BigInt(days[i]!) * DAY_MICROS) / HOUR_US,
  );
}

/** Returns local times at instants, each in the zone in force at another instant. */
function shownFrom(at: BigInt64Array, zonedAt: BigInt64Array, tz: string): BigInt64Array {
  const shown = clockTimes(at, offsets(at, tz));
  for (const [i, instant] of at.entries()) {
    const own = zoneAt(instant, tz), counts = zoneAt(zonedAt[i]!, tz);
    if (own === counts) continue;
    shown[i] = instant + BigInt(zonedTime(instant, counts).offsetNanoseconds) / 1000n;
  }
  return shown;
}

/** Wraps hours into 0 to 24. */
export function onClock(hours: number): number {
  return (hours % 24 + 24) % 24;
}

/** Returns the shorter way from one time of day to another, in hours: above -12, at most 12. */
export function arc(from: number, to: number): number {
  const way = onClock(to - from);
  return way > 12 ? way - 24 : way;
}

/** Mean and spread of times of day. */
export interface ClockSpread {
  /** Circular mean in hours after midnight; null if the times cancel out. */
  readonly mean: number | null;
  /** Circular standard deviation in hours; null for fewer than two times. */
  readonly sd: number | null;
  /** Length of the mean resultant: 1 for identical times, 0 if they cancel out. */
  readonly R: number | null;
}

const RADIANS = Math.PI / 12;

/**
 * Computes circular mean, `R = |mean exp(i t)|` and standard deviation `sqrt(-2 ln R)` of times of
 * day (Mardia and Jupp, Directional Statistics, 2000). Angles count from the first time, so
 * rounding gives equal times no spread.
 */
export function clockSpread(times: readonly number[]): ClockSpread {
  if (times.length === 0) return { mean: null, sd: null, R: null };
  const first = times[0]!;
  const mean = (of: (angle: number) => number): number =>
    times.reduce((sum, time) => sum + of((time - first) * RADIANS), 0) / times.length;
  const x = mean(Math.cos), y = mean(Math.sin);
  const R = Math.min(1, Math.hypot(x, y)), isNone = R < 1e-12;
  return {
    mean: isNone ? null : onClock(first + Math.atan2(y, x) / RADIANS),
    sd: isNone || times.length < 2 ? null : Math.sqrt(Math.max(0, -2 * Math.log(R))) / RADIANS,
    R,
  };
}
