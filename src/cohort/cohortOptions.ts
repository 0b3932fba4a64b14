import type { Compacted } from "./local/compactFolder.ts";
import type { CohortCheck } from "./local/checkFolder.ts";
import type { CohortTable } from "./table.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Data of many people. */
export interface Cohort extends AsyncDisposable {
  /** Lists the tables. */
  tables(): Promise<string[]>;
  /** Describes the rows of a table. Nothing is read until you collect, count, sum or write them. */
  table(name: string): CohortTable;
  /** Returns the people: `person`, `zone`, and further columns. */
  people(): Promise<Frame>;
  /**
   * Describes the tables of a folder. `notes` has unusual findings: people in several buckets or
   * without a zone, skipped files, many small files. `errors` has the tables that cannot be read.
   *
   * @throws {TypeError} on Spark
   */
  check(): Promise<CohortCheck>;
  /**
   * Rewrites the tables of a folder as `writeCohort` would, with few files. This includes tables of
   * other writers, and tables with people in several buckets. It changes all files or none, and
   * needs memory for the rows of a bucket.
   *
   * @throws {TypeError} on Spark, or if a table cannot be read
   */
  compact(): Promise<Compacted>;
  /** Cancels pending work. */
  close(): Promise<void>;
}

/** Options for opening a cohort. */
export interface CohortOptions {
  /** Number of concurrent worker processes; for a folder. @default one per core */
  workers?: number;
  /**
   * Maximum number of rows in memory per worker, exceeded only by a single person with more; for a
   * folder. @default 4_000_000
   */
  rowsAtOnce?: number;
  /**
   * Token to sign in with; on Spark. It never leaves this machine in plain text. @default the token
   * in the address
   */
  token?: string;
  /**
   * Folder with the tables, as Spark's executors see it; on Spark. @default the tables in its
   * catalog
   */
  folder?: string;
  /**
   * Command line of the worker on Spark's executors, `"deno run --allow-ffi=...
   * /opt/lifeframe/src/cohort/programs/worker.ts"`.
   * @default this machine's, if executors see its files
   */
  workerCommand?: string;
  /** Certificates (PEM) that sign the server's certificate; on Spark. @default the system's */
  certificates?: string;
}
