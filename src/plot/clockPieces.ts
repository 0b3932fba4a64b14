import { localTime } from "../time/localText.ts";

/** A stretch of time on the clock of a day. */
export interface ClockPiece {
  /** The slot of the day on which it lies: that of the date on which that day begins. */
  readonly slot: number;
  /** Its start in hours by the clock on the wall after the start of the day, from 0 to 24. */
  readonly from: number;
  /** Its end, at most 24. */
  readonly to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Where a stretch of time lies on the clocks of days, from noon to noon or from
 * another hour on: cut there, and where the
 * zone's clock is changed. An hour that a clock repeats lies twice in the same place, one that it
 * skips stays empty; all other times of all days stand below each other.
 *
 * @param start Inclusive start in milliseconds since 1970.
 * @param end Exclusive end.
 * @param from The hour of the clock at which days begin.
 */
export function clockPieces(start: number, end: number, tz: string, from = 12): ClockPiece[] {
  const pieces: ClockPiece[] = [];
  for (let at = start; at < end;) {
    const here = localTime(at, tz);
    const change = here.getTimeZoneTransition("next");
    // Milliseconds on the wall's clock since the start of 1 January 1970, at the zone's present offset.
    const wall = at + here.offsetNanoseconds / 1e6 - from * HOUR;
    const slot = Math.floor(wall / DAY) * DAY;
    const length = Math.min(
      end - at,
      slot + DAY - wall,
      (change?.epochMilliseconds ?? Infinity) - at,
    );
    pieces.push({ slot, from: (wall - slot) / HOUR, to: (wall - slot + length) / HOUR });
    at += length;
  }
  return pieces;
}
