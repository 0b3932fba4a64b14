/** A budget for something foreign: how much of it is accepted before it becomes an error. */
export interface Limit {
  /** What it bounds: readers of `read`, routes of the service, or tables that need no token. */
  readonly of: readonly string[];
  /** What is counted. */
  readonly counts: string;
  /** The most that is accepted by default. */
  readonly most: number;
  /** How to accept more. */
  readonly raise: string;
  /** Part of the message of the error. */
  readonly error: string;
  /** The largest honest example, which has to pass. */
  readonly honest: string;
}

/** How to raise a limit that has no option. */
const FIXED = "fixed";

/**
 * All budgets, in one list: every loop over foreign data, and every table that a stranger can write, has a
 * row here, and the code takes its numbers from it. docs/limits.md is printed from it.
 */
export const LIMITS = {
  columns: {
    of: ["read.arrow", "read.csv"],
    counts: "columns of a table",
    most: 50_000,
    raise: `${FIXED}; read them as rows of name and value instead`,
    error: "columns",
    honest: "20,000 columns",
  },
  arrowDictionaries: {
    of: ["read.arrow"],
    counts: "dictionaries of an Arrow stream between two batches of rows",
    most: 1_000,
    raise: `${FIXED}, because Polars recurses for each; write an Arrow file instead`,
    error: "dictionaries in a row",
    honest: "1,000 columns of categories, and 2,000 batches that each replace their dictionary",
  },
  arrowFileDictionaries: {
    of: ["read.arrow"],
    counts: "dictionaries of an Arrow file",
    most: 5_000,
    raise: `${FIXED}, because Polars takes time that grows with their square`,
    error: "dictionaries in a file",
    honest: "2,000 columns of categories",
  },
  arrowSchemaText: {
    of: ["read.arrow"],
    counts: "bytes of names and metadata in an Arrow schema, for each byte of the schema",
    most: 4,
    raise: `${FIXED}: more is possible only if fields share their texts`,
    error: "names and metadata",
    honest: "20,000 columns, each with its own metadata",
  },
} as const satisfies Record<string, Limit>;

/** The name of a row of {@linkcode LIMITS}. */
export type LimitName = keyof typeof LIMITS;
