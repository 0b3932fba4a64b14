import { labelZone, zoneAt } from "../time/zones.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import {
  type Column,
  float64Column,
  int64Column,
  isoDateColumn,
  textColumn,
  timeColumn,
  type Valid,
} from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { displayOf } from "../frame/polars/displays.ts";
import { attachDisplay } from "../frame/polars/withDisplay.ts";
import {
  NIGHT_OPTIONS,
  type NightOptions,
  type NightSession,
  nightSessions,
} from "./nights/nightSessions.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import type { FrameOf } from "../frame/polars/frame.ts";
import { MINUTE_US } from "../time/units.ts";

/** Options of {@linkcode sessions}. */
export interface SessionsOptions extends NightOptions, StageFrameOptions {}

const ACTION = "find sessions of sleep";

const OPTIONS = optionNames<SessionsOptions>()(STAGE_FRAME_OPTIONS, NIGHT_OPTIONS);

/** Columns of a table of sleep sessions. */
export type SessionColumn =
  | "night"
  | "number"
  | "start_time"
  | "end_time"
  | "onset_time"
  | "wake_time"
  | "duration"
  | "asleep"
  | "in_bed_stage"
  | "main"
  | "nap"
  | "cut"
  | "cut_basis";

/**
 * Returns sessions of sleep, each in its night, with the main sleep of each night.
 *
 * Overlapping stages are merged like in `sleep.merge`. A session ends if nothing is recorded for
 * longer than `gap`, not even time awake or in bed. A gap within one night that is no longer than
 * the sleep on either side is an unrecorded wake and does not split the night.
 *
 * A night is named after the local wake-up date. With the rule `"auto"` it follows the person:
 *
 * - The longest sleep that ends on a date is the main sleep of that date if it lasts at least
 *   `shortestMain`. If two are equal, it is the longer session, then the earlier one.
 * - Any other sleep is a nap and has the date of the longest sleep in its night. The night ends at
 *   noon. If the usual midsleep is less than 4 hours from noon, it ends at the whole hour opposite
 *   the usual midsleep. With noon, an afternoon nap belongs to the night that follows.
 * - The usual midsleep is the circular mean over the 7 days on either side, so it follows a change
 *   of shift or a 25-hour rhythm. It covers 14 days on either side if fewer than 4 of these days
 *   have sleep, or the sleep has no usual time.
 * - `cut` is the time at which the night started. `cut_basis` is the reason: `noon`, `midsleep`, or
 *   `rule` if the option sets the time. `few` is noon because too few days have sleep, and
 *   `scattered` is noon because the sleep has no usual time.
 *
 * With a fixed rule, `"noon"` or a time such as `"18:00"`, each session has the date on which the
 * night of its midpoint ends. The main sleep is the longest of that night. `"noon"` gives the
 * results of version 0.1.0. A night may have no main sleep: a session with less sleep than
 * `shortestMain` is a nap.
 *
 * Other definitions: the MCTQ asks for the sleep of a usual work day and free day, and for naps
 * separately (only in its version for shift workers). A vendor's `mainSleep` is the longest session
 * of a day, however short, and prefers sessions with stages (Google Health API v4), as with
 * `shortestMain: "PT0S"`. Times of day are local, durations are elapsed.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each session, ordered by time: `night` `date`, `number` `i64` from 0,
 * `start_time`, `end_time`, `onset_time` (start of the first sleep), `wake_time` (end of the last
 * sleep) `datetime[us, tz]`, the latter two null without sleep; `duration` (from start to end),
 * `asleep`, `in_bed_stage` (covered by samples of time in bed, null without any) `f64` in minutes;
 * `main`, `nap` `bool`; `cut`, `cut_basis` `str`; if the zone changes, `tz` `str`, the zone of
 * waking.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is not a zone, time of day or duration
 *
 * @example A night and a nap
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const nights = sleep.sessions([
 *   { start_time: "2024-03-30T22:00Z", end_time: "2024-03-31T05:00Z", sleep_stage: 3 },
 *   { start_time: "2024-03-31T12:00Z", end_time: "2024-03-31T12:30Z", sleep_stage: 3 },
 * ], { tz: "Europe/Berlin", rule: "18:00" });
 * const dates = nights.getColumn("night").dt.strftime("%Y-%m-%d").toArray();
 * assertEquals(dates, ["2024-03-31", "2024-03-31"]);
 * assertEquals(nights.getColumn("main").toArray(), [true, false]);
 * assertEquals(nights.getColumn("nap").toArray(), [false, true]);
 * ```
 */
export function sessions(
  frame: FrameLike,
  options: SessionsOptions = {},
): FrameOf<SessionColumn> {
  checkOptions(ACTION, options, OPTIONS);
  const sessions = computeByGroup(frame, options, ACTION, (rows) => {
    const found = nightSessions(rows, rows.table, options), tz = rows.zone;
    return {
      night: isoDateColumn(found.map(({ night }) => night)),
      number: int64Column(BigInt64Array.from(found, (_, i) => BigInt(i))),
      start_time: times(found, ({ start }) => start, tz),
      end_time: times(found, ({ end }) => end, tz),
      onset_time: times(found, ({ sleep }) => sleep?.start ?? null, tz),
      wake_time: times(found, ({ sleep }) => sleep?.end ?? null, tz),
      duration: minutes(found, ({ start, end }) => end - start),
      asleep: minutes(found, ({ asleep }) => asleep),
      in_bed_stage: minutes(found, ({ inBed }) => inBed),
      main: flags(found, ({ main }) => main),
      nap: flags(found, ({ main, sleep }) => !main && sleep !== null),
      cut: textColumn(found.map(({ cut }) => cut)),
      cut_basis: textColumn(found.map(({ cutBasis }) => cutBasis)),
      ...labelZone(tz) !== tz &&
        { tz: textColumn(found.map(({ sleep, end }) => zoneAt(sleep?.end ?? end, tz))) },
    };
  });
  return attachDisplay(sessions as FrameOf<SessionColumn>, {
    ...displayOf(sessions),
    units: { duration: "min", asleep: "min", in_bed_stage: "min" },
  });
}

type Of<T> = (session: NightSession) => T;

function times(found: readonly NightSession[], of: Of<bigint | null>, tz: string): Column {
  const values = BigInt64Array.from(found, (session) => of(session) ?? 0n);
  return timeColumn(values, tz, valid(found, of));
}

function minutes(found: readonly NightSession[], of: Of<bigint | null>): Column {
  const values = Float64Array.from(found, (session) => Number(of(session) ?? 0n) / MINUTE_US);
  return float64Column(values, valid(found, of));
}

function flags(found: readonly NightSession[], of: Of<boolean>): Column {
  return { type: "bool", values: Uint8Array.from(found, (session) => of(session) ? 1 : 0) };
}

function valid(found: readonly NightSession[], of: Of<bigint | null>): Valid | undefined {
  return found.some((session) => of(session) === null)
    ? Uint8Array.from(found, (session) => of(session) === null ? 0 : 1)
    : undefined;
}
