import type { Span } from "./stageRows.ts";

/** Options of the brute-force grouping; lengths in minutes. */
export interface OracleOptions {
  gap?: number;
  gapStages?: readonly number[];
  only?: readonly number[] | undefined;
  clipTo?: { start: number; end: number };
  touching?: { start: number; end: number };
  sourcePriority?: readonly string[];
}

/** A cycle found by brute force. */
export interface OracleCycle {
  number: number;
  start: number;
  end: number;
  /** Runs of one stage, as [start, end, stage]. */
  runs: [number, number, number][];
}

const LAST = 400;
// interface.md 4.3, rule 1: 0 below all, 2 below all but 0; then the later start.
const RANK = [0, 2, 1, 2, 2, 2];
// analysis-notes 4.3: then the earlier end, then the more specific stage, then the source.
const SPECIFIC = [0, 1, 2, 2, 2, 2];

/** Returns the stage of each minute from a comparison of all intervals; `undefined` without one. */
export function painted(
  spans: readonly Span[],
  sourcePriority: readonly string[] = [],
): (number | undefined)[] {
  const rank = (source: string | undefined): number => {
    const place = source === undefined ? -1 : sourcePriority.indexOf(source);
    return place < 0 ? 0 : sourcePriority.length - place;
  };
  const key = ({ start, end, stage, source }: Span): (number | string)[] => [
    -rank(source),
    -RANK[stage]!,
    -start,
    end,
    -SPECIFIC[stage]!,
    source ?? "",
    -stage,
  ];
  const before = (a: Span, b: Span): number => {
    const [ka, kb] = [key(a), key(b)];
    const i = ka.findIndex((part, j) => part !== kb[j]);
    return i < 0 ? 0 : ka[i]! < kb[i]! ? -1 : 1;
  };
  return Array.from(
    { length: LAST },
    (_, minute) =>
      spans.filter(({ start, end }) => start <= minute && minute < end).sort(before)[0]?.stage,
  );
}

/** Finds cycles minute by minute, as the documents describe them. */
export function bruteForceCycles(
  spans: readonly Span[],
  options: OracleOptions = {},
): OracleCycle[] {
  const { gap = 120, gapStages = [], clipTo, touching } = options;
  const stages = painted(spans, options.sourcePriority).map((stage, minute) =>
    clipTo === undefined || (clipTo.start <= minute && minute < clipTo.end) ? stage : undefined
  );
  const counts = (minute: number): boolean =>
    stages[minute] !== undefined && !gapStages.includes(stages[minute]!);
  const bounds: { start: number; end: number }[] = [];
  for (let minute = 0; minute < LAST; minute++) {
    if (!counts(minute)) continue;
    const last = bounds.at(-1);
    const quiet = last === undefined ? Infinity : minute - last.end;
    if (last !== undefined && (quiet === 0 || quiet < gap)) last.end = minute + 1;
    else bounds.push({ start: minute, end: minute + 1 });
  }
  return bounds
    .filter(({ start, end }) =>
      touching === undefined ||
      (touching.start < touching.end && start < touching.end && end > touching.start)
    )
    .map(({ start, end }, number) => ({ number, start, end, runs: runsOf(stages, start, end) }));
}

function runsOf(
  stages: readonly (number | undefined)[],
  from: number,
  to: number,
): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (let minute = from; minute < to; minute++) {
    const stage = stages[minute], last = runs.at(-1);
    if (stage === undefined) continue;
    if (last !== undefined && last[1] === minute && last[2] === stage) last[1]++;
    else runs.push([minute, minute + 1, stage]);
  }
  return runs;
}

/** Returns the row of `sleep_cycles` for a cycle, with times and durations in minutes. */
export function cycleRow(
  { number, start, end, runs }: OracleCycle,
  spans: readonly Span[],
  { only, clipTo }: OracleOptions = {},
): Record<string, unknown> {
  const covered = (minute: number): boolean =>
    clipTo === undefined || (clipTo.start <= minute && minute < clipTo.end);
  const inBedMinutes = Array.from({ length: LAST }, (_, minute) =>
    covered(minute) &&
      spans.some((span) => span.stage === 0 && span.start <= minute && minute < span.end)
      ? 0
      : undefined);
  const sampled = runsOf(inBedMinutes, 0, LAST).filter(([from, to]) => from < end && to > start);
  const asleepMinutes = Array.from(
    { length: LAST },
    (_, minute) =>
      runs.some(([from, to, stage]) => from <= minute && minute < to && stage !== 2)
        ? 0
        : undefined,
  );
  const inBed = sampled.length > 0 ? sampled : runsOf(asleepMinutes, start, end);
  const length = (list: readonly [number, number, number][]): number =>
    list.reduce((sum, [from, to]) => sum + to - from, 0);
  const interval = ([from, to, stage]: [number, number, number]) => ({
    start_time: from,
    end_time: to,
    duration_ms: to - from,
    sleep_stage: stage,
  });
  const since = (counts: (stage: number) => boolean): number | null => {
    if (sampled.length === 0) return 0;
    const first = runs.find(([, , stage]) => counts(stage));
    return first === undefined ? null : Math.max(0, first[0] - sampled[0]![0]);
  };
  const kept = runs.filter(([, , stage]) => only === undefined || only.includes(stage));
  return {
    number,
    start_time: start,
    end_time: end,
    total_time_ms: length(runs),
    total_time_asleep_ms: length(runs.filter(([, , stage]) => stage !== 0 && stage !== 2)),
    latency_ms: since((stage) => stage !== 0 && stage !== 2),
    in_bed_start_time: sampled[0]?.[0] ?? start,
    in_bed_end_time: sampled.at(-1)?.[1] ?? end,
    total_time_in_bed_ms: length(inBed),
    in_bed_to_first_stage_ms: since((stage) => stage !== 0),
    sleep_stage_intervals: kept.map(interval),
    sleep_stage_totals: [...new Set(kept.map(([, , stage]) => stage))].sort().map((stage) => ({
      sleep_stage: stage,
      total_time_in_stage_ms: length(kept.filter((run) => run[2] === stage)),
      stage_latency_ms: kept.find((run) => run[2] === stage)![0] - start,
    })),
    in_bed_intervals: inBed.map(interval),
  };
}
