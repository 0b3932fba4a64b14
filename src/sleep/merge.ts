import { textColumn } from "../frame/columns.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import { paint } from "./paint.ts";
import { readStages } from "./readStages.ts";
import { spanColumns } from "./spanColumns.ts";
import { type Stages, stageTable } from "./stageTables.ts";

/** How overlapping stages are merged. */
export interface MergeOptions {
  /** What the stage codes mean. @default "consumer" */
  stages?: Stages;
  /** Sources from the highest to the lowest; one that is not named ranks below all. @default none */
  sourcePriority?: readonly string[];
  /** Whether touching spans of one stage are joined. @default true */
  mergeContiguous?: boolean;
  /** Whether to say in a column `source` which source each span came from. @default false */
  provenance?: boolean;
}

/**
 * Merges overlapping sleep stages into one truth: a frame of spans that never overlap and together
 * cover exactly what the input covers.
 *
 * Where spans overlap, the source named first in `sourcePriority` wins; then the stage of higher
 * priority (in bed below all, awake below all but in bed, the rest alike); then the latest start;
 * and where all that is equal, the span that ends first, the more specific stage, and the source and
 * id in alphabetical order. Without `sourcePriority` this is the rule of the platform (interface
 * 4.3, rules 1 to 3). Spans are half-open; empty ones are left out.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns `start_time`, `end_time` `datetime[us]` in the zone of the input, `duration_ms` and
 * `sleep_stage` `i64`, and with `provenance` also `source` `str`; ordered by time.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, or a stage is not in the table
 *
 * @example A short wake laid over a night
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const merged = sleep.merge([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T06:00Z", sleep_stage: 3, source: "base" },
 *   { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T01:10Z", sleep_stage: 2, source: "short" },
 * ], { sourcePriority: ["short"] });
 * assertEquals(merged.getColumn("sleep_stage").toArray(), [3, 2, 3]);
 * assertEquals(merged.getColumn("duration_ms").toArray(), [10_800_000, 600_000, 17_400_000]);
 * ```
 */
export function merge(frame: FrameLike, options: MergeOptions = {}): Frame {
  const { mergeContiguous = true, sourcePriority = [], provenance = false } = options;
  const table = stageTable(options.stages);
  const rows = readStages(frame, table, "merge stages");
  const painted = paint(rows, table, {
    sourcePriority,
    join: !mergeContiguous ? "nothing" : provenance ? "stage and source" : "stage",
  });
  const columns = spanColumns(painted, table, rows.zone);
  if (!provenance) return toFrame(columns);
  const sources = rows.source?.codes();
  const source = Array.from(painted.row, (row) => sources?.names[sources.codes[row]!] ?? null);
  return toFrame({ ...columns, source: textColumn(source) });
}
