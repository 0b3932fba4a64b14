import type { Zones } from "../../time/zone.ts";
import { optionNames } from "../../options/checkOptions.ts";
import { elapsedMicros, type Length } from "../../time/length.ts";
import type { Interval } from "../../time/interval.ts";
import { clockTimes, offsets } from "../../series/clock/offsets.ts";
import { every } from "../../time/every.ts";
import { HOUR_MICROS, MINUTE_MICROS } from "../../time/units.ts";
import { windows } from "../../time/windows.ts";
import { hasClockChange } from "../../time/zones.ts";
import { coalesce } from "../kernel/coalesce.ts";
import { type CutBasis, dayTurns, localDate, turnOf } from "./dayTurns.ts";
import { clockText, nightMinutes, nightNamer, type NightRule } from "./nightOf.ts";
import { cycleBounds, groupCycles } from "../kernel/groupCycles.ts";
import { resolveOverlaps } from "../kernel/resolveOverlaps.ts";
import { wholeNight } from "./wholeNight.ts";
import { inBedStages, rowsApart } from "../kernel/stageLayers.ts";
import type { StageRows } from "../stages/readStages.ts";
import { type Spans, spansOf, spanTimes } from "../kernel/spans.ts";
import { sleepShares } from "../kernel/vendorNight.ts";
import type { Stages, StageTable } from "../stages/stageTables.ts";

/** Options that find sessions and nights. */
export interface NightOptions {
  /**
   * IANA zone of days and of times without a zone. @default the zone of the frame's `start_time`
   */
  tz?: Zones;
  /**
   * Time at which one night ends and the next starts. `"auto"` follows the person: it uses noon, or
   * for people who sleep around noon the time opposite their usual midsleep, and dates the main
   * sleep by waking. `"noon"`, or a local time such as `"18:00"`, is the same for everybody: a night
   * then has the date on which it ends.
   * @default "auto"
   */
  rule?: NightRule;
  /** Longest gap inside a session; a longer gap ends the session. @default "PT60M" */
  gap?: Length;
  /**
   * Keeps a wake without a record in its session: a gap between two sessions of one night that is
   * no longer than the sleep before and the sleep after it. @default true
   */
  wholeNights?: boolean;
  /** Minimum time asleep of a main sleep; shorter sessions are naps. @default "PT3H" */
  shortestMain?: Length;
  /**
   * Includes nights with a daylight saving change. `false` skips them, even if the sleep is before
   * or after the change.
   * @default true
   */
  dstNights?: boolean;
  /** Stage table of the codes. @default the frame's `stage_table`, otherwise "consumer" */
  stages?: Stages;
  /** Sources from the highest to the lowest rank; all others rank below. @default none */
  sourcePriority?: readonly string[];
}

export const NIGHT_OPTIONS = optionNames<NightOptions>()(
  "tz rule gap wholeNights shortestMain dstNights stages sourcePriority",
);

/** A session: intervals without a gap above the limit, in microseconds. */
export interface NightSession extends Interval {
  /** Name of its night: the local date on which it ends. */
  readonly night: string;
  /** Time asleep, or a vendor's total of it. */
  readonly asleep: bigint;
  /** From the start of the first sleep to the end of the last; null without sleep. */
  readonly sleep: Interval | null;
  /** Time covered by samples of time in bed; null without any. */
  readonly inBed: bigint | null;
  readonly main: boolean;
  /** `true` if it is the only session of the frame. */
  readonly isOnly: boolean;
  /** Local time at which its night started, as `HH:MM`. */
  readonly cut: string;
  readonly cutBasis: CutBasis;
  /** `true` if the frame has its whole night, `false` if its range cuts it, `null` if unknown. */
  readonly whole: boolean | null;
}

/** Returns the sessions of a stage frame in ascending order, each with its night. */
export function nightSessions(
  rows: StageRows,
  table: StageTable,
  options: NightOptions,
): NightSession[] {
  const least = elapsedMicros(options.shortestMain ?? "PT3H", "shortestMain");
  const merged = resolveOverlaps(rows, table, {
    sourcePriority: options.sourcePriority ?? [],
    join: "stage",
    apart: rows.totals() && rowsApart(rows, undefined),
  });
  const shares = sleepShares(rows);
  const found = groupCycles(merged, {
    gap: elapsedMicros(options.gap ?? "PT60M", "gap") + 1n, // a gap of exactly the limit does not separate
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
      if (!isAsleep[stage[row]!]) continue;
      const own = length[row]!;
      asleep += shares === undefined ? own : own * shares[merged.row[row]!]!;
    }
    return { start, end, from, to: row, asleep: BigInt(Math.round(asleep)) };
  });
  const sleepOf = ({ from, to }: SessionRows) => sleepInterval(found.spans, from, to, isAsleep);
  const { wholeNights = true, rule = "auto", dstNights = true } = options;
  const parts = rule === "auto"
    ? ownNights(pieces, sleepOf, rows.zone)
    : fixedNights(rule, rows.zone);
  const joined = wholeNights ? joinNights(pieces, parts) : pieces;
  const nights = parts.nightsOf(joined, joined.map(sleepOf), least);
  const sessions = joined.map((piece, i): NightSession => {
    const { start, end, asleep } = piece, night = nights[i]!, bedFrom = bed;
    let inBedTime = 0; // time in bed never extends beyond its session
    for (; bed < inBed.start.length && inBed.start[bed]! < end; bed++) {
      inBedTime += inBedTimes.length[bed]!;
    }
    return {
      start,
      end,
      asleep,
      sleep: sleepOf(piece),
      inBed: bed === bedFrom ? null : BigInt(inBedTime),
      main: false,
      isOnly: joined.length === 1,
      ...night,
      whole: rows.range === undefined
        ? null
        : wholeNight(rows.range, nightWindow(piece, night.cut, rows.zone), end),
    };
  });
  const mains = new Set(
    [...Map.groupBy(sessions, ({ night }) => night).values()]
      .map((ofNight) => ofNight.reduce((best, next) => isBetterMain(next, best) ? next : best)),
  );
  return sessions.map((session) => ({
    ...session,
    main: mains.has(session) && session.asleep >= least,
  })).filter((session) => dstNights || !isDstNight(session, session.cut, rows.zone));
}

/** Returns whether the night of a session has a daylight saving change. */
export function isDstNight(session: Interval, cut: string, tz: string): boolean {
  return hasClockChange(nightWindow(session, cut, tz), tz);
}

/** Returns the interval from the start of a night to the same local time of the next day. */
export function nightWindow(session: Interval, cut: string, tz: string): Interval {
  const at = middleOf(session), startOfDay = nightMinutes(cut);
  const bounds = windows({ start: at, end: at + 1n }, every("1d"), { tz, startOfDay });
  return { start: bounds[0]!, end: bounds[1]! };
}

/** A session before its intervals are selected: its rows `from` to `to`. */
interface SessionRows extends Interval {
  readonly from: number;
  readonly to: number;
  readonly asleep: bigint;
}

/** Division of time into nights. */
interface NightParts {
  readonly partOf: (at: bigint) => string | number;
  readonly longest?: bigint;
  readonly nightsOf: (
    sessions: readonly SessionRows[],
    sleeps: readonly (Interval | null)[],
    least: bigint,
  ) => Pick<NightSession, "night" | "cut" | "cutBasis">[];
}

/** Nights that end at the same local time for everybody, named after the date on which they end. */
function fixedNights(rule: NightRule, tz: string): NightParts {
  const minutes = nightMinutes(rule), partOf = nightNamer(tz, minutes);
  const cut = clockText(BigInt(minutes) * MINUTE_MICROS);
  return {
    partOf,
    nightsOf: (sessions) =>
      sessions.map((session) => ({ night: partOf(middleOf(session)), cut, cutBasis: "rule" })),
  };
}

/** Longest night with an unrecorded wake. */
const LONGEST_JOINED = 16n * HOUR_MICROS;

/** Nights that end where the person's own days turn, named after the wake-up date. */
function ownNights(
  pieces: readonly SessionRows[],
  sleepOf: (piece: SessionRows) => Interval | null,
  tz: string,
): NightParts {
  const sleeps = pieces.flatMap((piece) => sleepOf(piece) ?? []);
  const turns = dayTurns(sleeps.length > 0 ? sleeps : pieces, tz);
  const partOf = (at: bigint): number => turnOf(turns, at);
  return {
    partOf,
    longest: LONGEST_JOINED,
    nightsOf: (sessions, sleeps, least) => {
      const wakings = BigInt64Array.from(sleeps, (sleep, i) => sleep?.end ?? sessions[i]!.end);
      const dates = Array.from(clockTimes(wakings, offsets(wakings, tz)), localDate);
      const parts = sessions.map((session) => partOf(middleOf(session)));
      const isLong = sessions.map(({ asleep }, i) => sleeps[i] !== null && asleep >= least);
      const nights = datesOfSleeps({ sessions, dates, parts, isLong });
      return parts.map((part, i) => ({
        night: nights[i] ?? turns.night[part]!,
        cut: turns.cut[part]!,
        cutBasis: turns.basis[part]!,
      }));
    },
  };
}

interface DatedSleeps {
  readonly sessions: readonly SessionRows[];
  readonly dates: readonly string[];
  readonly parts: readonly number[];
  /** `true` for each session that is long enough for a main sleep. */
  readonly isLong: readonly boolean[];
}

/**
 * Returns the date of each session. The longest sleep of a night and the longest sleep that ends on
 * a date have their wake-up date. Other sessions have the date of the longest sleep of their night,
 * which may be undefined.
 */
function datesOfSleeps({ sessions, dates, parts, isLong }: DatedSleeps): (string | undefined)[] {
  const longestOf = <K>(keys: readonly K[]): Map<K, number> => {
    const longest = new Map<K, number>();
    keys.forEach((key, i) => {
      const best = longest.get(key);
      if (!isLong[i] || best !== undefined && sessions[i]!.asleep <= sessions[best]!.asleep) return;
      longest.set(key, i);
    });
    return longest;
  };
  const ofNight = longestOf(parts), ofDate = longestOf(dates);
  return parts.map((part, i) => {
    const dated = ofDate.get(dates[i]!) === i ? i : ofNight.get(part);
    return dated === undefined ? undefined : dates[dated];
  });
}

function middleOf({ start, end }: Interval): bigint {
  return start + (end - start) / 2n;
}

/** Joins sessions of one night with only a wake between them, the shortest gap first. */
function joinNights(
  pieces: readonly SessionRows[],
  { partOf, longest }: NightParts,
): SessionRows[] {
  return [...Map.groupBy(pieces, (piece) => partOf(middleOf(piece))).values()].flatMap(
    (ofNight) => {
      const joined = [...ofNight];
      for (let at: number; (at = shortestWaking(joined, longest)) >= 0;) {
        const [a, b] = [joined[at]!, joined[at + 1]!];
        // The middle of both is between their own middles, so it is in the same night.
        joined.splice(at, 2, { ...a, end: b.end, to: b.to, asleep: a.asleep + b.asleep });
      }
      return joined;
    },
  );
}

/**
 * Returns the index of the first of the two sessions with the shortest wake between them, or -1.
 */
function shortestWaking(sessions: readonly SessionRows[], longest?: bigint): number {
  let found = -1, shortest = 0n;
  for (let i = 0; i + 1 < sessions.length; i++) {
    const before = sessions[i]!, after = sessions[i + 1]!, gap = after.start - before.end;
    const isWaking = gap <= before.asleep && gap <= after.asleep &&
      (longest === undefined || after.end - before.start <= longest);
    if (isWaking && (found < 0 || gap < shortest)) [found, shortest] = [i, gap];
  }
  return found;
}

/** Returns whether a later session is the main sleep instead of an earlier one. */
function isBetterMain(later: NightSession, earlier: NightSession): boolean {
  if (later.asleep !== earlier.asleep) return later.asleep > earlier.asleep;
  return later.end - later.start > earlier.end - earlier.start;
}

/** Returns the interval from the first sleep to the last. */
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
