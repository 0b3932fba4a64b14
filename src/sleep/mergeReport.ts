import type { FrameLike } from "../frame/open.ts";
import { checkOptions } from "../options/checkOptions.ts";
import { argSort } from "../frame/columns/argSort.ts";
import { int64Column, textColumn } from "../frame/columns/columns.ts";
import { takeRows } from "../frame/takeRows.ts";
import { toFrame } from "../frame/polars/toFrame.ts";
import { openStages } from "./stages/openStages.ts";
import { type Problem, problemOf, stageIndexes } from "./stages/stageProblems.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { STAGE_TABLE, stageTableColumn, stageTableOf } from "./stages/stageTableOf.ts";
import type { Frame } from "../frame/polars/frame.ts";

/** Options of {@linkcode mergeReport}. */
export interface MergeReportOptions extends StageFrameOptions {}

const ACTION = "report on stages";

/**
 * Reports the rows of a stage frame that `sleep.merge` skips or rejects, and why:
 *
 * - `empty`: ends when it starts. Always skipped.
 * - `duplicate`: equals an earlier row in start, end, stage, source and id. Counts once.
 * - `reversed` (ends before it starts), `unfinished` (no end), `unstarted` (no start), `no stage`,
 * `unknown stage` (not in the table): rejected, unless `merge` skips them with `onInvalid: "drop"`.
 * Their meaning is not guessed.
 *
 * A row is reported once, with its first problem in the order unstarted, unfinished, no stage,
 * unknown stage, reversed, empty, duplicate.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each problem, in the frame's order: the columns of `by`, `row` `i64` from 0,
 * `problem` `str`, and the row itself: `start_time`, `end_time` `datetime[us]` in the zone of the
 * input, `sleep_stage` `i64`, `source`, `id` `str`; `stage_table` unless codes are consumer's.
 * @throws {TypeError} if a column is missing or of another type
 *
 * @example Three rows with problems
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const report = sleep.mergeReport([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T22:00Z", end_time: null, sleep_stage: 3 },
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3 },
 * ]);
 * assertEquals(report.getColumn("row").toArray(), [1, 2]);
 * assertEquals(report.getColumn("problem").toArray(), ["unfinished", "duplicate"]);
 * ```
 */
export function mergeReport(frame: FrameLike, options: MergeReportOptions = {}): Frame {
  checkOptions(ACTION, options, STAGE_FRAME_OPTIONS);
  const data = openStages(frame, { action: ACTION, tz: options.tz }, options.columns);
  const { source, id, stage_table: _table, ...spans } = data.read(
    {
      start_time: "time",
      end_time: "time",
      sleep_stage: "int64",
      "source?": "text",
      "id?": "text",
      "stage_table?": "text",
    },
    { columns: options.columns },
  );
  const groups = data.personGroups(options.by);
  const table = stageTableOf(data, options.stages, options.columns?.[STAGE_TABLE]);
  const place = stageIndexes(spans.sleep_stage.values, table.table);
  const problems = new Map<number, Problem>();
  for (let row = 0; row < place.length; row++) {
    const problem = problemOf(spans, place, row);
    if (problem !== undefined) problems.set(row, problem);
  }
  const key = (row: number): string =>
    JSON.stringify([
      String(spans.end_time.values[row]),
      place[row],
      groups?.codes[row],
      source?.values[row] ?? null,
      id?.values[row] ?? null,
    ]);
  for (const row of duplicates(spans.start_time.values, key, (row) => !problems.has(row))) {
    problems.set(row, "duplicate");
  }
  const rows = Uint32Array.from(problems.keys()).sort();
  const nothing = textColumn(new Array(place.length).fill(null));
  return toFrame({
    ...(groups === undefined
      ? {}
      : takeRows(groups.columns, rows.map((row) => groups.codes[row]!))),
    row: int64Column(BigInt64Array.from(rows, BigInt)),
    problem: textColumn(Array.from(rows, (row) => problems.get(row)!)),
    ...takeRows({ ...spans, source: source ?? nothing, id: id ?? nothing }, rows),
    ...stageTableColumn(table, rows.length),
  });
}

/** Returns rows that share start and key with an earlier row. */
function duplicates(
  start: BigInt64Array,
  key: (row: number) => string,
  counts: (row: number) => boolean,
): number[] {
  const found: number[] = [];
  const order = argSort(start) ?? Uint32Array.from(start.keys());
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && start[order[to]!] === start[order[from]!]) to++;
    if (to - from === 1) continue;
    const seen = new Set<string>();
    for (const row of order.subarray(from, to)) {
      if (!counts(row)) continue;
      const own = key(row);
      if (seen.has(own)) found.push(row);
      seen.add(own);
    }
  }
  return found;
}
