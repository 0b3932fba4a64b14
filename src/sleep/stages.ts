import { int64Column } from "../frame/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import type { FrameLike } from "../frame/readColumns.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { coalesce } from "./coalesce.ts";
import { clipped, type CycleOptions, keeps, numbered } from "./cycleOptions.ts";
import { mergeSpans, spanColumns } from "./merge.ts";
import { readSpans, taken } from "./spans.ts";
import { stageTable } from "./stageTables.ts";

/** How stages are merged and numbered. */
export interface StagesOptions extends CycleOptions {
  /** Whether overlapping stages are merged by priority. @default true */
  mergeOverlapping?: boolean;
  /** Whether touching samples of one stage are joined. @default true */
  mergeContiguous?: boolean;
}

/**
 * Non-conflicting sleep stages, each with the number of its cycle: what the service answers to
 * `me.sleep.stages`, computed here (interface 4.3).
 *
 * Order of work: clip, merge, number the cycles, keep the stages in `only`; numbers stay.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `duration_ms`,
 * `sleep_stage`, `cycle` `i64`; ordered by start. Gap stages outside of cycles are left out.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, a stage is not in the table, or an option is
 * no duration or range
 *
 * @example Two nights are two cycles
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const stages = sleep.stages([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T22:00Z", end_time: "2024-01-03T06:00Z", sleep_stage: 4 },
 * ]);
 * assertEquals(stages.getColumn("cycle").toArray(), [0, 1]);
 * ```
 */
export function stages(frame: FrameLike, options: StagesOptions = {}): Frame {
  const { mergeOverlapping = true, mergeContiguous = true, sourcePriority = [] } = options;
  const table = stageTable(options.stages);
  const read = readSpans(frame, table, "number stages");
  const inRange = clipped(read, options);
  const merged = mergeOverlapping
    ? mergeSpans(inRange, table, { sourcePriority, mergeContiguous })
    : mergeContiguous
    ? coalesce(inRange, false)
    : inRange;
  const { spans, cycle } = numbered(merged, table, options);
  const keep = keeps(table, options);
  const rows = rowsWhere(cycle.length, (i) => keep(spans.stage[i]!));
  return toFrame({
    ...spanColumns(taken(spans, rows), table, read.zone),
    cycle: int64Column(BigInt64Array.from(rows, (i) => BigInt(cycle[i]!))),
  });
}
