import type { Measure } from "../../api/fields/metricTable.ts";
import type { CallOptions } from "../../client/call.ts";
import type { Client } from "../../client/client.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { checkOptions, type OptionTable } from "../../options/checkOptions.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { findMetrics } from "../ask/checkMetrics.ts";

/** Settings of a question about records. */
export interface RecordOptions extends Pick<CallOptions, "tz" | "signal" | "onProgress"> {
  /** Whose data. @default the client's user */
  userid?: string | undefined;
}

/** The options of a question about records. */
export const RECORD_OPTIONS: OptionTable<RecordOptions> = {
  userid: true,
  tz: true,
  signal: true,
  onProgress: true,
};

const ACTION = "read samples";

/** Raw samples of a metric, by its name or value column: see {@linkcode Questions.samples}. */
export async function samples(
  me: Client,
  measure: Measure,
  { start_time, end_time }: Range,
  options: RecordOptions = {},
): Promise<Frame> {
  checkOptions(ACTION, options, RECORD_OPTIONS);
  const { userid, ...settings } = options;
  const [known] = await findMetrics(me, [measure], ACTION);
  return await me.api.metrics.samples({
    metric: known!.name,
    start_time,
    end_time,
    ...ownerOf(userid, ACTION),
  }, settings);
}
