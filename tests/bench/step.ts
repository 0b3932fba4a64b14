import type pl from "nodejs-polars";

/** Measured step: one row of the table, at two sizes. */
export interface Step {
  /** Function and its arguments, `series.rolling mean, 1h`. */
  readonly name: string;
  /** Unit of the sizes, `rows`, `nights`. */
  readonly of: string;
  /** Smaller and larger size; equal if the row has one size. */
  readonly sizes: readonly [number, number];
  /** Maximum ratio to its floor; `undefined` if there is no agreed limit. */
  readonly reach?: number;
  /** Measured only if it is named, or with `--long`: it takes minutes. */
  readonly isLong?: boolean;
  /** Unit of the results. @default "ms" */
  readonly unit?: "ms" | "MB" | "requests" | undefined;
  /** Creates data of a size, and the functions to measure. */
  readonly prepare: (count: number) => Prepared | Promise<Prepared>;
}

/** Functions of one size, measured in turn. A function that returns `{ took }` measures itself. */
export interface Prepared {
  readonly ours: () => unknown;
  readonly floor: Floor;
  /** Throws if our result is wrong. */
  readonly check?: () => unknown;
  /** Programs that people use instead. */
  readonly peers?: readonly Peer[];
  /** Remark printed below the table. */
  readonly note?: string;
  /** Cleans up. */
  readonly close?: () => unknown;
}

/** Lower bound that a step is compared with. */
export interface Floor {
  /** Name in COPIES of floors.ts, or name of another step, which has its own floor. */
  readonly name: string;
  readonly run: () => unknown;
  /**
   * Minimum number of bytes that it reads; it is limited by its ratio to a copy of them. Absent for
   * another step.
   */
  readonly bytes?: number;
}

/** Function of peers/ that gets the same data. */
export interface Peer {
  /** Program or library, for the table. */
  readonly of: string;
  /** Script in peers/, and the list of packages that it needs. */
  readonly script: "tables" | "science" | "pyactigraphy";
  /** Function of the script. */
  readonly name: string;
  /** Input of the function: a file, an address. */
  readonly input: string;
  /** Expected results by name: columns to the bit, numbers to a relative precision of 1e-6. */
  readonly expected: () => Readonly<Record<string, number | pl.Series>>;
}

/** Result of a function that measures itself, in the step's unit. */
export interface Took {
  readonly took: number;
}

/** Returns the peers of a task: functions of tables.py with its name, each by the name of its library. */
export function tablePeers(
  task: string,
  libraries: readonly string[],
  peer: Pick<Peer, "input" | "expected">,
): Peer[] {
  return libraries.map((of) => ({ ...peer, script: "tables", name: `${task}_${of}`, of }));
}
