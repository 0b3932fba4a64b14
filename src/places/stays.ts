import { haversine } from "./metersBetween.ts";
import { middleOf } from "./vectors.ts";
import type { Point } from "./point.ts";

/** Places that are known one after the other, with no gap that is too long between them. */
export interface Track {
  /** When, in microseconds, ascending. */
  readonly time: readonly number[];
  /** Where. */
  readonly where: readonly Point[];
  /** For how long a place holds beyond its moment. */
  readonly step: number;
}

/** A stay: the points from `first` to before `after`. */
export interface Stay {
  /** Its first point. */
  readonly first: number;
  /** The first point that is no longer of it. */
  readonly after: number;
  /** When it ends. */
  readonly end: number;
  /** The middle of its points. */
  readonly middle: Point;
}

/** What counts as a stay; times in microseconds. */
export interface StayRules {
  /** Metres around the first point. */
  readonly radius: number;
  /** The least length. */
  readonly minStay: number;
  /** The longest excursion from a stay and back to it that is taken for an error of measurement. */
  readonly jitter: number;
}

/**
 * The stays of a track, in order: stay points (Li et al. 2008, algorithm 1). From a point on, all that
 * follow without a break within `radius` of it are one stay if they last for `minStay`; the search
 * goes on behind them, or else at the next point. Then two stays that follow each other within
 * `radius`, with at most `jitter` between them, are made one, with what lies between.
 */
export function stays(track: Track, rules: StayRules): Stay[] {
  const { time, where } = track, { radius, minStay, jitter } = rules;
  const found: Stay[] = [];
  for (let first = 0; first < where.length;) {
    let after = first + 1;
    while (after < where.length && haversine(where[first]!, where[after]!) <= radius) after++;
    const end = endBefore(track, after);
    if (end - time[first]! < minStay) {
      first++;
      continue;
    }
    const middle = middleOf(where.slice(first, after));
    const stay = { first, after, end, middle }, last = found.at(-1);
    const isSame = last !== undefined && haversine(last.middle, middle) <= radius &&
      time[first]! - last.end <= jitter;
    if (isSame) {
      found[found.length - 1] = { ...stay, first: last.first, middle: weighted(last, stay) };
    } else found.push(stay);
    first = after;
  }
  return found;
}

/** Until when the point before `after` holds. */
function endBefore({ time, step }: Track, after: number): number {
  return Math.min(time[after] ?? Infinity, time[after - 1]! + step);
}

function weighted(a: Stay, b: Stay): Point {
  const repeat = function* (stay: Stay): Generator<Point> {
    for (let i = stay.first; i < stay.after; i++) yield stay.middle;
  };
  return middleOf([...repeat(a), ...repeat(b)]);
}
