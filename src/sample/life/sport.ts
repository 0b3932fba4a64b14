import { PLACES, TURNS } from "./places.ts";
import type { Random } from "./random.ts";
import { type Segment, stay, way } from "./segments.ts";
import { MINUTE } from "./span.ts";

const POOL = 25; // length of the pool in metres
const SWIM = [0.75, 0.95] as const; // metres a second
const CHANGING = 10 * MINUTE;

/** An outing for sport from home and back: a ride, a swim or an hour with weights. */
export function sport(start: number, random: Random): Segment[] {
  const kind = random.pick(["ride", "ride", "swim", "lift"]);
  if (kind === "ride") return ride(start, random);
  return kind === "swim" ? swim(start, random) : lift(start, random);
}

function ride(start: number, random: Random): Segment[] {
  const out = [PLACES.home, random.pick(TURNS)];
  const there = way(out, ["ride"], start, random);
  const back = way(out.toReversed(), ["ride"], there.at(-1)?.end ?? start, random);
  return [...there, ...back].map((segment) => ({ ...segment, activity: "cycling" }));
}

function swim(start: number, random: Random): Segment[] {
  const lengths = Math.floor(random.between(30, 70));
  const meters = lengths * POOL;
  const long = Math.round(meters / random.between(...SWIM)) * 1000;
  return session(start, { place: "pool", activity: "swimming", long, meters }, random);
}

function lift(start: number, random: Random): Segment[] {
  const long = Math.round(random.between(35, 65)) * MINUTE;
  return session(start, { place: "gym", activity: "strength_training", long, meters: 0 }, random);
}

function session(
  start: number,
  { place, activity, long, meters }:
    & { place: "pool" | "gym"; long: number }
    & Pick<Segment, "activity" | "meters">,
  random: Random,
): Segment[] {
  const out = [PLACES.home, PLACES[place]];
  const there = way(out, ["walk"], start, random);
  const arrival = there.at(-1)?.end ?? start;
  const begin = arrival + CHANGING, end = begin + long, leave = end + CHANGING;
  return [
    ...there,
    stay(place, arrival, begin),
    { ...stay(place, begin, end), meters, activity },
    stay(place, end, leave),
    ...way(out.toReversed(), ["walk"], leave, random),
  ];
}
