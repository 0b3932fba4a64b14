import type { Api } from "../../api/api.ts";
import type { CycleOptions } from "../../sleep/kernel/cycleOptions.ts";
import { CONSUMER_STAGES } from "../../sleep/stages/stageTables.ts";
import type { Samples } from "../../store/samples.ts";
import { elapsedMicros } from "../../time/length.ts";
import { fromMicros } from "../../time/instant.ts";
import type { Call, Query } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { invalid } from "../http/problem.ts";
import { sleepSamples } from "./sleepSamples.ts";

/** Parameters shared by all calls that compute sleep. */
export type SleepCall = Query<Call<Api["sleep"]["cycles"]>["args"]>;

/** Sleep samples, and options of their cycles. */
export interface Nights {
  readonly samples: Samples;
  /** Shortest gap between two cycles, in microseconds. */
  readonly gap: bigint;
  readonly options: CycleOptions;
}

/**
 * Reads the samples of a sleep operation. Another user's samples are always clipped to the range.
 *
 * Sources only outrank one another by the service's option `sourcePriority`. Otherwise the rule of
 * `sleep.merge` decides.
 *
 * @throws {Problem} 403 if the caller may not read them, 422 for an unknown stage
 */
export async function sleepNights(call: SleepCall): Promise<Nights> {
  const { args, userid, context } = call;
  const interval = { start: args.start_time, end: args.end_time };
  const owner = await ownerOf(call, "SleepStage", interval);
  checkStages("stages", args.stages ?? []);
  checkStages("gap_stages", args.gap_stages);
  const clip = args.clip_to_range || owner !== userid;
  const gap = elapsedMicros(args.cycle_gap, "cycle_gap");
  const range = { start_time: fromMicros(interval.start), end_time: fromMicros(interval.end) };
  return {
    samples: await sleepSamples(context, { owner, interval, gap, clip }),
    gap,
    options: {
      cycleGap: args.cycle_gap,
      gapStages: args.gap_stages,
      only: args.stages,
      sourcePriority: context.sourcePriority,
      ...(clip ? { clipTo: range } : { touching: range }),
    },
  };
}

function checkStages(parameter: string, stages: readonly number[]): void {
  const known = CONSUMER_STAGES.map(({ stage }) => stage);
  const unknown = stages.find((stage) => !known.includes(stage));
  if (unknown !== undefined) {
    throw invalid(
      ["query", parameter],
      `${unknown} is not a stage; the stages are ${known.join(", ")}`,
    );
  }
}
