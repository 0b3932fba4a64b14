import type { Zone } from "../../time/zone.ts";
import type { BuiltInMetric } from "../../api/fields/metricTable.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import type { Between } from "../../time/openRange.ts";
import type { Progress } from "../../progress/progress.ts";
import type { FileSource } from "../zip/fileSource.ts";

/**
 * Source of an export: a file, a zip file, an unpacked folder, or several of them that belong
 * together.
 */
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

/** Options of the readers of exports. */
export interface ExportOptions {
  /**
   * IANA zone of times without one, and of the frames' times. @default the zone that the export
   * names; without one, such times are skipped and reported, and local days need `tz`
   */
  tz?: Zone;
  /**
   * Names of the parts to keep, as in `report.read`: metrics, names in `others`, `sleep`,
   * `workouts`, `locations`, `events`. Files without any of them are not opened. @default all
   */
  only?: readonly PartName[];
  /**
   * Range of the rows to keep, such as `"2025-03"`, `{ days: 90 }` or only a start, `{ start_time
   * }`. Rows that start at its end are skipped. @default all
   */
  range?: Between;
  /**
   * Throws if a record or a file cannot be read. By default, everything intact is read, and
   * `report.problems` lists what was skipped, with place and reason. @default false
   */
  strict?: boolean;
  /** Stops reading. @default none */
  signal?: AbortSignal;
  /** Called with the number of bytes read so far, decompressed. @default `show.progressBar()` */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** A row or file of an export that could not be read. */
export interface ExportProblem {
  /** Path of the file in the export. */
  readonly file: string;
  /** Place in the file, such as `line 17`; null for the whole file. */
  readonly where: string | null;
  /** Reason. */
  readonly reason: string;
}

/** Report of what was read and skipped, and why. */
export interface ExportReport {
  /** Name of the reader, such as `fitbit`. */
  readonly reader: string;
  /** Number of files in the export, and of files that were read. */
  readonly files: { readonly seen: number; readonly read: number };
  /**
   * Number of rows by metric, `sleep`, `workouts`, `locations`, `events`, or the vendor's own word.
   */
  readonly read: Readonly<Record<string, number>>;
  /** Number of rows that are identical to another one; each is kept once. */
  readonly repeated: number;
  /** Number of skipped rows and files by reason: they could not be read, or were not requested. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Number of files that this reader does not read, by path, with digits replaced with `#`. */
  readonly ignored: Readonly<Record<string, number>>;
  /** The first hundred problems, with their places. */
  readonly problems: readonly ExportProblem[];
  /** Assumptions, such as the zone of times without one. */
  readonly notes: readonly string[];
}

/**
 * Content of an export of any vendor. Rows are in order of time, and no two rows of a frame are
 * identical. A frame without data has no rows.
 */
export interface MakerExport {
  /**
   * Samples by metric of the catalog: `start_time`, `end_time` `datetime[us, tz]` (equal for
   * moments), `value` `f64`, `unit`, `source` `str`.
   */
  readonly metrics: Readonly<Record<string, Frame>>;
  /** Values without a metric in the catalog, by the vendor's own word, with the same columns. */
  readonly others: Readonly<Record<string, Frame>>;
  /**
   * Sleep as a stage frame, table `consumer`: `start_time`, `end_time` `datetime[us, tz]`,
   * `sleep_stage` `i64`, `source` `str`. If the kind of record shows which stages the vendor
   * detects, `stages_known` `str` has them (see `sleep.knownStages`). A night that only has totals
   * has them in its row, with their names in `others`: `asleep_duration`, `in_bed_duration`,
   * `light_sleep_duration`, `deep_sleep_duration`, `rem_sleep_duration`, `awake_duration`,
   * `sleep_latency` (min), `sleep_efficiency` (percent) and `wake_ups` `f64`, if known.
   * `sleep.nightly` uses these values.
   */
  readonly sleep: Frame;
  /**
   * Workouts: `start_time`, `end_time` `datetime[us, tz]`, `duration_s`, `distance_m`, `energy_kcal`
   * `f64`, `activity`, `source` `str`.
   */
  readonly workouts: Frame;
  /**
   * Measured locations: `time` `datetime[us, tz]`, `latitude_degrees`, `longitude_degrees`,
   * `altitude_meters`, `horizontal_accuracy_meters`, `speed` (metres per second) `f64`, `source`
   * `str`; as `places.visits`, `places.distance` and `places.dayPath` expect them.
   */
  readonly locations: Frame;
  /**
   * Events: `start_time`, `end_time` `datetime[us, tz]`, `title`, `notes`, `location` `str`,
   * `all_day` `bool`, `calendar`, `source` `str`.
   */
  readonly events: Frame;
  /** Report of what was read and skipped. */
  readonly report: ExportReport;
}
