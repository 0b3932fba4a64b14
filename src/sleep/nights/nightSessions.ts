import type { OptionTable } from "../../options/checkOptions.ts";
import { durationMicros } from "../../time/duration.ts";
import type { Interval } from "../../time/interval.ts";
import { coalesce } from "../kernel/coalesce.ts";
import { nightMinutes, nightNamer, type NightRule } from "./nightOf.ts";
import { cycleBounds, groupCycles } from "../kernel/groupCycles.ts";
import { resolveOverlaps } from "../kernel/resolveOverlaps.ts";
import { inBedStages } from "../kernel/stageLayers.ts";
import type { StageRows } from "../stages/readStages.ts";
import { type Spans, spansOf, spanTimes } from "../kernel/spans.ts";
import type { Stages, StageTable } from "../stages/stageTables.ts";

/** How stages are grouped into sessions, and sessions into nights. */
export interface NightOptions {
  /** The IANA zone whose days count, and in which times without one are read. @default the zone of the frame's `start_time` */
  tz?: string;
  /**
   * The local time of day at which one night ends and the next begins: `"noon"`, or any such as
   * `"18:00"`. @default "noon"
   */
  rule?: NightRule;
  /** The longest gap inside of a session, as an ISO 8601 duration: one over it closes the session. @default "PT60M" */
  gap?: string;
  /**
   * Whether a waking without a record stays inside of its session, however long: a gap between two
   * sessions of one night that is no longer than the sleep before it, nor than that after it. @default true
   */
  wholeNights?: boolean;
  /** The least time asleep of a main sleep, as an ISO 8601 duration; less is a nap. @default "PT3H" */
  shortestMain?: string;
  /** What the stage codes mean. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /** Sources from the highest to the lowest; one that is not named ranks below all. @default none */
  sourcePriority?: readonly string[];
}

/** Which of them there are. */
export const NIGHT_OPTIONS: OptionTable<NightOptions> = {
  tz: true,
  rule: true,
  gap: true,
  wholeNights: true,
  shortestMain: true,
  stages: true,
  sourcePriority: true,
};

/** One session: spans with no gap over the limit between them, in microseconds. */
export interface NightSession extends Interval {
  /** The name of its night: the local date on which that ends. */
  readonly night: string;
  /** The time asleep. */
  readonly asleep: bigint;
  /** From the start of the first sleep to the end of the last; null without sleep. */
  readonly sleep: Interval | null;
  /** The time that samples of time in bed cover; null without any. */
  readonly inBed: bigint | null;
  /** Whether it is the main sleep of its night. */
  readonly main: boolean;
}

/** The sessions of a stage frame, ascending, each in its night. */
export function nightSessions(
  rows: StageRows,
  table: StageTable,
  options: NightOptions,
): NightSession[] {
  const nameOf = nightNamer(rows.zone, nightMinutes(options.rule ?? "noon"));
  const least = durationMicros(options.shortestMain ?? "PT3H", "shortestMain");
  const merged = resolveOverlaps(rows, table, {
    sourcePriority: options.sourcePriority ?? [],
    join: "stage",
  });
  const found = groupCycles(merged, {
    gap: durationMicros(options.gap ?? "PT60M", "gap") + 1n, // a gap of just the limit does not close
    isGap: () => false,
  });
  const inBed = coalesce(spansOf(rows, { stages: inBedStages(table) }));
  const isAsleep = table.map(({ asleep }) => asleep);
  const { length } = spanTimes(found.spans), inBedTimes = spanTimes(inBed);
  const { stage } = found.spans;
  let row = 0, bed = 0;
  const pieces = cycleBounds(found).map(({ start, end }, number): SessionRows => {
    const from = row;
    let asleep = 0;
    for (; row < stage.length && found.cycle[row] === number; row++) {
      if (isAsleep[stage[row]!]) asleep += length[row]!;
    }
    const night = nameOf(start + (end - start) / 2n);
    return { start, end, from, to: row, asleep: BigInt(asleep), night };
  });
  const { wholeNights = true } = options;
  const sessions = (wholeNights ? joinNights(pieces) : pieces).map((piece) => {
    const { start, end, night, asleep, from, to } = piece, bedFrom = bed;
    let inBedTime = 0; // no time in bed reaches out of a session
    for (; bed < inBed.start.length && inBed.start[bed]! < end; bed++) {
      inBedTime += inBedTimes.length[bed]!;
    }
    return {
      start,
      end,
      night,
      asleep,
      sleep: sleepInterval(found.spans, from, to, isAsleep),
      inBed: bed === bedFrom ? null : BigInt(inBedTime),
      main: false,
    };
  });
  const mains = new Set(
    [...Map.groupBy(sessions, ({ night }) => night).values()]
      .map((ofNight) => ofNight.reduce((best, next) => isBetterMain(next, best) ? next : best)),
  );
  return sessions.map((session) => ({
    ...session,
    main: mains.has(session) && session.asleep >= least,
  }));
}

/** A session before its spans are taken: its rows `from` to `to`. */
interface SessionRows extends Interval {
  readonly from: number;
  readonly to: number;
  readonly asleep: bigint;
  readonly night: string;
}

/** Sessions of one night with no more than a waking between them as one, the shortest gap first. */
function joinNights(pieces: readonly SessionRows[]): SessionRows[] {
  return [...Map.groupBy(pieces, ({ night }) => night).values()].flatMap((ofNight) => {
    const joined = [...ofNight];
    for (let at = shortestWaking(joined); at >= 0; at = shortestWaking(joined)) {
      const [a, b] = [joined[at]!, joined[at + 1]!];
      // The middle of both lies between their own, thus in the same night.
      joined.splice(at, 2, { ...a, end: b.end, to: b.to, asleep: a.asleep + b.asleep });
    }
    return joined;
  });
}

/** The first of the two sessions with the shortest waking between them; -1 if none is one. */
function shortestWaking(sessions: readonly SessionRows[]): number {
  let found = -1, shortest = 0n;
  for (let i = 0; i + 1 < sessions.length; i++) {
    const before = sessions[i]!, after = sessions[i + 1]!, gap = after.start - before.end;
    const isWaking = gap <= before.asleep && gap <= after.asleep;
    if (isWaking && (found < 0 || gap < shortest)) [found, shortest] = [i, gap];
  }
  return found;
}

/** Whether a later session is rather the main sleep than an earlier one. */
function isBetterMain(later: NightSession, earlier: NightSession): boolean {
  if (later.asleep !== earlier.asleep) return later.asleep > earlier.asleep;
  return later.end - later.start > earlier.end - earlier.start;
}

/** From the first sleep to the last of some spans that follow each other. */
function sleepInterval(
  { start, end, stage }: Spans,
  from: number,
  to: number,
  isAsleep: readonly boolean[],
): Interval | null {
  let first = from, last = to - 1;
  while (first < to && !isAsleep[stage[first]!]) first++;
  if (first === to) return null;
  while (!isAsleep[stage[last]!]) last--;
  return { start: start[first]!, end: end[last]! };
}
