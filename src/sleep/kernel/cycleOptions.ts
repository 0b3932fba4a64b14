import { optionNames } from "../../options/checkOptions.ts";
import { STAGE_FRAME_OPTIONS, type StageFrameOptions } from "../stages/stageFrameOptions.ts";
import type { StageTable } from "../stages/stageTables.ts";
import type { Length } from "../../time/length.ts";
import type { When } from "../../time/when.ts";

/** How stages are grouped into cycles: shared by `stages`, `cycles` and `aggregate`. */
export interface CycleOptions extends StageFrameOptions {
  /** The shortest gap that separates two cycles. @default "PT2H" */
  cycleGap?: Length;
  /** Codes of stages that count as gap. @default none */
  gapStages?: readonly number[];
  /** Codes of the stages to keep in the answer; cycles and their numbers stay. @default all */
  only?: readonly number[] | undefined;
  /** Clip to this range before cycles are made; which sample shows is decided before. @default no clipping */
  clipTo?: When;
  /** Keep only cycles that touch this range, whole. @default all cycles */
  touching?: When;
  /** Sources from the highest to the lowest; one that is not named ranks below all. @default none */
  sourcePriority?: readonly string[];
}

/** Which of them there are. */
export const CYCLE_OPTIONS = optionNames<CycleOptions>()(
  STAGE_FRAME_OPTIONS,
  "cycleGap gapStages only clipTo touching sourcePriority",
);

/** Whether a stage, by its place in the table, is kept in the answer. */
export function keeps(table: StageTable, options: CycleOptions): (stage: number) => boolean {
  if (options.only === undefined) return () => true;
  const kept = places(options.only, table, "only");
  return (stage) => kept.has(stage);
}

/**
 * The places in the table of the stages that an option names.
 *
 * @throws {RangeError} if the table has no such stage
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
