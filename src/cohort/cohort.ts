import type { CohortTable } from "./table.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How a cohort is opened. */
export interface CohortOptions {
  /** How many worker processes run at once; of a folder. @default one for each core */
  workers?: number;
  /** How many rows each of them has in memory at once, more only if one person has more; of a folder. @default 4_000_000 */
  rowsAtOnce?: number;
  /** The token to sign in with; on Spark. It never travels in plain text off this machine. @default that of the address */
  token?: string;
  /** The folder with the tables, as Spark's executors see it; on Spark. @default the tables of its catalog */
  folder?: string;
  /**
   * The worker's command line on Spark's executors, `"deno run --allow-ffi=... /opt/lifeframe/src/cli/worker.ts"`.
   * @default that of this machine, whose files they see
   */
  workerCommand?: string;
  /** Certificates in PEM that vouch for the server; on Spark. @default those of the system */
  certificates?: string;
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
 * Opens the data of many people: a folder of Parquet as `writeCohort` makes it, or such tables on Spark 4,
 * through Spark Connect. Verbs of one person's rows run in worker processes, on this machine a slice of
 * a bucket at a time, on Spark in its executors: the same code, and the same rows.
 *
 * @param address The folder, or `sc://host:port` of a Spark Connect server, with `;use_ssl=true` for an
 * encrypted connection, which a token brings by itself.
 * @throws {TypeError} if there is no such folder, it has no people, the address is invalid, or a token
 * would travel in plain text
 * @throws {SparkError} if Spark cannot be reached, or does not accept the token
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
