import { checkOptions } from "../options/checkOptions.ts";
import type { FrameLike } from "../frame/open.ts";
import { type Column, type Columns, int64Column, timeColumn } from "../frame/columns/columns.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import type { Interval } from "../time/interval.ts";
import { coalesce } from "./kernel/coalesce.ts";
import { CYCLE_OPTIONS, type CycleOptions, keeps } from "./kernel/cycleOptions.ts";
import { computeInRange, resolveCycles } from "./kernel/resolveCycles.ts";
import { cycleBounds, type CycleSpans } from "./kernel/groupCycles.ts";
import { joinSpans, spansOf, spanTimes, takeSpans } from "./kernel/spans.ts";
import { inBedStages } from "./kernel/stageLayers.ts";
import { spanColumns } from "./kernel/spanColumns.ts";
import { millis, StageTotalLists, structLists } from "./kernel/stageTotals.ts";
import type { StageRows } from "./stages/readStages.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import { CONSUMER_STAGES, type Stage, type StageTable } from "./stages/stageTables.ts";
import type { FrameOf } from "../frame/polars/frame.ts";

const ACTION = "group sleep into cycles";

/** Columns of a table of sleep cycles. */
export type CycleColumn =
  | "number"
  | "start_time"
  | "end_time"
  | "total_time_ms"
  | "total_time_asleep_ms"
  | "latency_ms"
  | "in_bed_start_time"
  | "in_bed_end_time"
  | "total_time_in_bed_ms"
  | "in_bed_to_first_stage_ms"
  | "sleep_stage_intervals"
  | "sleep_stage_totals"
  | "in_bed_intervals";

/**
 * Groups sleep into cycles by gaps, as the service does for `me.api.sleep.cycles` (interface 4.3).
 *
 * A cycle starts at its first interval and ends at its last. Time asleep is all time in neither
 * wake nor in-bed stages. If there are in-bed samples, they are the time in bed, and the latency is
 * from the first of them to the first sleep (null without sleep). Otherwise the time in bed is each
 * unbroken run without wake, and both latencies are 0. A stage's latency starts with the cycle.
 * `only` narrows the lists of intervals and totals; a cycle without those stages is skipped.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code); optional `source`, `id`.
 * @returns a row for each cycle: `number` `i64` from 0; `start_time`, `end_time`,
 * `in_bed_start_time`, `in_bed_end_time` `datetime[us]` in the zone of the input; `total_time_ms`,
 * `total_time_asleep_ms`, `latency_ms`, `total_time_in_bed_ms`, `in_bed_to_first_stage_ms` `i64`;
 * `sleep_stage_intervals` and `in_bed_intervals`, lists of {start_time, end_time, duration_ms,
 * sleep_stage}; `sleep_stage_totals`, a list of {sleep_stage, total_time_in_stage_ms,
 * stage_latency_ms} in ascending order; `stage_table` `str` unless codes are consumer's.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if an interval ends before it starts, a stage is not in the table, or an
 * option is not a duration or range
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
export function cycles(frame: FrameLike, options: CycleOptions = {}): FrameOf<CycleColumn> {
  checkOptions(ACTION, options, CYCLE_OPTIONS);
  const cycles = computeByGroup(frame, options, ACTION, (rows) => _cycles(rows, options));
  return cycles as FrameOf<CycleColumn>;
}

/** Computes {@linkcode cycles} on columns. */
export function _cycles(rows: StageRows, options: CycleOptions): Columns {
  const { table, zone } = rows, keep = keeps(table, options);
  const found = resolveCycles(rows, table, options), { spans, cycle } = found;
  const inBed = coalesce(
    computeInRange(rows, options, (rows) => spansOf(rows, { stages: inBedStages(table) })),
  );
  const runs = runsOfSleep(found, table);
  // In-bed intervals are the samples, or the runs of sleep, which follow the samples here.
  const beds = joinSpans([inBed, runs.spans]), bedOf: number[] = [];
  const { length } = spanTimes(spans), bedLength = spanTimes(beds).length;
  const kept: Cycle[] = [], totals = new StageTotalLists(table, keep);
  const spanCounts: number[] = [], bedCounts: number[] = [];
  let row = 0, bed = 0, run = 0;
  cycleBounds(found).forEach(({ start, end }, number) => {
    const first = row, firstRun = run;
    let total = 0, asleep = 0, count = 0, firstAsleep = -1, firstStage = -1;
    for (; row < cycle.length && cycle[row] === number; row++) {
      const index = spans.stage[row]!, stage = table[index]!, micros = length[row]!;
      total += micros;
      if (stage.asleep) asleep += micros;
      if (stage.asleep && firstAsleep < 0) firstAsleep = row;
      if (!isInBed(stage) && firstStage < 0) firstStage = row;
      if (keep(index)) count++;
    }
    while (run < runs.cycle.length && runs.cycle[run] === number) run++;
    // Cycles and in-bed intervals are both ascending and free of overlaps.
    while (bed < inBed.start.length && inBed.end[bed]! <= start) bed++;
    let bedEnd = bed;
    while (bedEnd < inBed.start.length && inBed.start[bedEnd]! < end) bedEnd++;
    if (count === 0) return;
    const isGiven = bedEnd > bed, offset = inBed.start.length;
    const [from, to] = isGiven ? [bed, bedEnd] : [offset + firstRun, offset + run];
    let totalInBed = 0;
    for (let i = from; i < to; i++) {
      totalInBed += bedLength[i]!;
      bedOf.push(i);
    }
    const inBedStart = isGiven ? inBed.start[bed]! : start;
    const latencyTo = (row: number): number => {
      if (!isGiven) return 0;
      return row < 0 ? NaN : Math.max(0, Number(spans.start[row]! - inBedStart));
    };
    kept.push({
      number,
      start,
      end,
      total,
      asleep,
      latency: latencyTo(firstAsleep),
      inBedStart,
      inBedEnd: isGiven ? inBed.end[bedEnd - 1]! : end,
      totalInBed,
      toFirstStage: latencyTo(firstStage),
    });
    spanCounts.push(count);
    bedCounts.push(to - from);
    totals.add(spans, length, first, row);
  });
  const inBedSpans = takeSpans(beds, Uint32Array.from(bedOf));
  inBedSpans.stage.fill(0); // the wire's code of time in bed, whatever stages it was made of
  const time = (of: (cycle: Cycle) => bigint): Column =>
    timeColumn(BigInt64Array.from(kept, of), zone);
  return {
    number: int64Column(BigInt64Array.from(kept, ({ number }) => BigInt(number))),
    start_time: time(({ start }) => start),
    end_time: time(({ end }) => end),
    total_time_ms: millis(kept.map(({ total }) => total)),
    total_time_asleep_ms: millis(kept.map(({ asleep }) => asleep)),
    latency_ms: millis(kept.map(({ latency }) => latency)),
    in_bed_start_time: time(({ inBedStart }) => inBedStart),
    in_bed_end_time: time(({ inBedEnd }) => inBedEnd),
    total_time_in_bed_ms: millis(kept.map(({ totalInBed }) => totalInBed)),
    in_bed_to_first_stage_ms: millis(kept.map(({ toFirstStage }) => toFirstStage)),
    sleep_stage_intervals: structLists(
      spanCounts,
      // Only cycles with kept stages are kept, so these are all of their intervals.
      spanColumns(
        takeSpans(spans, rowsWhere(cycle.length, (i) => keep(spans.stage[i]!))),
        table,
        zone,
      ),
    ),
    sleep_stage_totals: totals.column(),
    in_bed_intervals: structLists(bedCounts, spanColumns(inBedSpans, CONSUMER_STAGES, zone)),
    ...stageTableColumn(rows, kept.length),
  };
}

/** One cycle, with instants and lengths in microseconds; an undefined latency is NaN. */
interface Cycle extends Interval {
  readonly number: number;
  readonly total: number;
  readonly asleep: number;
  readonly latency: number;
  readonly inBedStart: bigint;
  readonly inBedEnd: bigint;
  readonly totalInBed: number;
  readonly toFirstStage: number;
}

/** Returns the maximal runs of touching intervals without wake, per cycle. */
function runsOfSleep({ spans, cycle }: CycleSpans, table: StageTable): CycleSpans {
  const isWake = table.map(({ depth }) => depth === 0);
  const first: number[] = [], last: number[] = [];
  for (let i = 0, before = -2; i < cycle.length; i++) {
    if (isWake[spans.stage[i]!]) continue;
    const goesOn = before === i - 1 && cycle[i] === cycle[before] &&
      spans.end[before] === spans.start[i];
    if (goesOn) last.pop();
    else first.push(i);
    last.push(i);
    before = i;
  }
  return {
    spans: {
      start: BigInt64Array.from(first, (i) => spans.start[i]!),
      end: BigInt64Array.from(last, (i) => spans.end[i]!),
      stage: new Uint8Array(first.length),
    },
    cycle: Uint32Array.from(first, (i) => cycle[i]!),
  };
}

function isInBed({ name }: Stage): boolean {
  return name === "in_bed";
}
