import type { Client } from "../../client/client.ts";
import { openFrame } from "../../frame/open.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { ifThere } from "../ask/ifThere.ts";
import { distinctWorkouts, type RecordedWorkout, type Workout } from "./distinctWorkouts.ts";
import { workoutAmounts } from "./workoutAmounts.ts";

/** Range, zone and owner of the workouts. */
export interface WorkoutsQuery extends Range {
  readonly tz: string | undefined;
  /** Owner of the data. @default the client's user */
  readonly userid?: string | undefined;
}

/**
 * Reads the workouts that intersect a range, each once: see {@linkcode distinctWorkouts}. Sources
 * are ranked in the order of the service's data sources (`me.api.sources.list()`).
 */
export async function readWorkouts(
  me: Pick<Client, "api">,
  { tz, userid, ...range }: WorkoutsQuery,
): Promise<Workout[]> {
  const asked = { ...range, ...ownerOf(userid, "read workouts") };
  const found = openFrame(await me.api.workouts.list(asked, { tz })).read({
    start_date: "time",
    end_date: "time",
    duration: "float64",
    workout_activity_type: "text",
    all_statistics: "text",
    "source?": "text",
    "extras?": "text",
  });
  const records = found.workout_activity_type.values.map((activity, i): RecordedWorkout => ({
    start: found.start_date.values[i]!,
    end: found.end_date.values[i]!,
    activity,
    minutes: found.duration.valid?.[i] === 0 ? null : found.duration.values[i]! / 60,
    source: found.source?.values[i] ?? null,
    ...workoutAmounts(found.all_statistics.values[i]!, found.extras?.values[i] ?? null),
  }));
  const names = new Set(records.map(({ source }) => source));
  if (names.size < 2) return distinctWorkouts(records, []);
  const { value: listed } = await ifThere("data sources", me.api.sources.list(), []);
  return distinctWorkouts(records, listed.flatMap(({ name, vendor_id }) => name ?? vendor_id));
}
