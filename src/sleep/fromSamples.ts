import { knownOfExtras } from "./stages/openStages.ts";
import { STAGES_KNOWN } from "./stages/stageTableOf.ts";
import { zone, type Zones } from "../time/zone.ts";
import { type FrameLike, openFrame } from "../frame/open.ts";
import type { ColumnNames } from "../frame/columns/columnNames.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Column, textColumn } from "../frame/columns/columns.ts";
import { takeRows } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode fromSamples}. */
export interface FromSamplesOptions {
  /** Columns to keep at the front, such as `user`. @default none */
  by?: string | readonly string[];
  /** IANA zone of times without a zone, and of the result. @default the zone of `start_date` */
  tz?: Zones;
  /**
   * Names of the frame's columns that differ from the usual ones: `{ start_date: "begin" }`.
   * @default none
   */
  columns?: ColumnNames;
}

const ACTION = "read sleep samples";

const OPTIONS = optionNames<FromSamplesOptions>()("by tz columns");

/**
 * Converts raw samples of the metric `SleepStage` to a stage frame: a row for each sample of every
 * source, including overlaps and samples without an end. The verbs of sleep accept raw samples
 * directly; use this function if you want the frame.
 *
 * @param samples `start_date`, `end_date` (instants), `value` (stage code); optional `source`,
 * `uuid` and `extras`, as `me.samples("SleepStage", range)` returns them.
 * @returns the columns of `by`; `start_time`, `end_time` `datetime[us]` in the zone of the input,
 * `sleep_stage` `i64`, `source`, `id` `str`; `stages_known` `str` if an `extras` has it: the stages
 * that the source detects.
 * @throws {TypeError} if a column is missing, a value is null, or a value is not an integer
 */
export function fromSamples(samples: FrameLike, options: FromSamplesOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const data = openFrame(samples, { action: ACTION, tz: options.tz });
  const columns = data.read(
    {
      start_date: "time",
      end_date: "time",
      value: "int64",
      "source?": "text",
      "uuid?": "text",
      "extras?": "text",
    },
    { full: ["value"], columns: options.columns },
  );
  const nothing = textColumn(new Array(columns.value.values.length).fill(null));
  const inZone = (column: typeof columns.start_date): Column =>
    options.tz === undefined ? column : { ...column, zone: zone(options.tz) };
  const groups = data.groups(options.by);
  const known = knownOfExtras(columns.extras?.values ?? []);
  return toFrame(
    {
      ...groups && takeRows(groups.columns, groups.codes),
      start_time: inZone(columns.start_date),
      end_time: inZone(columns.end_date),
      sleep_stage: columns.value,
      source: columns.source ?? nothing,
      id: columns.uuid ?? nothing,
      ...known && { [STAGES_KNOWN]: textColumn(known) },
    },
    {},
    data.range,
  );
}
