import type { StageTable } from "../../sleep/stages/stageTables.ts";

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
