import { type Column, type Columns, int64Column } from "../../frame/columns/columns.ts";
import { int64sOfNumbers } from "../../series/clock/int64Words.ts";
import type { StageTable } from "../stages/stageTables.ts";
import type { Spans } from "./spans.ts";

/** Collects the time in each stage into one list per cycle. */
export class StageTotalLists {
  readonly #codes: readonly number[];
  readonly #counted: readonly number[];
  readonly #lengths: number[] = [];
  readonly #stage: number[] = [];
  readonly #total: number[] = [];
  readonly #latency: number[] = [];
  /** Time and first row of each stage in the current cycle. */
  readonly #totalOf: Float64Array;
  readonly #firstOf: Int32Array;

  constructor(table: StageTable, keep: (stage: number) => boolean) {
    this.#codes = table.map(({ stage }) => stage);
    this.#totalOf = new Float64Array(table.length);
    this.#firstOf = new Int32Array(table.length);
    this.#counted = [...table.keys()].filter(keep).sort((a, b) =>
      this.#codes[a]! - this.#codes[b]!
    );
  }

  /** Adds a cycle: intervals `from` to before `to`, with their lengths in microseconds. */
  add({ start, stage }: Spans, length: Float64Array, from: number, to: number): void {
    const before = this.#stage.length;
    const totals = this.#totalOf.fill(0), firsts = this.#firstOf.fill(-1);
    for (let row = from; row < to; row++) {
      const own = stage[row]!;
      totals[own]! += length[row]!;
      if (firsts[own]! < 0) firsts[own] = row;
    }
    for (const counted of this.#counted) {
      const first = firsts[counted]!;
      if (first < 0) continue;
      this.#stage.push(this.#codes[counted]!);
      this.#total.push(totals[counted]!);
      this.#latency.push(Number(start[first]! - start[from]!));
    }
    this.#lengths.push(this.#stage.length - before);
  }

  /** Returns a list for each cycle of {sleep_stage, total_time_in_stage_ms, stage_latency_ms}. */
  column(): Column {
    return structLists(this.#lengths, {
      sleep_stage: int64Column(int64sOfNumbers(this.#stage)),
      total_time_in_stage_ms: millis(this.#total),
      stage_latency_ms: millis(this.#latency),
    });
  }
}

/** Converts microseconds to whole milliseconds, NaN to null. */
export function millis(micros: readonly number[]): Column {
  const whole = new Float64Array(micros.length), valid = new Uint8Array(micros.length);
  let known = 0;
  micros.forEach((at, i) => {
    if (at !== at) return;
    whole[i] = Math.trunc(at / 1000);
    valid[i] = 1;
    known++;
  });
  return int64Column(int64sOfNumbers(whole), known < whole.length ? valid : undefined);
}

/** Returns lists of structs of the given lengths; the fields of all structs follow each other. */
export function structLists(lengths: readonly number[], fields: Columns): Column {
  const offsets = new Int32Array(lengths.length + 1);
  let total = 0;
  lengths.forEach((length, i) => offsets[i + 1] = total += length);
  return { type: "list", offsets, item: { type: "struct", fields, length: total } };
}
