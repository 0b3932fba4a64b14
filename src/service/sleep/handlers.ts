import type { SleepStage } from "../../schema/sleep.ts";
import { _aggregate, type AggregateOptions } from "../../sleep/aggregate.ts";
import type { ShortLength } from "../../time/length.ts";
import { _cycles } from "../../sleep/cycles.ts";
import { _stages } from "../../sleep/stages.ts";
import { CONSUMER_STAGES } from "../../sleep/stages/stageTables.ts";
import { pause } from "../../store/sqlite/pause.ts";
import type { Samples } from "../../store/samples.ts";
import { every } from "../../time/every.ts";
import { rejectAs422 } from "../http/rejectAs422.ts";
import type { HandlersOf } from "../http/handler.ts";
import { ownerOf } from "../sharing/mayRead.ts";
import { extendedCycles } from "./extendedCycles.ts";
import { inPieces } from "./inPieces.ts";
import { sleepRows } from "./sleepRows.ts";
import { sleepNights } from "./sleepNights.ts";

/** Maximum number of periods of an aggregate. */
const MAX_PERIODS = 1_000_000n;

/** Computes sleep from its samples, with the engines of the public verbs. */
export const sleep: HandlersOf<"sleep"> = {
  stages: async (call) => {
    const nights = await sleepNights(call);
    const { merge_overlapping: mergeOverlapping, merge_contiguous: mergeContiguous } = call.args;
    return inPieces(
      nights,
      "cycle",
      (rows, options) => _stages(rows, { ...options, mergeOverlapping, mergeContiguous }),
    );
  },

  cycles: async (call) => inPieces(await sleepNights(call), "number", _cycles),

  cyclesExtended: (call) => extendedCycles(call),

  aggregate: async (call) => {
    const { mode, period, agg_functions: functions, tz } = call.args;
    const { samples, options } = await sleepNights(call);
    rejectAs422("period", () => checkPeriod(period, samples));
    const rows = sleepRows(samples, [...samples.start.keys()]);
    await pause();
    return rejectAs422(
      "period",
      () => _aggregate(rows, { ...options, ...periodLengths(period), mode, functions, tz }),
    );
  },

  stageMetadata: async (call) => {
    await ownerOf(call, "SleepStage", null);
    return CONSUMER_STAGES.map(({ namePrefix: _, ...stage }): SleepStage => stage);
  },
};

/** Splits a period such as `1d` or `18h/1d` into its length and its start in the day. */
function periodLengths(period: string): Pick<AggregateOptions, "every" | "startOfDay"> {
  const slash = period.indexOf("/");
  return {
    every: period.slice(slash + 1) as ShortLength,
    ...slash < 0 ? {} : { startOfDay: period.slice(0, slash) as ShortLength },
  };
}

/** Rejects periods that are too short, before they are created. */
function checkPeriod(period: string, { start, end }: Samples): void {
  const length = every(period.slice(period.indexOf("/") + 1));
  if (length.kind === "calendar" || start.length === 0) return;
  const last = end.reduce((most, at) => at > most ? at : most);
  const count = (last - start[0]!) / length.micros;
  if (count > MAX_PERIODS) {
    throw new RangeError(
      `The range has ${count} periods of ${period}; the maximum is ${MAX_PERIODS}`,
    );
  }
}
