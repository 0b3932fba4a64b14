import type { Client } from "../../client/client.ts";
import { readRows } from "../../frame/readRows.ts";
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
  const found = readRows(await me.api.workouts.list(asked, { tz }), {
    start_date: "time",
    end_date: "time",
    duration: "float64",
    workout_activity_type: "text",
    all_statistics: "text",
    "source?": "text",
    "extras?": "text",
  }, ["start_date", "end_date"]);
  const records = found.map((row): RecordedWorkout => ({
    start: row.start_date,
    end: row.end_date,
    activity: row.workout_activity_type,
    minutes: row.duration === null ? null : row.duration / 60,
    source: row.source ?? null,
    ...workoutAmounts(row.all_statistics, row.extras ?? null),
  }));
  const names = new Set(records.map(({ source }) => source));
  if (names.size < 2) return distinctWorkouts(records, []);
  const { value: listed } = await ifThere("data sources", me.api.sources.list(), []);
  return distinctWorkouts(records, listed.flatMap(({ name, vendor_id }) => name ?? vendor_id));
}
