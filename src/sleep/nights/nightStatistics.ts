// @ts-types="@types/d3-array"
import { median } from "d3-array";
import type { Statistic } from "../../frame/statisticFrame.ts";
import type { Runs } from "../kernel/runs.ts";
import { type StageKind, stageKinds, stemOf } from "../stages/stageKinds.ts";
import type { StageTable } from "../stages/stageTables.ts";
import { HOUR_US, MINUTE_US } from "../../time/units.ts";

/** Lengths in microseconds. */
const UNBROKEN = { SOL5: 5 * MINUTE_US, LPS10: 10 * MINUTE_US } as const;

/** One run as the sums need it. */
interface Run {
  readonly from: number;
  readonly length: number;
  readonly place: number;
  readonly kind: StageKind;
  readonly asleep: boolean;
}

/**
 * The statistics of the stages in a bed period; what is not scored counts as neither sleep nor wake.
 *
 * @param leastAwakening The shortest wake that is an awakening, in microseconds.
 */
export function nightStatistics(
  runs: Runs,
  table: StageTable,
  leastAwakening: number,
): Statistic[] {
  const kinds = stageKinds(table);
  const all = Array.from(runs.stage, (place, i): Run => ({
    from: runs.at[i]!,
    length: runs.at[i + 1]! - runs.at[i]!,
    place,
    kind: kinds[place]!,
    asleep: kinds[place] !== "wake" && kinds[place] !== "unknown",
  }));
  const first = all.findIndex(({ asleep }) => asleep), last = all.findLastIndex(isAsleep);
  const period = first < 0 ? [] : all.slice(first, last + 1);
  const bed = sum(all), scored = all.filter(({ kind }) => kind !== "unknown");
  const asleep = all.filter(isAsleep), tst = scored.length === 0 ? null : sum(asleep);
  const spt = first < 0 ? null : sum(period), onset = first < 0 ? null : all[first]!.from;
  const wake = period.filter(({ kind }) => kind === "wake");
  const missing = period.filter(({ kind }) => kind === "unknown");
  const rem = all.find(({ kind }) => kind === "rem")?.from ?? null;
  const toWake = changes(all, (next) => next.kind === "wake");
  const toLight = changes(all, ({ kind }) => kind === "wake" || kind === "n1");
  const awakenings = changes(
    period,
    ({ kind, length }) => kind === "wake" && length >= leastAwakening,
  );
  const coverage = bed === 0 ? 0 : sum(scored) / bed;
  const minutes = (name: string, length: number | null, n: number): Statistic => ({
    name,
    value: length === null ? null : length / MINUTE_US,
    unit: "min",
    coverage,
    n,
  });
  const latency = (name: string, length: number | null): Statistic =>
    minutes(name, length, length === null ? 0 : 1);
  const percent = (
    name: string,
    part: number | null,
    whole: number | null,
    n: number,
  ): Statistic => ({
    name,
    value: part === null || !whole ? null : 100 * part / whole,
    unit: "%",
    coverage,
    n,
  });
  const perHour = (name: string, count: number): Statistic => ({
    name,
    value: tst ? count / (tst / HOUR_US) : null,
    unit: "1/h",
    coverage,
    n: count,
  });
  return [
    minutes("TIB", bed, all.length),
    minutes("SPT", spt, period.length),
    minutes("TST", tst, asleep.length),
    minutes("WASO", spt === null ? null : sum(wake), wake.length),
    latency("WASOtib", onset === null ? null : bed - onset - tst!),
    minutes("X", spt === null ? null : sum(missing), missing.length),
    minutes("Xtib", bed - sum(scored), all.length - scored.length),
    percent("SE", tst, bed, asleep.length),
    percent("SME", tst, spt, asleep.length),
    latency("SOL", onset),
    latency("SOL5", unbroken(all, UNBROKEN.SOL5)),
    latency("LPS10", unbroken(all, UNBROKEN.LPS10)),
    latency("REM_latency", rem === null ? null : rem - onset!),
    latency("REM_latency_lightsoff", rem),
    {
      name: "awakenings",
      value: spt === null ? null : awakenings,
      unit: "count",
      coverage,
      n: spt === null ? 0 : awakenings,
    },
    perHour("SFI", toWake),
    ...(kinds.includes("n1") ? [perHour("SFI_N1", toLight)] : []),
    ...table.flatMap((stage, place): Statistic[] => {
      if (kinds[place] === "unknown") return [];
      const lengths = all.filter((run) => run.place === place).map(({ length }) => length);
      const total = lengths.reduce((total, length) => total + length, 0), n = lengths.length;
      const stem = stemOf(stage), known = scored.length > 0;
      return [
        minutes(`${stem}_min`, known ? total : null, n),
        ...(kinds[place] === "wake" ? [] : [percent(`${stem}_pct`, total, tst, n)]),
        { name: `${stem}_runs`, value: known ? n : null, unit: "count", coverage, n },
        minutes(`${stem}_run_median`, median(lengths) ?? null, n),
        minutes(`${stem}_run_longest`, n === 0 ? null : Math.max(...lengths), n),
      ];
    }),
  ];
}

function isAsleep({ asleep }: Run): boolean {
  return asleep;
}

function sum(runs: readonly Run[]): number {
  return runs.reduce((total, { length }) => total + length, 0);
}

/** How often sleep changes at once into something else. */
function changes(runs: readonly Run[], into: (next: Run) => boolean): number {
  return runs.reduce((count, run, i) => {
    const next = runs[i + 1];
    return run.asleep && next !== undefined && into(next) ? count + 1 : count;
  }, 0);
}

/** When the first sleep begins that lasts so long, in whatever stages; null without one. */
function unbroken(runs: readonly Run[], least: number): number | null {
  let begin: number | null = null;
  for (const { asleep, from, length } of runs) {
    if (!asleep) begin = null;
    else if (from + length - (begin ??= from) >= least) return begin;
  }
  return null;
}
