import { haversine } from "./metersBetween.ts";
import { middleOf, type Point } from "./vectors.ts";
import type { Track } from "./tracks.ts";

/** Stay: the points from `first` up to, not including, `after`. */
export interface Stay {
  /** Index of the first point. */
  readonly first: number;
  /** Index of the first point after the stay. */
  readonly after: number;
  readonly start: number;
  readonly end: number;
  /** Mean location of its points. */
  readonly middle: Point;
}

/** Rules for stays; times in microseconds. */
export interface StayRules {
  /** Radius around the first point in metres. */
  readonly radius: number;
  /** Minimum length. */
  readonly minStay: number;
  /** Longest interruption between two stays at one place that counts as a measurement error. */
  readonly jitter: number;
}

/**
 * Finds the stays of a track in order: stay points (Li et al. 2008, algorithm 1). The points that
 * follow a point without interruption within `radius` are a stay if they last for `minStay`; the
 * search continues after them, otherwise at the next point. Then consecutive stays within `radius`
 * of each other and at most `jitter` apart are merged, including the points between them.
 */
export function stays(track: Track, rules: StayRules): Stay[] {
  const { points } = track, { radius, minStay, jitter } = rules;
  const found: Stay[] = [];
  for (let first = 0; first < points.length;) {
    const origin = points[first]!, start = origin.at;
    let after = first + 1;
    while (after < points.length && haversine(origin, points[after]!) <= radius) after++;
    const end = endBefore(track, after);
    if (end - start < minStay) {
      first++;
      continue;
    }
    const middle = middleOf(points.slice(first, after));
    const stay = { first, after, start, end, middle }, last = found.at(-1);
    const isSame = last !== undefined && haversine(last.middle, middle) <= radius &&
      start - last.end <= jitter;
    if (isSame) {
      found[found.length - 1] = {
        ...stay,
        first: last.first,
        start: last.start,
        middle: weighted(last, stay),
      };
    } else found.push(stay);
    first = after;
  }
  return found;
}

/** Returns the end of the time for which the point before `after` holds. */
function endBefore({ points, step }: Track, after: number): number {
  return Math.min(points[after]?.at ?? Infinity, points[after - 1]!.at + step);
}

function weighted(a: Stay, b: Stay): Point {
  const repeat = function* (stay: Stay): Generator<Point> {
    for (let i = stay.first; i < stay.after; i++) yield stay.middle;
  };
  return middleOf([...repeat(a), ...repeat(b)]);
}
