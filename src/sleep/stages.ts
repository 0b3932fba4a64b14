import { checkOptions, optionNames } from "../options/checkOptions.ts";
import type { FrameLike } from "../frame/open.ts";
import { type Columns, int64Column } from "../frame/columns/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { CYCLE_OPTIONS, type CycleOptions, keeps } from "./kernel/cycleOptions.ts";
import { resolveCycles } from "./kernel/resolveCycles.ts";
import type { StageRows } from "./stages/readStages.ts";
import { spanColumns } from "./kernel/spanColumns.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { takeSpans } from "./kernel/spans.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode stages}. */
export interface StagesOptions extends CycleOptions {
  /** Merges overlapping stages by priority. @default true */
  mergeOverlapping?: boolean;
  /** Joins touching samples of one stage. @default true */
  mergeContiguous?: boolean;
}

const ACTION = "number stages";

const OPTIONS = optionNames<StagesOptions>()(CYCLE_OPTIONS, "mergeOverlapping mergeContiguous");

/**
 * Returns sleep stages without overlaps, each with the number of its cycle, as the service does for
 * `me.api.sleep.stages` (interface 4.3).
 *
 * The steps are: merge, clip, number the cycles, and keep the stages in `only`. Numbers do not
 * change in the last step.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `duration_ms`,
 * `sleep_stage`, `cycle` `i64`; `stage_table` `str` unless codes are consumer's; ordered by start.
 * Gap stages outside cycles are skipped.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is not a duration or range
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
  checkOptions(ACTION, options, OPTIONS);
  return computeByGroup(frame, options, ACTION, (read) => _stages(read, options));
}

/** Computes {@linkcode stages} on columns. */
export function _stages(read: StageRows, options: StagesOptions): Columns {
  const { table } = read, keep = keeps(table, options);
  const { spans, cycle } = resolveCycles(read, table, options);
  const rows = rowsWhere(cycle.length, (i) => keep(spans.stage[i]!));
  const numbers = new BigInt64Array(rows.length);
  for (let i = 0; i < rows.length; i++) numbers[i] = BigInt(cycle[rows[i]!]!);
  return {
    ...spanColumns(takeSpans(spans, rows), table, read.zone),
    cycle: int64Column(numbers),
    ...stageTableColumn(read, rows.length),
  };
}
