import type { FrameLike } from "../frame/readColumns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { type Frame, toFrame } from "../frame/toFrame.ts";
import type { Interval } from "../time/interval.ts";
import { coalesce } from "./coalesce.ts";
import { clipped, type CycleOptions, keeps, numbered } from "./cycleOptions.ts";
import { type Cycle, cycleColumns, timeIn } from "./cycleColumns.ts";
import { mergeSpans } from "./merge.ts";
import { cycleBounds, type NumberedSpans } from "./number.ts";
import { readSpans, type Spans, taken } from "./spans.ts";
import { type StageTable, stageTable } from "./stageTables.ts";

/**
 * Sleep grouped into cycles by gaps: what the service answers to `me.sleep.cycles`, computed here
 * (interface 4.3).
 *
 * A cycle starts at its first span and ends at its last. Time asleep is the time in neither wake nor
 * in-bed stages. Where there are in-bed samples, they are the time in bed, the latency is from the
 * first of them to the first sleep (null where there is none); elsewhere the time in bed is each
 * unbroken run without wake, and both latencies are 0. A stage's latency is from the cycle's start.
 * `only` narrows the lists of spans and totals; a cycle that has none of those stages is left out.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each cycle: `number` `i64` from 0; `start_time`, `end_time`,
 * `in_bed_start_time`, `in_bed_end_time` `datetime[us]` in the zone of the input; `total_time_ms`,
 * `total_time_asleep_ms`, `latency_ms`, `total_time_in_bed_ms`, `in_bed_to_first_stage_ms` `i64`;
 * `sleep_stage_intervals` and `in_bed_intervals`, lists of {start_time, end_time, duration_ms,
 * sleep_stage}; `sleep_stage_totals`, a list of {sleep_stage, total_time_in_stage_ms,
 * stage_latency_ms}, ascending.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if a span ends before it starts, a stage is not in the table, or an option is
 * no duration or range
 *
 * @example Time asleep of one night
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.cycles([
 *   { start_time: "2024-01-01T22:00Z", end_time: "2024-01-02T01:00Z", sleep_stage: 3 },
 *   { start_time: "2024-01-02T01:00Z", end_time: "2024-01-02T01:30Z", sleep_stage: 2 },
 *   { start_time: "2024-01-02T01:30Z", end_time: "2024-01-02T06:00Z", sleep_stage: 4 },
 * ]);
 * assertEquals(night.getColumn("total_time_asleep_ms").toArray(), [7.5 * 3_600_000]);
 * ```
 */
export function cycles(frame: FrameLike, options: CycleOptions = {}): Frame {
  const table = stageTable(options.stages);
  const read = readSpans(frame, table, "group sleep into cycles");
  const found = cyclesOf(read, table, options);
  return toFrame(cycleColumns(found, table, read.zone, keeps(table, options)));
}

/** Merged spans of a frame, numbered by cycle, from spans as read. */
export function numberedSpans(
  read: Spans,
  table: StageTable,
  options: CycleOptions,
): NumberedSpans {
  const merged = mergeSpans(clipped(read, options), table, {
    sourcePriority: options.sourcePriority ?? [],
    mergeContiguous: true,
  });
  return numbered(merged, table, options);
}

function cyclesOf(read: Spans, table: StageTable, options: CycleOptions): Cycle[] {
  const found = numberedSpans(read, table, options);
  const inBed = inBedSpans(clipped(read, options), table);
  const keep = keeps(table, options);
  const bounds = cycleBounds(found);
  const firstRow = bounds.map((_, number) => found.cycle.indexOf(number));
  return bounds.flatMap((bound, number) => {
    const rows = Uint32Array.from(
      { length: (firstRow[number + 1] ?? found.cycle.length) - firstRow[number]! },
      (_, i) => firstRow[number]! + i,
    );
    const spans = taken(found.spans, rows);
    return spans.stage.some(keep) ? [cycleOf(number, bound, spans, inBed, table)] : [];
  });
}

function cycleOf(
  number: number,
  bound: Interval,
  spans: Spans,
  allInBed: Spans,
  table: StageTable,
): Cycle {
  const own = within(allInBed, bound);
  const given = own.start.length > 0;
  const inBed = given ? own : sleepRuns(spans, table);
  const inBedStart = given ? own.start[0]! : bound.start;
  const firstOf = (is: (stage: number) => boolean): bigint | null => {
    const row = spans.stage.findIndex(is);
    return row < 0 ? null : spans.start[row]!;
  };
  const since = (at: bigint | null): bigint | null =>
    at === null ? null : maximum(0n, at - inBedStart);
  return {
    ...bound,
    number,
    spans,
    inBed,
    inBedStart,
    inBedEnd: given ? own.end.at(-1)! : bound.end,
    total: timeIn(spans, () => true),
    asleep: timeIn(spans, (stage) => table[stage]!.asleep),
    latency: given ? since(firstOf((stage) => table[stage]!.asleep)) : 0n,
    toFirstStage: given ? since(firstOf((stage) => !isInBed(table, stage))) : 0n,
  };
}

/** The union of all in-bed samples. */
function inBedSpans(spans: Spans, table: StageTable): Spans {
  return coalesce(
    taken(
      spans,
      rowsWhere(spans.stage.length, (i) => isInBed(table, spans.stage[i]!)),
    ),
    false,
  );
}

/** The maximal runs of touching spans without wake. */
function sleepRuns(spans: Spans, table: StageTable): Spans {
  const rows = rowsWhere(spans.stage.length, (i) => table[spans.stage[i]!]!.depth !== 0);
  const runs = taken(spans, rows);
  return coalesce({ ...runs, stage: runs.stage.map(() => 0) }, false);
}

function within(spans: Spans, { start, end }: Interval): Spans {
  return taken(
    spans,
    rowsWhere(spans.start.length, (i) => spans.start[i]! < end && spans.end[i]! > start),
  );
}

function isInBed(table: StageTable, stage: number): boolean {
  return table[stage]!.name === "in_bed";
}

function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
