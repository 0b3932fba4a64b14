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

/** Options of the bed period. */
export interface BedPeriodOptions extends Omit<NightOptions, "sourcePriority"> {
  /**
   * Start of the bed period; text without a zone is read in `tz`. @default the start of time in
   * bed, otherwise of the first interval of each night
   */
  lightsOff?: TimeLike;
  /**
   * End of the bed period. @default the end of time in bed, otherwise of the last interval of each
   * night
   */
  lightsOn?: TimeLike;
}

const { sourcePriority: _, ...NIGHTS } = NIGHT_OPTIONS;

export const BED_PERIOD_OPTIONS = optionNames<BedPeriodOptions>()(NIGHTS, "lightsOff lightsOn");

/** Bed period of a night, in microseconds. */
export interface BedPeriod extends Interval {
  /** Name of the night: the local date on which it ends. */
  readonly night: string;
  /** Cut of the night; undefined if lights were given. */
  readonly session?: NightCut;
}

/**
 * Finds the bed periods of a stage frame: from lights off to lights on, or one for the main sleep
 * of each night. If the frame is a single session, its bed period.
 *
 * @throws {RangeError} if lights are on before they are off, or no sleep exists for only one of
 * them
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
      `Cannot ${action}: ${
        off === undefined
          ? `no night starts before lights on at ${isoMicros(on!, tz)}`
          : `no night ends after lights off at ${isoMicros(off, tz)}`
      }`,
    );
  }
  const edges = bedPeriodOf(one, inBed);
  return named(off ?? edges.start, on ?? edges.end);
}

/**
 * Returns the main sleep of each night. A frame of a single session is a separate record, as from a
 * laboratory, however short.
 */
export function mainSessions(sessions: readonly NightSession[]): readonly NightSession[] {
  return sessions.filter(({ main, isOnly }) => main || isOnly);
}

/**
 * Returns the bed period of a session: from edge to edge of the time in bed, widened to all sleep;
 * without time in bed, the session.
 */
export function bedPeriodOf(session: NightSession, inBed: Spans): BedPeriod {
  // Time in bed belongs to a session, so it never extends beyond it.
  const first = bisectLeft(inBed.start, session.start);
  const past = bisectLeft(inBed.start, session.end);
  let edges: Interval | null = null;
  for (let i = first; i < past; i++) {
    edges = unite(edges, { start: inBed.start[i]!, end: inBed.end[i]! });
  }
  // Sleep is time in bed, whatever the layer says.
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
