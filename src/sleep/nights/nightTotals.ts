import type { Runs } from "../kernel/runs.ts";
import { MINUTE_US } from "../../time/units.ts";
import type { StageKind } from "../stages/stageKinds.ts";

/** What the runs of a bed period add up to: lengths in microseconds, NaN where they are not defined. */
export interface NightTotals {
  /** The bed period. */
  readonly bed: number;
  /** Its runs. */
  readonly bedRuns: number;
  /** Sleep and wake. */
  readonly scored: number;
  /** Runs of sleep or wake. */
  readonly scoredRuns: number;
  /** Sleep; NaN where nothing is scored. */
  readonly asleep: number;
  /** Runs of sleep. */
  readonly asleepRuns: number;
  /** From the start of the first sleep to the end of the last. */
  readonly period: number;
  /** Runs in that period. */
  readonly periodRuns: number;
  /** Wake in that period. */
  readonly wake: number;
  /** Runs of it. */
  readonly wakeRuns: number;
  /** What is not known in that period. */
  readonly missing: number;
  /** Runs of it. */
  readonly missingRuns: number;
  /** The first sleep, from the start of the bed period. */
  readonly onset: number;
  /** The first sleep that goes on for 5 minutes, in whatever stages. */
  readonly onset5: number;
  /** The first sleep that goes on for 10 minutes. */
  readonly onset10: number;
  /** The first REM sleep. */
  readonly rem: number;
  /** How often sleep changes at once into wake. */
  readonly toWake: number;
  /** How often it changes at once into wake or N1. */
  readonly toLight: number;
  /** How often it changes at once into wake that lasts, before the last sleep. */
  readonly awakenings: number;
}

/**
 * Adds up the runs of one bed period; what is not scored counts as neither sleep nor wake.
 *
 * @param night Which of the intervals of the runs.
 * @param leastAwakening The shortest wake that is an awakening, in microseconds.
 */
export function nightTotals(
  { offset, from, to, stage }: Runs,
  night: number,
  kinds: readonly StageKind[],
  leastAwakening: number,
): NightTotals {
  const begin = offset[night]!, end = offset[night + 1]!;
  let scored = 0, scoredRuns = 0, asleep = 0, asleepRuns = 0;
  let wake = 0, wakeRuns = 0, missing = 0, missingRuns = 0, awakenings = 0;
  let onset = NaN, onset5 = NaN, onset10 = NaN, rem = NaN, wakeUp = NaN, periodRuns = 0;
  let toWake = 0, toLight = 0, unbroken = NaN;
  // Of the time since the last sleep: it counts once another sleep follows.
  let since = { wake: 0, wakeRuns: 0, missing: 0, missingRuns: 0, awakenings: 0 };
  for (let run = begin; run < end; run++) {
    const kind = kinds[stage[run]!]!, start = from[run]!, length = to[run]! - start;
    const wasAsleep = run > begin && isAsleep(kinds[stage[run - 1]!]!);
    if (kind === "unknown") {
      since.missing += length;
      since.missingRuns++;
      unbroken = NaN;
      continue;
    }
    scored += length;
    scoredRuns++;
    if (wasAsleep && (kind === "wake" || kind === "n1")) toLight++;
    if (kind === "wake") {
      since.wake += length;
      since.wakeRuns++;
      if (wasAsleep) {
        toWake++;
        if (length >= leastAwakening) since.awakenings++;
      }
      unbroken = NaN;
      continue;
    }
    asleep += length;
    asleepRuns++;
    if (Number.isNaN(onset)) onset = start;
    else {
      wake += since.wake;
      wakeRuns += since.wakeRuns;
      missing += since.missing;
      missingRuns += since.missingRuns;
      awakenings += since.awakenings;
    }
    since = { wake: 0, wakeRuns: 0, missing: 0, missingRuns: 0, awakenings: 0 };
    wakeUp = to[run]!;
    periodRuns = asleepRuns + wakeRuns + missingRuns;
    if (Number.isNaN(unbroken)) unbroken = start;
    if (Number.isNaN(onset5) && wakeUp - unbroken >= 5 * MINUTE_US) onset5 = unbroken;
    if (Number.isNaN(onset10) && wakeUp - unbroken >= 10 * MINUTE_US) onset10 = unbroken;
    if (Number.isNaN(rem) && kind === "rem") rem = start;
  }
  const slept = Number.isNaN(onset) ? NaN : 0; // makes what rests on sleep undefined without it
  return {
    bed: end === begin ? 0 : to[end - 1]!,
    bedRuns: end - begin,
    scored,
    scoredRuns,
    asleep: scoredRuns === 0 ? NaN : asleep,
    asleepRuns,
    period: wakeUp - onset,
    periodRuns,
    wake: wake + slept,
    wakeRuns,
    missing: missing + slept,
    missingRuns,
    onset,
    onset5,
    onset10,
    rem,
    toWake,
    toLight,
    awakenings: awakenings + slept,
  };
}

function isAsleep(kind: StageKind): boolean {
  return kind !== "wake" && kind !== "unknown";
}
