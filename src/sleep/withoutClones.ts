import type { FrameLike } from "../frame/open.ts";
import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { STAGE_FRAME_OPTIONS } from "./stages/stageFrameOptions.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { takeRows } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { CLONE_OPTIONS, clones } from "./clones/clones.ts";
import type { FindClonesOptions } from "./findClones.ts";
import { openStages } from "./stages/openStages.ts";
import { readStageGroups } from "./stages/stageGroups.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode withoutClones}. */
export interface WithoutClonesOptions extends FindClonesOptions {
  /**
   * Copy to keep. The data cannot show which one is right; look at them first. @default "earlier"
   */
  keep?: "earlier" | "later";
}

const ACTION = "remove clones";

const OPTIONS = optionNames<WithoutClonesOptions>()(STAGE_FRAME_OPTIONS, CLONE_OPTIONS, "keep");

/**
 * Removes the clones that `sleep.findClones` finds with the same options from a stage frame.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`; any
 * other columns.
 * @returns the remaining rows in their order, with all columns; the columns of `by` come first.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is not a duration
 *
 * @example Only the earlier copy remains
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const frame = sleep.withoutClones([
 *   { start_time: new Date("2024-01-01T22:00Z"), end_time: new Date("2024-01-02T05:10Z"), sleep_stage: 1 },
 *   { start_time: new Date("2024-01-02T00:00Z"), end_time: new Date("2024-01-02T07:10Z"), sleep_stage: 1 },
 * ]);
 * assertEquals(frame.getColumn("sleep_stage").len(), 1);
 * ```
 */
export function withoutClones(frame: FrameLike, options: WithoutClonesOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const { columns = {}, tz } = options, data = openStages(frame, { action: ACTION, tz }, columns);
  const { rows, groups, parts } = readStageGroups(data, options, ACTION);
  const removed = new Set(parts.flatMap((part) =>
    clones(part, options)
      .flatMap((pair) => options.keep === "later" ? pair.rows : pair.clones)
      .map((row) => part.row?.[row] ?? row)
  ));
  const all = data.columns({
    [columns["start_time"] ?? "start_time"]: "time",
    [columns["end_time"] ?? "end_time"]: "time",
    [columns["sleep_stage"] ?? "sleep_stage"]: "int64",
  });
  const first = groups && takeRows(groups.columns, groups.codes);
  const kept = rowsWhere(rows.start.length, (row) => !removed.has(row));
  return toFrame(takeRows({ ...first, ...all }, kept), {}, data.range);
}
