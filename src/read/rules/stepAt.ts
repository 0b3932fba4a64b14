import { eachInTurns, inTurns, sortedInTurns } from "../export/pause.ts";
import type { Pause } from "../../options/pause.ts";

/**
 * Returns the time from one row to the next at an index of all such times, in order of length;
 * `undefined` if no time counts.
 *
 * @param indexOf Returns the index for a number of times.
 * @param least Times up to this one are not counted. @default all are
 */
export async function stepAt(
  rows: readonly { readonly start: number }[],
  indexOf: (count: number) => number,
  pause: Pause,
  least = -Infinity,
): Promise<number | undefined> {
  const times = new Map<number, number>(); // few distinct steps
  let left = 0, found: number | undefined;
  await inTurns(Math.max(0, rows.length - 1), pause, (from, to) => {
    for (let at = from; at < to; at++) {
      const step = rows[at + 1]!.start - rows[at]!.start;
      if (step <= least) continue;
      times.set(step, (times.get(step) ?? 0) + 1);
      left++;
    }
  });
  left = indexOf(left);
  const steps = await sortedInTurns([...times.keys()], (a, b) => a - b, pause);
  await eachInTurns(steps, pause, (step) => {
    if (left >= 0 && (left -= times.get(step)!) < 0) found = step;
  });
  return found;
}
