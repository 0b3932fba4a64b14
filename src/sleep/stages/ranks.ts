import type { StageRows } from "./readStages.ts";
import type { StageTable } from "./stageTables.ts";

/** Interval that a function given as `priority` receives. */
export interface PrioritySpan {
  /** Code of the stage. */
  readonly stage: number;
  /** Source of the interval; null if unknown. */
  readonly source: string | null;
  /** Identifier of the record; null without one. */
  readonly id: string | null;
  /** Inclusive start. */
  readonly start_time: Temporal.Instant;
  /** Exclusive end. */
  readonly end_time: Temporal.Instant;
  /** Length in milliseconds. */
  readonly duration_ms: number;
}

/** Priority where intervals overlap; the higher number wins. By stage code, or by a function. */
export type Priority = Readonly<Record<number, number>> | ((span: PrioritySpan) => number);

/** Options that determine the rank of an interval. */
export interface RankOptions {
  /** Sources from the highest to the lowest rank; all others rank below. */
  readonly sourcePriority: readonly string[];
  /** Replaces the priorities of the stage table. */
  readonly priority?: Priority | undefined;
}

/** Maximum number of ranks. */
const MOST_RANKS = 2 ** 16;

/**
 * Ranks rows by source, then by priority; the row of the higher rank wins.
 *
 * @throws {RangeError} if the priority has a stage that the table does not have, is not a number
 * for a row, or results in more than 65,536 ranks
 */
export function rankRows(rows: StageRows, table: StageTable, options: RankOptions): Uint16Array {
  const { stage, source } = rows;
  const { ranks, count } = typeof options.priority === "function"
    ? ranksOfRows(rows, table, options.priority)
    : ranksOfStages(rows, table, options.priority);
  if (options.sourcePriority.length === 0 || source === undefined) return ranks;
  const { codes, names } = source.codes();
  const ranked = options.sourcePriority.filter((name) => names.includes(name)).reverse();
  checkCount(count * (ranked.length + 1));
  const ofSource = names.map((name) => (name === null ? 0 : ranked.lastIndexOf(name) + 1) * count);
  for (let row = 0; row < stage.length; row++) ranks[row]! += ofSource[codes[row]!]!;
  return ranks;
}

interface Ranks {
  readonly ranks: Uint16Array;
  readonly count: number;
}

function ranksOfStages(
  { stage }: StageRows,
  table: StageTable,
  priority: Readonly<Record<number, number>> | undefined,
): Ranks {
  const given = new Map(Object.entries(priority ?? {}).map(([code, rank]) => [Number(code), rank]));
  for (const [code, rank] of given) {
    if (!table.some((entry) => entry.stage === code)) {
      throw new RangeError(
        `Cannot use priority: ${code} is not in the stage table, which has ${
          table.map((entry) => entry.stage).join(", ")
        }`,
      );
    }
    checkRank(rank, `stage ${code}`);
  }
  const ranks = table.map((entry) =>
    priority === undefined ? entry.priority : given.get(entry.stage) ?? -Infinity
  );
  const sorted = sortDistinct(ranks);
  const ofStage = Uint16Array.from(ranks, (rank) => sorted.indexOf(rank));
  const level = new Uint16Array(stage.length);
  for (let row = 0; row < level.length; row++) level[row] = ofStage[stage[row]!]!;
  return { ranks: level, count: sorted.length };
}

function ranksOfRows(
  rows: StageRows,
  table: StageTable,
  priority: (span: PrioritySpan) => number,
): Ranks {
  const { start, end, stage } = rows;
  const sources = rows.source?.codes(), ids = rows.id?.values();
  const ranks = new Float64Array(stage.length).fill(-Infinity);
  for (const row of rows.order ?? ranks.keys()) {
    ranks[row] = priority({
      stage: table[stage[row]!]!.stage,
      source: sources?.names[sources.codes[row]!] ?? null,
      id: ids?.[row] ?? null,
      start_time: new Temporal.Instant(start[row]! * 1000n),
      end_time: new Temporal.Instant(end[row]! * 1000n),
      duration_ms: Number(end[row]! - start[row]!) / 1000,
    });
    checkRank(ranks[row], `row ${rows.row?.[row] ?? row}`);
  }
  const sorted = sortDistinct(ranks);
  checkCount(sorted.length);
  const place = new Map(sorted.map((rank, i) => [rank, i]));
  return { ranks: Uint16Array.from(ranks, (rank) => place.get(rank)!), count: sorted.length };
}

function sortDistinct(ranks: Iterable<number>): number[] {
  return [...new Set(ranks)].sort((a, b) => a < b ? -1 : 1); // -Infinity less itself is NaN
}

function checkRank(rank: number, of: string): void {
  if (Number.isFinite(rank)) return;
  throw new RangeError(
    `Cannot use priority: it is ${rank} for ${of}, expected a finite number. ` +
      "For an order of sources, pass sourcePriority.",
  );
}

function checkCount(count: number): void {
  if (count <= MOST_RANKS) return;
  throw new RangeError(
    `Cannot use priority: it makes ${count} ranks, the maximum is ${MOST_RANKS}`,
  );
}
