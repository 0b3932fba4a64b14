import { nextChange, zonedTime } from "../../time/zones.ts";
/** Intervals between the offset changes of a clock, in microseconds. */
export interface ZoneClock {
  /** Start of each interval, in microseconds UTC; the first is minus infinity. */
  readonly start: readonly number[];
  /** UTC offset of each interval. */
  readonly offset: readonly number[];
}

/** Returns the local clock of a zone between two instants. */
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

/** Returns a clock without offset changes that shows midnight at the given instant. */
export function stopwatch(origin: number): ZoneClock {
  return { start: [-Infinity], offset: [-origin] };
}

/** Converts ascending instants to local time, in microseconds since 1970 on the clock. */
export function clockFaces(at: Float64Array, { start, offset }: ZoneClock): Float64Array {
  const result = new Float64Array(at.length);
  for (let i = 0, part = 0; i < at.length; i++) {
    const own = at[i]!;
    while (own >= (start[part + 1] ?? Infinity)) part++;
    result[i] = own + offset[part]!;
  }
  return result;
}
