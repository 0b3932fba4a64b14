import type { Progress } from "../show/progress.ts";
import type { Query } from "./query.ts";
import type { TableSchema } from "./tableSchema.ts";
import type { Failure } from "./worker/trailer.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** How a query is run. */
export interface RunOptions {
  /** Ends the work: workers are killed, Spark's operation is interrupted. @default none */
  signal?: AbortSignal;
  /** Called with how far the work has come. @default a bar, in a notebook or a terminal */
  onProgress?: (progress: Progress) => void;
}

/** How results of verbs are taken. */
export interface PersonOptions extends RunOptions {
  /**
   * Called with each person whose rows a verb could not compute with; the rest is kept then. Without it
   * the first such person is an error. @default none
   */
  onFailed?: (failure: Failure) => void;
}

/** What `writeTo` has written. */
export interface WrittenResult {
  /** How many rows. */
  readonly rows: number;
  /** How many people have some. */
  readonly people: number;
  /** How many people could not be computed with. */
  readonly failed: number;
}

/** How a result is written. */
export interface WriteToOptions extends PersonOptions {
  /** What the table is called there. @default the name of the table that was computed from */
  table?: string;
}

/** What carries out queries: worker processes on this machine, or Spark. */
export interface BackEnd {
  /** The names of the tables. */
  tables(): Promise<string[]>;
  /** The columns of a table. */
  schema(table: string): Promise<TableSchema>;
  /** The people with all that is known of them. */
  people(): Promise<Frame>;
  /** The rows of a query, sorted by person. */
  collect(query: Query, options: PersonOptions): Promise<Frame>;
  /** How many rows a query has. */
  count(query: Query, options: PersonOptions): Promise<number>;
  /** Sums of a column by others, a row for each combination: their columns, and the sum under the column's name. */
  sum(query: Query, column: string, by: readonly string[], options: PersonOptions): Promise<Frame>;
  /** Writes the rows of a query as a table of another cohort. */
  writeTo(query: Query, folder: string, options: WriteToOptions): Promise<WrittenResult>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
