import { localTime } from "../../time/localText.ts";
import { HOUR_MS } from "../../time/units.ts";
import type { Labels } from "../picture/labels.ts";
import { extent } from "../axis/extent.ts";
import { DOMAINS, SHADES } from "../picture/theme.ts";
import type { PathPoint } from "./mapPlane.ts";
import { say } from "../../words/language.ts";

/** A point of a path at an instant, in milliseconds since 1970. */
export interface TimedPoint extends PathPoint {
  readonly at: number;
}

/** A period of the day with movement, some hours long. */
export interface PathTime {
  readonly start: number;
  /** `07:00 to 10:00` */
  readonly label: string;
  readonly color: string;
}

/**
 * Colours from early to late, from dark to light. Each is 1.4 times as bright as the one before, so
 * that the order is visible in grey print and to colour-blind readers; each has a contrast of at
 * least 3 on white.
 */
export const PATH_COLORS = SHADES.slice(2).map(({ color }) => color).toReversed();

/** Returns a format of times of day, after the day if an interval has several. */
export function clockWithin(start: number, end: number, labels: Labels): (at: number) => string {
  const { clock, date, day, year } = labels;
  if (date(start) === date(end)) return clock;
  const dated = year(start) === year(end) ? day : date;
  return (at) => `${dated(at)} ${clock(at)}`;
}

/**
 * Returns at most three periods of equal length in whole hours, from the local hour of the first
 * movement to the last; a single period if all movement was within about an hour.
 */
export function pathTimes(path: readonly TimedPoint[], labels: Labels): PathTime[] {
  const moves = path.flatMap((point, i) => {
    const last = path[i - 1];
    const isMove = last?.part === point.part && (last.x !== point.x || last.y !== point.y);
    return isMove ? [wayTime(path, i)] : [];
  });
  const whole = { start: -Infinity, label: "", color: DOMAINS.activity };
  if (moves.length === 0) return [whole];
  const [first, last] = extent([moves])!, clock = clockWithin(first, last, labels);
  const { minute, second, millisecond } = localTime(first, labels.tz);
  const start = first - ((minute * 60 + second) * 1000 + millisecond);
  const hours = Math.max(1, Math.ceil((last - start) / HOUR_MS / PATH_COLORS.length));
  const count = Math.max(1, Math.ceil((last - start) / (hours * HOUR_MS)));
  if (count < 2) return [whole];
  return Array.from({ length: count }, (_, i) => {
    const from = start + i * hours * HOUR_MS;
    return {
      start: i === 0 ? -Infinity : from,
      label: say("{from} to {to}", { from: clock(from), to: clock(from + hours * HOUR_MS) }),
      color: PATH_COLORS[Math.round(i * (PATH_COLORS.length - 1) / (count - 1))]!,
    };
  });
}

/**
 * Returns the time of arrival at a point of a path. A simplified path is at its first point until
 * it leaves, and ends when the last location was known; so for the last leg it is the start of the
 * leg.
 */
export function wayTime(path: readonly TimedPoint[], i: number): number {
  const point = path[i]!, last = path[i - 1];
  const isLast = path[i + 1]?.part !== point.part;
  return isLast && last?.part === point.part ? last.at : point.at;
}

/** Returns the period that contains an instant. */
export function timeOf(at: number, times: readonly PathTime[]): PathTime {
  return times.findLast(({ start }) => at >= start)!;
}

/** Cuts a path at points reached in another period; pieces share their ends. */
export function piecesOf(
  path: readonly TimedPoint[],
  times: readonly PathTime[],
): { time: PathTime; points: (TimedPoint & { piece: number })[] }[] {
  const pieces = new Map(times.map((time) => [time, [] as (TimedPoint & { piece: number })[]]));
  let piece = 0, before: PathTime | undefined;
  path.forEach((point, i) => {
    const last = path[i - 1], joins = last?.part === point.part;
    const next = path[i + 1]?.part === point.part ? i + 1 : i;
    const time = timeOf(wayTime(path, joins ? i : next), times);
    if (!joins) pieces.get(time)!.push({ ...point, piece: ++piece });
    else {
      if (time !== before) pieces.get(time)!.push({ ...last!, piece: ++piece });
      pieces.get(time)!.push({ ...point, piece });
    }
    before = time;
  });
  return [...pieces].map(([time, points]) => ({ time, points }))
    .filter(({ points }) => points.length > 0);
}
