import type { Stage, StageTable } from "./stageTables.ts";

/** What a stage is to the sleep laboratory: `unknown` is neither sleep nor wake, or not scored. */
export type StageKind = "wake" | "n1" | "light" | "deep" | "rem" | "asleep" | "unknown";

/** The place of what is not scored or not there: no table reaches so far. */
export const UNSCORED = 255;

/** The kind of each stage, by its place in the table; {@linkcode UNSCORED} is unknown. */
export function stageKinds(table: StageTable): readonly StageKind[] {
  const kinds = new Array<StageKind>(UNSCORED + 1).fill("unknown");
  table.forEach((stage, place) => kinds[place] = kindOf(stage));
  return kinds;
}

/**
 * Returns the name of a statistic of a stage.
 *
 * @param statistic The name for N1, such as `N1_pct`.
 */
export function stageStatisticName(stage: Stage, statistic: string): string {
  const name = statistic.replace("N1", stage.name === "asleep" ? UNSTAGED : namePrefixOf(stage));
  return name === `${UNSTAGED}_min` ? UNSTAGED : name;
}

/** Name of sleep without a known stage: `asleep` is the time asleep in any stage. */
const UNSTAGED = "unstaged";

/** How the names of a stage's statistics begin. */
export function namePrefixOf(stage: Stage): string {
  return stage.namePrefix ?? stage.name;
}

function kindOf({ name, depth, asleep }: Stage): StageKind {
  if (asleep) {
    if (name === "rem" || name === "n1" || name === "asleep") return name;
    return depth === 3 ? "deep" : "light";
  }
  return depth === null ? "unknown" : "wake";
}
