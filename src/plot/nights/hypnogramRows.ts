import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import { KNOWN } from "../../sleep/stages/knownWords.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { say } from "../../words/language.ts";

/** An interval of one stage in a row, in milliseconds after the row's origin. */
export interface StageInterval {
  readonly row: string;
  /** Index of the stage in the table. */
  readonly index: number;
  readonly x1: number;
  readonly x2: number;
  /** Part that is awake according to a vendor's total, in milliseconds. */
  readonly awake: number;
}

/** An interval from one source, in milliseconds after the row's origin. */
export interface SourceInterval {
  readonly source: string;
  readonly x1: number;
  readonly x2: number;
}

/** A row of a hypnogram: a night, or a night of one source. */
export interface HypnogramRow {
  readonly key: string;
  /** Name above the row. */
  readonly label: string;
  /** Instant from which its intervals are counted, in milliseconds since 1970. */
  readonly origin: number;
  /** Left end of all rows, relative to their origins. */
  readonly from: number;
  /** Right end of all rows, relative to their origins. */
  readonly to: number;
  /** Ordered by start. */
  readonly intervals: readonly StageInterval[];
  /** `true` if the sources of all sleep detect wake. */
  readonly tellsWake: boolean;
  /** Source intervals; touching intervals of one source are joined. */
  readonly sources: readonly SourceInterval[];
}

const MOST_NIGHTS = 7;

/**
 * Returns the rows of a hypnogram: a single row for at most a day, otherwise one per local night
 * from noon to noon; optionally one per source in each night.
 *
 * @param options With `bed`, the index of time in bed in the stage table, or -1.
 *
 * @throws {RangeError} if there are more than seven nights
 */
export function hypnogramRows(
  spans: ReadSpans,
  options: { labels: Labels; bySource: boolean; bed: number },
): HypnogramRow[] {
  const { labels, bed } = options;
  const first = spans.start[0]!;
  const last = spans.end.reduce((end, at) => at > end ? at : end);
  const single = last - first <= DAY_MICROS;
  const used = single
    ? [{ start: first, end: last }]
    : nights(first, last, labels.tz).filter((night) =>
      spans.start.some((start, i) => start < night.end && spans.end[i]! > night.start)
    );
  if (used.length > MOST_NIGHTS) {
    throw new RangeError(
      `Cannot draw a hypnogram of ${used.length} nights: the maximum is ${MOST_NIGHTS}. Use plot.sleepBars or plot.sleepRaster, or select fewer nights.`,
    );
  }
  const sources = options.bySource ? [...new Set(spans.source)] : [undefined];
  const rows = used.flatMap((night) =>
    sources.map((source) => rowOf(spans, night, source, { labels, single, bed }))
  ).filter((row) => row.intervals.length > 0);
  let from = Infinity, to = -Infinity;
  for (const { x1, x2 } of rows.flatMap(({ intervals }) => intervals)) {
    from = Math.min(from, x1);
    to = Math.max(to, x2);
  }
  return rows.map((row) => ({ ...row, from, to }));
}

function rowOf(
  spans: ReadSpans,
  night: Night,
  source: string | null | undefined,
  { labels, single, bed }: { labels: Labels; single: boolean; bed: number },
): Omit<HypnogramRow, "from" | "to"> {
  const origin = single ? 0 : millis(night.start);
  const dates = datesLabel(millis(night.start), millis(night.end), labels);
  const label = source === undefined ? dates : source ?? say("no source");
  const key = `${night.start} ${source ?? ""}`;
  const intervals: { -readonly [K in keyof StageInterval]: StageInterval[K] }[] = [];
  const latest = new Map<number, typeof intervals[number]>();
  let tellsWake = true;
  const sources: { -readonly [K in keyof SourceInterval]: SourceInterval[K] }[] = [];
  spans.start.forEach((start, i) => {
    const end = spans.end[i]!, index = spans.stage[i]!;
    if (start >= night.end || end <= night.start) return;
    if (source !== undefined && spans.source[i] !== source) return;
    const x1 = millis(start > night.start ? start : night.start) - origin;
    const x2 = millis(end < night.end ? end : night.end) - origin;
    if (spans.known !== undefined && (spans.known[i]! & KNOWN.awake) === 0) tellsWake = false;
    const from = spans.source[i] ?? say("no source"), interval = sources.at(-1);
    if (interval?.source === from && interval.x2 === x1) interval.x2 = x2;
    else sources.push({ source: from, x1, x2 });
    const last = latest.get(index);
    // Touching epochs of one stage are one bar.
    const awake = (x2 - x1) * (1 - (spans.asleepShare?.[i] ?? 1));
    if (last?.x2 === x1) {
      last.x2 = x2;
      last.awake += awake;
    } else {
      const interval = { row: key, index, x1, x2, awake };
      intervals.push(interval);
      latest.set(index, interval);
    }
  });
  return {
    key,
    label: source === undefined || single ? label : `${dates}, ${label}`,
    origin,
    intervals: wholeTimeInBed(intervals, bed),
    tellsWake,
    sources,
  };
}

function millis(micros: bigint): number {
  return Number(micros) / 1000;
}

/** A night: from one local noon to the next, in microseconds UTC. */
export interface Night {
  /** Noon at which it starts. */
  readonly start: bigint;
  /** Noon at which it ends: 23, 24 or 25 hours later. */
  readonly end: bigint;
}

const NOON = 12 * 60;

/** Returns the nights (from local noon to noon) that cover an interval in microseconds UTC. */
export function nights(start: bigint, end: bigint, tz: string): Night[] {
  const noons = windows({ start, end }, every("1d"), { tz, startOfDay: NOON });
  return Array.from(
    { length: noons.length - 1 },
    (_, i) => ({ start: noons[i]!, end: noons[i + 1]! }),
  );
}

/**
 * Restores time in bed to one interval from going to bed to getting up after a merge. Stages
 * replace the time in bed below them, so they belong to it: intervals connected to time in bed
 * become time in bed. Stages that touch no time in bed are unchanged.
 *
 * @param bed Index of time in bed in the stage table.
 * @returns the intervals by start
 */
export function wholeTimeInBed<T extends Pick<StageInterval, "index" | "x1" | "x2">>(
  intervals: readonly T[],
  bed: number,
): T[] {
  const runs: { bed: T | undefined; x1: number; x2: number }[] = [];
  for (const interval of intervals.toSorted((a, b) => a.x1 - b.x1)) {
    let run = runs.at(-1);
    if (run === undefined || interval.x1 > run.x2) {
      runs.push(run = { bed: undefined, x1: interval.x1, x2: interval.x2 });
    }
    run.x2 = Math.max(run.x2, interval.x2);
    if (interval.index === bed) run.bed ??= interval;
  }
  return [
    ...runs.flatMap(({ bed, x1, x2 }) => bed === undefined ? [] : [{ ...bed, x1, x2 }]),
    ...intervals.filter(({ index }) => index !== bed),
  ].toSorted((a, b) => a.x1 - b.x1);
}
