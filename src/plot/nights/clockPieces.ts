import { localTime } from "../../time/localText.ts";
import { DAY_MS, HOUR_MS } from "../../time/units.ts";

/** A stretch of time on the clock of a day. */
export interface ClockPiece {
  /** The slot of the day on which it lies: that of the date on which that day begins. */
  readonly slot: number;
  /** Its start in hours by the clock on the wall after the start of the day. */
  readonly from: number;
  /** Its end. */
  readonly to: number;
}

/**
 * Where a stretch of time lies on the clocks of days, from noon to noon or from another hour on: cut
 * there, and where the zone's clock is changed. An hour that a clock repeats lies twice in the same
 * place, one that it skips stays empty; all other times of all days stand below each other.
 *
 * @param start Inclusive start in milliseconds since 1970.
 * @param end Exclusive end.
 * @param from The hour of the clock at which days begin.
 */
export function clockPieces(start: number, end: number, tz: string, from = 12): ClockPiece[] {
  return wallPieces(start, end, tz).flatMap(({ start, end }) => {
    const first = start - from * HOUR_MS, last = end - from * HOUR_MS;
    const pieces: ClockPiece[] = [];
    for (let at = first; at < last;) {
      const slot = Math.floor(at / DAY_MS) * DAY_MS, until = Math.min(last, slot + DAY_MS);
      pieces.push({ slot, from: (at - slot) / HOUR_MS, to: (until - slot) / HOUR_MS });
      at = until;
    }
    return pieces;
  });
}

/**
 * Where a stretch of time lies on the clock of one day, also before that day begins and after it
 * ends: cut only where the zone's clock is changed.
 */
export function piecesOn(
  slot: number,
  start: number,
  end: number,
  tz: string,
  from = 12,
): ClockPiece[] {
  return wallPieces(start, end, tz).map((wall) => ({
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

/** Milliseconds on the wall's clock since the start of 1 January 1970, a piece for each offset of the zone. */
function wallPieces(start: number, end: number, tz: string): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  for (let at = start; at < end;) {
    const here = localTime(at, tz), offset = here.offsetNanoseconds / 1e6;
    const change = here.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity;
    const until = Math.min(end, change);
    pieces.push({ start: at + offset, end: until + offset });
    at = until;
  }
  return pieces;
}
