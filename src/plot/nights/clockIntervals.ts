import { nextChange } from "../../time/zones.ts";
import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import type { NightSession } from "../../sleep/nights/nightSessions.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import { localTime } from "../../time/localText.ts";

/** An interval on the clock of a day. */
export interface ClockInterval {
  /** The slot of the day on which it lies: that of the date on which that day begins. */
  readonly slot: number;
  /** Its start in hours by the clock on the wall after the start of the day. */
  readonly from: number;
  readonly to: number;
}

/**
 * Where an interval lies on the clocks of days, from noon to noon or from another hour on: cut
 * there, and where the zone's clock is changed. An hour that a clock repeats lies twice in the same
 * place, one that it skips stays empty; all other times of all days stand below each other.
 *
 * @param start Inclusive start in milliseconds since 1970.
 * @param end Exclusive end.
 * @param from The hour of the clock at which days begin.
 */
export function clockIntervals(start: number, end: number, tz: string, from = 12): ClockInterval[] {
  return wallIntervals(start, end, tz).flatMap(({ start, end }) => {
    const first = start - from * HOUR_MS, last = end - from * HOUR_MS;
    const intervals: ClockInterval[] = [];
    for (let at = first; at < last;) {
      const slot = Math.floor(at / DAY_MS) * DAY_MS, until = Math.min(last, slot + DAY_MS);
      intervals.push({ slot, from: (at - slot) / HOUR_MS, to: (until - slot) / HOUR_MS });
      at = until;
    }
    return intervals;
  });
}

/**
 * Where an interval lies on the clock of one day, also before that day begins and after it
 * ends: cut only where the zone's clock is changed.
 */
export function intervalsOn(
  slot: number,
  start: number,
  end: number,
  tz: string,
  from = 12,
): ClockInterval[] {
  return wallIntervals(start, end, tz).map((wall) => ({
    slot,
    from: (wall.start - slot) / HOUR_MS - from,
    to: (wall.end - slot) / HOUR_MS - from,
  }));
}

/** The day from noon to noon, or from another hour on, in which an instant lies. */
export function slotOn(at: number, tz: string, from = 12): number {
  const wall = at + localTime(at, tz).offsetNanoseconds / 1e6;
  return Math.floor((wall - from * HOUR_MS) / DAY_MS) * DAY_MS;
}

/** Milliseconds on the wall's clock since the start of 1 January 1970, an interval for each offset of the zone. */
function wallIntervals(start: number, end: number, tz: string): { start: number; end: number }[] {
  const intervals: { start: number; end: number }[] = [];
  for (let at = start; at < end;) {
    const { offset, change } = evenClock(at, tz), until = Math.min(end, change);
    intervals.push({ start: at + offset, end: until + offset });
    at = until;
  }
  return intervals;
}

/** From when until when a zone's clock runs evenly, and what it shows more than UTC, in milliseconds. */
interface EvenClock {
  readonly tz: string;
  readonly from: number;
  readonly change: number;
  readonly offset: number;
}

/** What was found last: intervals come one after the other, and to ask the zone takes longest. */
let found: EvenClock | undefined;

function evenClock(at: number, tz: string): EvenClock {
  if (found !== undefined && found.tz === tz && at >= found.from && at < found.change) return found;
  const here = localTime(at, tz);
  const next = nextChange(BigInt(Math.floor(at * 1000)), tz);
  const change = next === undefined ? Infinity : Number(next) / 1000;
  return found = { tz, from: at, change, offset: here.offsetNanoseconds / 1e6 };
}

/** Spans of which none is over an hour away from the others. */
export interface Session {
  /** The slot of the noon before its night; `undefined` if it is longer than a day. */
  readonly slot: number | undefined;
  /** Which spans they are. */
  readonly rows: readonly number[];
}

/**
 * Groups spans that are ordered by start into sessions, each in the night that `sleep.sessions` names.
 *
 * @param named Sessions with the names of their nights, ascending.
 */
export function sessionsOf(
  spans: ReadSpans,
  tz: string,
  named: readonly NightSession[],
): Session[] {
  const sessions: { start: number; end: number; rows: number[] }[] = [];
  spans.start.forEach((at, row) => {
    const start = Number(at) / 1000, end = Number(spans.end[row]!) / 1000, last = sessions.at(-1);
    if (last === undefined || start - last.end > HOUR_MS) {
      sessions.push({ start, end, rows: [row] });
    } else {
      last.rows.push(row);
      last.end = Math.max(last.end, end);
    }
  });
  let at = 0;
  return sessions.map(({ start, end, rows }) => {
    const middle = (start + end) / 2;
    while (at < named.length && Number(named[at]!.end) / 1000 <= middle) at++;
    const own = at < named.length && Number(named[at]!.start) / 1000 <= middle
      ? named[at]
      : undefined;
    const slot = own === undefined ? slotOn(middle, tz) : Date.parse(own.night) - DAY_MS;
    return { rows, slot: end - start > DAY_MS ? undefined : slot };
  });
}
