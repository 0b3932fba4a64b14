// @ts-types="@types/d3-array"
import { bisectRight } from "d3-array";
import type { Groups } from "../../frame/columns/groups.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import { DAY_US, HOUR_US } from "../../time/units.ts";
import type { Zones } from "../../time/zone.ts";
import { type By, hasGroups, keyOf, splitGroups } from "./splitGroups.ts";
import { isoMicros } from "../../time/iso.ts";

/** State of an instant: `UNKNOWN`, `AWAKE`, `EVENING` (3 hours before sleep) or `ASLEEP`. */
export const UNKNOWN = 0, AWAKE = 1, EVENING = 2, ASLEEP = 3;

/** Length of an evening (Brown et al. 2022). */
const EVENING_US = 3 * HOUR_US;
/** Longest known time awake: after a longer one, a night is missing. */
const LONGEST_US = DAY_US;

/** Returns the state of ascending instants of a group. */
export type SleepStates = (
  at: Float64Array,
  groups: Groups | undefined,
  group: number,
) => Uint8Array;

/**
 * Reads periods of sleep (`start_time`, `end_time`) of each group. Overlapping periods are one. The
 * state is unknown after the last period, more than 3 hours before the first one, and between two
 * periods that are more than 24 hours apart.
 *
 * @param sessions Periods with the columns of `by` that they have, such as `user` but not a date.
 * @throws {TypeError} if a column is missing, or the frame has stages instead of periods
 * @throws {RangeError} if a period ends before it starts
 */
export function readSleep(
  sessions: FrameLike,
  { by, tz, action }: { readonly by: By; readonly tz: Zones | undefined; readonly action: string },
): SleepStates {
  const data = openFrame(sessions, { action, tz });
  if (data.names.includes("sleep_stage")) {
    throw new TypeError(
      `Cannot ${action}: sessions has stages (sleep_stage). Pass sleep.sessions(stages).`,
    );
  }
  const own = [by ?? []].flat().filter((name) => data.names.includes(name));
  const parts = hasGroups(own)
    ? splitGroups(data, own, ["start_time", "end_time"]).parts
    : [{ key: "", rows: data }];
  const spans = new Map(parts.map(({ key, rows }) => {
    const { start_time: start, end_time: end } = rows.read({
      start_time: "time",
      end_time: "time",
    });
    const known = Array.from(start.values.keys()).filter((row) =>
      start.valid?.[row] !== 0 && end.valid?.[row] !== 0
    ).map((row) => {
      const period = [start.values[row]!, end.values[row]!] as const;
      if (period[1] >= period[0]) return period.map(Number) as [number, number];
      const [from, to] = period.map((at) => isoMicros(at, start.zone));
      throw new RangeError(
        `Cannot ${action}: sessions has a sleep from ${from} to ${to}. Correct its times.`,
      );
    })
      .sort(([a], [b]) => a - b);
    let latest = -Infinity;
    const spans: Spans = {
      start: known.map(([start]) => start),
      woken: known.map(([, end]) => latest = Math.max(latest, end)),
    };
    return [key, spans];
  }));
  return (at, groups, group) => {
    const key = groups === undefined || own.length === 0
      ? ""
      : keyOf(Object.fromEntries(own.map((name) => [name, groups.columns[name]!])), group);
    return statesOf(at, spans.get(key) ?? { start: [], woken: [] });
  };
}

/** Periods in order of their start. */
interface Spans {
  readonly start: readonly number[];
  /** Latest end of this and all earlier periods. */
  readonly woken: readonly number[];
}

function statesOf(at: Float64Array, { start, woken }: Spans): Uint8Array {
  let next = bisectRight(start, at[0] ?? 0);
  let last = woken[next - 1] ?? -Infinity, until = start[next] ?? Infinity;
  const states = new Uint8Array(at.length);
  for (let i = 0; i < at.length; i++) {
    const time = at[i]!;
    while (until <= time) {
      last = woken[next++]!;
      until = start[next] ?? Infinity;
    }
    states[i] = time < last
      ? ASLEEP
      : until - time <= EVENING_US
      ? EVENING
      : until - last <= LONGEST_US
      ? AWAKE
      : UNKNOWN;
  }
  return states;
}
