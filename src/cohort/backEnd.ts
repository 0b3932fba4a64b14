import type { Compacted } from "./local/compactFolder.ts";
import type { CohortCheck } from "./local/checkFolder.ts";
import type { Progress } from "../progress/progress.ts";
import type { Query } from "./query.ts";
import type { SumQuery } from "./sumColumns.ts";
import type { TableSchema } from "./tableSchema.ts";
import type { Failure } from "./worker/trailer.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options for running a query. */
export interface RunOptions {
  /** Cancels the work: kills workers, or interrupts the operation on Spark. @default none */
  signal?: AbortSignal;
  /** Called with the progress. @default a bar, in a notebook or a terminal */
  onProgress?: (progress: Progress) => void;
}

/** Options for collecting results of verbs. */
export interface PersonOptions extends RunOptions {
  /**
   * Called with each person whose rows made a verb fail; other people's rows are returned. Without
   * it, the first such person is an error. @default none
   */
  onFailed?: (failure: Failure) => void;
}

/** Result of `writeTo`. */
export interface WrittenResult {
  /** Number of rows. */
  readonly rows: number;
  /** Number of people with rows. */
  readonly people: number;
  /** Number of people whose rows made a verb fail. */
  readonly failed: number;
}

/** Options for writing a result. */
export interface WriteToOptions extends PersonOptions {
  /** Name of the new table. @default the name of the source table */
  table?: string;
}

/** Executes queries: in worker processes on this machine, or on Spark. */
export interface BackEnd {
  /** Lists the tables. */
  tables(): Promise<string[]>;
  /** Returns the columns of a table. */
  schema(table: string): Promise<TableSchema>;
  /** Returns the people with all their columns. */
  people(): Promise<Frame>;
  /** Returns the rows of a query, sorted by person. */
  collect(query: Query, options: PersonOptions): Promise<Frame>;
  /** Counts the rows of a query. */
  count(query: Query, options: PersonOptions): Promise<number>;
  /**
   * Sums a column by others: a row per combination with their columns, and the sum under the
   * column's name.
   */
  sum(query: Query, sum: SumQuery, options: PersonOptions): Promise<Frame>;
  /** Writes the rows of a query as a table of another cohort. */
  writeTo(query: Query, folder: string, options: WriteToOptions): Promise<WrittenResult>;
  /** Describes the files of a folder. */
  check(): Promise<CohortCheck>;
  /** Joins the small files of a folder. */
  compact(): Promise<Compacted>;
  /** Cancels pending work. */
  close(): Promise<void>;
}
