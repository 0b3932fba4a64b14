import type { Frame } from "../frame/toFrame.ts";
import type { CohortTable } from "./table.ts";

/** How a cohort is opened. */
export interface CohortOptions {
  /** How many worker processes run at once; of a folder. @default one for each core */
  workers?: number;
  /** How many rows each of them has in memory at once, more only if one person has more; of a folder. @default 4_000_000 */
  rowsAtOnce?: number;
}

/** The data of many people. */
export interface Cohort extends AsyncDisposable {
  /** The names of its tables. */
  tables(): Promise<string[]>;
  /** Rows of a table: nothing is read until they are collected, counted, summed or written. */
  table(name: string): CohortTable;
  /** The people: `person`, `zone`, and what else is known of them. */
  people(): Promise<Frame>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * Opens the data of many people: a folder of Parquet as `writeCohort` makes it. Verbs of one person's
 * rows run in worker processes on this machine, a slice of a bucket at a time.
 *
 * @param address The folder.
 * @throws {TypeError} if there is no such folder, or it has no people
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
  const { openCohort } = await import("./openCohort.ts");
  return await openCohort(address, options);
}
