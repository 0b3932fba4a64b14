import {
  type Columns,
  float64Column,
  int64Column,
  timeColumn,
} from "../../frame/columns/columns.ts";
import type { StageTable } from "../stages/stageTables.ts";
import { millis } from "./stageTotals.ts";

/** A function of the durations of a stage's intervals in a period. */
export type AggregateFunction = "sum" | "avg" | "min" | "max";

/** Sums over the intervals of one stage in one period, in microseconds. */
interface Durations {
  readonly period: number;
  readonly stage: number;
  readonly start: bigint;
  end: bigint;
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Durations of intervals by period and stage; intervals are added in order of time. */
export class StageDurations {
  readonly #groups: Durations[] = [];
  readonly #ofStage: (Durations | undefined)[];

  constructor(
    private readonly table: StageTable,
    private readonly keep: (stage: number) => boolean,
  ) {
    this.#ofStage = new Array(table.length);
  }

  /** Adds an interval, whole or cut, with its length in microseconds. */
  add(period: number, stage: number, start: bigint, end: bigint, length: number): void {
    if (!this.keep(stage)) return;
    const known = this.#ofStage[stage];
    if (known?.period !== period) {
      const added = { period, stage, start, end, count: 1, sum: length, min: length, max: length };
      this.#groups.push(this.#ofStage[stage] = added);
      return;
    }
    if (end > known.end) known.end = end;
    known.count++;
    known.sum += length;
    if (length < known.min) known.min = length;
    if (length > known.max) known.max = length;
  }

  /** Returns a row for each period and stage, in this order, with a column per function. */
  columns(functions: readonly AggregateFunction[], boundaries: BigInt64Array, tz: string): Columns {
    const code = (group: Durations): number => this.table[group.stage]!.stage;
    const groups = this.#groups.sort((a, b) => a.period - b.period || code(a) - code(b));
    const time = (of: (group: Durations) => bigint) =>
      timeColumn(BigInt64Array.from(groups, of), tz);
    const values: Record<AggregateFunction, () => Columns> = {
      sum: () => ({ sum_ms: millis(groups.map(({ sum }) => sum)) }),
      avg: () => ({
        avg_ms: float64Column(Float64Array.from(groups, ({ sum, count }) => sum / 1000 / count)),
      }),
      min: () => ({ min_ms: millis(groups.map(({ min }) => min)) }),
      max: () => ({ max_ms: millis(groups.map(({ max }) => max)) }),
    };
    return {
      period_start_time: time(({ period }) => boundaries[period]!),
      value: int64Column(BigInt64Array.from(groups, (group) => BigInt(code(group)))),
      ...Object.assign(
        {},
        ...FUNCTIONS.filter((name) => functions.includes(name)).map((name) => values[name]()),
      ),
      min_start_time: time(({ start }) => start),
      max_end_time: time(({ end }) => end),
    };
  }
}

export const FUNCTIONS: readonly AggregateFunction[] = ["sum", "avg", "min", "max"];
