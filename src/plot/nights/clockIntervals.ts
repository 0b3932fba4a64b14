import { nextChange } from "../../time/zones.ts";
import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import type { NightSession } from "../../sleep/nights/nightSessions.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";
import { localTime } from "../../time/localText.ts";

/** An interval on the clock of a day. */
export interface ClockInterval {
  /** Slot of its day: the date on which that day starts. */
  readonly slot: number;
  /** Start in wall clock hours after the start of the day. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns an interval on the clocks of days that start at noon or another hour: it is cut there and
 * at clock changes. A repeated hour overlaps itself, a skipped one stays empty; all other times of
 * day are aligned.
 *
 * @param start Inclusive start in milliseconds since 1970.
 * @param end Exclusive end.
 * @param from Hour of the clock at which days start.
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
 * Returns an interval on the clock of one day, including parts before and after that day; it is cut
 * only at clock changes.
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

/** Returns the slot of the day, from noon or another hour on, that contains an instant. */
export function slotOn(at: number, tz: string, from = 12): number {
  const wall = at + localTime(at, tz).offsetNanoseconds / 1e6;
  return Math.floor((wall - from * HOUR_MS) / DAY_MS) * DAY_MS;
}

/** Returns wall clock intervals, one per UTC offset, in milliseconds since 1970 as if UTC. */
function wallIntervals(start: number, end: number, tz: string): { start: number; end: number }[] {
  const intervals: { start: number; end: number }[] = [];
  for (let at = start; at < end;) {
    const { offset, change } = evenClock(at, tz), until = Math.min(end, change);
    intervals.push({ start: at + offset, end: until + offset });
    at = until;
  }
  return intervals;
}

/** A period without clock changes, and its offset from UTC, in milliseconds. */
interface EvenClock {
  readonly tz: string;
  readonly from: number;
  readonly change: number;
  readonly offset: number;
}

/** Last result: intervals are ordered, and zone lookups are slow. */
let found: EvenClock | undefined;

function evenClock(at: number, tz: string): EvenClock {
  if (found !== undefined && found.tz === tz && at >= found.from && at < found.change) return found;
  const here = localTime(at, tz);
  const next = nextChange(BigInt(Math.floor(at * 1000)), tz);
  const change = next === undefined ? Infinity : Number(next) / 1000;
  return found = { tz, from: at, change, offset: here.offsetNanoseconds / 1e6 };
}

/** Intervals that are at most an hour apart. */
export interface Session {
  /** Slot of the noon before its night; `undefined` if it is longer than a day. */
  readonly slot: number | undefined;
  /** Indices of its intervals. */
  readonly rows: readonly number[];
}

/**
 * Groups intervals, ordered by start, into sessions, each in the night that `sleep.sessions`
 * assigns.
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
