import type { SleepStage } from "../api/sleep.ts";
import type { Column, Columns } from "../frame/columns.ts";
import { columnsOf } from "../frame/columnsOf.ts";
import type { Frame } from "../frame/toFrame.ts";
import { aggregate } from "../sleep/aggregate.ts";
import { cycles } from "../sleep/cycles.ts";
import { stages } from "../sleep/stages.ts";
import { CONSUMER_STAGES } from "../sleep/stageTables.ts";
import { pause } from "../store/pause.ts";
import type { Samples } from "../store/samples.ts";
import { every } from "../time/every.ts";
import { asked } from "./asked.ts";
import { joinColumns } from "./columnPieces.ts";
import type { HandlersOf } from "./handler.ts";
import { ownerOf } from "./mayRead.ts";
import { sleepFrame } from "./sleepFrame.ts";
import { type Nights, sleepNights } from "./sleepNights.ts";
import { sleepPieces } from "./sleepPieces.ts";

/** The most periods that an aggregate may have. */
const MAX_PERIODS = 1_000_000n;

/** Computes sleep from its samples with the same verbs that callers have. */
export const sleep: HandlersOf<"sleep"> = {
  stages: async (call) => {
    const nights = await sleepNights(call);
    const { merge_overlapping: mergeOverlapping, merge_contiguous: mergeContiguous } = call.args;
    return inPieces(
      nights,
      "cycle",
      (frame, options) => stages(frame, { ...options, mergeOverlapping, mergeContiguous }),
    );
  },

  cycles: async (call) => inPieces(await sleepNights(call), "number", cycles),

  aggregate: async (call) => {
    const { mode, period, agg_functions: functions, tz } = call.args;
    const { samples, options } = await sleepNights(call);
    asked("period", () => checkPeriod(period, samples));
    const frame = sleepFrame(samples, [...samples.start.keys()]);
    await pause();
    return asked(
      "period",
      () => columnsOf(aggregate(frame, { ...options, mode, period, functions, tz })),
    );
  },

  stageMetadata: async (call) => {
    await ownerOf(call, "SleepStage", null);
    return CONSUMER_STAGES.map((stage): SleepStage => ({ ...stage }));
  },
};

/** Computes piece by piece, other work in between; cycles are numbered through. */
async function inPieces(
  { samples, gap, options }: Nights,
  numbers: "cycle" | "number",
  verb: (frame: Frame, options: Nights["options"]) => Frame,
): Promise<Columns> {
  const results: Columns[] = [];
  const pieces = sleepPieces(samples, gap);
  let count = 0n;
  for (const [i, rows] of pieces.entries()) {
    const frame = sleepFrame(samples, rows);
    const result = columnsOf(verb(frame, options));
    results.push({ ...result, [numbers]: shifted(result[numbers]!, count) });
    if (i + 1 === pieces.length) break;
    // Cycles that the filter leaves out have numbers too.
    const all = options.only === undefined
      ? result
      : columnsOf(verb(frame, { ...options, only: undefined }));
    count += countOf(all[numbers]!);
    await pause();
  }
  return joinColumns(results);
}

function shifted(column: Column, by: bigint): Column {
  return column.type === "int64" && by > 0n
    ? { ...column, values: column.values.map((value) => value + by) }
    : column;
}

function countOf(column: Column): bigint {
  let count = 0n;
  if (column.type === "int64") {
    for (const number of column.values) if (number >= count) count = number + 1n;
  }
  return count;
}

/** Refuses periods so short that their number is of no use, before they are laid. */
function checkPeriod(period: string, { start, end }: Samples): void {
  const length = every(period.slice(period.indexOf("/") + 1));
  if (length.kind === "calendar" || start.length === 0) return;
  const last = end.reduce((most, at) => at > most ? at : most);
  const count = (last - start[0]!) / length.micros;
  if (count > MAX_PERIODS) {
    throw new RangeError(`The range has ${count} periods of ${period}; the most is ${MAX_PERIODS}`);
  }
}
