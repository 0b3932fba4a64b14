import { nextChange, zonedTime } from "../../time/zones.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** Intervals in each of which a zone's clock runs evenly, in microseconds. */
export interface Offsets {
  /** Where each begins, UTC; the first before every instant of interest. */
  readonly from: BigInt64Array;
  /** What the clock shows less UTC. */
  readonly offset: BigInt64Array;
}

/** Before every instant that a frame may hold. */
const FOREVER = -(1n << 62n);

/** The offsets of a zone around all of some instants: from two days before to two days after them. */
export function offsets(at: BigInt64Array, tz: string): Offsets {
  const ends = new BigInt64Array(2);
  if (at.length > 0) ends.fill(at[0]!);
  for (let i = 0; i < at.length; i++) {
    if (at[i]! < ends[0]!) ends[0] = at[i]!;
    if (at[i]! > ends[1]!) ends[1] = at[i]!;
  }
  const from: bigint[] = [FOREVER], offset: bigint[] = [];
  for (let next = ends[0]! - 2n * DAY_MICROS;;) {
    offset.push(BigInt(zonedTime(next, tz).offsetNanoseconds) / 1000n);
    const change = nextChange(next, tz);
    if (change === undefined || change > ends[1]! + 2n * DAY_MICROS) break;
    from.push(next = change);
  }
  return { from: BigInt64Array.from(from), offset: BigInt64Array.from(offset) };
}

/** What a zone's clock shows at instants, in any order, in microseconds since 1970 on its own face. */
export function clockTimes(at: BigInt64Array, { from, offset }: Offsets): BigInt64Array {
  const shown = new BigInt64Array(at.length);
  for (let i = 0, part = 0; i < at.length; i++) {
    while (part > 0 && at[i]! < from[part]!) part--;
    while (part + 1 < from.length && at[i]! >= from[part + 1]!) part++;
    shown[i] = at[i]! + offset[part]!;
  }
  return shown;
}

/**
 * The instants at which a zone's clock shows times: the first where it shows them twice, and where
 * it skips them as much later as it skips (`"compatible"`, as Temporal has it).
 */
export function instantsAt(shown: BigInt64Array, { from, offset }: Offsets): BigInt64Array {
  const at = new BigInt64Array(shown.length);
  for (let i = 0, part = 0; i < shown.length; i++) {
    while (part > 0 && shown[i]! - offset[part - 1]! < from[part]!) part--;
    while (part + 1 < from.length && shown[i]! - offset[part]! >= from[part + 1]!) part++;
    at[i] = shown[i]! - offset[part]!;
    if (part > 0 && at[i]! < from[part]!) at[i] = shown[i]! - offset[part - 1]!;
  }
  return at;
}
