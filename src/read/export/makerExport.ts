import type { Zone } from "../../time/zone.ts";
import type { BuiltInMetric } from "../../api/fields/metricTable.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { Between } from "../../time/openRange.ts";
import type { FileSource } from "../zip/fileSource.ts";

/** An export: a file, a zip file, a folder that it was unpacked to, or several of them that belong together. */
export type ExportSource = FileSource | readonly FileSource[];

/** Name of a part of an export: a metric, a table, or a vendor's own word such as `sleep_score`. */
export type PartName =
  | BuiltInMetric
  | "sleep"
  | "workouts"
  | "locations"
  | "events"
  | "cadence"
  | "hrv"
  | "power"
  | "snoring"
  | "temperature"
  | `${string}_${string}`
  | `HK${string}`;

/** How an export is read. */
export interface ExportOptions {
  /**
   * The IANA zone of times that name none, and of the frames' times. @default none: such times are left
   * out and named in the report, unless the export itself names a zone; the frames' are in UTC
   */
  tz?: Zone;
  /**
   * What is kept, by the names in `report.read`: metrics, words of `others`, `sleep`, `workouts`,
   * `locations`, `events`. Files that hold nothing of it are not opened. @default all
   */
  only?: readonly PartName[];
  /**
   * Range of what is kept, such as `"2025-03"`, `{ days: 90 }` or only a start, `{ start_time }`. What
   * begins at its end is left out. @default all
   */
  range?: Between;
  /**
   * Whether a record or a file that cannot be read is an error. Without it, what is whole is read, and
   * `report.problems` says what is left out, where and why. @default false
   */
  strict?: boolean;
  /** Ends the reading. @default none */
  signal?: AbortSignal;
}

/** A row of an export that could not be read. */
export interface ExportProblem {
  /** The file, by its path in the export. */
  readonly file: string;
  /** Where it stands in the file, such as `line 17`; null where it is about the whole file. */
  readonly where: string | null;
  /** What it is. */
  readonly reason: string;
}

/** What was read of an export, and what was not, and why. */
export interface ExportReport {
  /** The reader that read it, such as `fitbit`. */
  readonly reader: string;
  /** How many files there are, and how many of them were read. */
  readonly files: { readonly seen: number; readonly read: number };
  /** Rows in the frames, by metric, or `sleep`, `workouts`, `locations`, `events`, or the maker's own word. */
  readonly read: Readonly<Record<string, number>>;
  /** Rows that stood in the export again, the same in everything, and are kept once. */
  readonly repeated: number;
  /** Rows and files that could not be read, or were not asked for, counted by the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Files that this reader does not read, counted by their paths, digits written as `#`. */
  readonly ignored: Readonly<Record<string, number>>;
  /** Where what was skipped stands, the first hundred. */
  readonly problems: readonly ExportProblem[];
  /** What was assumed, such as the zone of times that name none. */
  readonly notes: readonly string[];
}

/**
 * What a maker's export holds, whoever the maker is. Rows are in order of time, and no two of a frame
 * are the same; a frame of which the export has nothing has no rows.
 */
export interface MakerExport {
  /**
   * Samples by the metric of the catalog that they are: `start_time`, `end_time` `datetime[us, tz]`
   * (equal of a moment), `value` `f64`, `unit`, `source` `str`.
   */
  readonly metrics: Readonly<Record<string, Frame>>;
  /** Figures that the catalog has no metric for, by the maker's word for them: the same columns. */
  readonly others: Readonly<Record<string, Frame>>;
  /**
   * Sleep as a stage frame, table `consumer`: `start_time`, `end_time` `datetime[us, tz]`, `sleep_stage`
   * `i64`, `source` `str`. If the vendor tells stages apart by kinds of records, `stages_known` `str` says
   * which (see `sleep.knownStages`). A night that comes without stages but with the vendor's totals has
   * them in its row, under their names in `others`: `asleep_duration`, `in_bed_duration`,
   * `light_sleep_duration`, `deep_sleep_duration`, `rem_sleep_duration`, `awake_duration`,
   * `sleep_latency` (min), `sleep_efficiency` (percent) and `wake_ups` `f64`, as far as there are any.
   * `sleep.nightly` takes its values from them.
   */
  readonly sleep: Frame;
  /**
   * Workouts: `start_time`, `end_time` `datetime[us, tz]`, `duration_s`, `distance_m`, `energy_kcal`
   * `f64`, `activity`, `source` `str`.
   */
  readonly workouts: Frame;
  /**
   * Where one was: `time` `datetime[us, tz]`, `latitude_degrees`, `longitude_degrees`,
   * `altitude_meters`, `horizontal_accuracy_meters`, `speed` (metres a second) `f64`, `source` `str`; as
   * `places.visits`, `places.distance` and `places.dayPath` take them.
   */
  readonly locations: Frame;
  /**
   * What happened: `start_time`, `end_time` `datetime[us, tz]`, `title`, `notes`, `location` `str`,
   * `all_day` `bool`, `calendar`, `source` `str`.
   */
  readonly events: Frame;
  /** What was read, and what was not. */
  readonly report: ExportReport;
}
