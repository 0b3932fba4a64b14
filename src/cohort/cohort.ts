import { requireDeno } from "../options/runtime.ts";
import { loadLate } from "../options/loadLate.ts";
import type { Cohort, CohortOptions } from "./cohortOptions.ts";

/**
 * Opens the data of many people: a folder of Parquet from `writeCohort`, or such tables on Spark 4
 * through Spark Connect. Verbs for one person's rows run in worker processes: on this machine a
 * slice of a bucket at a time, on Spark in its executors. The code and the resulting rows are the
 * same.
 *
 * @param address Folder, or `sc://host:port` of a Spark Connect server. `;use_ssl=true` encrypts
 * the connection; a token implies it. Parameters that Spark does not define are sent as headers.
 * @throws {TypeError} if the folder does not exist or has no people, the address is invalid, or a
 * token would be sent in plain text
 * @throws {SparkError} if Spark cannot be reached, or rejects the token
 *
 * @example Nights of three people in three zones
 * ```ts
 * import { cohort, sleep, writeCohort } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const zones = ["Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo"];
 * await writeCohort(folder, {
 *   people: zones.map((zone, person) => ({ person, zone })),
 *   tables: {
 *     stages: zones.map((_, person) => ({
 *       person,
 *       start_time: "2024-03-31T13:00Z",
 *       end_time: "2024-03-31T21:00Z",
 *       sleep_stage: 1,
 *     })),
 *   },
 * });
 * await using people = await cohort(folder, { workers: 1 });
 * const nights = people.table("stages").perPerson(sleep.statistics).where({ name: "TST" });
 * const asleep = await nights.select("night", "value").collect();
 * assertEquals(asleep.columns, ["person", "night", "value"]);
 * assertEquals(asleep.getColumn("value").toArray(), [480, 480, 480]);
 * ```
 */
export async function cohort(address: string, options: CohortOptions = {}): Promise<Cohort> {
  requireDeno("open a cohort");
  const { openCohort } = await loadLate<typeof import("./openCohort.ts")>(
    "./openCohort.ts",
    import.meta,
  );
  return await openCohort(address, options);
}
