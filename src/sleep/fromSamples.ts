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

/** How samples are read. */
export interface FromSamplesOptions {
  /** Columns to keep, in front, such as `user`: whose a sample is. @default none */
  by?: string | readonly string[];
  /** The IANA zone in which times without one are read, and shown. @default the zone of `start_date` */
  tz?: Zones;
  /** Names of the frame's columns where they differ from the usual ones, `{ start_date: "begin" }`. @default none */
  columns?: ColumnNames;
}

const ACTION = "read sleep samples";

const OPTIONS = optionNames<FromSamplesOptions>()("by tz columns");

/**
 * Reads raw samples of the metric `SleepStage` as a stage frame: a row for each sample of every source,
 * with overlaps and with samples that have no end yet. The verbs of sleep take raw samples themselves;
 * this is for the frame.
 *
 * @param samples `start_date`, `end_date` (instants), `value` (the stage's code); optional `source`,
 * `uuid` and `extras`, as `me.samples("SleepStage", range)` returns them.
 * @returns the columns of `by`; `start_time`, `end_time` `datetime[us]` in the zone of the input, `sleep_stage` `i64`,
 * `source`, `id` `str`; `stages_known` `str` if an `extras` has it: the stages that the source tells apart.
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
