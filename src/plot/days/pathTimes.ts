import { localTime } from "../../time/localText.ts";
import { HOUR_MS } from "../../time/units.ts";
import type { Labels } from "../picture/labels.ts";
import { extent } from "../axis/extent.ts";
import { ACCENT } from "../picture/theme.ts";
import type { PathPoint } from "./mapPlane.ts";

/** A point of a path at a time, in milliseconds since 1970. */
export interface TimedPoint extends PathPoint {
  readonly at: number;
}

/** A part of the day in which one was on the way, of some hours. */
export interface PathTime {
  /** Its first instant. */
  readonly start: number;
  /** `07:00 to 10:00` */
  readonly label: string;
  readonly color: string;
}

/**
 * Colours from early to late, from dark to light: each is 1.4 times as bright as the one before, so that
 * their order is seen in grey print and by the colour blind, and has a contrast of at least 2.2 with white
 * and with a dark page.
 */
export const PATH_COLORS = ["#295bb0", "#9d58c0", "#dc6c88", "#e99e35"] as const;

/**
 * At most four parts of as many hours each, from the local hour in which one first moved to the last;
 * one part where all the way was within an hour or so, or nobody moved.
 */
export function pathTimes(path: readonly TimedPoint[], labels: Labels): PathTime[] {
  const moves = path.flatMap((point, i) => {
    const last = path[i - 1];
    const isMove = last?.part === point.part && (last.x !== point.x || last.y !== point.y);
    return isMove ? [wayTime(path, i)] : [];
  });
  const whole = { start: -Infinity, label: "", color: ACCENT };
  if (moves.length === 0) return [whole];
  const [first, last] = extent([moves])!;
  const { minute, second, millisecond } = localTime(first, labels.tz);
  const start = first - ((minute * 60 + second) * 1000 + millisecond);
  const hours = Math.max(1, Math.ceil((last - start) / HOUR_MS / PATH_COLORS.length));
  const count = Math.max(1, Math.ceil((last - start) / (hours * HOUR_MS)));
  if (count < 2) return [whole];
  return Array.from({ length: count }, (_, i) => {
    const from = start + i * hours * HOUR_MS;
    return {
      start: i === 0 ? -Infinity : from,
      label: `${labels.clock(from)} to ${labels.clock(from + hours * HOUR_MS)}`,
      color: PATH_COLORS[Math.round(i * (PATH_COLORS.length - 1) / (count - 1))]!,
    };
  });
}

/**
 * When one was on the way to a point of a path: when one came there. A simple path has a stay in the one
 * point at which it began, and ends when the last was known: so of the last leg it is when that began.
 */
export function wayTime(path: readonly TimedPoint[], i: number): number {
  const point = path[i]!, last = path[i - 1];
  const isLast = path[i + 1]?.part !== point.part;
  return isLast && last?.part === point.part ? last.at : point.at;
}

/** The part of the day in which an instant lies. */
export function timeOf(at: number, times: readonly PathTime[]): PathTime {
  return times.findLast(({ start }) => at >= start)!;
}

/** A path cut where one came to a point in another part of the day; pieces share their ends. */
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
