import { readRange } from "../../frame/readRange.ts";
import { elapsedMicros } from "../../time/length.ts";
import type { Interval } from "../../time/interval.ts";
import type { When } from "../../time/when.ts";
import { coalesce } from "./coalesce.ts";
import { type CycleOptions, places } from "./cycleOptions.ts";
import { type CycleSpans, groupCycles } from "./groupCycles.ts";
import { resolveOverlaps } from "./resolveOverlaps.ts";
import { rowsIn, type StageRows } from "../stages/readStages.ts";
import { clipSpans, type Spans, spansOf } from "./spans.ts";
import type { StageTable } from "../stages/stageTables.ts";

export interface ResolveCyclesOptions extends CycleOptions {
  /** Merges overlapping stages by priority. @default true */
  mergeOverlapping?: boolean;
  /** Joins touching samples of one stage. @default true */
  mergeContiguous?: boolean;
}

/** Merges, clips and groups rows into cycles, as the options say. */
export function resolveCycles(
  rows: StageRows,
  table: StageTable,
  options: ResolveCyclesOptions,
): CycleSpans {
  const gapStages = places(options.gapStages ?? [], table, "gapStages");
  return groupCycles(
    computeInRange(rows, options, (inRange) => resolveSpans(inRange, table, options)),
    {
      gap: elapsedMicros(options.cycleGap ?? "PT2H", "cycleGap"),
      isGap: (stage) => gapStages.has(stage),
      touching: options.touching === undefined ? undefined : rangeOfRows(rows, options.touching),
    },
  );
}

/** Computes a result from rows, in the range of `clipTo` if it is set. */
export function computeInRange(
  rows: StageRows,
  { clipTo }: CycleOptions,
  make: (rows: StageRows) => Spans,
): Spans {
  if (clipTo === undefined) return make(rows);
  const range = rangeOfRows(rows, clipTo);
  return clipSpans(make(rowsIn(rows, range)), range);
}

function rangeOfRows({ zone, range, end }: StageRows, when: When): Interval {
  return readRange(when, { tz: zone, asked: range, times: end });
}

function resolveSpans(rows: StageRows, table: StageTable, options: ResolveCyclesOptions): Spans {
  const { mergeOverlapping = true, mergeContiguous = true, sourcePriority = [] } = options;
  if (mergeOverlapping) {
    return resolveOverlaps(rows, table, {
      sourcePriority,
      join: mergeContiguous ? "stage" : "nothing",
    });
  }
  return mergeContiguous ? coalesce(spansOf(rows)) : spansOf(rows);
}
