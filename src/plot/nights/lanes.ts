import type { Stage, StageTable } from "../../sleep/stages/stageTables.ts";

/** Position of a stage in a hypnogram. */
export interface Lane {
  readonly stage: Stage;
  /** Middle of the lane, in lane heights from the top. */
  readonly middle: number;
  /** Half the height of its bars. */
  readonly half: number;
}

/** Half the height of a bar in its lane of height 1. */
const HALF = 0.34;
/** Height of a strip below the lanes, and half of its bar. */
const STRIP = 0.6;
const STRIP_HALF = 0.12;

/**
 * Returns the lanes of a hypnogram from the top: awake, REM, and the sleep stages by depth; below
 * them thin strips for codes that are not stages, such as time in bed. A night with any stage shows
 * the lanes of all stages, so that nights look alike. The stage `asleep`, of devices without
 * stages, and the strips only appear if used.
 *
 * @param used Indices of the occurring stages in the table.
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

/** Returns the height of all lanes together, in lane heights. */
export function lanesHeight(all: ReadonlyMap<number, Lane>): number {
  return [...all.values()].reduce((sum, { half }) => sum + (half === HALF ? 1 : STRIP), 0);
}

/**
 * Returns the indices of stages from awake down to deep sleep, the order in which charts show them.
 * The later of two stages of equal depth is higher. Codes that are not stages (in bed) are left
 * out.
 */
export function stageOrder(table: StageTable): number[] {
  return table.map((_, index) => index)
    .filter((index) => table[index]!.depth !== null)
    .sort((a, b) => table[a]!.depth! - table[b]!.depth! || b - a);
}
