import { recordMade } from "../frame/cite/made.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import {
  type Column,
  type Columns,
  int64Column,
  isoDateColumn,
  textColumn,
  timeColumn,
} from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { elapsedMicros, type Length } from "../time/length.ts";
import {
  BED_PERIOD_OPTIONS,
  type BedPeriodOptions,
  findBedPeriods,
} from "./nights/findBedPeriods.ts";
import { nremPeriods, type NremRule, type RunInterval } from "./nights/nremPeriods.ts";
import { splitLayers } from "./kernel/stageLayers.ts";
import type { StageRows } from "./stages/readStages.ts";
import { type Runs, runsIn } from "./kernel/runs.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { type StageKind, stageKinds } from "./stages/stageKinds.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode nremCycles}. */
export interface NremCyclesOptions extends BedPeriodOptions, StageFrameOptions {
  /** Lightest sleep that can start a NREM period. @default "N1" */
  begin?: "N1" | "N2";
  /** Minimum NREM sleep and wake of a NREM period. @default "PT15M" */
  shortestNrem?: Length;
  /** Minimum REM sleep of a REM period, except for the first of the night. @default "PT5M" */
  shortestRem?: Length;
  /** Maximum length of a NREM period before it is split. @default "PT120M" */
  longestNrem?: Length;
  /** Minimum lighter sleep before the deep sleep at which a period is split. @default "PT12M" */
  shortestLighter?: Length;
}

const ACTION = "find NREM cycles";

const OPTIONS = optionNames<NremCyclesOptions>()(
  STAGE_FRAME_OPTIONS,
  BED_PERIOD_OPTIONS,
  "begin shortestNrem shortestRem longestNrem shortestLighter",
);

/**
 * Finds the cycles of NREM and REM sleep of each night, by the rule of Feinberg and Floyd (1979).
 *
 * A NREM period starts with N1 or deeper sleep, never with wake, and has at least 15 minutes of
 * NREM sleep and wake. Less than that between two runs of REM sleep does not separate them; REM
 * sleep before the first NREM period is in no cycle. A REM period has at least 5 minutes of REM
 * sleep, except for the first of the night; otherwise the NREM period continues over it. A NREM
 * period over 120 minutes (a skipped REM period) is split where deep sleep resumes after at least
 * 12 minutes of lighter sleep. Both parts must be long enough; the remainder is split in the same
 * way. Time that is not scored counts for nothing and ends nothing. Wake after a REM period is in
 * no period. The rule only uses durations, so the length of epochs does not matter.
 *
 * Sleep of unknown stage, or from a source that does not detect REM sleep, may contain a part of a
 * period. `duration_ms` is null for a period that contains or touches such sleep. `complete` is
 * null for a last cycle that such sleep may have completed, and `cycle` for every cycle after it.
 * `reason` gives the cause. A night without any known REM sleep has no rows.
 *
 * Nights and bed periods are the same as in `sleep.statistics`.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps.
 * @returns `night` `date`; `cycle` `i64` from 1 in each night; `period` `str`, `NREM` or `REM`;
 * `start_time`, `end_time` `datetime[us, tz]`; `duration_ms` `i64`; `complete` `bool`, false for a
 * last cycle without a REM period; `reason` `str` if a value is null; ordered by time.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if stages overlap, a stage is not in the table, or an option is not a zone or
 * duration
 *
 * @example One complete cycle, and one that the morning ends
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const tens = ["W", "N1", "N2", "N3", "N3", "R", "N2", "N2", "W"]; // ten minutes each
 * const night = sleep.fromHypnogram(tens, {
 *   start: "2024-01-01T22:00Z",
 *   epoch: "PT10M",
 *   tz: "UTC",
 * });
 * const found = sleep.nremCycles(night);
 * assertEquals(found.getColumn("cycle").toArray(), [1, 1, 2]);
 * assertEquals(found.getColumn("period").toArray(), ["NREM", "REM", "NREM"]);
 * assertEquals(found.getColumn("duration_ms").toArray(), [2_400_000, 600_000, 1_200_000]);
 * assertEquals(found.getColumn("complete").toArray(), [true, true, false]);
 * ```
 */
export function nremCycles(frame: FrameLike, options: NremCyclesOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const {
    begin = "N1",
    shortestNrem = "PT15M",
    shortestRem = "PT5M",
    longestNrem = "PT120M",
    shortestLighter = "PT12M",
  } = options;
  if (begin !== "N1" && begin !== "N2") {
    throw new RangeError(
      `Cannot ${ACTION}: begin ${JSON.stringify(begin)} is not one of N1, N2`,
    );
  }
  const rule = {
    leastNrem: Number(elapsedMicros(shortestNrem, "shortestNrem")),
    leastRem: Number(elapsedMicros(shortestRem, "shortestRem")),
    longestNrem: Number(elapsedMicros(longestNrem, "longestNrem")),
    leastLighter: Number(elapsedMicros(shortestLighter, "shortestLighter")),
    fromN1: begin === "N1",
  };
  const found = computeByGroup(frame, options, ACTION, (rows) => cyclesOf(rows, rule, options));
  return recordMade(found, "sleep.nremCycles", options, frame);
}

/**
 * Returns whether the sources of a night detect REM sleep at any time; otherwise no cycle can be
 * found.
 */
function hasRem(
  { offset, from, to, stage, untold }: Runs,
  night: number,
  kinds: readonly StageKind[],
): boolean {
  if (untold === undefined) return true;
  for (let run = offset[night]!; run < offset[night + 1]!; run++) {
    const kind = kinds[stage[run]!]!, length = to[run]! - from[run]!;
    if (kind !== "wake" && kind !== "unknown" && untold[4 * run + 3]! < length) return true;
  }
  return false;
}

/**
 * Returns the sleep of a night without detected REM sleep: sleep of unknown stage, and runs from
 * sources that do not record REM sleep.
 */
function untoldSleep(
  { offset, from, to, stage, untold }: Runs,
  night: number,
  kinds: readonly StageKind[],
): RunInterval[] {
  const found: RunInterval[] = [];
  for (let run = offset[night]!; untold !== undefined && run < offset[night + 1]!; run++) {
    const kind = kinds[stage[run]!]!;
    if (kind === "wake" || kind === "unknown" || untold[4 * run + 3] === 0) continue;
    found.push({ from: from[run]!, to: to[run]! });
  }
  return found;
}

const REASON = "sleep of unknown stage lies in, next to or before the period";

function cyclesOf(read: StageRows, rule: NremRule, options: NremCyclesOptions): Columns {
  const { table } = read, kinds = stageKinds(table), hypnogram = splitLayers(read, ACTION);
  const nights = findBedPeriods(hypnogram, table, options, ACTION);
  const runs = runsIn(hypnogram.spans, nights, kinds);
  const rows = nights.flatMap((night, i) => {
    const cycles = hasRem(runs, i, kinds) ? nremPeriods(runs, i, kinds, rule) : [];
    const untold = untoldSleep(runs, i, kinds);
    return cycles.flatMap(({ nrem, rem }, i) => {
      const last = cycles[i - 1],
        before = last === undefined ? -Infinity : (last.rem ?? last.nrem).to;
      const after = cycles[i + 1]?.nrem.from ?? Infinity;
      /** Tests for such sleep between two moments, or touching the second. */
      const isUntold = (start: number, end: number): boolean =>
        untold.some(({ from, to }) => to > start && from <= end);
      const isLast = i === cycles.length - 1;
      const row = (period: string, { from, to }: RunInterval, isKnown: boolean) => ({
        night: night.night,
        cycle: untold.some((sleep) => sleep.from < nrem.from) ? null : BigInt(i + 1),
        period,
        start: night.start + BigInt(from),
        end: night.start + BigInt(to),
        isKnown,
        complete: rem === null && isLast ? (isUntold(nrem.from, after) ? null : false) : true,
      });
      return [
        row("NREM", nrem, !isUntold(before, rem === null ? after : nrem.to)),
        ...rem === null ? [] : [row("REM", rem, !isUntold(nrem.to - 1, after))],
      ];
    });
  });
  const tz = read.zone;
  const whole = (of: (row: typeof rows[number]) => bigint | null): Column => {
    const valid = Uint8Array.from(rows, (row) => of(row) === null ? 0 : 1);
    return int64Column(
      BigInt64Array.from(rows, (row) => of(row) ?? 0n),
      valid.includes(0) ? valid : undefined,
    );
  };
  const reasons = rows.map(({ cycle, isKnown, complete }) =>
    cycle === null || !isKnown || complete === null ? REASON : null
  );
  const known = Uint8Array.from(rows, ({ complete }) => complete === null ? 0 : 1);
  return {
    night: isoDateColumn(rows.map(({ night }) => night)),
    cycle: whole(({ cycle }) => cycle),
    period: textColumn(rows.map(({ period }) => period)),
    start_time: timeColumn(BigInt64Array.from(rows, ({ start }) => start), tz),
    end_time: timeColumn(BigInt64Array.from(rows, ({ end }) => end), tz),
    duration_ms: whole(({ start, end, isKnown }) => isKnown ? (end - start) / 1000n : null),
    complete: {
      type: "bool",
      values: Uint8Array.from(rows, ({ complete }) => complete === true ? 1 : 0),
      ...known.includes(0) && { valid: known },
    },
    ...reasons.some((reason) => reason !== null) && { reason: textColumn(reasons) },
  };
}
