import { type Column, type Columns, int64Column } from "../../frame/columns/columns.ts";
import type { StageTable } from "../stages/stageTables.ts";
import type { Spans } from "./spans.ts";

/** The time in each stage of a cycle, gathered cycle by cycle into lists. */
export class StageTotalLists {
  readonly #codes: readonly number[];
  /** Indexes of the stages that count, ascending by code. */
  readonly #counted: readonly number[];
  readonly #lengths: number[] = [];
  readonly #stage: number[] = [];
  readonly #total: number[] = [];
  readonly #latency: number[] = [];

  constructor(table: StageTable, keep: (stage: number) => boolean) {
    this.#codes = table.map(({ stage }) => stage);
    this.#counted = [...table.keys()].filter(keep).sort((a, b) =>
      this.#codes[a]! - this.#codes[b]!
    );
  }

  /** Adds a cycle: the spans from one to before another, of which the lengths are in microseconds. */
  add({ start, stage }: Spans, length: Float64Array, from: number, to: number): void {
    const before = this.#stage.length;
    for (const counted of this.#counted) {
      let total = 0, first = -1;
      for (let row = from; row < to; row++) {
        if (stage[row] !== counted) continue;
        total += length[row]!;
        if (first < 0) first = row;
      }
      if (first < 0) continue;
      this.#stage.push(this.#codes[counted]!);
      this.#total.push(total);
      this.#latency.push(Number(start[first]! - start[from]!));
    }
    this.#lengths.push(this.#stage.length - before);
  }

  /** A list for each cycle of {sleep_stage, total_time_in_stage_ms, stage_latency_ms}. */
  column(): Column {
    return structLists(this.#lengths, {
      sleep_stage: int64Column(BigInt64Array.from(this.#stage, BigInt)),
      total_time_in_stage_ms: millis(this.#total),
      stage_latency_ms: millis(this.#latency),
    });
  }
}

/** Microseconds as whole milliseconds, NaN as null. */
export function millis(micros: readonly number[]): Column {
  const valid = micros.some(Number.isNaN)
    ? Uint8Array.from(micros, (at) => Number.isNaN(at) ? 0 : 1)
    : undefined;
  return int64Column(
    BigInt64Array.from(micros, (at) => Number.isNaN(at) ? 0n : BigInt((at - at % 1000) / 1000)),
    valid,
  );
}

/** Lists of so many structs each, whose fields follow each other. */
export function structLists(lengths: readonly number[], fields: Columns): Column {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => offsets[i + 1] = offsets[i]! + length);
  return { type: "list", offsets, item: { type: "struct", fields, length: offsets.at(-1)! } };
}
