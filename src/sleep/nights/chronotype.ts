import type { Statistic } from "../../frame/statisticFrame.ts";
import { arc, onClock } from "./clockTime.ts";

/** A statistic of sleep timing, with its missing dates. */
export interface TimingStatistic extends Statistic {
  readonly missing: readonly string[];
  /** Reason if the value is null. */
  readonly note: string | null;
  /** Number of nights of the kind that has fewer, for statistics of kinds of days. */
  readonly data?: number;
  /** Statistic whose minimum of data also applies to this one. @default its own name */
  readonly minimumOf?: string;
}

/** Sleep on days of one kind. */
export interface DayKind {
  readonly n: number;
  readonly dates: number;
  readonly missing: readonly string[];
  /** Mean onset in hours after midnight; null without nights. */
  readonly onset: number | null;
  /** Mean length from onset to wake in hours; null without nights. */
  readonly length: number | null;
}

/** Midpoint of a night and of the night before, in hours after midnight. */
export interface MidpointStep {
  readonly before: number;
  readonly own: number;
}

/**
 * Computes mid-sleep on work and free days, chronotype and social jetlag, as listed in
 * `sleep.timing`.
 */
export function chronotype(
  work: DayKind,
  free: DayKind,
  freeDays: number,
  alarm: boolean,
  steps: readonly MidpointStep[],
): TimingStatistic[] {
  const MSW = after(work, 0.5), MSF = after(free, 0.5);
  const week = both(
    work.length,
    free.length,
    (w, f) => (w * (7 - freeDays) + f * freeDays) / 7,
  );
  const oversleep = both(free.length, week, (length, week) => length - week);
  const isLonger = both(free.length, work.length, (f, w) => f > w);
  const corrected = isLonger === null || alarm
    ? null
    : isLonger
    ? both(MSF, oversleep, (at, hours) => onClock(at - hours / 2))
    : MSF;
  const jetlag = both(MSW, MSF, arc);
  const ends = both(after(work, 1), after(free, 1), arc);
  const isCaughtUp = both(work.length, free.length, (w, f) => w > f) && ends !== null && ends >= 0;
  const correctedJetlag = isCaughtUp ? ends : both(work.onset, free.onset, arc);
  const loss = both(
    work.length,
    free.length,
    (w, f) => Math.abs(f - w) * freeDays * (7 - freeDays) / 7,
  );
  const deviation = corrected === null || steps.length === 0 ? null : steps.reduce(
    (sum, { before, own }) => sum + Math.hypot(arc(corrected, own), arc(before, own)),
    0,
  ) / steps.length;
  const all: DayKind = {
    ...work,
    n: work.n + free.n,
    dates: work.dates + free.dates,
    missing: [...work.missing, ...free.missing].sort(),
  };
  const needed = (of: DayKind): string | null => {
    const lacks = [
      ...(of !== free && work.n === 0 ? ["no night before a work day"] : []),
      ...(of !== work && free.n === 0 ? ["no night before a free day"] : []),
    ];
    return lacks.join(", ") || null;
  };
  const hours = (name: string, value: number | null, of: DayKind): TimingStatistic => ({
    name,
    value,
    unit: "h",
    coverage: of.dates === 0 ? 0 : of.n / of.dates,
    n: of.n,
    missing: of.missing,
    note: value !== null ? null : needed(of) ??
      ((name === "MSFsc" || name === "CPD") && alarm ? "alarm on free days" : "onsets cancel out"),
    data: of === all ? Math.min(work.n, free.n) : of.n,
  });
  return [
    hours("SOw", work.onset, work),
    hours("SDw", work.length, work),
    hours("MSW", MSW, work),
    hours("SOf", free.onset, free),
    hours("SDf", free.length, free),
    hours("MSF", MSF, free),
    hours("SDweek", week, all),
    hours("MSFsc", corrected, all),
    hours("SJL_rel", jetlag, all),
    hours("SJL", magnitude(jetlag), all),
    hours("SJLsc_rel", correctedJetlag, all),
    hours("SJLsc", magnitude(correctedJetlag), all),
    hours("SLoss_week", loss, all),
    {
      ...hours("CPD", deviation, all),
      n: steps.length,
      coverage: all.dates < 2 ? 0 : steps.length / (all.dates - 1),
      ...(corrected !== null && steps.length === 0 ? { note: "no nights on adjacent dates" } : {}),
    },
  ];
}

/** Returns the time of day after a share of the sleep. */
function after({ onset, length }: DayKind, share: number): number | null {
  return both(onset, length, (at, hours) => onClock(at + share * hours));
}

function both<T>(
  a: number | null,
  b: number | null,
  of: (a: number, b: number) => T,
): T | null {
  return a === null || b === null ? null : of(a, b);
}

function magnitude(value: number | null): number | null {
  return value === null ? null : Math.abs(value);
}
