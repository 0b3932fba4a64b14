import type { Client } from "../../client/client.ts";
import type { FrameOf } from "../../frame/polars/frame.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { fromSamples } from "../../sleep/fromSamples.ts";
import { merge } from "../../sleep/merge.ts";
import { ownerOf } from "../ask/ownerOf.ts";
import type { Range } from "../../time/interval.ts";
import { sourceOrder } from "../nights/sourceOrder.ts";
import { addVendorTotals } from "../nights/vendorTotals.ts";
import { RECORD_OPTIONS, type RecordOptions } from "./samples.ts";

/** Options of {@linkcode Questions.stages}. */
export interface StagesOptions extends RecordOptions {
  /**
   * Sources of sleep, highest priority first; unlisted sources come last.
   * @default sources with stages before those without, then in the order of the service's data
   * sources
   */
  sourcePriority?: readonly string[] | undefined;
  /** Returns the stages of every source, unmerged, with a column `source`. @default false */
  allSources?: boolean | undefined;
}

const OPTIONS = optionNames<StagesOptions>()(RECORD_OPTIONS, "sourcePriority allSources");
const ACTION = "read sleep stages";

/** Columns of sleep stages. */
export type StageColumn =
  | "start_time"
  | "end_time"
  | "duration_ms"
  | "sleep_stage";

/** Reads sleep stages of a range, one source at each instant: see {@linkcode Questions.stages}. */
export async function stages(
  me: Client,
  { start_time, end_time }: Range,
  options: StagesOptions = {},
): Promise<FrameOf<StageColumn>> {
  checkOptions(ACTION, options, OPTIONS);
  const { sourcePriority, allSources = false, userid, ...settings } = options;
  const samples = await me.api.metrics.samples({
    metric: "SleepStage",
    start_time,
    end_time,
    ...ownerOf(userid, ACTION),
  }, settings);
  const all = await addVendorTotals(me, fromSamples(samples), userid);
  if (allSources) return all as FrameOf<StageColumn>;
  const { order } = await sourceOrder(me, all, sourcePriority);
  // Time in bed only shows if no source has a stage, regardless of the order of sources.
  const layers = merge(all, { sourcePriority: order, inBed: "layer" });
  return merge(layers) as FrameOf<StageColumn>;
}
