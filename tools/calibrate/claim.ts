import type { Cell, Chance } from "./records.ts";

/**
 * Outcome of a promise in one record: `true` if it is broken, `false` if it holds, null without an
 * answer.
 */
export type Outcome = boolean | null;

/** A promise of a public function, for which records are simulated. */
export interface Claim {
  /** Public names of the functions that make the promise. */
  readonly functions: readonly string[];
  /** Options; absent for the default ones. */
  readonly options?: string;
  /** Promises, by their words in the table. The value sets the share that may be broken. */
  readonly promises: Readonly<Record<string, Promised>>;
  readonly cells: readonly Cell[];
  /** Records of each cell in the short run; absent for 40. Fewer where a record takes long. */
  readonly shortRecords?: number;
  /** Simulates a record and returns which promises it breaks. */
  readonly draw: (cell: Cell, chance: Chance) => Readonly<Record<string, Outcome>>;
}

/**
 * `p`: at most 5 % false alarms. `interval`: at most 5 % misses. `corrected`: at most 5 % false
 * alarms of a whole table or search.
 */
export type Promised = "p" | "interval" | "corrected";

/** Bound of an interval, or a p value; null or absent without an answer. */
export type Bound = number | null | undefined;

/** Returns whether an interval misses the truth. */
export const misses = (low: Bound, truth: number, high: Bound): Outcome =>
  typeof low !== "number" || typeof high !== "number" ? null : truth < low || truth > high;
/** Returns whether a p value is a false alarm. */
export const alarms = (p: Bound): Outcome => typeof p !== "number" ? null : p < 0.05;
