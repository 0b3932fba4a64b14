import { every } from "../../time/every.ts";
import { windows } from "../../time/windows.ts";
import type { ReadSpans } from "../../sleep/kernel/spans.ts";
import { datesLabel, type Labels } from "../picture/labels.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** An interval of one stage in a row, in milliseconds after the row's origin. */
export interface StageInterval {
  /** The key of its row. */
  readonly row: string;
  /** The stage's index in the table. */
  readonly index: number;
  /** Inclusive start. */
  readonly x1: number;
  /** Exclusive end. */
  readonly x2: number;
  /** How much of it is not sleep by a vendor's total, in milliseconds. */
  readonly awake: number;
}

/** An interval that came from one source, in milliseconds after the row's origin. */
export interface SourceInterval {
  readonly source: string;
  /** Inclusive start. */
  readonly x1: number;
  /** Exclusive end. */
  readonly x2: number;
}

/** A row of a hypnogram: a night, or what one source says of it. */
export interface HypnogramRow {
  /** Tells it from the others. */
  readonly key: string;
  /** What stands above it. */
  readonly label: string;
  /** The instant from which its intervals are counted, in milliseconds since 1970. */
  readonly origin: number;
  /** The left end of all rows after their origins. */
  readonly from: number;
  /** The right end of all rows after their origins. */
  readonly to: number;
  /** What it shows, by start. */
  readonly intervals: readonly StageInterval[];
  /** Where that came from: intervals of one source that touch are one. */
  readonly sources: readonly SourceInterval[];
}

const MOST_NIGHTS = 7;

/**
 * The rows of a hypnogram: one for all if it spans at most a day, else one for each local night from
 * noon to noon; and of those one for each source if asked.
 *
 * @param options With `bed`, the index of time in bed in the stage table, -1 where it has none.
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
      `Cannot draw a hypnogram of ${used.length} nights: the most is ${MOST_NIGHTS}; use plot.sleepBars or plot.sleepRaster, or take fewer nights`,
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
  const label = source === undefined ? dates : source ?? "no source";
  const key = `${night.start} ${source ?? ""}`;
  const intervals: { -readonly [K in keyof StageInterval]: StageInterval[K] }[] = [];
  const latest = new Map<number, typeof intervals[number]>();
  const sources: { -readonly [K in keyof SourceInterval]: SourceInterval[K] }[] = [];
  spans.start.forEach((start, i) => {
    const end = spans.end[i]!, index = spans.stage[i]!;
    if (start >= night.end || end <= night.start) return;
    if (source !== undefined && spans.source[i] !== source) return;
    const x1 = millis(start > night.start ? start : night.start) - origin;
    const x2 = millis(end < night.end ? end : night.end) - origin;
    const from = spans.source[i] ?? "no source", interval = sources.at(-1);
    if (interval?.source === from && interval.x2 === x1) interval.x2 = x2;
    else sources.push({ source: from, x1, x2 });
    const last = latest.get(index);
    // Epochs of one stage that touch are one bar.
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
    sources: sources,
  };
}

function millis(micros: bigint): number {
  return Number(micros) / 1000;
}

/** A night: from one local noon to the next, in microseconds UTC. */
export interface Night {
  /** The noon at which it begins. */
  readonly start: bigint;
  /** The noon at which it ends: 23, 24 or 25 hours later. */
  readonly end: bigint;
}

const NOON = 12 * 60;

/** The nights from local noon to local noon that cover an interval of microseconds UTC. */
export function nights(start: bigint, end: bigint, tz: string): Night[] {
  const noons = windows({ start, end }, every("1d"), { tz, startOfDay: NOON });
  return Array.from(
    { length: noons.length - 1 },
    (_, i) => ({ start: noons[i]!, end: noons[i + 1]! }),
  );
}

/**
 * The time in bed as one interval from going to bed to getting up, in place of what a merge left of it:
 * stages take the place of the time in bed that they lie over, and so belong to it. What touches time
 * in bed, or what touches that, is time in bed; stages that no time in bed touches are left alone.
 *
 * @param bed The index of time in bed in the stage table.
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
