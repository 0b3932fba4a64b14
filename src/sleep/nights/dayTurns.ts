import { clockTimes, instantsAt, type Offsets, offsets } from "../../series/clock/offsets.ts";
import { isoDay } from "../../time/day.ts";
import type { Interval } from "../../time/interval.ts";
import { DAY_MICROS, DAY_US, HOUR_MICROS, HOUR_US, MINUTE_MICROS } from "../../time/units.ts";
import { floorTo, windowOf } from "../../time/windows.ts";
import { clockText } from "./nightOf.ts";

/**
 * Reason for a cut between nights. `rule`: an option sets the time. `noon`: sleep is at least 4
 * hours away from noon. `midsleep`: the time is opposite the mean midsleep. `few`: noon, because
 * too few days have sleep. `scattered`: noon, because the sleep has no usual time.
 */
export type CutBasis = "rule" | "noon" | "midsleep" | "few" | "scattered";

/** Time of day at which one night ends and the next starts. */
export interface Cut {
  readonly minutes: number;
  readonly basis: CutBasis;
}

/** Instants at which a person's days turn, and the nights between them. */
export interface DayTurns {
  /** Ascending; night `i` is `[bounds[i], bounds[i + 1])`. */
  readonly bounds: BigInt64Array;
  /** Cut at each bound, as `HH:MM`. */
  readonly cut: readonly string[];
  readonly basis: readonly CutBasis[];
  /** Date of each night, for nights without a main sleep. */
  readonly night: readonly string[];
}

/**
 * Numbers of days on either side whose sleep decides a day's cut: the first with enough days
 * counts.
 */
const REACHES = [7, 14];
/** Minimum number of days with sleep that decide a cut, and minimum sleep of such a day. */
const LEAST_DAYS = 4, LEAST_SLEEP = 2 * HOUR_US;
/** Minimum mean resultant length of midsleep for a usual time. */
const LEAST_RESULTANT = 0.3;
/** Noon, and its distance in hours from the mean midsleep at which it is kept. */
const NOON = 12, FAR_FROM_NOON = 4;
/**
 * Bounds closer than the first or farther apart than the second come from a cut that moves past
 * midnight.
 */
const SHORTEST_NIGHT = 12n * HOUR_MICROS, LONGEST_NIGHT = 36n * HOUR_MICROS;
/** From the middle of a night to waking: half of a usual sleep. */
const HALF_SLEEP = 4n * HOUR_MICROS;

/**
 * Finds the turns of a person's days from their sleep: noon, or if that is less than 4 hours from
 * the usual midsleep, the whole hour opposite the circular mean of midsleep.
 *
 * The cut of a day depends only on sleep within {@linkcode REACHES}, so a change of shift moves it,
 * and a longer record gives the same result.
 *
 * @param sleeps Sleeps of one person, ascending.
 * @param within Interval to cover without a gap. Default: only the days around each sleep
 */
export function dayTurns(sleeps: readonly Interval[], tz: string, within?: Interval): DayTurns {
  const middles = BigInt64Array.from(sleeps, ({ start, end }) => start + (end - start) / 2n);
  const clock = offsets(
    BigInt64Array.from([
      ...sleepEdges(sleeps),
      ...(within === undefined ? [] : [within.start, within.end]),
    ].flatMap((at) => [at - 3n * DAY_MICROS, at + 3n * DAY_MICROS])),
    tz,
  );
  const shown = clockTimes(middles, clock);
  const cutOn = cutOfDays(sleeps, shown);
  const days = [...new Set([...daysAround(shown), ...daysWithin(within, clock)])]
    .sort((a, b) => a - b);
  const cuts = days.map(cutOn);
  const at = instantsAt(
    BigInt64Array.from(
      cuts,
      ({ minutes }, i) => BigInt(days[i]!) * DAY_MICROS + BigInt(minutes) * MINUTE_MICROS,
    ),
    clock,
  );
  const turns = evenOut(cuts.map((cut, i) => ({ at: at[i]!, cut, day: days[i]! })));
  const bounds = BigInt64Array.from(turns, ({ at }) => at);
  const wakings = BigInt64Array.from(
    bounds.subarray(0, -1),
    (start, i) => start + (bounds[i + 1]! - start) / 2n + HALF_SLEEP,
  );
  return {
    bounds,
    cut: Array.from(clockTimes(bounds, clock), clockText),
    basis: turns.map(({ cut }) => cut.basis),
    night: Array.from(clockTimes(wakings, clock), localDate),
  };
}

/** Returns the index of the night that contains an instant. */
export function turnOf({ bounds }: DayTurns, at: bigint): number {
  return windowOf(bounds, at);
}

/** Returns the date of a local time. */
export function localDate(shown: bigint): string {
  return isoDay(dayNumber(shown));
}

function dayNumber(shown: bigint): number {
  return Number(floorTo(shown, DAY_MICROS) / DAY_MICROS);
}

function sleepEdges(sleeps: readonly Interval[]): bigint[] {
  const [first] = sleeps;
  return first === undefined
    ? []
    : [first.start, sleeps.reduce((last, { end }) => end > last ? end : last, first.end)];
}

/** Returns the local days that contain the middle of a sleep, and two on either side. */
function daysAround(shown: BigInt64Array): number[] {
  return Array.from(shown, dayNumber).flatMap((day) => [-2, -1, 0, 1, 2].map((step) => day + step));
}

function daysWithin(within: Interval | undefined, clock: Offsets): number[] {
  if (within === undefined) return [];
  const ends = clockTimes(BigInt64Array.of(within.start, within.end), clock);
  const [first = 0, last = first] = Array.from(ends, dayNumber), from = first - 2;
  return Array.from({ length: last + 3 - from }, (_, i) => from + i);
}

/** Sleep of one day as a vector on the clock, and its length. */
interface DaySleep {
  x: number;
  y: number;
  asleep: number;
}

/** Returns a function that gives the cut of each local day. */
function cutOfDays(sleeps: readonly Interval[], shown: BigInt64Array): (day: number) => Cut {
  const byDay = new Map<number, DaySleep>();
  sleeps.forEach(({ start, end }, i) => {
    const local = shown[i]!, day = dayNumber(local), asleep = Number(end - start);
    const angle = 2 * Math.PI * Number(local - BigInt(day) * DAY_MICROS) / DAY_US;
    const own = byDay.get(day) ?? { x: 0, y: 0, asleep: 0 };
    // The sum over all moments asleep: sleep around the clock has no direction.
    const length = DAY_US / Math.PI * Math.sin(Math.PI * asleep / DAY_US);
    own.x += length * Math.cos(angle);
    own.y += length * Math.sin(angle);
    own.asleep += asleep;
    byDay.set(day, own);
  });
  return (day) => {
    let basis: CutBasis = "few";
    for (const reach of REACHES) {
      let x = 0, y = 0, asleep = 0, count = 0;
      // Always in the same order: a sum must not depend on how much else was read.
      for (let near = day - reach; near <= day + reach; near++) {
        const own = byDay.get(near);
        if (own === undefined) continue;
        x += own.x;
        y += own.y;
        asleep += own.asleep;
        if (own.asleep >= LEAST_SLEEP) count++;
      }
      if (count < LEAST_DAYS) continue;
      basis = "scattered";
      if (Math.hypot(x, y) < LEAST_RESULTANT * asleep) continue;
      const midsleep = (Math.atan2(y, x) * 12 / Math.PI + 24) % 24;
      return Math.abs(midsleep - NOON) >= FAR_FROM_NOON
        ? { minutes: 60 * NOON, basis: "noon" }
        : { minutes: 60 * (Math.round(midsleep + 12) % 24), basis: "midsleep" };
    }
    return { minutes: 60 * NOON, basis };
  };
}

interface Turn {
  readonly at: bigint;
  readonly cut: Cut;
  readonly day: number;
}

/**
 * Keeps turns about a day apart: a cut that moves past midnight would otherwise occur twice or
 * never on a day.
 */
function evenOut(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  for (const turn of turns) {
    const last = kept.at(-1);
    if (last !== undefined && turn.at - last.at < SHORTEST_NIGHT) continue;
    if (
      last !== undefined && turn.at - last.at > LONGEST_NIGHT && turn.day - last.day <= 2
    ) {
      kept.push({ ...turn, at: last.at + (turn.at - last.at) / 2n });
    }
    kept.push(turn);
  }
  return kept;
}
