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

/** How stages are grouped into sessions, and sessions into nights. */
export interface NightOptions {
  /** The IANA zone whose days count, and in which times without one are read. @default the zone of the frame's `start_time` */
  tz?: Zones;
  /**
   * Where one night ends and the next begins. `"auto"` follows the person: it takes noon, or for those
   * who sleep around noon the time opposite their usual midsleep, and dates a sleep of at least
   * `shortestMain` by waking. `"noon"`, or a local time such as `"18:00"`, is the same for everybody:
   * a night then has the date on which it ends.
   * @default "auto"
   */
  rule?: NightRule;
  /** The longest gap inside of a session: one over it closes the session. @default "PT60M" */
  gap?: Length;
  /**
   * Whether a waking without a record stays inside of its session, however long: a gap between two
   * sessions of one night that is no longer than the sleep before it, nor than that after it. @default true
   */
  wholeNights?: boolean;
  /** The least time asleep of a main sleep; less is a nap. @default "PT3H" */
  shortestMain?: Length;
  /**
   * Whether nights with a daylight saving change count. `false` leaves them out, also if the sleep
   * is before or after the change.
   * @default true
   */
  dstNights?: boolean;
  /** What the stage codes mean. @default what the frame says in `stage_table`, else "consumer" */
  stages?: Stages;
  /** Sources from the highest to the lowest; one that is not named ranks below all. @default none */
  sourcePriority?: readonly string[];
}

/** Which of them there are. */
export const NIGHT_OPTIONS = optionNames<NightOptions>()(
  "tz rule gap wholeNights shortestMain dstNights stages sourcePriority",
);

/** One session: spans with no gap over the limit between them, in microseconds. */
export interface NightSession extends Interval {
  /** The name of its night: the local date on which that ends. */
  readonly night: string;
  /** The time asleep: of a sleep with a vendor's total, that. */
  readonly asleep: bigint;
  /** From the start of the first sleep to the end of the last; null without sleep. */
  readonly sleep: Interval | null;
  /** The time that samples of time in bed cover; null without any. */
  readonly inBed: bigint | null;
  /** Whether it is the main sleep of its night. */
  readonly main: boolean;
  /** Whether it is the only session of the frame. */
  readonly isOnly: boolean;
  /** The local time at which its night began, as `HH:MM`. */
  readonly cut: string;
  /** Why nights are separated at that time. */
  readonly cutBasis: CutBasis;
  /** Whether the frame has all of its night: `false` if the range cuts it, `null` if that is not known. */
  readonly whole: boolean | null;
}

/** The sessions of a stage frame, ascending, each in its night. */
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
    gap: elapsedMicros(options.gap ?? "PT60M", "gap") + 1n, // a gap of just the limit does not close
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
      asleep += shares === undefined ? length[row]! : length[row]! * shares[merged.row[row]!]!;
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
    const { start, end, asleep } = piece, bedFrom = bed;
    let inBedTime = 0; // no time in bed reaches out of a session
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
      ...nights[i]!,
      whole: rows.range === undefined
        ? null
        : wholeNight(rows.range, nightWindow(piece, nights[i]!.cut, rows.zone), end),
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

/** The interval from the time at which a night begins to that of the next day. */
function nightWindow(session: Interval, cut: string, tz: string): Interval {
  const at = middleOf(session), startOfDay = nightMinutes(cut);
  const bounds = windows({ start: at, end: at + 1n }, every("1d"), { tz, startOfDay });
  return { start: bounds[0]!, end: bounds[1]! };
}

/** A session before its spans are taken: its rows `from` to `to`. */
interface SessionRows extends Interval {
  readonly from: number;
  readonly to: number;
  readonly asleep: bigint;
}

/** How time is divided into nights. */
interface NightParts {
  /** The night in which an instant lies, by any name. */
  readonly partOf: (at: bigint) => string | number;
  /** The longest session that joining may make. */
  readonly longest?: bigint;
  /** The date and the cut of each session. */
  readonly nightsOf: (
    sessions: readonly SessionRows[],
    sleeps: readonly (Interval | null)[],
    least: bigint,
  ) => Pick<NightSession, "night" | "cut" | "cutBasis">[];
}

/** Nights that end at the same time of day for everybody and are named by the date on which they end. */
function fixedNights(rule: NightRule, tz: string): NightParts {
  const minutes = nightMinutes(rule), partOf = nightNamer(tz, minutes);
  const cut = clockText(BigInt(minutes) * MINUTE_MICROS);
  return {
    partOf,
    nightsOf: (sessions) =>
      sessions.map((session) => ({ night: partOf(middleOf(session)), cut, cutBasis: "rule" })),
  };
}

/** A night with a waking that was not recorded is not longer than this. */
const LONGEST_JOINED = 16n * HOUR_MICROS;

/** Nights that end where the person's own days turn, each named by the date of waking. */
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
  /** The local date on which each ends. */
  readonly dates: readonly string[];
  /** The night in which each lies. */
  readonly parts: readonly number[];
  /** Whether each is long enough for a main sleep. */
  readonly isLong: readonly boolean[];
}

/**
 * The date of each session: that of waking for the longest sleep of a night, and for another long sleep
 * on whose date nothing longer ends; else that of the longest sleep of its night, which may be undefined.
 */
function datesOfSleeps({ sessions, dates, parts, isLong }: DatedSleeps): (string | undefined)[] {
  const longest = new Map<number, number>();
  isLong.forEach((long, i) => {
    const best = longest.get(parts[i]!);
    if (!long || best !== undefined && sessions[i]!.asleep <= sessions[best]!.asleep) return;
    longest.set(parts[i]!, i);
  });
  const first = new Set(longest.values());
  const taken = new Set(Array.from(first, (i) => dates[i]!));
  const others = [...isLong.keys()].filter((i) => isLong[i] && !first.has(i))
    .sort((a, b) => compare(sessions[b]!.asleep, sessions[a]!.asleep) || a - b);
  const own = new Set(first);
  for (const i of others) {
    if (taken.has(dates[i]!)) continue;
    taken.add(dates[i]!);
    own.add(i);
  }
  return sessions.map((_, i) => {
    const dated = own.has(i) ? i : longest.get(parts[i]!);
    return dated === undefined ? undefined : dates[dated];
  });
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function middleOf({ start, end }: Interval): bigint {
  return start + (end - start) / 2n;
}

/** Sessions of one night with no more than a waking between them as one, the shortest gap first. */
function joinNights(
  pieces: readonly SessionRows[],
  { partOf, longest }: NightParts,
): SessionRows[] {
  return [...Map.groupBy(pieces, (piece) => partOf(middleOf(piece))).values()].flatMap(
    (ofNight) => {
      const joined = [...ofNight];
      for (
        let at = shortestWaking(joined, longest);
        at >= 0;
        at = shortestWaking(joined, longest)
      ) {
        const [a, b] = [joined[at]!, joined[at + 1]!];
        // The middle of both lies between their own, thus in the same night.
        joined.splice(at, 2, { ...a, end: b.end, to: b.to, asleep: a.asleep + b.asleep });
      }
      return joined;
    },
  );
}

/** The first of the two sessions with the shortest waking between them; -1 if none is one. */
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
