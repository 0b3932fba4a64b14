import { zonedTime } from "../../time/zones.ts";
import { optionNames } from "../../options/checkOptions.ts";
import type { Interval } from "../../time/interval.ts";
import { isoMicros } from "../../time/iso.ts";
import { type TimeLike, toMicros } from "../../time/instant.ts";
import {
  NIGHT_OPTIONS,
  type NightOptions,
  type NightSession,
  nightSessions,
} from "./nightSessions.ts";
import type { NightCut } from "./cutTitle.ts";
import type { Spans } from "../kernel/spans.ts";
import type { StageLayers } from "../kernel/stageLayers.ts";
import { bisectLeft } from "../../time/bisect.ts";
import type { StageTable } from "../stages/stageTables.ts";

/** From lights off to lights on, and which nights are meant without them. */
export interface BedPeriodOptions extends Omit<NightOptions, "sourcePriority"> {
  /** When the bed period begins; text without a zone is read in `tz`. @default the start of time in bed, else of the first span of each night */
  lightsOff?: TimeLike;
  /** When the bed period ends. @default the end of time in bed, else of the last span of each night */
  lightsOn?: TimeLike;
}

const { sourcePriority: _, ...NIGHTS } = NIGHT_OPTIONS;

/** Which of them there are. */
export const BED_PERIOD_OPTIONS = optionNames<BedPeriodOptions>()(NIGHTS, "lightsOff lightsOn");

/** The bed period of a night, in microseconds. */
export interface BedPeriod extends Interval {
  /** The night's name: the local date on which it ends. */
  readonly night: string;
  /** Cut of the night; undefined if lights were given. */
  readonly session?: NightCut;
}

/**
 * The bed periods of a stage frame: that from lights off to lights on, or one for the main sleep of
 * each night; of a frame that is one session only, that of it.
 *
 * @throws {RangeError} if lights are on before they are off, or no sleep is there for the one given
 */
export function findBedPeriods(
  { rows, inBed }: StageLayers,
  table: StageTable,
  options: BedPeriodOptions,
  action: string,
): BedPeriod[] {
  const moment = (what: "lightsOff" | "lightsOn"): bigint | undefined => {
    const given = options[what];
    return given === undefined
      ? undefined
      : toMicros(given, { ...options.tz !== undefined && { tz: rows.zone }, what });
  };
  const tz = rows.zone, off = moment("lightsOff"), on = moment("lightsOn");
  const named = (start: bigint, end: bigint): BedPeriod[] => {
    if (start >= end) {
      throw new RangeError(
        `Cannot ${action}: lights are on at ${isoMicros(end, tz)}, not after lights off at ${
          isoMicros(start, tz)
        }`,
      );
    }
    const night = zonedTime(end, tz).toPlainDate().toString();
    return [{ night, start, end }];
  };
  if (off !== undefined && on !== undefined) return named(off, on);
  const { lightsOff: _off, lightsOn: _on, ...rest } = options;
  const sessions = nightSessions(rows, table, rest);
  const mains = mainSessions(sessions);
  if (off === undefined && on === undefined) {
    return mains.map((session) => bedPeriodOf(session, inBed));
  }
  const one = off === undefined
    ? mains.findLast(({ start }) => start < on!)
    : mains.find(({ end }) => end > off);
  if (one === undefined) {
    throw new RangeError(
      `Cannot ${action}: there is no night ${
        off === undefined
          ? `before lights on at ${isoMicros(on!, tz)}`
          : `after lights off at ${isoMicros(off, tz)}`
      }`,
    );
  }
  const edges = bedPeriodOf(one, inBed);
  return named(off ?? edges.start, on ?? edges.end);
}

/** The main sleep of each night; a frame that is one session only is a record of its own, as of a laboratory, however short. */
export function mainSessions(sessions: readonly NightSession[]): readonly NightSession[] {
  return sessions.filter(({ main, isOnly }) => main || isOnly);
}

/** The bed period of a session: from edge to edge of the time in bed, widened to all sleep; without any the session. */
export function bedPeriodOf(session: NightSession, inBed: Spans): BedPeriod {
  // Time in bed is part of a session, so that none reaches out of it.
  const first = bisectLeft(inBed.start, session.start);
  const past = bisectLeft(inBed.start, session.end);
  let edges: Interval | null = null;
  for (let i = first; i < past; i++) {
    edges = unite(edges, { start: inBed.start[i]!, end: inBed.end[i]! });
  }
  // Who sleeps is in bed, whatever the layer says.
  const { start, end } = edges === null ? session : unite(edges, session.sleep);
  return { night: session.night, start, end, session };
}

function unite(one: Interval | null, other: Interval | null): Interval {
  if (one === null || other === null) return (one ?? other)!;
  return {
    start: one.start < other.start ? one.start : other.start,
    end: one.end > other.end ? one.end : other.end,
  };
}
