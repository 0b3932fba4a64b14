import type { Frame } from "../../frame/polars/frame.ts";

/** A part of a health export that could not be read. */
export interface HealthProblem {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Reason. */
  readonly reason: string;
}

/** Report of what was read and skipped. */
export interface HealthReport {
  /** Time of the export, ISO 8601 in UTC; null if unknown. */
  readonly exported: string | null;
  /** Number of records and workouts in the frames. */
  readonly kept: number;
  /** Number of skipped records by type that was not requested, or by element that is not read. */
  readonly ignored: Readonly<Record<string, number>>;
  /**
   * Number of records inside correlations. The file has each of them outside as well, so they do
   * not count.
   */
  readonly nested: number;
  /** Number of records and workouts that could not be read. */
  readonly skipped: number;
  /** The first hundred problems. */
  readonly problems: readonly HealthProblem[];
}

/** Content of a health export, generic in its tables. */
export interface HealthTables<T> {
  /** Records by their type in the file. */
  readonly records: Readonly<Record<string, T>>;
  /** Sleep as a stage frame. */
  readonly sleep: T;
  /** Workouts. */
  readonly workouts: T;
  /** Report of what was read and skipped. */
  readonly report: HealthReport;
}

/** Content of a health export, as frames. */
export type AppleHealthExport = HealthTables<Frame>;
