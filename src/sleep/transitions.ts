import { checkOptions, optionNames } from "../options/checkOptions.ts";
import { type Columns, float64Column, int64Column } from "../frame/columns/columns.ts";
import type { FrameLike } from "../frame/open.ts";
import { epochGrid, epochMicros, stageAt } from "./kernel/epochs.ts";
import { type Hypnogram, splitLayers } from "./kernel/stageLayers.ts";
import { type Spans, takeSpans } from "./kernel/spans.ts";
import { rowsWhere } from "../frame/rowsWhere.ts";
import { KNOWN } from "./stages/knownWords.ts";
import type { StageRows } from "./stages/readStages.ts";
import { type StageKind, stageKinds, UNSCORED } from "./stages/stageKinds.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "./stages/stageFrameOptions.ts";
import { computeByGroup } from "./stages/stageGroups.ts";
import { stageTableColumn } from "./stages/stageTableOf.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { Length } from "../time/length.ts";

/** Options of {@linkcode transitions}. */
export interface TransitionsOptions extends StageFrameOptions {
  /** Length of an epoch. @default "PT30S" */
  epoch?: Length;
}

const ACTION = "count transitions";

const OPTIONS = optionNames<TransitionsOptions>()(STAGE_FRAME_OPTIONS, "epoch");

/**
 * Counts how often each stage follows each other, from every epoch to the next. An epoch that stays
 * in its stage counts too, so the diagonal shows how stable a stage is (as in yasa).
 *
 * Epochs are counted from the start of each gapless interval; the stage of an epoch is the stage at
 * its middle. Pairs with time that is not scored, and pairs across a gap, do not count.
 *
 * @param frame `start_time`, `end_time` (instants), `sleep_stage` (code), without overlaps; time in
 * bed is ignored.
 * @returns a row for each pair of stages that occur: `from`, `to` (stage codes), `count` `i64`,
 * `probability` `f64` (share of the pairs that start in `from`; null without any), and
 * `stage_table` `str` unless codes are consumer's; ordered by code.
 * @throws {TypeError} if a column is missing or of another type, or a time or a stage is null
 * @throws {RangeError} if stages overlap, a stage is not in the table, or the epoch is not a duration
 *
 * @example N2 stays N2 two out of three times
 * ```ts
 * import { sleep } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const night = sleep.fromHypnogram([2, 2, 2, 3], { start: "2024-01-01T22:00Z" });
 * const found = sleep.transitions(night);
 * assertEquals(found.getColumn("to").toArray(), [2, 3, 2, 3]);
 * assertEquals(found.getColumn("count").toArray(), [2, 1, 0, 0]);
 * assertEquals(found.getColumn("probability").getIndex(0), 2 / 3);
 * assertEquals(found.getColumn("probability").getIndex(3), null); // nothing comes after N3
 * ```
 */
export function transitions(frame: FrameLike, options: TransitionsOptions = {}): Frame {
  checkOptions(ACTION, options, OPTIONS);
  const epoch = epochMicros(options.epoch ?? "PT30S");
  return computeByGroup(frame, options, ACTION, (rows) => countTransitions(rows, epoch));
}

function countTransitions(rows: StageRows, epoch: number): Columns {
  const { table } = rows, kinds = stageKinds(table);
  const spans = withoutUntold(splitLayers(rows, ACTION).spans, kinds);
  const grid = epochGrid(spans, epoch);
  const stage = stageAt(spans, grid, UNSCORED)
    .map((place) => kinds[place] === "unknown" ? UNSCORED : place);
  const counts = pairCounts(stage, grid.from, grid.to);
  const used = [...new Set(stage)].filter((place) => place !== UNSCORED)
    .sort((a, b) => table[a]!.stage - table[b]!.stage);
  const pairs = used.flatMap((from) => {
    const own = used.map((to) => ({ from, to, count: counts[pairOf(from, to)]! }));
    const total = own.reduce((sum, { count }) => sum + count, 0);
    return own.map((pair) => ({ ...pair, total }));
  });
  const code = (place: number): bigint => BigInt(table[place]!.stage);
  return {
    from: int64Column(BigInt64Array.from(pairs, ({ from }) => code(from))),
    to: int64Column(BigInt64Array.from(pairs, ({ to }) => code(to))),
    count: int64Column(BigInt64Array.from(pairs, ({ count }) => BigInt(count))),
    probability: float64Column(
      Float64Array.from(pairs, ({ count, total }) => count / Math.max(total, 1)),
      Uint8Array.from(pairs, ({ total }) => total > 0 ? 1 : 0),
    ),
    ...stageTableColumn(rows, pairs.length),
  };
}

/** Removes intervals of unknown stage from sources that record no wake: they may have any stage. */
function withoutUntold(spans: Hypnogram, kinds: readonly StageKind[]): Spans {
  const { known, stage } = spans;
  if (known === undefined) return spans;
  const isTold = (i: number): boolean =>
    kinds[stage[i]!] !== "asleep" || (known[i]! & KNOWN.awake) !== 0;
  return takeSpans(spans, rowsWhere(stage.length, isTold));
}

/** Counts how often each pair of indices occurs in touching epochs. */
function pairCounts(stage: Uint8Array, from: BigInt64Array, to: BigInt64Array): Uint32Array {
  const counts = new Uint32Array(2 ** 16);
  for (let i = 1; i < stage.length; i++) {
    const isPair = stage[i - 1] !== UNSCORED && stage[i] !== UNSCORED && to[i - 1] === from[i];
    if (isPair) counts[pairOf(stage[i - 1]!, stage[i]!)]!++;
  }
  return counts;
}

function pairOf(from: number, to: number): number {
  return from * 256 + to;
}
