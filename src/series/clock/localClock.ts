import { nextChange, zonedTime } from "../../time/zones.ts";
/** Intervals in which a clock runs evenly, in microseconds. */
export interface ZoneClock {
  /** Where each begins, in microseconds UTC; the first is minus infinity. */
  readonly start: readonly number[];
  /** What the clock shows less UTC in each. */
  readonly offset: readonly number[];
}

/** The clock on the wall of a zone, between two instants. */
export function localClock(
  { first, last }: { first: number; last: number },
  tz: string,
): ZoneClock {
  const start = [-Infinity], offset: number[] = [];
  for (let at = first;;) {
    const here = BigInt(Math.floor(at));
    offset.push(zonedTime(here, tz).offsetNanoseconds / 1000);
    const change = nextChange(here, tz);
    if (change === undefined || change > last) return { start, offset };
    at = Number(change);
    start.push(at);
  }
}

/** A clock that shows midnight at an instant and is never changed. */
export function stopwatch(origin: number): ZoneClock {
  return { start: [-Infinity], offset: [-origin] };
}

/** What a clock shows at instants in ascending order, in microseconds since 1970 on its own face. */
export function clockFaces(at: Float64Array, { start, offset }: ZoneClock): Float64Array {
  const result = new Float64Array(at.length);
  for (let i = 0, part = 0; i < at.length; i++) {
    while (at[i]! >= (start[part + 1] ?? Infinity)) part++;
    result[i] = at[i]! + offset[part]!;
  }
  return result;
}
