import { textColumn } from "../frame/columns.ts";
import { type ColumnNames, type FrameLike, readColumns } from "../frame/readColumns.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";

/** How samples are read. */
export interface FromSamplesOptions {
  /** Names of the frame's columns where they differ from the usual ones, `{ start_date: "begin" }`. @default none */
  columns?: ColumnNames;
}

/**
 * Raw samples of the metric `SleepStage` as a stage frame: a row for each sample, as many sources as
 * there are, overlaps and all, also those that have no end yet. `sleep.merge` makes one truth of it.
 *
 * @param samples `start_date`, `end_date` (instants), `value` (the stage's code); optional `source`
 * and `uuid`, as `me.metrics.samples` gives them.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `sleep_stage` `i64`,
 * `source`, `id` `str`.
 * @throws {TypeError} if a column is missing, a value is null, or a value is no whole number
 */
export function fromSamples(samples: FrameLike, options: FromSamplesOptions = {}): Frame {
  const columns = readColumns(
    samples,
    { start_date: "time", end_date: "time", value: "int64", "source?": "text", "uuid?": "text" },
    {
      action: "read sleep samples",
      full: ["value"],
      columns: options.columns,
    },
  );
  const nothing = textColumn(new Array(columns.value.values.length).fill(null));
  return toFrame({
    start_time: columns.start_date,
    end_time: columns.end_date,
    sleep_stage: columns.value,
    source: columns.source ?? nothing,
    id: columns.uuid ?? nothing,
  });
}
