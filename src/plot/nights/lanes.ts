import { stageOrder } from "./stageOrder.ts";
import type { Stage, StageTable } from "../../sleep/stages/stageTables.ts";

/** Where a stage is drawn in a hypnogram. */
export interface Lane {
  readonly stage: Stage;
  /** The lane's middle, counted in heights of a lane from the top. */
  readonly middle: number;
  /** Half the height of its bars. */
  readonly half: number;
}

/** Half the height of a bar in its lane of height 1. */
const HALF = 0.34;
/** The height of a strip below the lanes, and half of its bar. */
const STRIP = 0.6;
const STRIP_HALF = 0.12;

/**
 * The lanes of a hypnogram from the top: awake, REM, and the sleep stages by depth; below them thin
 * strips for what is no stage, such as time in bed. A night that has any stage shows the lanes of all, so that nights look alike; the
 * stage `asleep` of devices that tell no stages, and the strips, are there only where they are used.
 *
 * @param used Indices in the table of the stages that occur.
 */
export function lanes(table: StageTable, used: ReadonlySet<number>): Map<number, Lane> {
  const isStaged = (index: number): boolean =>
    table[index]!.asleep && table[index]!.name !== "asleep";
  const staged = used.size === 0 || [...used].some(isStaged);
  const stages = stageOrder(table).filter((index) =>
    used.has(index) || table[index]!.depth === 0 || (staged && isStaged(index))
  );
  const strips = table.map((_, index) => index).filter((index) =>
    table[index]!.depth === null && used.has(index)
  );
  return new Map<number, Lane>([
    ...stages.map((index, i) =>
      [index, { stage: table[index]!, middle: i + 0.5, half: HALF }] as const
    ),
    ...strips.map((index, i) =>
      [index, {
        stage: table[index]!,
        middle: stages.length + STRIP * (i + 0.5),
        half: STRIP_HALF,
      }] as const
    ),
  ]);
}

/** The height of all lanes together, in heights of a lane. */
export function lanesHeight(all: ReadonlyMap<number, Lane>): number {
  return [...all.values()].reduce((sum, { half }) => sum + (half === HALF ? 1 : STRIP), 0);
}
