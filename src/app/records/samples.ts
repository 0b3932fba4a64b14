import type { Measure } from "../../api/fields/metricTable.ts";
import type { CallOptions } from "../../client/call.ts";
import type { Client } from "../../client/client.ts";
import type { FrameOf } from "../../frame/polars/frame.ts";
import { displayOf } from "../../frame/polars/displays.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { findMetrics } from "../ask/checkMetrics.ts";

/** Options of questions about records. */
export interface RecordOptions extends Pick<CallOptions, "tz" | "signal" | "onProgress"> {
  /** User whose data is read. @default the client's user */
  userid?: string | undefined;
}

/** Option names of questions about records. */
export const RECORD_OPTIONS = optionNames<RecordOptions>()("userid tz signal onProgress");

const ACTION = "read samples";

/** Columns of raw samples. */
export type SampleColumn =
  | "uuid"
  | "start_date"
  | "end_date"
  | "value"
  | "unit"
  | "count"
  | "has_undetermined_duration"
  | "source"
  | "source_version"
  | "source_bundle_identifier"
  | "device"
  | "device_model"
  | "device_manufacturer"
  | "extras";

/**
 * Reads raw samples of a metric, by its name or value column: see {@linkcode Questions.samples}.
 */
export async function samples(
  me: Client,
  measure: Measure,
  { start_time, end_time }: Range,
  options: RecordOptions = {},
): Promise<FrameOf<SampleColumn>> {
  checkOptions(ACTION, options, RECORD_OPTIONS);
  const { userid, ...settings } = options;
  const [known] = await findMetrics(me, [measure], ACTION);
  const samples = await me.api.metrics.samples({
    metric: known!.name,
    start_time,
    end_time,
    ...ownerOf(userid, ACTION),
  }, settings) as FrameOf<SampleColumn>;
  const [unit, ...others] = samples.getColumn("unit").unique().toArray() as (string | null)[];
  if (!unit || others.length > 0) return samples;
  return attachDisplay(samples, { ...displayOf(samples), units: { value: unit } });
}
