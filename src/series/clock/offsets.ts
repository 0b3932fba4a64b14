import { nextChange, zonedTime } from "../../time/zones.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** Intervals between the offset changes of a zone, in microseconds. */
export interface Offsets {
  /** Start of each interval in UTC; the first is before every instant of interest. */
  readonly from: BigInt64Array;
  /** UTC offset of each interval. */
  readonly offset: BigInt64Array;
}

/** An instant before all that a frame can hold. */
const FOREVER = -(1n << 62n);

/**
 * Returns the offsets of a zone from two days before the first instant to two days after the last.
 */
export function offsets(at: BigInt64Array, tz: string): Offsets {
  const ends = new BigInt64Array(2);
  if (at.length > 0) ends.fill(at[0]!);
  for (const own of at) {
    if (own < ends[0]!) ends[0] = own;
    if (own > ends[1]!) ends[1] = own;
  }
  const [first = 0n, last = 0n] = ends;
  const from: bigint[] = [FOREVER], offset: bigint[] = [];
  for (let next = first - 2n * DAY_MICROS;;) {
    offset.push(BigInt(zonedTime(next, tz).offsetNanoseconds) / 1000n);
    const change = nextChange(next, tz);
    if (change === undefined || change > last + 2n * DAY_MICROS) break;
    from.push(next = change);
  }
  return { from: BigInt64Array.from(from), offset: BigInt64Array.from(offset) };
}

/** Converts instants in any order to local time, in microseconds since 1970 on the clock. */
export function clockTimes(at: BigInt64Array, { from, offset }: Offsets): BigInt64Array {
  const shown = new BigInt64Array(at.length);
  for (let i = 0, part = 0; i < at.length; i++) {
    const own = at[i]!;
    while (part > 0 && own < from[part]!) part--;
    while (part + 1 < from.length && own >= from[part + 1]!) part++;
    shown[i] = own + offset[part]!;
  }
  return shown;
}

/**
 * Converts local times to instants. A repeated time is its first instant; a skipped time moves
 * later by the length of the gap (`"compatible"` in Temporal).
 */
export function instantsAt(shown: BigInt64Array, { from, offset }: Offsets): BigInt64Array {
  const at = new BigInt64Array(shown.length);
  for (let i = 0, part = 0; i < shown.length; i++) {
    const own = shown[i]!;
    while (part > 0 && own - offset[part - 1]! < from[part]!) part--;
    while (part + 1 < from.length && own - offset[part]! >= from[part + 1]!) part++;
    at[i] = own - offset[part]!;
    if (part > 0 && at[i]! < from[part]!) at[i] = own - offset[part - 1]!;
  }
  return at;
}
