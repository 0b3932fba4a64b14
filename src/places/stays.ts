import { haversine } from "./metersBetween.ts";
import { middleOf, type Point } from "./vectors.ts";

/** Consecutive known locations without a long gap. */
export interface Track {
  /** Times in microseconds, ascending. */
  readonly time: readonly number[];
  readonly where: readonly Point[];
  /** Time for which a location holds after its instant. */
  readonly step: number;
}

/** Stay: the points from `first` up to, not including, `after`. */
export interface Stay {
  /** Index of the first point. */
  readonly first: number;
  /** Index of the first point after the stay. */
  readonly after: number;
  /** End of the stay. */
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

/** Returns the end of the time for which the point before `after` holds. */
function endBefore({ time, step }: Track, after: number): number {
  return Math.min(time[after] ?? Infinity, time[after - 1]! + step);
}

function weighted(a: Stay, b: Stay): Point {
  const repeat = function* (stay: Stay): Generator<Point> {
    for (let i = stay.first; i < stay.after; i++) yield stay.middle;
  };
  return middleOf([...repeat(a), ...repeat(b)]);
}
