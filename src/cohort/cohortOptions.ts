import type { CohortTable } from "./table.ts";
import type { Frame } from "../frame/polars/frame.ts";

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
