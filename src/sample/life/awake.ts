import type { Bed } from "./beds.ts";
import { Random } from "./random.ts";
import { sampleZone } from "../nights/sampleZone.ts";
import { office, park, type Segment, stay } from "./segments.ts";
import { HOUR, MINUTE, type Span } from "./span.ts";
import { sport } from "./sport.ts";

/** A span between two beds, with what the person does in it. */
export interface Awake extends Span {
  /** Local date on which it starts. */
  readonly date: Temporal.PlainDate;
  /** Where the person is, from the start to the end without a hole; both ends are at home. */
  readonly segments: readonly Segment[];
}

/** Days without work, as month and day. */
export const HOLIDAYS: Readonly<Record<string, string>> = {
  "01-01": "New Year's Day",
  "05-01": "Labour Day",
  "10-03": "German Unity Day",
  "12-25": "Christmas Day",
  "12-26": "Second Day of Christmas",
};

/** Gives the spans awake between the beds, up to `until`, each planned; `from` leaves out those before. */
export function awake(beds: readonly Bed[], from: number, until: number, seed: number): Awake[] {
  return beds.flatMap((bed, i) => {
    const span = { start: bed.end, end: beds[i + 1]?.start ?? until };
    return span.end > from && span.end > span.start ? [plan(span, seed)] : [];
  });
}

function plan(span: Span, seed: number): Awake {
  const random = new Random(seed, "plan", span.start);
  const local = Temporal.Instant.fromEpochMilliseconds(span.start).toZonedDateTimeISO(sampleZone);
  const date = local.toPlainDate();
  const outings: Segment[][] = [];
  const hours = (span.end - span.start) / HOUR;
  let free = span.start + minutes(random, 45, 100);

  const workday = date.dayOfWeek <= 5 && HOLIDAYS[date.toString().slice(5)] === undefined;
  const early = local.hour >= 5 && local.hour < 13;
  if (workday && early && hours >= 10 && random.chance(0.65)) {
    const length = Math.min(random.between(4.5, 7), hours - 5);
    outings.push(office(free + minutes(random, 0, 45), length, random));
    free = outings[0]?.at(-1)?.end ?? free;
  }
  if (hours >= 5 && random.chance(workday ? 0.4 : 0.65)) {
    const start = free + minutes(random, 20, outings.length > 0 ? 60 : 240);
    const hour = local.add({ milliseconds: start - span.start }).hour;
    const outing = park(start, random.chance(0.35) ? "run" : "walk", random);
    if (hour >= 7 && hour < 21) outings.push(outing);
  } else if (hours >= 6) {
    const own = new Random(seed, "sport", span.start);
    const start = free + minutes(own, 20, 120);
    const hour = local.add({ milliseconds: start - span.start }).hour;
    if (own.chance(0.55) && hour >= 7 && hour < 20) outings.push(sport(start, own));
  }
  return { ...span, date, segments: join(span, outings) };
}

/** Puts the outings that leave time at home before the end into the span, with stays at home between. */
function join(span: Span, outings: readonly (readonly Segment[])[]): Segment[] {
  const segments: Segment[] = [];
  let now = span.start;
  for (const outing of outings) {
    const [start, end] = [outing[0]?.start ?? now, outing.at(-1)?.end ?? now];
    if (start <= now || end > span.end - 30 * MINUTE) continue;
    segments.push(stay("home", now, start), ...outing);
    now = end;
  }
  return [...segments, stay("home", now, span.end)];
}

function minutes(random: Random, low: number, high: number): number {
  return Math.round(random.between(low, high)) * MINUTE;
}
