import type { SleepWakeDays } from "./sleepWake.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** A day compared with the next, in microseconds. */
export interface DayPair {
  /** When the first of the two days begins. */
  readonly start: bigint;
  /** When it ends, and the second begins. */
  readonly end: bigint;
  /** When the second day ends. */
  readonly nextEnd: bigint;
  /** How much of the first day is known of, both then and 24 hours later. */
  readonly known: bigint;
  /** How much of that is alike. */
  readonly alike: bigint;
}

/** Each day but the last, compared with what was 24 elapsed hours later. */
export function pairDays({ bounds, known }: SleepWakeDays): DayPair[] {
  const count = Math.max(0, bounds.length - 2);
  const knownOf = new BigInt64Array(count), alikeOf = new BigInt64Array(count);
  let i = 0, j = 0, day = 0;
  // Both lists ascend: one step is taken in that whose interval ends first.
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
