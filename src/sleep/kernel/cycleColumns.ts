import { type Column, type Columns, int64Column, timeColumn } from "../../frame/columns/columns.ts";
import { rowsWhere } from "../../frame/rowsWhere.ts";
import type { Interval } from "../../time/interval.ts";
import { spanColumns } from "./spanColumns.ts";
import { joined, type Spans, taken } from "./spans.ts";
import { CONSUMER_STAGES, type StageTable } from "../stages/stageTables.ts";

/** One cycle, in microseconds. */
export interface Cycle extends Interval {
  /** Its number, from 0. */
  readonly number: number;
  /** Its own spans, merged. */
  readonly spans: Spans;
  /** The time that its spans cover. */
  readonly total: bigint;
  /** The time asleep. */
  readonly asleep: bigint;
  /** From the start of time in bed to the first sleep; null without sleep. */
  readonly latency: bigint | null;
  /** Its spans of time in bed. */
  readonly inBed: Spans;
  /** When time in bed starts. */
  readonly inBedStart: bigint;
  /** When time in bed ends. */
  readonly inBedEnd: bigint;
  /** From the start of time in bed to the first other stage; null without one. */
  readonly toFirstStage: bigint | null;
}

/** Cycles as the columns of the wire. */
export function cycleColumns(
  found: readonly Cycle[],
  table: StageTable,
  zone: string,
  keep: (stage: number) => boolean,
): Columns {
  const time = (of: (cycle: Cycle) => bigint): Column =>
    timeColumn(BigInt64Array.from(found, of), zone);
  const kept = found.map(({ spans }) =>
    taken(spans, rowsWhere(spans.stage.length, (i) => keep(spans.stage[i]!)))
  );
  return {
    number: int64Column(BigInt64Array.from(found, (cycle) => BigInt(cycle.number))),
    start_time: time((cycle) => cycle.start),
    end_time: time((cycle) => cycle.end),
    total_time_ms: millis(found.map((cycle) => cycle.total)),
    total_time_asleep_ms: millis(found.map((cycle) => cycle.asleep)),
    latency_ms: millis(found.map((cycle) => cycle.latency)),
    in_bed_start_time: time((cycle) => cycle.inBedStart),
    in_bed_end_time: time((cycle) => cycle.inBedEnd),
    total_time_in_bed_ms: millis(found.map((cycle) => timeIn(cycle.inBed, () => true))),
    in_bed_to_first_stage_ms: millis(found.map((cycle) => cycle.toFirstStage)),
    sleep_stage_intervals: spanLists(kept, table, zone),
    sleep_stage_totals: totalLists(found, table, keep),
    in_bed_intervals: spanLists(
      found.map((cycle) => inBedOnly(cycle.inBed)),
      CONSUMER_STAGES,
      zone,
    ),
  };
}

/** The time that spans of the stages that count cover, in microseconds. */
export function timeIn(spans: Spans, counts: (stage: number) => boolean): bigint {
  return spans.start.reduce(
    (sum, at, i) => counts(spans.stage[i]!) ? sum + spans.end[i]! - at : sum,
    0n,
  );
}

/** Time in bed carries the wire's code of it, whatever stages it was made of. */
function inBedOnly(spans: Spans): Spans {
  return { ...spans, stage: spans.stage.map(() => 0) };
}

function millis(values: readonly (bigint | null)[]): Column {
  const valid = values.includes(null)
    ? Uint8Array.from(values, (value) => value === null ? 0 : 1)
    : undefined;
  return int64Column(BigInt64Array.from(values, (value) => (value ?? 0n) / 1000n), valid);
}

function spanLists(lists: readonly Spans[], table: StageTable, zone: string): Column {
  return structLists(
    lists.map((spans) => spans.start.length),
    spanColumns(joined(lists), table, zone),
  );
}

function totalLists(
  found: readonly Cycle[],
  table: StageTable,
  keep: (stage: number) => boolean,
): Column {
  const lists = found.map(({ spans, start }) =>
    [...new Set(spans.stage)].filter(keep)
      .sort((a, b) => table[a]!.stage - table[b]!.stage)
      .map((stage) => ({
        sleep_stage: BigInt(table[stage]!.stage),
        total_time_in_stage_ms: timeIn(spans, (other) => other === stage) / 1000n,
        stage_latency_ms: (spans.start[spans.stage.indexOf(stage)]! - start) / 1000n,
      }))
  );
  const all = lists.flat();
  const column = (name: keyof typeof all[number]): Column =>
    int64Column(BigInt64Array.from(all, (total) => total[name]));
  return structLists(lists.map((list) => list.length), {
    sleep_stage: column("sleep_stage"),
    total_time_in_stage_ms: column("total_time_in_stage_ms"),
    stage_latency_ms: column("stage_latency_ms"),
  });
}

function structLists(lengths: readonly number[], fields: Columns): Column {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => offsets[i + 1] = offsets[i]! + length);
  return { type: "list", offsets, item: { type: "struct", fields, length: offsets.at(-1)! } };
}
