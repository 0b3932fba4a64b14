import { clockSpread, clockTime } from "../../sleep/nights/clockTime.ts";
import type { NightSleep } from "../../sleep/nights/nightSleeps.ts";
import { clockIntervals } from "./clockIntervals.ts";
import { DAY_MS } from "../../time/units.ts";
import type { Labels } from "../picture/labels.ts";
import { FINDINGS } from "../picture/findings.ts";
import { quantileInPlace } from "../axis/quantileInPlace.ts";
import { say } from "../../words/language.ts";

/** Hour at which a row starts. */
export const EVENING = 18;

/** A bar or stroke on the clock of a row. */
export interface SleepOnClock {
  readonly kind: "main" | "nap" | "midpoint";
  /** Date on which the row ends. */
  readonly slot: number;
  /** Start in hours after 18:00. */
  readonly from: number;
  readonly to: number;
}

/** Returns a sleep on the clock of rows from 18:00 to 18:00, and the midpoint of a main sleep. */
export function sleepOnClock({ start, end, main }: NightSleep, tz: string): SleepOnClock[] {
  const on = (from: number, to: number, kind: SleepOnClock["kind"]): SleepOnClock[] =>
    clockIntervals(from, to, tz, EVENING)
      .map((interval) => ({
        kind,
        slot: interval.slot + DAY_MS,
        from: interval.from,
        to: interval.to,
      }));
  const first = Number(start) / 1000, last = Number(end) / 1000, middle = (first + last) / 2;
  const midpoint = on(middle, middle + 1, "midpoint").slice(0, 1);
  return [...on(first, last, main ? "main" : "nap"), ...(main ? midpoint : [])];
}

/** Returns the points of a bar, or of an upright stroke of the given height, and a break. */
export function stroke(
  from: number,
  to: number,
  row: number,
  height: number,
): { x: number; y: number }[] {
  const y = row + 0.5;
  const [a, b] = height === 0
    ? [{ x: from, y }, { x: to, y }]
    : [{ x: from, y: y - height / 2 }, { x: from, y: y + height / 2 }];
  return [a!, b!, { x: to, y: NaN }];
}

/** Describes the mean midpoint of the main sleeps. */
export function meanMidpoint(sleeps: readonly NightSleep[], labels: Labels): string {
  const { mean } = clockSpread(
    sleeps.filter(({ main }) => main)
      .map(({ start, end }) => clockTime(start + (end - start) / 2n, labels.tz)),
  );
  return mean === null ? "" : say(", midpoint {time} on average", { time: labels.hour(mean) });
}

/** Returns the median start and end of the main sleeps; `undefined` without sleep. */
export function sleepClock(sleeps: readonly NightSleep[], labels: Labels): string | undefined {
  const main = sleeps.filter(({ main }) => main);
  if (main.length === 0) return undefined;
  // Counted from 18:00, so that the clock does not turn over within a night.
  const middle = (of: (sleep: NightSleep) => bigint): string => {
    const hours = Float64Array.from(main, (sleep) => (clockTime(of(sleep), labels.tz) + 6) % 24);
    return labels.hour((quantileInPlace(hours, 0.5) + 18) % 24);
  };
  return FINDINGS.clock(middle(({ start }) => start), middle(({ end }) => end), main.length);
}
