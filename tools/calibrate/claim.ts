import type { Cell, Chance } from "./records.ts";

/** Outcome of a promise in one record: broken, kept, or null if the function gave no answer. */
export type Outcome = boolean | null;

/** A promise of a public function, for which records are simulated. */
export interface Claim {
  /** Public functions that make it, by their public names. */
  readonly functions: readonly string[];
  /** Options, if they are not the default ones. */
  readonly options?: string;
  /** Promises, by the words of the table; each says which share may be broken. */
  readonly promises: Readonly<Record<string, Promised>>;
  readonly cells: readonly Cell[];
  /** Simulates a record and returns which promises it breaks. */
  readonly draw: (cell: Cell, chance: Chance) => Readonly<Record<string, Outcome>>;
}

/** `p`: false alarms, promised 5 %; `interval`: misses, promised 5 %; `corrected`: false alarms of a whole table or search, promised at most 5 %. */
export type Promised = "p" | "interval" | "corrected";

/** Bound of an interval, or a p value; null or absent without an answer. */
export type Bound = number | null | undefined;

/** Returns whether an interval misses the truth. */
export const misses = (low: Bound, truth: number, high: Bound): Outcome =>
  typeof low !== "number" || typeof high !== "number" ? null : truth < low || truth > high;
/** Returns whether a p value is a false alarm. */
export const alarms = (p: Bound): Outcome => typeof p !== "number" ? null : p < 0.05;
