import type { Client } from "../../client/client.ts";
import type { UnitSystem } from "../../client/connectOptions.ts";
import { unitSystem } from "../ask/amounts.ts";
import { zone, type Zones } from "../../time/zone.ts";
import { NO_ZONE } from "../../time/zones.ts";
import { paceOf, workoutTable } from "./workoutTable.ts";
import { readWorkouts } from "./readWorkouts.ts";
import { sumKnown } from "./workoutAmounts.ts";
import { int64Column, textColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { describeValue } from "../../options/describeValue.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { convertUnit } from "../../series/units/namedUnits.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import type { FrameOf } from "../../frame/polars/frame.ts";

/** Options of {@linkcode Questions.workouts}. */
export interface WorkoutsOptions {
  /** User whose data is read. @default the client's user */
  userid?: string | undefined;
  /** Returns sums per activity instead of a row per workout. @default a row per workout */
  by?: "activity" | undefined;
  /** IANA zone of the times. @default the client's, else UTC */
  tz?: Zones | undefined;
  /** System of units of distances: kilometres or miles. @default the client's */
  units?: UnitSystem | undefined;
  /** Adds a column of the pace, in minutes per kilometre or mile. @default false */
  pace?: boolean | undefined;
}

const OPTIONS = optionNames<WorkoutsOptions>()("userid by tz units pace");

const ACTION = "read workouts";

/** Columns of a table of workouts. */
export type WorkoutColumn =
  | "start_date"
  | "end_date"
  | "activity"
  | "duration"
  | "distance"
  | "energy"
  | "sources";

/** Columns of the sums of workouts by activity. */
export type ActivityColumn = "activity" | "workouts" | "duration_h" | "energy_kcal" | "sources";

/**
 * Reads workouts with duration, distance and energy, or with `by: "activity"` their sums per activity.
 * Workouts that start in the range count, as in `me.daily`.
 *
 * A workout that several sources recorded, such as a watch and two apps that copied it, counts
 * once: two records are one workout if at least two thirds of the longer one overlap. The first
 * source in the service's order counts; the next one fills its gaps. `sources` lists all of them.
 *
 * @returns a row per workout, ordered by time: `start_date`, `end_date` `datetime[us, tz]`,
 * `activity` `str`, `duration` (min), `distance` (km or mi), `energy` (kcal) `f64`, `sources`
 * `str`. With `by`, a row per activity, the longest total first: `activity` `str`; `workouts`
 * `i64`; `duration_h`, `distance_km` (`distance_mi` in imperial units), `energy_kcal` `f64`, each
 * null if no workout of the activity has a value; `sources` `str`. Notebook cells display the
 * units.
 *
 * With `pace: true`, `pace` `f64` (min/km or min/mi) follows `distance`; it is null if the duration
 * or the distance is unknown or 0. With `by`, `pace_min_per_km` (`pace_min_per_mi`) is the total
 * duration over the total distance of the workouts that have both.
 * @throws {TypeError} if an option does not exist
 * @throws {RangeError} if `by` is not `"activity"`
 * @throws {ApiError} if the user does not share workouts
 */
export async function workouts(
  me: Client,
  { start_time, end_time }: Range,
  options: WorkoutsOptions = {},
): Promise<FrameOf<WorkoutColumn> | FrameOf<ActivityColumn>> {
  checkOptions(ACTION, options, OPTIONS);
  const { userid, by, pace = false } = options;
  if (by !== undefined && by !== "activity") {
    throw new RangeError(`Cannot ${ACTION}: by is ${describeValue(by)}, expected "activity"`);
  }
  const system = unitSystem(me, options.units, ACTION);
  const far = system === "imperial" ? "mi" : "km";
  const named = options.tz ?? me.tz, tz = named === undefined ? undefined : zone(named);
  const { start } = toInterval({ start_time, end_time }, { tz });
  const found = (await readWorkouts(me, { start_time, end_time, userid, tz }))
    .filter((workout) => workout.start >= start);
  if (by === undefined) {
    return workoutTable(found, { tz: tz ?? NO_ZONE, system, pace }) as FrameOf<WorkoutColumn>;
  }
  const amounts = found.map(({ activity, minutes, meters, kcal, sources }) => ({
    activity: activity ?? "unknown",
    minutes,
    hours: minutes === null ? null : minutes / 60,
    distance: meters === null ? null : convertUnit(meters, "m", far),
    kcal,
    sources,
  }));
  const kinds = [...Map.groupBy(amounts, ({ activity }) => activity)]
    .map(([activity, all]) => ({
      activity,
      count: all.length,
      hours: sumKnown(all.map(({ hours }) => hours)),
      distance: sumKnown(all.map(({ distance }) => distance)),
      pace: paceOf(all),
      kcal: sumKnown(all.map(({ kcal }) => kcal)),
      sources: [...new Set(all.flatMap(({ sources }) => sources))].sort(),
    }))
    .sort((a, b) => (b.hours ?? 0) - (a.hours ?? 0) || (a.activity < b.activity ? -1 : 1));
  const frame = toFrame({
    activity: textColumn(kinds.map(({ activity }) => activity)),
    workouts: int64Column(BigInt64Array.from(kinds, ({ count }) => BigInt(count))),
    duration_h: nullable(kinds.map(({ hours }) => hours)),
    [`distance_${far}`]: nullable(kinds.map(({ distance }) => distance)),
    ...(pace ? { [`pace_min_per_${far}`]: nullable(kinds.map((kind) => kind.pace)) } : {}),
    energy_kcal: nullable(kinds.map(({ kcal }) => kcal)),
    sources: textColumn(kinds.map(({ sources }) => sources.join(", ") || null)),
  });
  return attachDisplay(frame as FrameOf<ActivityColumn>, {
    units: {
      duration_h: "h",
      [`distance_${far}`]: far,
      ...(pace ? { [`pace_min_per_${far}`]: `min/${far}` } : {}),
      energy_kcal: "kcal",
    },
  });
}
