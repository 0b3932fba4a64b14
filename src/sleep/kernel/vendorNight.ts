import type { NightTotal } from "../../frame/columns/nightTotals.ts";
import type { Interval } from "../../time/interval.ts";
import { MINUTE_US } from "../../time/units.ts";
import type { NightTotals, StageRows } from "../stages/readStages.ts";
import type { StageKind } from "../stages/stageKinds.ts";

/** A vendor's totals of a night: lengths in microseconds, `undefined` if unknown. */
export interface VendorNight {
  readonly bed: number | undefined;
  readonly asleep: number | undefined;
  /** Time in each stage of sleep, and awake; `asleep` is what is left if light and deep sleep are given. */
  readonly stages: { readonly [kind in StageKind]?: number | undefined };
  /** Time from lights off to the first sleep. */
  readonly latency: number | undefined;
  /** Time asleep as a share of the time in bed, in percent. */
  readonly efficiency: number | undefined;
  /** Number of awakenings. */
  readonly awakenings: number | undefined;
}

/** Intervals without overlaps, and the row of each. */
interface VendorSpans {
  readonly start: BigInt64Array;
  readonly end: BigInt64Array;
  readonly row: Uint32Array;
}

/** Smaller differences are due to rounding. */
const ROUNDING = MINUTE_US;

/**
 * Returns the totals of the sleeps in each period, if all rows of a sleep have totals. Two sleeps
 * in one period add up, unless one replaces the other, such as a night of a second device.
 *
 * @param spans Stages without overlaps, with their rows.
 */
export function vendorNights(
  rows: StageRows,
  spans: VendorSpans & { readonly stage: Uint8Array },
  periods: readonly Interval[],
  kinds: readonly StageKind[],
): (VendorNight | undefined)[] {
  const { sleeps, sleepOf } = findSleeps(rows);
  if (sleeps.length === 0) return periods.map(() => undefined);
  let first = 0; // periods ascend
  return periods.map(({ start, end }) => {
    while (first < spans.end.length && spans.end[first]! <= start) first++;
    const found = new Map<VendorSleep, number>();
    for (let i = first; i < spans.start.length && spans.start[i]! < end; i++) {
      const kind = kinds[spans.stage[i]!]!;
      if (kind === "wake" || kind === "unknown") continue;
      const own = sleepOf(spans.row[i]!);
      if (own === undefined) return undefined;
      found.set(own, (found.get(own) ?? 0) + Number(spans.end[i]! - spans.start[i]!));
    }
    const all = [...found], whole = all.filter(([own, left]) => !isRest(own, left));
    const sleeps = (whole.length === 0 ? all : whole).map(([{ totals }]) => totals);
    return sleeps.length < 2 ? sleeps[0] : addSleeps(sleeps);
  });
}

/** Returns whether other records replace most of a sleep, by the time that is left of it. */
function isRest({ totals: { bed, asleep, stages } }: VendorSleep, left: number): boolean {
  return left < (bed ?? (asleep ?? 0) + (stages.wake ?? 0)) / 2;
}

/** Vendors round each total to a minute. */
const MOST_ROUNDING = 5 * MINUTE_US;

/** Returns the share of a bed period that a vendor's totals cover; `undefined` if unknown. */
export function vendorShare(
  { asleep, stages: { wake } }: VendorNight,
  bed: number,
): number | undefined {
  if (asleep === undefined || wake === undefined) return undefined;
  return asleep + wake > bed - MOST_ROUNDING ? 1 : (asleep + wake) / bed;
}

/**
 * Returns the share of each row that its vendor's total says is sleep, at most 1; `undefined`
 * without totals.
 */
export function sleepShares(rows: StageRows): Float64Array | undefined {
  const totals = rows.totals();
  return totals && Float64Array.from(rows.stage, (_, row) => {
    const { asleep } = vendorNight(totals, row);
    const length = Number(rows.end[row]! - rows.start[row]!);
    return asleep === undefined || asleep > length ? 1 : asleep / length;
  });
}

/** A sleep with a vendor's totals, and its rows in a frame. */
export interface VendorSleep extends Interval {
  readonly length: number;
  readonly stage: number;
  readonly totals: VendorNight;
}

/**
 * Returns the sleeps of a frame with a vendor's totals, each once, with the time that is left of
 * each where records overlap, in microseconds, and whether another sleep replaces it.
 *
 * @param spans Stages without overlaps, with their rows.
 */
export function vendorSleeps(
  rows: StageRows,
  { start, end, row }: VendorSpans,
): (VendorSleep & { readonly left: number; readonly isReplaced: boolean })[] {
  const { sleeps, sleepOf } = findSleeps(rows), left = new Map<VendorSleep, number>();
  for (const [i, at] of row.entries()) {
    const own = sleepOf(at);
    if (own !== undefined) left.set(own, (left.get(own) ?? 0) + Number(end[i]! - start[i]!));
  }
  const leftOf = (sleep: VendorSleep): number => left.get(sleep) ?? 0;
  return sleeps.map((sleep) => ({
    ...sleep,
    left: leftOf(sleep),
    isReplaced: isRest(sleep, leftOf(sleep)) &&
      sleeps.some((other) =>
        other.start <= sleep.end && sleep.start <= other.end && !isRest(other, leftOf(other))
      ),
  }));
}

/**
 * Finds the sleeps with a vendor's totals. Rows with the same totals are pieces of one sleep if
 * they are close enough for a sleep of that length: two nights may have the same totals.
 */
function findSleeps(rows: StageRows): {
  readonly sleeps: VendorSleep[];
  readonly sleepOf: (row: number) => VendorSleep | undefined;
} {
  const totals = rows.totals(), sleeps: VendorSleep[] = [];
  if (totals === undefined) return { sleeps, sleepOf: () => undefined };
  const indexOf = new Map<number, number>(), last = new Map<string, number>();
  for (const row of rows.order ?? rows.start.keys()) {
    const own = textOf(totals, row);
    if (own === undefined) continue;
    const start = rows.start[row]!, end = rows.end[row]!;
    const index = last.get(own), known = index === undefined ? undefined : sleeps[index];
    const isPiece = known !== undefined && Number(end - known.start) <= reachOf(known.totals);
    const at = isPiece ? index! : sleeps.length;
    sleeps[at] = {
      start: isPiece ? known.start : start,
      end,
      length: (isPiece ? known.length : 0) + Number(end - start),
      stage: rows.stage[row]!,
      totals: isPiece ? known.totals : vendorNight(totals, row),
    };
    last.set(own, at);
    indexOf.set(row, at);
  }
  return { sleeps, sleepOf: (row) => sleeps[indexOf.get(row) ?? -1] };
}

/**
 * Returns the longest time from the start to the end of a sleep with some totals, in microseconds.
 */
function reachOf({ bed, asleep, stages }: VendorNight): number {
  const longest = Math.max(bed ?? 0, (asleep ?? 0) + (stages.wake ?? 0));
  return longest === 0 ? 12 * 60 * MINUTE_US : 1.5 * longest + 30 * MINUTE_US;
}

/** Returns the totals of a row as text, equal for pieces of one sleep; `undefined` without any. */
function textOf(totals: NightTotals, row: number): string | undefined {
  const own = Object.values(totals).map((values) => values[row]);
  return own.every(Number.isNaN) ? undefined : own.join(" ");
}

const NOTHING: VendorNight = {
  bed: undefined,
  asleep: undefined,
  stages: {},
  latency: undefined,
  efficiency: undefined,
  awakenings: undefined,
};

function vendorNight(totals: NightTotals, row: number): VendorNight {
  const value = (name: NightTotal): number | undefined => {
    const found = totals[name]?.[row];
    return found === undefined || Number.isNaN(found) ? undefined : found;
  };
  const length = (name: NightTotal): number | undefined => {
    const minutes = value(name);
    return minutes === undefined ? undefined : Math.round(minutes * MINUTE_US);
  };
  const light = length("light_sleep_duration"), deep = length("deep_sleep_duration");
  // Vendors write 0 if a device cannot detect REM sleep, and 0 for all stages if it detects none.
  const rem = length("rem_sleep_duration") || undefined;
  const staged = (light ?? 0) + (deep ?? 0) + (rem ?? 0);
  const isStaged = staged > 0 && light !== undefined && deep !== undefined;
  const asleep = length("asleep_duration") ?? (isStaged ? staged : undefined);
  const rest = asleep === undefined ? NaN : asleep - staged;
  const wake = length("awake_duration"), bed = length("in_bed_duration");
  const lengths = [asleep, light, deep, rem, wake].filter((own) => own !== undefined);
  if (lengths.length > 0 && lengths.every((own) => own === 0)) { // nothing was measured
    return { ...NOTHING, bed };
  }
  return {
    bed,
    asleep,
    stages: {
      wake,
      ...staged > 0 ? { light, deep, rem } : {},
      ...isStaged ? { asleep: rest < ROUNDING ? 0 : rest } : {},
    },
    latency: length("sleep_latency"),
    efficiency: value("sleep_efficiency"),
    awakenings: value("wake_ups"),
  };
}

/** Adds the totals that all of several sleeps have. */
function addSleeps(sleeps: readonly VendorNight[]): VendorNight {
  const sum = (of: (sleep: VendorNight) => number | undefined): number | undefined =>
    sleeps.reduce<number | undefined>((total, sleep) => {
      const own = of(sleep);
      return total === undefined || own === undefined ? undefined : total + own;
    }, 0);
  const stages = (["wake", "light", "deep", "rem", "asleep"] as const).map((kind) =>
    [kind, sum((sleep) => sleep.stages[kind])] as const
  );
  return {
    bed: sum(({ bed }) => bed),
    asleep: sum(({ asleep }) => asleep),
    stages: Object.fromEntries(stages),
    latency: sleeps[0]!.latency,
    efficiency: undefined, // valid for each sleep, but not for their sum
    awakenings: sum(({ awakenings }) => awakenings),
  };
}
