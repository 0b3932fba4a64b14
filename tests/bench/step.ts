/** What is measured: one row of the table, at two sizes. */
export interface Step {
  /** The function and what is asked of it, `series.rolling mean, 1h`. */
  readonly name: string;
  /** What the sizes count, `rows`, `nights`. */
  readonly of: string;
  /** The smaller and the larger size; a row of one size has it twice. */
  readonly sizes: readonly [number, number];
  /** The most of its floor that it may take; undefined where none is agreed. */
  readonly reach?: number;
  /** Measured only where it is named, or with `--long`: it takes minutes. */
  readonly isLong?: boolean;
  /** What the numbers are. @default "ms" */
  readonly unit?: "ms" | "MB" | "requests" | undefined;
  /** Makes the data of a size, and what is to be measured on it. */
  readonly prepare: (count: number) => Prepared | Promise<Prepared>;
}

/** Functions of one size that are measured in turn. One that gives `{ took }` has measured itself. */
export interface Prepared {
  readonly ours: () => unknown;
  readonly floor: Floor;
  /** Fails where ours is not equal to what it has to be. */
  readonly check?: () => unknown;
  /** What people use instead, in Python. */
  readonly peer?: Peer;
  /** What else is to be known of it, printed below the table. */
  readonly note?: string;
  /** Puts away what was made. */
  readonly close?: () => unknown;
}

/** What a step is held against. */
export interface Floor {
  /** A name of COPIES in floors.ts, or that of another step, which is held to its own floor. */
  readonly name: string;
  readonly run: () => unknown;
  /** Bytes that it reads, at least: it is held to its ratio to a copy of as many. Undefined for another step. */
  readonly bytes?: number;
}

/** A function of peers/, over the same data. */
export interface Peer {
  /** The script in peers/, and the list of packages that it runs with. */
  readonly script: "tables" | "science" | "pyactigraphy";
  /** The function of the script. */
  readonly name: string;
  /** What the function is given: a file, an address. */
  readonly input: string;
  /** What its result has to be, by name, to 1e-6 of its size. */
  readonly expected?: () => Readonly<Record<string, number>>;
}

/** What a function gives that has measured itself, in the step's unit. */
export interface Took {
  readonly took: number;
}
