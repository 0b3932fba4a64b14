import type { Stage, StageTable } from "./stageTables.ts";

/** Kind of a stage in a sleep laboratory; `unknown` is neither sleep nor wake, or not scored. */
export type StageKind = "wake" | "n1" | "light" | "deep" | "rem" | "asleep" | "unknown";

/** Index of time that is not scored or missing, above the maximum of a stage table. */
export const UNSCORED = 255;

/** Returns the kind of each stage by its index in the table; {@linkcode UNSCORED} is `unknown`. */
export function stageKinds(table: StageTable): readonly StageKind[] {
  const kinds = new Array<StageKind>(UNSCORED + 1).fill("unknown");
  table.forEach((stage, place) => kinds[place] = kindOf(stage));
  return kinds;
}

/**
 * Returns the name of a statistic of a stage.
 *
 * @param statistic Name for N1, such as `N1_pct`.
 */
export function stageStatisticName(stage: Stage, statistic: string): string {
  const name = statistic.replace("N1", isUnstaged(stage) ? UNSTAGED : namePrefixOf(stage));
  return name === `${UNSTAGED}_min` ? UNSTAGED : name;
}

/** Tests whether a stage is sleep of unknown stage. */
export function isUnstaged({ name }: Stage): boolean {
  return name === "asleep";
}

/** Name of sleep without a known stage, since `asleep` may mean the time asleep in any stage. */
const UNSTAGED = "unstaged";

/** Returns the prefix of the names of a stage's statistics. */
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
