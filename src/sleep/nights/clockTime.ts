import { zoneAt, zonedTime } from "../../time/zones.ts";
import { clockTimes, offsets } from "../../series/clock/offsets.ts";
import { DAY_MICROS, HOUR_US, MINUTE_US } from "../../time/units.ts";
import { floorTo } from "../../time/windows.ts";

/** A time of day in hours after local midnight, as the clock on the wall shows it: 0 to 24. */
export function clockTime(at: bigint, tz: string): number {
  return clockHours([at], tz)[0]!;
}

/**
 * Times of day in hours after local midnight, as the clock on the wall of a zone shows them.
 *
 * @param wakings For someone who travels, instants whose zone counts for each time. Default: its own
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
 * Times of day in hours after the midnight of some days, as the clock on the wall shows them: of the
 * evening before they are below 0, so that they can be sorted, averaged and correlated.
 *
 * @param days The day of each instant, as days since 1970-01-01.
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

/** Clock faces at instants, each in the zone that counts at another. */
function shownFrom(at: BigInt64Array, zonedAt: BigInt64Array, tz: string): BigInt64Array {
  const shown = clockTimes(at, offsets(at, tz));
  for (let i = 0; i < at.length; i++) {
    const own = zoneAt(at[i]!, tz), counts = zoneAt(zonedAt[i]!, tz);
    if (own === counts) continue;
    shown[i] = at[i]! + BigInt(zonedTime(at[i]!, counts).offsetNanoseconds) / 1000n;
  }
  return shown;
}

/** Hours onto the clock: 0 to 24. */
export function onClock(hours: number): number {
  return (hours % 24 + 24) % 24;
}

/** The shorter way on the clock from one time of day to another, in hours: over -12, at most 12. */
export function arc(from: number, to: number): number {
  const way = onClock(to - from);
  return way > 12 ? way - 24 : way;
}

/** The middle and the spread of times of day. */
export interface ClockSpread {
  /** The circular mean in hours after midnight; null where the times cancel each other out. */
  readonly mean: number | null;
  /** The circular standard deviation in hours; null of fewer than two times. */
  readonly sd: number | null;
  /** The length of the mean resultant: 1 where all are alike, 0 where they cancel each other out. */
  readonly R: number | null;
}

const RADIANS = Math.PI / 12;

/**
 * Circular mean, `R = |mean exp(i t)|` and standard deviation `sqrt(-2 ln R)` of times of day (Mardia
 * and Jupp, Directional Statistics, 2000). Angles count from the first time, so rounding gives equal
 * times no spread.
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
