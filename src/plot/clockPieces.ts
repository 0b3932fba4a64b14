import { localTime } from "./localLabels.ts";

/** A stretch of time on the clock of a day that begins at noon. */
export interface ClockPiece {
  /** The slot of the day on which it lies: that of the date of its noon. */
  readonly slot: number;
  /** Its start in hours after noon by the clock on the wall, from 0 to 24. */
  readonly from: number;
  /** Its end in hours after noon, at most 24. */
  readonly to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Where a stretch of time lies on the clocks of days from noon to noon: cut at noon, and where the
 * zone's clock is changed. An hour that a clock repeats lies twice in the same place, one that it
 * skips stays empty; all other times of all days stand below each other.
 *
 * @param start Inclusive start in milliseconds since 1970.
 * @param end Exclusive end.
 */
export function clockPieces(start: number, end: number, tz: string): ClockPiece[] {
  const pieces: ClockPiece[] = [];
  for (let at = start; at < end;) {
    const here = localTime(at, tz);
    const change = here.getTimeZoneTransition("next");
    // Milliseconds on the wall's clock since noon of 1 January 1970, at the zone's present offset.
    const wall = at + here.offsetNanoseconds / 1e6 - DAY / 2;
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
