import type { SleepWakeDays } from "./sleepWake.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** A day compared with the next, in microseconds. */
export interface DayPair {
  readonly start: bigint;
  readonly end: bigint;
  readonly nextEnd: bigint;
  /** Length of the first day that is known both then and 24 hours later. */
  readonly known: bigint;
  /** Length that agrees. */
  readonly alike: bigint;
}

/** Compares each day but the last with the time 24 elapsed hours later. */
export function pairDays({ bounds, known }: SleepWakeDays): DayPair[] {
  const count = Math.max(0, bounds.length - 2);
  const knownOf = new BigInt64Array(count), alikeOf = new BigInt64Array(count);
  let i = 0, j = 0, day = 0;
  // Both lists ascend: advance the one whose interval ends first.
  while (i < known.length && j < known.length) {
    const now = known[i]!, later = known[j]!;
    const nowEnd = now.end, laterEnd = later.end - DAY_MICROS;
    const end = nowEnd < laterEnd ? nowEnd : laterEnd;
    let at = now.start > later.start - DAY_MICROS ? now.start : later.start - DAY_MICROS;
    while (at < end) {
      while (day < count && bounds[day + 1]! <= at) day++;
      if (day === count) break;
      const until = bounds[day + 1]! < end ? bounds[day + 1]! : end;
      if (at >= bounds[day]!) {
        knownOf[day]! += until - at;
        if (now.asleep === later.asleep) alikeOf[day]! += until - at;
        at = until;
      } else at = bounds[day]! < end ? bounds[day]! : end;
    }
    if (nowEnd <= laterEnd) i++;
    if (laterEnd <= nowEnd) j++;
  }
  return Array.from({ length: count }, (_, day) => ({
    start: bounds[day]!,
    end: bounds[day + 1]!,
    nextEnd: bounds[day + 2]!,
    known: knownOf[day]!,
    alike: alikeOf[day]!,
  }));
}
