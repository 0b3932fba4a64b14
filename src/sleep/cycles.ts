import { checkOptions } from "../options/checkOptions.ts";
import type { FrameLike } from "../frame/asFrame.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import type { Interval } from "../time/interval.ts";
import { coalesce } from "./kernel/coalesce.ts";
import { type Cycle, cycleColumns, timeIn } from "./kernel/cycleColumns.ts";
import { CYCLE_OPTIONS, type CycleOptions, keeps } from "./kernel/cycleOptions.ts";
import { clipped, inCycles } from "./kernel/inCycles.ts";
import { cycleBounds } from "./kernel/number.ts";
import type { StageRows } from "./stages/readStages.ts";
import { ofStages } from "./stages/stageGroups.ts";
import { part, type Spans, spansOf, taken } from "./kernel/spans.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import type { StageTable } from "./stages/stageTables.ts";
import type { Frame } from "../frame/polars/frame.ts";

const ACTION = "group sleep into cycles";

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
 * stage_latency_ms}, ascending; and of other codes than consumer's `stage_table` `str`.
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
  checkOptions(ACTION, options, CYCLE_OPTIONS);
  return ofStages(frame, options, ACTION, (read) => {
    const { table } = read, keep = keeps(table, options);
    const found = cyclesOf(read, table, options).filter(({ spans }) => spans.stage.some(keep));
    return {
      ...cycleColumns(found, table, read.zone, keep),
      ...stageTableColumn(read, found.length),
    };
  });
}

/** All cycles, by number, each with its own part of the spans. */
function cyclesOf(read: StageRows, table: StageTable, options: CycleOptions): Cycle[] {
  const found = inCycles(read, table, options);
  const inBed = coalesce(
    clipped(read, options, (rows) => spansOf(rows, (stage) => isInBed(table, stage))),
  );
  let row = 0, bed = 0;
  return cycleBounds(found).map((bound, number) => {
    const from = row;
    while (row < found.cycle.length && found.cycle[row] === number) row++;
    // Both cycles and times in bed ascend and none overlaps another of its kind.
    while (bed < inBed.start.length && inBed.end[bed]! <= bound.start) bed++;
    let bedEnd = bed;
    while (bedEnd < inBed.start.length && inBed.start[bedEnd]! < bound.end) bedEnd++;
    return cycleOf(number, bound, part(found.spans, from, row), part(inBed, bed, bedEnd), table);
  });
}

function cycleOf(
  number: number,
  bound: Interval,
  spans: Spans,
  ownInBed: Spans,
  table: StageTable,
): Cycle {
  const given = ownInBed.start.length > 0;
  const inBed = given ? ownInBed : sleepRuns(spans, table);
  const inBedStart = given ? ownInBed.start[0]! : bound.start;
  const since = (isFirst: (stage: number) => boolean): bigint | null => {
    if (!given) return 0n;
    const row = spans.stage.findIndex(isFirst);
    if (row < 0) return null;
    return spans.start[row]! > inBedStart ? spans.start[row]! - inBedStart : 0n;
  };
  return {
    ...bound,
    number,
    spans,
    inBed,
    inBedStart,
    inBedEnd: given ? ownInBed.end.at(-1)! : bound.end,
    total: timeIn(spans, () => true),
    asleep: timeIn(spans, (stage) => table[stage]!.asleep),
    latency: since((stage) => table[stage]!.asleep),
    toFirstStage: since((stage) => !isInBed(table, stage)),
  };
}

/** The maximal runs of touching spans without wake. */
function sleepRuns(spans: Spans, table: StageTable): Spans {
  const rows = rowsWhere(spans.stage.length, (i) => table[spans.stage[i]!]!.depth !== 0);
  const runs = taken(spans, rows);
  return coalesce({ ...runs, stage: runs.stage.fill(0) });
}

function isInBed(table: StageTable, stage: number): boolean {
  return table[stage]!.name === "in_bed";
}
