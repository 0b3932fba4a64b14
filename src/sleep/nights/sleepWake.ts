import { median } from "d3-array";
import { optionNames } from "../../options/checkOptions.ts";
import { hasClockChange, zonedTime } from "../../time/zones.ts";
import { elapsedMicros, type Length } from "../../time/length.ts";
import { every } from "../../time/every.ts";
import type { Interval } from "../../time/interval.ts";
import { windowOf, windows } from "../../time/windows.ts";
import { clipNearSleeps, daysContaining } from "./daysContaining.ts";
import type { NightCut } from "./cutTitle.ts";
import { type DayTurns, dayTurns, turnOf } from "./dayTurns.ts";
import { nightMinutes, type NightRule } from "./nightOf.ts";
import { NIGHT_OPTIONS, type NightOptions } from "./nightSessions.ts";
import { cycleBounds, groupCycles } from "../kernel/groupCycles.ts";
import { resolveOverlaps } from "../kernel/resolveOverlaps.ts";
import type { Spans } from "../kernel/spans.ts";
import type { StageRows } from "../stages/readStages.ts";
import type { StageTable } from "../stages/stageTables.ts";
import { DAY_MICROS } from "../../time/units.ts";

/** Treatment of time without a record. */
export type Uncovered = "awake" | "missing";

/** Options that separate sleep from wake. */
export interface SleepWakeOptions extends NightOptions {
  /**
   * Treatment of time without a record: awake in days that have a sleep, within 24 hours of it, or
   * missing.
   * @default "awake"
   */
  uncovered?: Uncovered;
  /**
   * Length of epochs, such as `"PT30S"`; it divides a day. Each epoch has the state of its first
   * moment. @default none: exact to the microsecond
   */
  epoch?: Length;
  /**
   * Share of the usual (median) sleep of a day. If a day has less sleep and its record does not end
   * with wake, its record was interrupted: time without a record is then missing. 0 counts it as
   * awake.
   * @default 0.5
   */
  brokenBelow?: number;
}

export const SLEEP_WAKE_OPTIONS = optionNames<SleepWakeOptions>()(
  NIGHT_OPTIONS,
  "uncovered epoch brokenBelow",
);

/** An interval asleep or awake, in microseconds. */
export interface SleepWake extends Interval {
  readonly asleep: boolean;
}

export interface SleepWakeDays {
  /** Starts of days, and the end of the last. */
  readonly bounds: BigInt64Array;
  readonly night: (day: number) => string;
  readonly cuts: readonly NightCut[];
  /** Sleep and wake in order; time between them is unknown. */
  readonly known: readonly SleepWake[];
}

/**
 * Returns the known sleep and wake of the days from the first sleep to the last. With `uncovered:
 * "missing"`, from the first record to the last, so a night spent awake counts at the ends too.
 * Time in bed and time that is not scored are neither.
 */
export function sleepWakeDays(
  rows: StageRows,
  table: StageTable,
  options: SleepWakeOptions,
): SleepWakeDays {
  const { uncovered = "awake", brokenBelow = 0.5, dstNights = true } = options;
  if (uncovered !== "awake" && uncovered !== "missing") {
    throw new RangeError(
      `Cannot separate sleep from wake: uncovered ${
        JSON.stringify(uncovered)
      } is not one of awake, missing`,
    );
  }
  if (!(brokenBelow >= 0 && brokenBelow < 1)) {
    throw new RangeError(
      `Cannot separate sleep from wake: brokenBelow is ${brokenBelow}, expected a number from 0 to below 1`,
    );
  }
  const tz = rows.zone, { rule = "auto" } = options;
  const onGrid = epochCeiling(options.epoch);
  const spans = resolveOverlaps(rows, table, {
    sourcePriority: options.sourcePriority ?? [],
    join: "stage",
  });
  const sleeps = groupCycles(spans, {
    gap: elapsedMicros(options.gap ?? "PT60M", "gap") + 1n, // a gap of exactly the limit does not separate
    isGap: (stage) => !table[stage]!.asleep,
  });
  const sleepBounds = cycleBounds(sleeps);
  const middles = sleepBounds.map(({ start, end }) => start + (end - start) / 2n);
  const recorded = joinStates(spans, table, onGrid);
  const isRecord = uncovered === "missing";
  const first = isRecord ? recorded[0]?.start : middles[0];
  const last = isRecord ? recorded.at(-1)?.end : middles.at(-1);
  if (first === undefined || last === undefined) {
    return { bounds: new BigInt64Array(0), night: () => "", cuts: [], known: [] };
  }
  const end = isRecord ? last : last + 1n;
  // If only the record counts, no day may depend on the time of a sleep.
  const own = isRecord && rule === "auto" ? "noon" : rule;
  const days = nightBounds({ start: first, end }, sleepBounds, own, tz);
  const { bounds } = days;
  const counted = (known: readonly SleepWake[]): SleepWakeDays => ({
    ...days,
    known: dstNights ? known : withoutClockChanges(known, bounds, tz),
  });
  if (isRecord) return counted(recorded);
  const isWhole = wholeDays(sleepBounds, joinStates(spans, table, (at) => at), bounds, brokenBelow);
  const covered = clipNearSleeps(daysContaining(middles, bounds).filter(isWhole), sleepBounds)
    .map(({ start, end }) => ({ start: onGrid(start), end: onGrid(end) }));
  return counted(fillWithAwake(covered, recorded));
}

/** Returns a test of days: `false` if the record of their sleep looks interrupted. */
function wholeDays(
  sleeps: readonly Interval[],
  recorded: readonly SleepWake[],
  bounds: BigInt64Array,
  brokenBelow: number,
): (day: Interval) => boolean {
  const days = new Map<bigint, { asleep: number; endsAwake: boolean }>();
  let next = 0;
  for (const { start, end } of sleeps) {
    const first = bounds[windowOf(bounds, start + (end - start) / 2n)]!;
    const day = days.get(first) ?? { asleep: 0, endsAwake: false };
    let span = recorded[next];
    for (; span !== undefined && span.start < end; span = recorded[++next]) {
      if (span.asleep) day.asleep += Number(span.end - span.start);
    }
    day.endsAwake = span?.start === end && !span.asleep;
    days.set(first, day);
  }
  const usual = median(days.values(), ({ asleep }) => asleep) ?? 0;
  return ({ start }) => {
    const { asleep, endsAwake } = days.get(start)!;
    return endsAwake || asleep >= brokenBelow * usual;
  };
}

/** Keeps the parts of intervals in days without a daylight saving change. */
function withoutClockChanges(
  known: readonly SleepWake[],
  bounds: BigInt64Array,
  tz: string,
): SleepWake[] {
  const changed = Array.from(bounds.subarray(1), (end, day) => ({ start: bounds[day]!, end }))
    .filter((day) => hasClockChange(day, tz));
  return changed.reduce<readonly SleepWake[]>(
    (parts, day) =>
      parts.flatMap(({ start, end, asleep }) =>
        [
          { start, end: end < day.start ? end : day.start, asleep },
          { start: start > day.end ? start : day.end, end, asleep },
        ].filter((part) => part.start < part.end)
      ),
    known,
  ) as SleepWake[];
}

/**
 * Returns the days of an interval by a rule, each with the date on which it ends or you wake up.
 */
function nightBounds(
  interval: Interval,
  sleeps: readonly Interval[],
  rule: NightRule,
  tz: string,
): Pick<SleepWakeDays, "bounds" | "night" | "cuts"> {
  const turns = rule === "auto" ? dayTurns(sleeps, tz, interval) : undefined;
  if (turns !== undefined && turns.basis.includes("midsleep")) {
    const first = turnOf(turns, interval.start), last = turnOf(turns, interval.end - 1n);
    return {
      bounds: turns.bounds.slice(first, last + 2),
      cuts: cutsOf(turns, first, last),
      night: (day) => turns.night[first + day]!,
    };
  }
  const startOfDay = nightMinutes(turns === undefined ? rule : "noon");
  const bounds = windows(interval, every("1d"), { tz, startOfDay });
  const cuts = turns === undefined
    ? []
    : cutsOf(turns, turnOf(turns, interval.start), turnOf(turns, interval.end - 1n));
  return {
    bounds,
    cuts,
    night: (day) => zonedTime(bounds[day + 1]! - 1n, tz).toPlainDate().toString(),
  };
}

/** Returns the cuts of some nights. */
function cutsOf({ cut, basis }: DayTurns, first: number, last: number): NightCut[] {
  return cut.slice(first, last + 1).map((own, i) => ({ cut: own, cutBasis: basis[first + i]! }));
}

/** Returns intervals of sleep and wake; joins touching stages of one state. */
function joinStates(
  { start, end, stage }: Spans,
  table: StageTable,
  onGrid: (at: bigint) => bigint,
): SleepWake[] {
  const states = table.map(({ asleep, depth }) => asleep ? true : depth === 0 ? false : undefined);
  const joined: SleepWake[] = [];
  for (let i = 0; i < stage.length;) {
    const begin = start[i]!, asleep = states[stage[i]!];
    let close = end[i++]!;
    if (asleep === undefined) continue;
    while (i < stage.length && states[stage[i]!] === asleep && start[i] === close) {
      close = end[i++]!;
    }
    const interval = { start: onGrid(begin), end: onGrid(close), asleep };
    if (interval.start < interval.end) joined.push(interval);
  }
  return joined;
}

/** Returns a function that rounds an instant up to the start of an epoch. */
function epochCeiling(epoch: Length | undefined): (at: bigint) => bigint {
  if (epoch === undefined) return (at) => at;
  const length = elapsedMicros(epoch, "epoch");
  if (length === 0n || DAY_MICROS % length !== 0n) {
    throw new RangeError(`Cannot use epoch ${JSON.stringify(epoch)}: it does not divide a day`);
  }
  return (at) => at + ((-at % length) + length) % length;
}

/** Returns recorded sleep and wake, and wake in the rest of the days, in order. */
function fillWithAwake(days: readonly Interval[], recorded: readonly SleepWake[]): SleepWake[] {
  const known: SleepWake[] = [];
  let next = 0, at = days[0]?.start ?? 0n; // everything before is filled
  const addAwake = (end: bigint): void => {
    if (at < end) known.push({ start: at, end, asleep: false });
  };
  for (const { start, end } of days) {
    if (at < start) at = start;
    let interval = recorded[next];
    for (; interval !== undefined && interval.start < end; interval = recorded[++next]) {
      addAwake(interval.start);
      known.push(interval);
      if (interval.end > at) at = interval.end;
    }
    addAwake(end);
  }
  return [...known, ...recorded.slice(next)];
}
