import { durationMicros } from "../../time/duration.ts";
import { toInterval } from "../../time/interval.ts";
import { coalesce } from "./coalesce.ts";
import { type CycleOptions, places } from "./cycleOptions.ts";
import { type NumberedSpans, numberSpans } from "./number.ts";
import { paint } from "./paint.ts";
import { rowsIn, type StageRows } from "../stages/readStages.ts";
import { clipSpans, type Spans, spansOf } from "./spans.ts";
import type { StageTable } from "../stages/stageTables.ts";

/** What is merged before cycles are made. */
export interface InCyclesOptions extends CycleOptions {
  /** Whether overlapping stages are merged by priority. @default true */
  mergeOverlapping?: boolean;
  /** Whether touching samples of one stage are joined. @default true */
  mergeContiguous?: boolean;
}

/** Rows merged, clipped and grouped into cycles, as the options say. */
export function inCycles(
  rows: StageRows,
  table: StageTable,
  options: InCyclesOptions,
): NumberedSpans {
  const gapStages = places(options.gapStages ?? [], table, "gapStages");
  return numberSpans(clipped(rows, options, (inRange) => merged(inRange, table, options)), {
    gap: durationMicros(options.cycleGap ?? "PT2H", "cycleGap"),
    isGap: (stage) => gapStages.has(stage),
    touching: options.touching && toInterval(options.touching, options),
  });
}

/** What is made of the rows, in the range to which they are clipped, if they are. */
export function clipped(
  rows: StageRows,
  { clipTo, tz }: CycleOptions,
  make: (rows: StageRows) => Spans,
): Spans {
  if (clipTo === undefined) return make(rows);
  const range = toInterval(clipTo, { tz });
  return clipSpans(make(rowsIn(rows, range)), range);
}

function merged(rows: StageRows, table: StageTable, options: InCyclesOptions): Spans {
  const { mergeOverlapping = true, mergeContiguous = true, sourcePriority = [] } = options;
  if (mergeOverlapping) {
    return paint(rows, table, { sourcePriority, join: mergeContiguous ? "stage" : "nothing" });
  }
  return mergeContiguous ? coalesce(spansOf(rows)) : spansOf(rows);
}
