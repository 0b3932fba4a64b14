import { meters, type PlaceName, PLACES, type Point, STOPS } from "./places.ts";
import type { Random } from "./random.ts";
import type { Interval } from "./sampleUntil.ts";
import { MINUTE_MS } from "../../time/units.ts";

/** Kind of movement. */
export type Gait = "still" | "walk" | "run" | "ride";

/** Activity of a workout, as in `workout_activity_type`. */
export type Activity = "running" | "walking" | "cycling" | "swimming" | "strength_training";

/** Interval at a place or on the way. The days of the sample consist of contiguous segments. */
export interface Segment extends Interval {
  readonly gait: Gait;
  /** Visited place; null on the way. */
  readonly place: PlaceName | null;
  readonly from: Point;
  readonly to: Point;
  /** Number of rounds, for a segment that ends at its start. */
  readonly rounds: number;
  /** Distance in metres. */
  readonly meters: number;
  /** Activity of the workout that includes it; null outside workouts. */
  readonly activity: Activity | null;
}

/** Radius in metres of a round in the park. */
export const ROUND_RADIUS = 200;

const ROUND = 2 * Math.PI * ROUND_RADIUS;
const SPEED = { walk: [1.25, 1.45], run: [2.5, 2.9], ride: [5, 7] } as const; // metres per second

/** Creates a stay at a place. */
export function stayAt(place: PlaceName, start: number, end: number): Segment {
  const at = PLACES[place];
  const nowhere = { from: at, to: at, rounds: 0, meters: 0 };
  return { start, end, gait: "still", place, ...nowhere, activity: null };
}

/** Plans a day at work: home, stop, stop, work and back, with `hours` at work. */
export function planWork(start: number, hours: number, random: Random): Segment[] {
  const out = [PLACES.home, STOPS.home, STOPS.work, PLACES.work];
  const there = planWay(out, ["walk", "ride", "walk"], start, random);
  const arrival = there.at(-1)?.end ?? start;
  const leave = arrival + Math.round(hours * 60) * MINUTE_MS;
  const back = planWay(out.toReversed(), ["walk", "ride", "walk"], leave, random);
  return [...there, stayAt("work", arrival, leave), ...back];
}

/** Plans an outing to the park: there and back on foot, with rounds at `gait`. */
export function planPark(start: number, gait: "walk" | "run", random: Random): Segment[] {
  const there = planWay([PLACES.home, PLACES.park], ["walk"], start, random);
  const arrival = there.at(-1)?.end ?? start;
  const rounds = Math.floor(gait === "run" ? random.between(3, 6) : random.between(1, 4));
  const leave = arrival + duration(rounds * ROUND, gait, random);
  const at = PLACES.park;
  const circle = { start: arrival, end: leave, gait, place: "park", from: at, to: at } as const;
  const back = planWay([PLACES.park, PLACES.home], ["walk"], leave, random);
  const activity = gait === "run" ? "running" : "walking";
  return [...there, { ...circle, rounds, meters: rounds * ROUND, activity }, ...back];
}

/** Plans a path through points without a stop, with a gait for each stretch. */
export function planWay(
  points: readonly Point[],
  gaits: readonly ("walk" | "ride")[],
  start: number,
  random: Random,
): Segment[] {
  let now = start;
  return gaits.flatMap((gait, i) => {
    const [from, to] = [points[i], points[i + 1]];
    if (from === undefined || to === undefined) return [];
    const distance = meters(from, to);
    const segment = { start: now, end: now + duration(distance, gait, random), gait, from, to };
    now = segment.end;
    return [{ ...segment, place: null, rounds: 0, meters: distance, activity: null }];
  });
}

function duration(distance: number, gait: "walk" | "run" | "ride", random: Random): number {
  const [slow, fast] = SPEED[gait];
  return Math.round(distance / random.between(slow, fast)) * 1000;
}
