import { zone } from "../../time/zone.ts";
import { type FrameLike, type OpenFrame, openFrame } from "../../frame/open.ts";
import { argSort } from "../../frame/columns/argSort.ts";
import { type Groups, rowsOfGroups } from "../../frame/columns/groups.ts";
import { isoDay } from "../../time/day.ts";
import type { Interval } from "../../time/interval.ts";
import type { NightCut } from "./cutTitle.ts";
import type { CutBasis } from "./dayTurns.ts";
import { isDstNight, type NightOptions, nightSessions } from "./nightSessions.ts";
import type { StageFrameOptions } from "../stages/stageFrameOptions.ts";
import { readStageGroups } from "../stages/stageGroups.ts";

/** Options that find sleeps in stages or sessions. */
export interface NightSleepOptions extends NightOptions, StageFrameOptions {}

/**
 * Sleep of a session, from the start of its first sleep to the end of its last, in microseconds.
 */
export interface NightSleep extends Interval {
  readonly night: string;
  readonly main: boolean;
  /** Cut of its night; undefined if the frame does not have it. */
  readonly session?: NightCut;
}

/** Sleeps of a frame and the zone of their local times. */
export interface NightSleeps {
  readonly sleeps: readonly NightSleep[];
  readonly tz: string;
}

const NIGHTS = {
  night: "date",
  onset_time: "time",
  wake_time: "time",
  "main?": "bool",
  "cut?": "text",
  "cut_basis?": "text",
} as const;

/** Sleeps of a frame by group. */
export interface NightSleepGroups {
  /** Groups; undefined without groups. */
  readonly groups: Groups | undefined;
  readonly parts: readonly (readonly NightSleep[])[];
  readonly tz: string;
}

/** Returns the sleeps of one person's frame; see {@linkcode nightSleepGroups}. */
export function nightSleeps(
  frame: FrameLike,
  options: Omit<NightSleepOptions, "by">,
  action: string,
): NightSleeps {
  const { parts, tz } = nightSleepGroups(frame, options, action);
  return { sleeps: parts[0]!, tz };
}

/**
 * Reads the sleeps from the result of `sleep.sessions` if the frame has a column `onset_time`,
 * otherwise finds them in its stages. Sessions without sleep are skipped; for stages, also nights
 * that the range cuts.
 */
export function nightSleepGroups(
  frame: FrameLike,
  options: NightSleepOptions,
  action: string,
): NightSleepGroups {
  const { columns = {} } = options, data = openFrame(frame, { action, tz: options.tz });
  const { onset_time: name } = columns;
  const given = data.read({ "onset_time?": "time" }, {
    columns: name === undefined ? {} : { onset_time: name },
  });
  if (given.onset_time !== undefined) return readNights(data, options);
  const { rows, groups, parts } = readStageGroups(data, options, action);
  return {
    groups,
    parts: parts.map((part) =>
      nightSessions(part, part.table, options).flatMap((session) => {
        const { sleep, night, main, whole } = session;
        return sleep === null || whole === false ? [] : [{ ...sleep, night, main, session }];
      })
    ),
    tz: rows.zone,
  };
}

function readNights(
  data: OpenFrame,
  { columns = {}, by, tz, dstNights = true }: NightSleepOptions,
): NightSleepGroups {
  const read = data.read(NIGHTS, { columns });
  const { night, onset_time, wake_time, main, cut, cut_basis } = read;
  const zoneName = tz === undefined ? onset_time.zone : zone(tz);
  const groups = data.personGroups(by);
  const sleepOf = (row: number): NightSleep[] => {
    const isThere = [night, onset_time, wake_time].every(({ valid }) => valid?.[row] !== 0);
    if (!isThere) return [];
    const sleep = { start: onset_time.values[row]!, end: wake_time.values[row]! };
    if (!dstNights && isDstNight(sleep, cut?.values[row] ?? "12:00", zoneName)) return [];
    const [own, cutBasis] = [cut?.values[row], cut_basis?.values[row]];
    return [{
      night: isoDay(night.values[row]!),
      ...sleep,
      main: main?.values[row] !== 0,
      ...own && cutBasis && { session: { cut: own, cutBasis: cutBasis as CutBasis } },
    }];
  };
  const order = argSort(onset_time.values);
  const parts = groups === undefined
    ? [order ?? Uint32Array.from(onset_time.values.keys())]
    : rowsOfGroups(groups, order);
  return {
    groups,
    parts: parts.map((rows) => Array.from(rows).flatMap(sleepOf)),
    tz: zoneName,
  };
}
