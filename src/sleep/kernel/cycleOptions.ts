import { optionNames } from "../../options/checkOptions.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "../stages/stageFrameOptions.ts";
import type { StageTable } from "../stages/stageTables.ts";
import type { Length } from "../../time/length.ts";
import type { When } from "../../time/when.ts";

/** Options that group stages into cycles, of `stages`, `cycles` and `aggregate`. */
export interface CycleOptions extends StageFrameOptions {
  /** Shortest gap that separates two cycles. @default "PT2H" */
  cycleGap?: Length;
  /** Codes of stages that count as gap. @default none */
  gapStages?: readonly number[];
  /**
   * Codes of the stages to keep in the result; cycles and their numbers do not change. @default all
   */
  only?: readonly number[] | undefined;
  /**
   * Clips to this range before cycles are found, but after overlaps are resolved. @default no
   * clipping
   */
  clipTo?: When;
  /** Keeps only cycles that touch this range, unclipped. @default all cycles */
  touching?: When;
  /** Sources from the highest to the lowest rank; all others rank below. @default none */
  sourcePriority?: readonly string[];
}

export const CYCLE_OPTIONS = optionNames<CycleOptions>()(
  STAGE_FRAME_OPTIONS,
  "cycleGap gapStages only clipTo touching sourcePriority",
);

/** Returns a test of whether the result keeps a stage, by its index in the table. */
export function keeps(table: StageTable, options: CycleOptions): (stage: number) => boolean {
  if (options.only === undefined) return () => true;
  const kept = places(options.only, table, "only");
  return (stage) => kept.has(stage);
}

/**
 * Returns the indices of the stages in an option.
 *
 * @throws {RangeError} if the table does not have a stage
 */
export function places(codes: readonly number[], table: StageTable, option: string): Set<number> {
  return new Set(codes.map((code) => {
    const place = table.findIndex((stage) => stage.stage === code);
    if (place >= 0) return place;
    throw new RangeError(
      `Cannot use ${option}: ${code} is not in the stage table, which has ${
        table.map((stage) => stage.stage).join(", ")
      }`,
    );
  }));
}
