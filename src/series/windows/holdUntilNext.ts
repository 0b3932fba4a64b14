import { windowOf } from "../../time/windows.ts";
import type { WindowLayout } from "./windowLayout.ts";

/**
 * Until when the value of each point holds (last observation carried forward): until the next point that has a value, the last one to
 * the end of its window, and none for longer than it may. Of points of one time the last one holds.
 *
 * @param has 1 for points that have a value; undefined if all do.
 * @param most The longest that a value holds, in microseconds; undefined for no limit.
 */
export function holdUntilNext(
  { boundaries, parts }: WindowLayout,
  at: BigInt64Array,
  has: Uint8Array | undefined,
  most: bigint | undefined,
): BigInt64Array {
  const end = at.slice();
  const next = new BigInt64Array(1), limit = BigInt64Array.of(most ?? 0n); // no objects
  for (const { rows } of parts) {
    let isLast = true;
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]!;
      if (has?.[row] === 0) continue;
      if (isLast) next[0] = boundaries[windowOf(boundaries, at[row]!) + 1]!;
      isLast = false;
      end[row] = next[0]!;
      if (most !== undefined && next[0]! - at[row]! > limit[0]!) end[row] = at[row]! + limit[0]!;
      next[0] = at[row]!;
    }
  }
  return end;
}
