import type { StageTable } from "../../sleep/stages/stageTables.ts";

/**
 * Indices in a stage table, from awake down to deep sleep: as pictures order them from the top. Of
 * stages of one depth, the later in the table stands higher. What is no stage (in bed) is left out.
 */
export function stageOrder(table: StageTable): number[] {
  return table.map((_, index) => index)
    .filter((index) => table[index]!.depth !== null)
    .sort((a, b) => table[a]!.depth! - table[b]!.depth! || b - a);
}
