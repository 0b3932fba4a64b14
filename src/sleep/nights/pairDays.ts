import type { SleepWake, SleepWakeDays } from "./sleepWake.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { floorTo } from "../../time/windows.ts";

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
  let day = 0;
  forEachPair(known, (start, end, isAlike) => {
    for (let at = start; at < end;) {
      while (day < count && bounds[day + 1]! <= at) day++;
      if (day === count) return;
      const from = bounds[day]!, to = bounds[day + 1]!, until = to < end ? to : end;
      if (at >= from) {
        knownOf[day]! += until - at;
        if (isAlike) alikeOf[day]! += until - at;
        at = until;
      } else at = from < end ? from : end;
    }
  });
  return Array.from({ length: count }, (_, day) => ({
    start: bounds[day]!,
    end: bounds[day + 1]!,
    nextEnd: bounds[day + 2]!,
    known: knownOf[day]!,
    alike: alikeOf[day]!,
  }));
}

/** Calls back with each interval that is known both then and 24 hours later, in order. */
function forEachPair(
  known: readonly SleepWake[],
  pair: (start: bigint, end: bigint, isAlike: boolean) => void,
): void {
  let i = 0, j = 0;
  // Both lists ascend: advance the one whose interval ends first.
  while (i < known.length && j < known.length) {
    const now = known[i]!, later = known[j]!;
    const nowEnd = now.end, laterEnd = later.end - DAY_MICROS;
    const end = nowEnd < laterEnd ? nowEnd : laterEnd;
    const start = now.start > later.start - DAY_MICROS ? now.start : later.start - DAY_MICROS;
    if (start < end) pair(start, end, now.asleep === later.asleep);
    if (nowEnd <= laterEnd) i++;
    if (laterEnd <= nowEnd) j++;
  }
}

/**
 * Returns the share of days that agree with the next, as a mean over the time of day; null without
 * a pair of moments.
 */
export function alikeByTimeOfDay({ known }: Pick<SleepWakeDays, "known">): number | null {
  /** Changes of the number of pairs, and of pairs that agree, by the time of day. */
  const changes = new Map<bigint, [pairs: number, alike: number]>();
  const change = (at: bigint, pairs: number, isAlike: boolean): void => {
    const own = changes.get(at) ?? [0, 0];
    changes.set(at, [own[0] + pairs, own[1] + (isAlike ? pairs : 0)]);
  };
  forEachPair(known, (start, end, isAlike) => {
    for (let at = start; at < end;) {
      const midnight = floorTo(at, DAY_MICROS), next = midnight + DAY_MICROS;
      const until = next < end ? next : end;
      change(at - midnight, 1, isAlike);
      change(until - midnight, -1, isAlike);
      at = until;
    }
  });
  const sorted = [...changes].sort(([a], [b]) => a < b ? -1 : 1);
  let pairs = 0, alike = 0, sum = 0, length = 0;
  sorted.forEach(([at, [more, moreAlike]], i) => {
    pairs += more;
    alike += moreAlike;
    if (pairs === 0) return;
    const own = Number((sorted[i + 1]?.[0] ?? at) - at);
    length += own;
    sum += own * alike / pairs;
  });
  return length === 0 ? null : sum / length;
}
