import type { Runs } from "../kernel/runs.ts";
import { MINUTE_US } from "../../time/units.ts";
import { KNOWN } from "../stages/knownWords.ts";
import type { StageKind } from "../stages/stageKinds.ts";
import type { VendorNight } from "../kernel/vendorNight.ts";

/** Sums over the runs of a bed period: lengths in microseconds, NaN if undefined. */
export interface NightTotals {
  readonly bed: number;
  readonly bedRuns: number;
  /** Sleep and wake. */
  readonly scored: number;
  /** Number of runs of sleep or wake. */
  readonly scoredRuns: number;
  /** Sleep; NaN if nothing is scored. */
  readonly asleep: number;
  readonly asleepRuns: number;
  /** From the start of the first sleep to the end of the last. */
  readonly period: number;
  readonly periodRuns: number;
  /** Wake in that period. */
  readonly wake: number;
  readonly wakeRuns: number;
  /** Unknown time in that period. */
  readonly missing: number;
  readonly missingRuns: number;
  /** First sleep, from the start of the bed period. */
  readonly onset: number;
  /** First unbroken sleep of 5 minutes, in any stages. */
  readonly onset5: number;
  /** First unbroken sleep of 10 minutes. */
  readonly onset10: number;
  readonly rem: number;
  /** Number of direct changes from sleep to wake. */
  readonly toWake: number;
  /** Number of direct changes to wake or N1. */
  readonly toLight: number;
  /** Number of direct changes to wake that lasts, before the last sleep. */
  readonly awakenings: number;
  /** Sleep from sources that do not record wake. */
  readonly untold: number;
  /** `true` if wake is recorded, or a source records it. */
  readonly isWakeKnown: boolean;
  /** `true` if the time from lights off to the first sleep is known. */
  readonly isLatencyKnown: boolean;
  /** `true` if wake is recorded up to the moment that determines `onset5`. */
  readonly isOnset5Known: boolean;
  /** `true` if wake is recorded up to the moment that determines `onset10`. */
  readonly isOnset10Known: boolean;
  /** `true` if no sleep before the first REM sleep could be REM sleep too. */
  readonly isRemKnown: boolean;
  /** Sleep for which membership of a stage is known, by the bit of the stage. */
  readonly told: Readonly<Record<number, number>>;
  /** A vendor's totals of the night; undefined if the stages have the values. */
  readonly vendor: VendorNight | undefined;
}

/**
 * Adds up the runs of one bed period; time that is not scored is neither sleep nor wake.
 *
 * @param night Index of the interval of the runs.
 * @param leastAwakening Shortest wake that counts as an awakening, in microseconds.
 * @param vendor A vendor's totals, if the night consists of sleeps with totals.
 */
export function nightTotals(
  { offset, from, to, stage, untold: lacks }: Runs,
  night: number,
  kinds: readonly StageKind[],
  leastAwakening: number,
  vendor?: VendorNight,
): NightTotals {
  const begin = offset[night]!, end = offset[night + 1]!;
  let scored = 0, scoredRuns = 0, asleep = 0, asleepRuns = 0;
  let wake = 0, wakeRuns = 0, missing = 0, missingRuns = 0, awakenings = 0;
  let onset = NaN, onset5 = NaN, onset10 = NaN, rem = NaN, wakeUp = NaN, periodRuns = 0;
  let toWake = 0, toLight = 0, unbroken = NaN;
  let untold = 0, light = 0, deep = 0, remTold = 0;
  let firstUntold = Infinity, firstStageless = Infinity, wakeUp5 = NaN, wakeUp10 = NaN;
  // Values since the last sleep: they count once another sleep follows.
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
    const [noWake = 0, noLight = 0, noDeep = 0, noRem = 0] = lacks === undefined
      ? NOTHING
      : lacks.subarray(4 * run, 4 * run + 4);
    untold += noWake;
    light += length - noLight;
    deep += length - noDeep;
    remTold += length - noRem;
    if (noWake > 0 && start < firstUntold) firstUntold = start;
    if (noRem > 0 && start < firstStageless) firstStageless = start;
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
    if (Number.isNaN(onset5) && wakeUp - unbroken >= 5 * MINUTE_US) {
      onset5 = unbroken;
      wakeUp5 = wakeUp;
    }
    if (Number.isNaN(onset10) && wakeUp - unbroken >= 10 * MINUTE_US) {
      onset10 = unbroken;
      wakeUp10 = wakeUp;
    }
    if (Number.isNaN(rem) && kind === "rem") rem = start;
  }
  const slept = Number.isNaN(onset) ? NaN : 0; // without sleep, values that depend on it are undefined
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
    untold,
    isWakeKnown: untold === 0 || untold < asleep || scored > asleep,
    isLatencyKnown: onset !== 0 || firstUntold > onset,
    isOnset5Known: !(firstUntold < wakeUp5),
    isOnset10Known: !(firstUntold < wakeUp10),
    isRemKnown: !(firstStageless < rem),
    told: { [KNOWN.light]: light, [KNOWN.deep]: deep, [KNOWN.rem]: remTold },
    vendor,
  };
}

/** Runs whose sources detect every stage. */
const NOTHING: readonly number[] = [0, 0, 0, 0];

function isAsleep(kind: StageKind): boolean {
  return kind !== "wake" && kind !== "unknown";
}
