import { textColumn } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import type { Frame } from "../frame/polars/frame.ts";
import { takeRows } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { ALL_KNOWN, KNOWN_WORDS, knownStages as bitsOfRows } from "./stages/knownStages.ts";
import { STAGES_KNOWN } from "./stages/stageTableOf.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { openStages } from "./stages/openStages.ts";
import { readStageGroups } from "./stages/stageGroups.ts";

const ACTION = "tell what is known of stages";

/**
 * Adds the stages that the source of each record detects, in the column `stages_known`: any of the
 * words `awake`, `light`, `deep` and `rem`. All sleep statistics, tables of nights and reports
 * follow it: values that depend on undetected stages are null, with a reason.
 *
 * Existing values of `stages_known` are unchanged. Where it is null or missing, the stages that the
 * same source recorded in the same sleep (with gaps of at most 3 hours) decide:
 *
 * | the source recorded | it detects |
 * |---|---|
 * | REM sleep | everything |
 * | deep sleep, but no REM sleep | light and deep sleep, and wake if it recorded any |
 * | light sleep, but no deep and no REM sleep | `light`, so its share is null, and wake if it recorded any |
 * | only sleep of unknown stage | wake if it recorded any |
 *
 * A record of sleep of unknown stage has at most `awake`. Laboratory tables have no such stage, so
 * everything is known. Time in bed contains no sleep, so it has all words.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`,
 * `stages_known` (words separated by spaces; empty for a source that detects no stages).
 * @returns the frame with `stages_known` `str`
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or
 * `stages_known` has another word
 *
 * @example A watch that detects stages and a phone that does not
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const known = sleep.knownStages([
 *   { start_time: "2024-03-08T22:30Z", end_time: "2024-03-09T02:00Z", sleep_stage: 3, source: "watch" },
 *   { start_time: "2024-03-09T02:00Z", end_time: "2024-03-09T03:00Z", sleep_stage: 5, source: "watch" },
 *   { start_time: "2024-03-08T23:00Z", end_time: "2024-03-09T06:00Z", sleep_stage: 1, source: "phone" },
 * ]);
 * assertEquals(known.getColumn("stages_known").toArray(), [
 *   "awake light deep rem",
 *   "awake light deep rem",
 *   "",
 * ]);
 * ```
 */
export function knownStages(frame: FrameLike, options: StageFrameOptions = {}): Frame {
  checkOptions(ACTION, options, STAGE_FRAME_OPTIONS);
  const { columns = {}, tz } = options, data = openStages(frame, { action: ACTION, tz }, columns);
  const { rows, groups, parts } = readStageGroups(data, options, ACTION);
  const words = new Array<string>(rows.start.length).fill(KNOWN_WORDS[ALL_KNOWN]!);
  for (const part of parts) {
    bitsOfRows(part)?.forEach((bits, row) => words[part.row?.[row] ?? row] = KNOWN_WORDS[bits]!);
  }
  const all = data.columns({
    [columns["start_time"] ?? "start_time"]: "time",
    [columns["end_time"] ?? "end_time"]: "time",
    [columns["sleep_stage"] ?? "sleep_stage"]: "int64",
  });
  const first = groups && takeRows(groups.columns, groups.codes);
  const known = { [columns[STAGES_KNOWN] ?? STAGES_KNOWN]: textColumn(words) };
  return toFrame({ ...first, ...all, ...known }, {}, data.range);
}
