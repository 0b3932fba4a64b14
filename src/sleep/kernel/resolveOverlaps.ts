import { breakTies } from "../../series/input/breakTies.ts";
import { sweep } from "../../series/windows/sweep.ts";
import { type RankOptions, rankRows } from "../stages/ranks.ts";
import type { StageRows } from "../stages/readStages.ts";
import type { Spans } from "./spans.ts";
import type { StageTable } from "../stages/stageTables.ts";

/** Intervals without overlaps, and the row of each. */
export interface Resolved extends Spans {
  /** Row of the input; for joined intervals, the row of the first. */
  readonly row: Uint32Array;
}

export interface ResolveOptions extends RankOptions {
  /** Touching intervals to join: of one stage, of one stage and source, or none. */
  readonly join: "stage" | "stage and source" | "nothing";
  /**
   * A number for each row: rows with different numbers are not joined. @default undefined: all
   * equal
   */
  readonly apart?: ArrayLike<number> | undefined;
}

/**
 * Decides for every instant which of overlapping stages wins. The order, highest first: the
 * source's index in `sourcePriority`; the priority, by default of the stage; the latest start; the
 * earliest end; the more specific stage; then source, id and stage code, so the order of the input
 * never matters.
 */
export function resolveOverlaps(
  rows: StageRows,
  table: StageTable,
  options: ResolveOptions,
): Resolved {
  const { start, end, row } = sweep({
    start: rows.start,
    end: rows.end,
    rank: rankRows(rows, table, options),
    order: breakTies(rows.start, rows.order, tieBreaker(rows, table)),
  }, joinKeys(rows, options));
  const stage = new Uint8Array(row.length);
  for (let i = 0; i < stage.length; i++) stage[i] = rows.stage[row[i]!]!;
  return { start, end, stage, row };
}

/** Puts the winner of rows of one level and start last. Text is only read here. */
function tieBreaker(rows: StageRows, table: StageTable): (a: number, b: number) => number {
  const { end, stage } = rows;
  const specificity = table.map(({ depth, name }) =>
    depth === null ? 0 : name === "asleep" ? 1 : 2
  );
  return (a, b) => {
    if (end[a] !== end[b]) return end[a]! > end[b]! ? -1 : 1;
    const stageA = stage[a]!, stageB = stage[b]!;
    const difference = specificity[stageA]! - specificity[stageB]!;
    if (difference !== 0) return difference;
    const codes = rows.source?.codes().codes;
    if (codes !== undefined && codes[a] !== codes[b]) return codes[b]! - codes[a]!;
    const id = stageA === stageB ? undefined : rows.id?.values();
    const idA = id?.[a] ?? "", idB = id?.[b] ?? "";
    return idA !== idB ? (idA < idB ? 1 : -1) : stageA - stageB;
  };
}

/** Numbers rows whose touching intervals may be joined; `undefined` if none may be. */
export function joinKeys(
  { stage, source }: StageRows,
  { join, apart }: Pick<ResolveOptions, "join" | "apart">,
): ArrayLike<number> | undefined {
  if (join === "nothing") return undefined;
  const codes = join === "stage" ? undefined : source?.codes().codes;
  if (apart === undefined) {
    return codes === undefined
      ? stage
      : Uint32Array.from(stage, (place, row) => codes[row]! * 256 + place);
  }
  const keys = new Float64Array(stage.length);
  for (let row = 0; row < keys.length; row++) {
    const code = codes === undefined ? 0 : codes[row]!;
    keys[row] = apart[row]! * 2 ** 24 + code * 256 + stage[row]!;
  }
  return keys;
}
