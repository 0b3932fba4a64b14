import { ownerOf } from "../ask/ownerOf.ts";
import { localInstant } from "../../time/zones.ts";
// @ts-types="@types/d3-array"
import { bisector } from "d3-array";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Client } from "../../client/client.ts";
import { ForbiddenError } from "../../client/errors/apiError.ts";
import { narrowRange } from "../../frame/polars/askedRange.ts";
import type { Row } from "../../frame/polars/rows.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import { takeRows } from "../../frame/takeRows.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { fromSamples } from "../../sleep/fromSamples.ts";
import { merge } from "../../sleep/merge.ts";
import { sessions as findSessions } from "../../sleep/sessions.ts";
import { statistics } from "../../sleep/statistics.ts";
import { fromMicros } from "../../time/instant.ts";
import { nightWindow } from "../../sleep/nights/nightSessions.ts";
import { mayGoOn } from "../../sleep/nights/wholeNight.ts";
import type { Interval } from "../../time/interval.ts";
import { DAY_MICROS } from "../../time/units.ts";
import { ifThere } from "../ask/ifThere.ts";
import { addVendorTotals } from "./vendorTotals.ts";
import { type SourceOrder, sourceOrder } from "./sourceOrder.ts";
import type { Frame } from "../../frame/polars/frame.ts";

/** Part of a client that is needed to read nights. */
export type NightsClient = Pick<Client, "api" | "userid">;

/** Nights to read. */
export interface NightsQuery {
  /** First wake-up date. */
  readonly first: Temporal.PlainDate;
  /** Last wake-up date, inclusive. */
  readonly last: Temporal.PlainDate;
  readonly tz: string;
  /** Sources, highest priority first; `undefined` for the default of {@linkcode sourceOrder}. */
  readonly sourcePriority: readonly string[] | undefined;
  /** User whose nights are read. @default the client's user */
  readonly userid?: string | undefined;
}

/** Session of sleep, in microseconds UTC. */
export interface Session {
  /** Wake-up date. */
  readonly night: string;
  readonly start: bigint;
  readonly end: bigint;
  /** `true` for the main sleep of its night. */
  readonly main: boolean;
  /** Local time at which the night started, such as `12:00`. */
  readonly cut: string;
}

/** Sleep of some nights. */
export interface SleepNights {
  /** Raw samples of all sources, a day wider than the nights. */
  readonly samples: Frame | readonly Row[];
  /** Stages of all sources, as wide as the samples. */
  readonly wide: Frame;
  /** Stages of all sources in the sessions of the nights. */
  readonly raw: Frame;
  /** Merged stages; time in bed is a layer below. */
  readonly stages: Frame;
  /** Sessions of the nights including naps, ascending. */
  readonly sessions: readonly Session[];
  /** `sleep.statistics` of the nights. */
  readonly statistics: Frame;
  /** Wake-up date of a night that may not be over, since its sleep ended less than an hour ago. */
  readonly unfinished: string | undefined;
  /**
   * Merged stages of up to 16 more days on either side, so that nights do not depend on the range.
   */
  readonly context: Frame;
  /** Sources that counted, and the rule. */
  readonly ranked: SourceOrder;
  /** Reason why sleep cannot be read; null if the service has and shares it. */
  readonly absent: string | null;
}

/** A row of `sleep.sessions`. */
const SESSION = {
  night: "text",
  start_time: "time",
  end_time: "time",
  main: "bool",
  cut: "text",
} as const;

/**
 * Days of sleep on either side that determine the time at which a person's nights are cut;
 * `sleep.sessions` looks no further.
 */
const CONTEXT_DAYS = 16;

/**
 * Reads the nights with a wake-up date in a range, each completely. If the service allows it, two
 * more weeks are read on either side, so that a night has the same date and main sleep in every
 * range. Stages of other nights are left out.
 */
export async function readNights(
  me: NightsClient,
  query: NightsQuery,
): Promise<SleepNights> {
  const { first, last, tz, sourcePriority, userid } = query;
  const noon = (date: Temporal.PlainDate): bigint =>
    localInstant(date.toPlainDateTime("12:00"), tz);
  const near = { start: noon(first.subtract({ days: 2 })), end: noon(last.add({ days: 1 })) };
  const { value: read, absent } = await ifThere("sleep", readSamples(me, query, near));
  const around = await addVendorTotals(me, fromSamples(read), userid);
  const rows = rowsReaching(around, near);
  const takeNear = (frame: FrameLike): Frame => {
    const data = openFrame(frame);
    return toFrame(takeRows(data.columns(), rows), {}, narrowRange(data.range, near, tz));
  };
  const samples = absent === null ? takeNear(read) : [], all = dropUnended(takeNear(around));
  const ranked = await sourceOrder(me, all, sourcePriority);
  // A person who is awake or asleep is in bed, too, so the remaining time in bed is not a bed
  // period.
  const merged = merge(dropUnended(around), { sourcePriority: ranked.order, inBed: "layer" });
  const from = first.toString(), to = last.toString(), { range } = openFrame(merged);
  const isWanted = (night: string): boolean => night >= from && night <= to;
  const sessions = sessionsOf(merged, tz).filter(({ night }) => isWanted(night));
  return {
    samples,
    wide: all,
    raw: intervalsWithin(all, sessions),
    stages: intervalsWithin(merged, sessions),
    sessions,
    statistics: nightsWhere(statistics(merged, { tz }), isWanted),
    unfinished: sessions.findLast((session) =>
      session.main && mayGoOn(range, nightWindow(session, session.cut, tz), session.end)
    )?.night,
    context: merged,
    ranked,
    absent,
  };
}

/**
 * Reads samples of an interval with two weeks on either side, or only the interval if they are not
 * shared.
 */
async function readSamples(
  me: Pick<Client, "api">,
  { tz, userid }: NightsQuery,
  near: Interval,
): Promise<Frame | readonly Row[]> {
  const read = (days: bigint) =>
    me.api.metrics.samples({
      metric: "SleepStage",
      start_time: fromMicros(near.start - days * DAY_MICROS),
      end_time: fromMicros(near.end + days * DAY_MICROS),
      ...ownerOf(userid, "read nights"),
    }, { tz });
  try {
    return await read(BigInt(CONTEXT_DAYS));
  } catch (error) {
    if (userid === undefined || !(error instanceof ForbiddenError)) throw error;
    return await read(0n);
  }
}

/** Returns the rows of stages that overlap an interval, and rows without an end. */
function rowsReaching(stages: Frame, { start, end }: Interval): Uint32Array {
  const { start_time, end_time } = openFrame(stages).read({ start_time: "time", end_time: "time" });
  return rowsWhere(
    start_time.values.length,
    (row) =>
      start_time.values[row]! < end &&
      (end_time.valid?.[row] === 0 || end_time.values[row]! > start),
  );
}

/** Returns the rows of some nights. */
function nightsWhere(statistics: Frame, isWanted: (night: string) => boolean): Frame {
  const data = openFrame(statistics), { night } = data.read({ night: "text" });
  return toFrame(
    takeRows(data.columns(), rowsWhere(night.values.length, (row) => isWanted(night.values[row]!))),
  );
}

/** Removes stages without an end: unfinished sleep is not a night. */
function dropUnended(stages: Frame): Frame {
  const data = openFrame(stages), { end_time } = data.read({ end_time: "time" });
  const { values, valid } = end_time;
  if (valid === undefined || !valid.includes(0)) return stages;
  const ended = rowsWhere(values.length, (row) => valid[row] === 1);
  return toFrame(takeRows(data.columns(), ended), {}, data.range);
}

function sessionsOf(stages: Frame, tz: string): Session[] {
  const found = openFrame(findSessions(stages, { tz })).read(SESSION);
  return found.night.values.map((night, i) => ({
    night: night!,
    start: found.start_time.values[i]!,
    end: found.end_time.values[i]!,
    main: found.main.values[i] === 1,
    cut: found.cut.values[i]!,
  }));
}

/** Returns the spans inside ascending intervals that do not overlap. */
export function intervalsWithin(
  stages: Frame,
  intervals: readonly { readonly start: bigint; readonly end: bigint }[],
): Frame {
  const data = openFrame(stages);
  const { start_time, end_time } = data.read({ start_time: "time", end_time: "time" });
  const after = bisector(({ start }: { readonly start: bigint }) => start).right;
  const isWithin = (row: number): boolean => {
    const interval = intervals[after(intervals, start_time.values[row]!) - 1];
    return interval !== undefined && end_time.values[row]! <= interval.end;
  };
  const rows = rowsWhere(start_time.values.length, isWithin);
  return toFrame(takeRows(data.columns(), rows), {}, data.range);
}
