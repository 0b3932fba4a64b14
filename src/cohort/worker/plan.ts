import type { ColumnType } from "../../frame/columns/schema.ts";
import type { Step } from "../query.ts";
import type { CellType } from "../tableSchema.ts";

/** What a worker is given once, as an argument of its command line. */
export interface WorkerPlan {
  /** What is done with the rows of each person. */
  readonly steps: readonly Step[];
  /** Whether the result's rows are wanted, or only their number. */
  readonly rows: boolean;
  /** The columns of rows that come as text, in order, without person and zone; of slices, none. */
  readonly input?: readonly (readonly [name: string, type: CellType])[];
  /** How rows that come as text name a person. */
  readonly person?: "int64" | "text";
  /** The columns of rows that are written as text, in order. */
  readonly output?: readonly (readonly [name: string, type: ColumnType])[];
}

/** A plan as one word of a command line: JSON in base64url. */
export function encodePlan(plan: WorkerPlan): string {
  return new TextEncoder().encode(JSON.stringify(plan)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/**
 * The plan of such a word.
 *
 * @throws {SyntaxError} if it is not a plan
 */
export function decodePlan(word: string): WorkerPlan {
  const bytes = Uint8Array.fromBase64(word, { alphabet: "base64url" });
  return JSON.parse(new TextDecoder().decode(bytes));
}
