import type { Column } from "../../frame/columns/columns.ts";
import type { StageTable } from "./stageTables.ts";

/** What can be wrong with a row of a stage frame, in the order in which it is looked for. */
export const PROBLEMS = [
  "unstarted",
  "unfinished",
  "no stage",
  "unknown stage",
  "reversed",
  "empty",
  "duplicate",
] as const;

/** Why a row of a stage frame does not count. */
export type Problem = typeof PROBLEMS[number];

/** The columns of a stage frame that can be wrong. */
export interface StageColumns {
  /** Inclusive starts. */
  readonly start_time: Extract<Column, { type: "time" }>;
  /** Exclusive ends. */
  readonly end_time: Extract<Column, { type: "time" }>;
  /** Codes of stages. */
  readonly sleep_stage: Extract<Column, { type: "int64" }>;
}

/** The index of a stage that the table does not have. */
export const NO_STAGE = 255;

/** What is wrong with a row by itself, be it alone; undefined where nothing is. */
export function problemOf(
  { start_time, end_time, sleep_stage }: StageColumns,
  index: Uint8Array,
  row: number,
): Problem | undefined {
  if (start_time.valid?.[row] === 0) return "unstarted";
  if (end_time.valid?.[row] === 0) return "unfinished";
  if (sleep_stage.valid?.[row] === 0) return "no stage";
  if (index[row] === NO_STAGE) return "unknown stage";
  const start = start_time.values[row]!, end = end_time.values[row]!;
  return end < start ? "reversed" : end === start ? "empty" : undefined;
}

/** The index of each row's stage in the table, {@linkcode NO_STAGE} for one that it does not have. */
export function stageIndexes(codes: BigInt64Array, table: StageTable): Uint8Array {
  const placeOf = new Uint8Array(2 ** 16).fill(NO_STAGE); // codes have 16 bits
  table.forEach(({ stage }, index) => placeOf[stage & 0xffff] = index);
  const halves = new Int32Array(codes.buffer, codes.byteOffset, 2 * codes.length);
  const indexes = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = halves[2 * row]!, rest = halves[2 * row + 1]!; // the lower half comes first
    const isSmall = code << 16 >> 16 === code && rest === code >> 31;
    indexes[row] = isSmall ? placeOf[code & 0xffff]! : NO_STAGE;
  }
  return indexes;
}
