import type { Column } from "../../frame/columns/columns.ts";
import type { StageTable } from "./stageTables.ts";

/** Problems of rows of a stage frame, in the order in which they are checked. */
const PROBLEMS = [
  "unstarted",
  "unfinished",
  "no stage",
  "unknown stage",
  "reversed",
  "empty",
  "duplicate",
] as const;

/** Problem of a row of a stage frame. */
export type Problem = typeof PROBLEMS[number];

/** Columns of a stage frame that can have problems. */
export interface StageColumns {
  readonly start_time: Extract<Column, { type: "time" }>;
  readonly end_time: Extract<Column, { type: "time" }>;
  readonly sleep_stage: Extract<Column, { type: "int64" }>;
}

/** Index of a stage that is not in the table. */
export const NO_STAGE = 255;

/**
 * Returns the first problem of a row, without regard to other rows; `undefined` without a problem.
 */
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

/** Returns the index of each row's stage in the table; {@linkcode NO_STAGE} if it is not there. */
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
