import type { Bed } from "./findBeds.ts";
import { Random } from "./random.ts";
import { type Interval, sampleZone } from "./sampleUntil.ts";
import { planPark, planWay, planWork, type Segment, stayAt } from "./segments.ts";
import { PLACES, TURNS } from "./places.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/units.ts";

/** Interval between two beds, with the activities in it. */
export interface Awake extends Interval {
  /** Local date on which it starts. */
  readonly date: Temporal.PlainDate;
  /** Contiguous segments from start to end; both ends are at home. */
  readonly segments: readonly Segment[];
}

/** Public holidays, by month and day. */
export const HOLIDAYS: Readonly<Record<string, string>> = {
  "01-01": "New Year's Day",
  "05-01": "Labour Day",
  "10-03": "German Unity Day",
  "12-25": "Christmas Day",
  "12-26": "Second Day of Christmas",
};

const POOL = 25; // length of the pool in metres
const SWIM = [0.75, 0.95] as const; // metres per second
const CHANGING = 10 * MINUTE_MS;

/**
 * Returns the planned intervals awake between beds, up to `until`; those before `from` are omitted.
 */
export function planDays(beds: readonly Bed[], from: number, until: number, seed: number): Awake[] {
  return beds.flatMap((bed, i) => {
    const interval = { start: bed.end, end: beds[i + 1]?.start ?? until };
    return interval.end > from && interval.end > interval.start ? [plan(interval, seed)] : [];
  });
}

function plan(interval: Interval, seed: number): Awake {
  const random = new Random(seed, "plan", interval.start);
  const local = Temporal.Instant.fromEpochMilliseconds(interval.start).toZonedDateTimeISO(
    sampleZone,
  );
  const date = local.toPlainDate();
  const outings: Segment[][] = [];
  const hours = (interval.end - interval.start) / HOUR_MS;
  let free = interval.start + minutes(random, 45, 100);

  const workday = date.dayOfWeek <= 5 && HOLIDAYS[date.toString().slice(5)] === undefined;
  const early = local.hour >= 5 && local.hour < 13;
  if (workday && early && hours >= 10 && random.chance(0.65)) {
    const length = Math.min(random.between(4.5, 7), hours - 5);
    outings.push(planWork(free + minutes(random, 0, 45), length, random));
    free = outings[0]?.at(-1)?.end ?? free;
  }
  if (hours >= 5 && random.chance(workday ? 0.4 : 0.65)) {
    const start = free + minutes(random, 20, outings.length > 0 ? 60 : 240);
    const hour = local.add({ milliseconds: start - interval.start }).hour;
    const outing = planPark(start, random.chance(0.35) ? "run" : "walk", random);
    if (hour >= 7 && hour < 21) outings.push(outing);
  } else if (hours >= 6) {
    const own = new Random(seed, "sport", interval.start);
    const start = free + minutes(own, 20, 120);
    const hour = local.add({ milliseconds: start - interval.start }).hour;
    if (own.chance(0.55) && hour >= 7 && hour < 20) outings.push(planSport(start, own));
  }
  return { ...interval, date, segments: join(interval, outings) };
}

/**
 * Puts outings into an interval if they leave time at home before its end, with stays at home
 * between them.
 */
function join(interval: Interval, outings: readonly (readonly Segment[])[]): Segment[] {
  const segments: Segment[] = [];
  let now = interval.start;
  for (const outing of outings) {
    const [start, end] = [outing[0]?.start ?? now, outing.at(-1)?.end ?? now];
    if (start <= now || end > interval.end - 30 * MINUTE_MS) continue;
    segments.push(stayAt("home", now, start), ...outing);
    now = end;
  }
  return [...segments, stayAt("home", now, interval.end)];
}

function minutes(random: Random, low: number, high: number): number {
  return Math.round(random.between(low, high)) * MINUTE_MS;
}

/** Plans an outing for sport from home and back: a ride, a swim or an hour of weights. */
function planSport(start: number, random: Random): Segment[] {
  const kind = random.pick(["ride", "ride", "swim", "lift"]);
  if (kind === "ride") return ride(start, random);
  return kind === "swim" ? swim(start, random) : lift(start, random);
}

function ride(start: number, random: Random): Segment[] {
  const out = [PLACES.home, random.pick(TURNS)];
  const there = planWay(out, ["ride"], start, random);
  const back = planWay(out.toReversed(), ["ride"], there.at(-1)?.end ?? start, random);
  return [...there, ...back].map((segment) => ({ ...segment, activity: "cycling" }));
}

function swim(start: number, random: Random): Segment[] {
  const lengths = Math.floor(random.between(30, 70));
  const meters = lengths * POOL;
  const long = Math.round(meters / random.between(...SWIM)) * 1000;
  return session(start, { place: "pool", activity: "swimming", long, meters }, random);
}

function lift(start: number, random: Random): Segment[] {
  const long = Math.round(random.between(35, 65)) * MINUTE_MS;
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
  const there = planWay(out, ["walk"], start, random);
  const arrival = there.at(-1)?.end ?? start;
  const begin = arrival + CHANGING, end = begin + long, leave = end + CHANGING;
  return [
    ...there,
    stayAt(place, arrival, begin),
    { ...stayAt(place, begin, end), meters, activity },
    stayAt(place, end, leave),
    ...planWay(out.toReversed(), ["walk"], leave, random),
  ];
}
