import type { Frame } from "../../frame/polars/frame.ts";

/** Something in a health export that could not be read. */
export interface HealthProblem {
  /** The line of the file, from 1. */
  readonly line: number;
  /** What it is. */
  readonly reason: string;
}

/** What was read of a health export, and what was not. */
export interface HealthReport {
  /** When the phone wrote it, ISO 8601 in UTC; null where it does not say so. */
  readonly exported: string | null;
  /** Records and workouts that are in the frames. */
  readonly kept: number;
  /** How many of each type were not asked for, and of each element that is not read. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Records inside of correlations; the file has each of them outside as well, so they do not count. */
  readonly nested: number;
  /** Records and workouts that could not be read. */
  readonly skipped: number;
  /** Why not, of the first hundred. */
  readonly problems: readonly HealthProblem[];
}

/** What a health export holds, its tables in one form or another. */
export interface HealthTables<T> {
  /** Records by their type as on file. */
  readonly records: Readonly<Record<string, T>>;
  /** Sleep as a stage frame. */
  readonly sleep: T;
  /** Workouts. */
  readonly workouts: T;
  /** What was read, and what was not. */
  readonly report: HealthReport;
}

/** What a health export holds, as frames. */
export type AppleHealthExport = HealthTables<Frame>;
