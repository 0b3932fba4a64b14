import { type Beats, sweep, type Swept } from "../time/sweep.ts";
import type { Spans } from "./spans.ts";
import type { StageTable } from "./stageTables.ts";

/**
 * Decides for every instant which of overlapping stages shows. The order, highest first: the
 * source's place in `sourcePriority`; the stage's priority; the latest start; the earliest end; the
 * more specific stage; then source, id and stage code, so that the order of the input never matters.
 */
export function paint(spans: Spans, table: StageTable, sourcePriority: readonly string[]): Swept {
  return sweep(spans.start, spans.end, orderOf(spans, table, sourcePriority));
}

function orderOf(spans: Spans, table: StageTable, sourcePriority: readonly string[]): Beats {
  const { start, end, stage, source, id } = spans;
  const rankOf = new Map(sourcePriority.map((name, i) => [name, sourcePriority.length - i]));
  const rank = Int32Array.from(source, (name) => rankOf.get(name ?? "") ?? 0);
  const priority = table.map((entry) => entry.priority);
  const specificity = table.map((entry) =>
    entry.depth === null ? 0 : entry.name === "asleep" ? 1 : 2
  );
  return (a, b) => {
    if (rank[a] !== rank[b]) return rank[a]! > rank[b]!;
    const stageA = stage[a]!, stageB = stage[b]!;
    if (priority[stageA] !== priority[stageB]) return priority[stageA]! > priority[stageB]!;
    if (start[a] !== start[b]) return start[a]! > start[b]!;
    if (end[a] !== end[b]) return end[a]! < end[b]!;
    if (specificity[stageA] !== specificity[stageB]) {
      return specificity[stageA]! > specificity[stageB]!;
    }
    const sourceA = source[a] ?? "", sourceB = source[b] ?? "";
    if (sourceA !== sourceB) return sourceA < sourceB;
    const idA = id[a] ?? "", idB = id[b] ?? "";
    if (idA !== idB) return idA < idB;
    return stageA > stageB;
  };
}
